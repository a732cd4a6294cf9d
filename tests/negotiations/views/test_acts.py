"""Opening and withdrawing a negotiation, giving and ending access, emergency access: as pages."""

import datetime

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from negotiations.models import Membership, Negotiation, Offer, Term
from tests import builders
from tests.conftest import as_user, behind_the_wall

pytestmark = pytest.mark.django_db

NEW = {"title_en": "Child care", "title_fr": "Garde d’enfants", "slug": "child-care",
       "opened_on": "2026-01-15", "home": "ON", "ceiling": "3", "reason": "Talks were announced"}


@pytest.fixture
def opener(client):
    builders.make_governments()
    user = builders.make_user()
    with behind_the_wall():
        user.user_permissions.add(Permission.objects.get(codename="open_negotiation"))
    client.force_login(user)
    return user


@pytest.fixture
def talks():
    return builders.make_negotiation(slug="talks")


def give(client, user, **changes):
    return client.post(reverse("members", args=["talks"]), {
        "user": user.pk, "role": "analyst", "clearance": "2", "starts_on": "2026-01-01",
        "reason": "Joins the file", **changes})


def errors(answer):
    return [str(words) for words in answer.context["form"].errors.as_data().popitem()[1][0].messages]


def test_one_act_makes_the_negotiation_its_base_offer_and_the_opener_an_approver(client, opener):
    answer = client.post(reverse("new-negotiation"), NEW)
    assert (answer.status_code, answer.url) == (302, "/en/negotiations/child-care/")
    as_user(opener)
    made = Negotiation.objects.get(slug="child-care")
    assert list(Offer.objects.of(made).values_list("kind", flat=True)) == ["base"]
    assert [(one.user, one.role, one.clearance) for one in made.memberships.all()] == [
        (opener, "approver", 3)]


def test_terms_are_copied_from_a_negotiation_one_may_read(client, opener, talks):
    builders.make_membership(talks, opener)
    builders.make_term(negotiation=talks, number=7, name_en="Amount")
    client.post(reverse("new-negotiation"), {**NEW, "terms_from": talks.pk})
    as_user(opener)
    made = Negotiation.objects.get(slug="child-care")
    assert list(Term.objects.of(made).values_list("number", "name_en")) == [(7, "Amount")]


def test_a_negotiation_one_may_not_read_is_not_offered_for_its_terms(client, opener, talks):
    answer = client.post(reverse("new-negotiation"), {**NEW, "terms_from": talks.pk})
    assert answer.status_code == 400
    assert "terms_from" in answer.context["form"].errors


def test_a_taken_address_is_told_and_what_was_typed_is_kept(client, opener, talks):
    answer = client.post(reverse("new-negotiation"), {**NEW, "slug": "talks"})
    assert answer.status_code == 400
    assert errors(answer) == ["Another negotiation has this address."]
    assert 'value="Child care"' in answer.content.decode()


def test_opening_needs_the_site_s_right(client):
    client.force_login(builders.make_user())
    assert client.post(reverse("new-negotiation"), NEW).status_code == 403


def test_an_approver_lets_somebody_in(client, talks):
    approver, newcomer = builders.make_member(talks, "approver"), builders.make_user()
    client.force_login(approver)
    assert give(client, newcomer).status_code == 302
    as_user(approver)
    given = Membership.objects.get(user=newcomer)
    assert (given.role, given.clearance, given.given_by) == ("analyst", 2, approver)


def test_an_analyst_lets_nobody_in(client, talks):
    client.force_login(builders.make_member(talks, "analyst"))
    answer = give(client, builders.make_user())
    assert answer.status_code == 400
    assert len(errors(answer)) == 1


@pytest.mark.parametrize(("changes", "words"), [
    ({"starts_on": "2026-02-01", "ends_on": "2026-01-01"}, "A membership cannot end before it starts."),
    ({"clearance": "4"}, "Nobody gives a clearance above his own."),
    ({"reason": ""}, "This field is required."),
    ({"starts_on": "1 Feb"},
     "“1 Feb” is not a date that can be read. Write year, month and day, as in 2013-11-08."),
])
def test_a_refused_membership_says_why(client, talks, changes, words):
    client.force_login(builders.make_member(talks, "approver"))
    answer = give(client, builders.make_user(), **changes)
    assert answer.status_code == 400
    assert errors(answer) == [words]


def test_nobody_is_offered_to_let_himself_in(client, talks):
    approver = builders.make_member(talks, "approver")
    client.force_login(approver)
    answer = give(client, approver)
    assert answer.status_code == 400
    assert "user" in answer.context["form"].errors


def test_an_ended_access_reads_nothing_on_the_next_request(client, talks):
    approver, member = builders.make_member(talks, "approver"), builders.make_member(talks)
    home = reverse("negotiation-home", args=["talks"])
    client.force_login(member)
    assert client.get(home).status_code == 200
    client.force_login(approver)
    of_member = Membership.objects.filter(user=member).values_list("pk", flat=True)
    as_user(approver)
    pk = of_member.get()
    assert client.post(reverse("end-membership", args=["talks", pk]), {"reason": "Left"}).status_code == 302
    client.force_login(member)
    assert client.get(home).status_code == 404


def test_a_withdrawn_negotiation_leaves_the_list(client, talks):
    client.force_login(builders.make_member(talks, "approver"))
    answer = client.post(reverse("withdraw", args=["talks"]), {"reason": "Opened by mistake"})
    assert (answer.status_code, answer.url) == (302, "/en/negotiations/")
    assert list(client.get(answer.url).context["negotiations"]) == []


def test_an_analyst_withdraws_nothing(client, talks):
    client.force_login(builders.make_member(talks, "analyst"))
    assert client.post(reverse("withdraw", args=["talks"]), {"reason": "No"}).status_code == 400


def test_emergency_access_reads_for_four_hours_and_stays_on_record(client, talks):
    user = builders.make_user()
    client.force_login(user)
    assert client.get(reverse("negotiation-home", args=["talks"])).status_code == 404
    answer = client.post(reverse("break-glass"), {"slug": "talks", "reason": "The lead is away"})
    assert (answer.status_code, answer.url) == (302, "/en/negotiations/talks/")
    assert client.get(answer.url).status_code == 200
    as_user(user)
    kept = Membership.objects.get(user=user)
    assert (kept.break_glass, kept.role, kept.reason) == (True, "viewer", "The lead is away")
    assert kept.expires_at - kept.entered_at < datetime.timedelta(hours=4, minutes=1)


def test_emergency_access_needs_a_reason(client, talks):
    client.force_login(builders.make_user())
    answer = client.post(reverse("break-glass"), {"slug": "talks", "reason": " "})
    assert answer.status_code == 400
    assert "reason" in answer.context["form"].errors


def test_emergency_access_does_not_say_which_negotiations_exist(client, talks):
    client.force_login(builders.make_user())
    answer = client.post(reverse("break-glass"), {"slug": "no-such", "reason": "The lead is away"})
    assert errors(answer) == ["No negotiation has this address."]


@pytest.mark.parametrize("rows", [1, 6])
def test_members_takes_the_same_queries_for_one_and_for_many(
        client, talks, rows, django_assert_num_queries):
    for _ in range(rows - 1):
        builders.make_member(talks)
    client.force_login(builders.make_member(talks, "approver"))
    with django_assert_num_queries(7):
        assert client.get(reverse("members", args=["talks"])).status_code == 200


def test_who_was_an_approver_is_offered_no_form(client, talks):
    """Reading on as a viewer: the database would refuse what he typed."""
    person = builders.make_member(talks, "viewer")
    builders.make_membership(talks, person, "approver", ends_on=datetime.date(2014, 1, 1))
    client.force_login(person)
    assert client.get(reverse("members", args=[talks.slug])).context["may_give"] is False
    builders.make_membership(talks, person, "approver")
    assert client.get(reverse("members", args=[talks.slug])).context["may_give"] is True
