"""Memberships are given, ended and broken into by the database's acts alone."""

import datetime

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from negotiations import memberships, models
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.rows import check_keys, refused, sql

DAY = datetime.date(2026, 1, 1)
WORK = {"reason": "Joins the team", "starts_on": DAY}


@pytest.fixture
def negotiation(db):
    return builders.make_negotiation()


@pytest.fixture
def approver(negotiation):
    user = builders.make_member(negotiation, "approver", 3)
    as_user(user)
    return user


def row(pk):
    with behind_the_wall():
        return models.Membership.objects.get(pk=pk)


def entries(pk) -> list:
    with behind_the_wall():
        return list(models.HistoryEntry.objects.filter(
            table_name="negotiations_membership", row_key=pk).order_by("id"))  # fmt: skip


def test_an_approver_gives_a_membership(negotiation, approver):
    person = builders.make_user()
    pk = memberships.give_membership(negotiation, person, "analyst", 3, **WORK, ends_on=DAY)
    given = row(pk)
    assert (given.user, given.role, given.clearance, given.given_by, given.break_glass) == (
        person, "analyst", 3, approver, False)  # fmt: skip
    assert (given.starts_on, given.ends_on, given.reason) == (DAY, DAY, "Joins the team")
    assert [(entry.action, entry.user) for entry in entries(pk)] == [("insert", approver)]


def test_who_is_given_a_membership_sees_on_the_next_query(negotiation, approver):
    person = builders.make_user()
    memberships.give_membership(negotiation, person, "viewer", 1, **WORK)
    as_user(person)
    assert list(models.Negotiation.objects.all()) == [negotiation]


@pytest.mark.parametrize("role", ["viewer", "analyst", "records_officer", None])
def test_nobody_else_gives_one(negotiation, role):
    giver = builders.make_member(negotiation, role, 4) if role else builders.make_user(is_superuser=True)
    person = builders.make_user()
    as_user(giver)
    with pytest.raises(PermissionDenied, match="Only an approver"):
        memberships.give_membership(negotiation, person, "viewer", 1, **WORK)


def test_an_approver_of_another_negotiation_gives_none_here(negotiation):
    as_user(builders.make_member(builders.make_negotiation(), "approver", 4))
    with pytest.raises(PermissionDenied):
        memberships.give_membership(negotiation, builders.make_user(), "viewer", 1, **WORK)


def test_nobody_signed_in_gives_none(negotiation):
    with pytest.raises(PermissionDenied):
        memberships.give_membership(negotiation, builders.make_user(), "viewer", 1, **WORK)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"user": "giver"}, "Nobody gives a membership to himself."),
        ({"user": "inactive"}, "This account is not active."),
        ({"clearance": 4}, "Nobody gives a clearance above his own."),
        ({"clearance": 0}, "A clearance is Public, Internal, In confidence or Strategy."),
        ({"role": "minister"}, "This is not a role."),
        ({"reason": "  "}, "Say why this person is given access."),
        ({"ends_on": datetime.date(2025, 12, 31)}, "A membership cannot end before it starts."),
    ],
)
def test_what_is_wrong_is_refused_in_a_sentence(negotiation, approver, changes, sentence):
    people = {"giver": approver, "inactive": builders.make_user(is_active=False)}
    values = {"user": builders.make_user(), "role": "viewer", "clearance": 1, **WORK, **changes}
    values["user"] = people.get(values["user"], values["user"])
    with pytest.raises(ValidationError) as fault:
        memberships.give_membership(negotiation, **values)
    assert fault.value.messages == [sentence]


def test_no_clearance_is_above_the_ceiling(db):
    """The rule of the table speaks, should the giver's own clearance ever stand above it."""
    negotiation = builders.make_negotiation()
    as_user(builders.make_member(negotiation, "approver", 4))
    person = builders.make_user()
    check_keys()
    with behind_the_wall():
        sql("ALTER TABLE negotiations_negotiation DISABLE TRIGGER negotiation_low_ceiling")
        models.Negotiation.objects.update(ceiling=2)
    with pytest.raises(ValidationError) as fault:
        memberships.give_membership(negotiation, person, "viewer", 3, **WORK)
    assert fault.value.messages == ["This is above the ceiling of the negotiation."]


def test_a_membership_ends_at_once_and_says_why(negotiation, approver):
    person = builders.make_user()
    membership = builders.make_membership(negotiation, person)
    memberships.end_membership(membership, reason="Left the ministry")
    ended = row(membership.pk)
    assert ended.reason == "Works on it · Left the ministry"
    assert entries(membership.pk)[-1].user == approver
    as_user(person)
    assert models.Negotiation.objects.count() == 0


def test_a_membership_that_has_not_begun_never_begins(negotiation, approver):
    membership = builders.make_membership(
        negotiation, builders.make_user(), starts_on=datetime.date(2999, 1, 1))
    memberships.end_membership(membership, reason="Not needed")
    assert row(membership.pk).ends_on == datetime.date(2999, 1, 1)
    assert row(membership.pk).expires_at <= timezone.now()


def test_ending_needs_an_approver_and_a_reason(negotiation, approver):
    membership = builders.make_membership(negotiation, builders.make_user())
    with pytest.raises(ValidationError) as fault:
        memberships.end_membership(membership, reason=" ")
    assert fault.value.messages == ["Say why this access ends."]
    as_user(builders.make_member(negotiation, "analyst", 4))
    with pytest.raises(PermissionDenied, match="Only an approver"):
        memberships.end_membership(membership, reason="Left")
    with pytest.raises(PermissionDenied):
        memberships.end_membership(models.Membership(pk=membership.pk + 10_000), reason="Left")


def test_a_negotiation_keeps_an_approver(negotiation, approver):
    own = models.Membership.objects.get(user=approver)
    with pytest.raises(ValidationError) as fault:
        memberships.end_membership(own, reason="Retires")
    assert fault.value.messages == ["A negotiation keeps an approver: give that role to another first."]
    builders.make_member(negotiation, "approver", 1)
    memberships.end_membership(own, reason="Retires")
    assert models.Negotiation.objects.count() == 0


def test_breaking_the_glass_opens_for_four_hours(negotiation):
    person = builders.make_user()
    as_user(person)
    pk = memberships.break_glass(negotiation.slug, reason="The minister is called tonight")
    broken = row(pk)
    assert (broken.role, broken.clearance, broken.break_glass, broken.given_by) == (
        "viewer", 4, True, person)  # fmt: skip
    left = broken.expires_at - timezone.now()
    assert datetime.timedelta(hours=3, minutes=59) < left <= datetime.timedelta(hours=4)
    assert models.Negotiation.objects.count() == 1
    assert [entry.after["break_glass"] for entry in entries(pk)] == [True]
    with behind_the_wall():
        over = timezone.now() - datetime.timedelta(hours=4)
        models.Membership.objects.filter(pk=pk).update(expires_at=over)
    assert models.Negotiation.objects.count() == 0


def test_breaking_the_glass_writes_nothing(negotiation):
    source = builders.make_source(negotiation=negotiation)
    as_user(builders.make_user())
    memberships.break_glass(negotiation.slug, reason="Tonight")
    assert models.Source.objects.filter(pk=source.pk).update(title="Mine") == 0
    with pytest.raises(PermissionDenied):
        memberships.give_membership(negotiation, builders.make_user(), "viewer", 1, **WORK)


def test_breaking_the_glass_needs_a_reason_a_user_and_a_negotiation(negotiation):
    with pytest.raises(PermissionDenied):
        memberships.break_glass(negotiation.slug, reason="Tonight")
    as_user(builders.make_user(is_active=False))
    with pytest.raises(PermissionDenied):
        memberships.break_glass(negotiation.slug, reason="Tonight")
    as_user(builders.make_user())
    for slug, reason, sentence in (
        (negotiation.slug, " ", "Say why this person is given access."),
        ("nowhere", "Tonight", "No negotiation has this address."),
    ):
        with pytest.raises(ValidationError) as fault:
            memberships.break_glass(slug, reason=reason)
        assert fault.value.messages == [sentence]


def test_the_web_does_not_go_round_the_acts(negotiation, approver):
    """Not by temporary tables of the same name, and not by calling the parts of an act."""
    with refused("permission denied"):
        sql("CREATE TEMPORARY TABLE auth_user (id bigint)")
    with refused("permission denied"):
        sql("SELECT public.entente_add_link(ARRAY[1]::bigint[], 1)")
    with refused("permission denied"):
        sql("SELECT public.entente_last_editor('negotiations_source', '1')")


@pytest.mark.parametrize("changes", [
    {}, {"starts_on": "today"}, {"starts_on": "tomorrow"}, {"ends_on": "yesterday"}, {"ends_on": "today"},
    {"expires_at": "before"}, {"expires_at": "after"},
], ids=str)
def test_pages_count_a_membership_when_the_wall_does(negotiation, changes):
    now = timezone.now()
    moments = {"yesterday": now.date() - datetime.timedelta(days=1), "today": now.date(),
               "tomorrow": now.date() + datetime.timedelta(days=1),
               "before": now - datetime.timedelta(hours=1), "after": now + datetime.timedelta(hours=1)}
    user = builders.make_user()
    builders.make_membership(negotiation, user, **{name: moments[word] for name, word in changes.items()})
    as_user(user)
    walled = bool(sql("SELECT 1 FROM public.entente_readable()"))
    with behind_the_wall():
        assert models.Membership.objects.held_by(user).exists() == walled
    assert walled == (changes in ({}, {"starts_on": "today"}, {"ends_on": "today"}, {"expires_at": "after"}))
