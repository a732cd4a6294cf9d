"""What the admin offers follows from memberships, not from the framework's permissions."""

import datetime

import pytest
from django.contrib.auth.models import Permission, User
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone

from negotiations.admin import rights
from negotiations.models import Approval, Event, Source
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.admin.typing import address, sign_in, typed

pytestmark = pytest.mark.django_db


def held(person):
    request = RequestFactory().get("/")
    request.user = person
    as_user(person)
    return rights.of(request)


def test_highest_clearance_of_each_role_counts():
    negotiation = builders.make_negotiation()
    person = builders.make_member(negotiation, "viewer", 4)
    builders.make_membership(negotiation, person, "analyst", 2)
    assert held(person).clearance(negotiation.pk) == 2
    assert held(person).writable() == {negotiation.pk}


@pytest.mark.parametrize("changes", [
    {"ends_on": datetime.date(2014, 1, 1)},
    {"expires_at": timezone.now() - datetime.timedelta(minutes=1)},
    {"starts_on": timezone.now().date() + datetime.timedelta(days=2)},
], ids=["ended", "expired", "not begun"])
def test_membership_out_of_its_time_gives_nothing(changes):
    person = builders.make_user()
    builders.make_membership(builders.make_negotiation(), person, **changes)
    assert not held(person).reads()


def test_negotiations_are_offered_only_where_one_may_write(client):
    mine, other = builders.make_negotiation(), builders.make_negotiation()
    builders.make_negotiation()
    person = builders.make_member(mine)
    builders.make_membership(other, person, "viewer")
    page = sign_in(client, person).get(address(Source, "add"))
    form = page.context["adminform"].form
    assert list(form.fields["negotiation"].queryset) == [mine]
    assert typed(page)["negotiation"] == str(mine.pk)


def test_approver_adds_approvals(client):
    negotiation = builders.make_negotiation()
    position = builders.make_position(negotiation=negotiation)
    sign_in(client, builders.make_member(negotiation, "approver", 3))
    url = f"{address(Approval, 'add')}?position={position.pk}"
    assert client.post(url, typed(client.get(url), verdict="approved")).status_code == 302
    assert Approval.objects.get().position == position


def test_account_administrator_sees_accounts_and_nothing_of_the_record(client):
    builders.make_position()
    person = builders.make_user()
    with behind_the_wall():
        person.user_permissions.set(Permission.objects.filter(codename="change_user"))
    page = sign_in(client, person).get(reverse("admin:index"))
    names = {model["object_name"] for group in page.context["app_list"] for model in group["models"]}
    assert "User" in names
    assert not names & {"Position", "Negotiation", "Membership", "HistoryEntry"}


def test_accounts_are_made_and_changed_on_their_own_pages(client):
    """One way only: the admin's own pages neither make an account nor show a password form."""
    person, other = builders.make_user(), builders.make_user()
    with behind_the_wall():
        person.user_permissions.set(Permission.objects.filter(codename="change_user"))
    sign_in(client, person)
    assert client.get(address(User, "changelist")).headers["Location"] == reverse("accounts")
    phrase = "quite a long pass phrase"
    typed_in = {"username": "new", "password1": phrase, "password2": phrase, "usable_password": "true"}
    assert client.post(address(User, "add"), typed_in).status_code == 403
    for url in (address(User, "change", other.pk), f"/en/admin/auth/user/{other.pk}/password/"):
        assert client.post(url, {"is_superuser": "on", **typed_in}).headers["Location"] == reverse(
            "account", args=[other.pk])
    other.refresh_from_db()
    assert (User.objects.count(), other.is_superuser, other.check_password(phrase)) == (2, False, False)


def test_approved_is_given_by_an_approver_who_did_not_record_it(client):
    negotiation = builders.make_negotiation()
    analyst = builders.make_member(negotiation)
    event = builders.make_event(negotiation=negotiation, recorded_by=analyst)
    url = address(Event, "change", event.pk)

    def states():
        fields = client.get(url).context["adminform"].form.fields
        return [code for code, _word in fields["state"].choices]

    sign_in(client, analyst)
    assert states() == ["draft", "in_review"]
    sign_in(client, builders.make_member(negotiation, "approver"))
    assert states() == ["draft", "in_review", "approved", "frozen"]
    assert client.post(url, typed(client.get(url), state="approved")).status_code == 302
    event.refresh_from_db()
    assert event.state == "approved"
