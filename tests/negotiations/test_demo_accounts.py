"""The demo accounts: six people, one kept password, rights by group and membership."""

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.management import CommandError, call_command

from negotiations.management.commands import create_demo_accounts as demo
from negotiations.models import Membership, Negotiation
from tests.builders import make_negotiation
from tests.conftest import as_user, behind_the_wall

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def embedded(settings, monkeypatch, tmp_path):
    settings.EMBEDDED = True
    monkeypatch.setattr(demo, "PASSWORD_FILE", tmp_path / "demo_password")
    return tmp_path / "demo_password"


def make_accounts() -> None:
    with behind_the_wall():
        call_command("create_demo_accounts", verbosity=0)


def rows() -> list[tuple]:
    with behind_the_wall():
        return sorted(Membership.objects.values_list("user__username", "role", "clearance"))


def test_every_account_has_its_memberships():
    make_negotiation()
    make_accounts()
    assert rows() == [
        ("analyst", "analyst", 3),
        ("costing", "analyst", 3),
        ("lead", "analyst", 4),
        ("lead", "approver", 4),
        ("reader", "viewer", 2),
        ("records", "approver", 3),
        ("records", "records_officer", 3),
    ]


def test_running_twice_adds_nothing(embedded):
    make_negotiation()
    make_accounts()
    first, password = rows(), embedded.read_text()
    make_accounts()
    assert (rows(), embedded.read_text(), User.objects.count()) == (first, password, 6)


def test_new_negotiation_is_caught_up_with():
    make_accounts()
    assert rows() == []
    make_negotiation()
    make_accounts()
    assert len(rows()) == 7


def test_clearance_stays_below_the_ceiling():
    make_negotiation(ceiling=2)
    make_accounts()
    assert {clearance for _, _, clearance in rows()} == {2}


def test_password_is_kept_closed_and_lets_each_in(rf, embedded):
    make_accounts()
    assert embedded.stat().st_mode & 0o777 == 0o600
    validate_password(embedded.read_text())
    for account in demo.ACCOUNTS:
        user = authenticate(rf.post("/"), username=account.username, password=embedded.read_text())
        assert user.is_staff and not user.is_superuser


@pytest.mark.parametrize(
    ("username", "right", "has"),
    [
        ("analyst", "negotiations.add_position", True),
        ("analyst", "negotiations.delete_position", False),
        ("analyst", "grants.change_programme", False),
        ("costing", "grants.add_programme", True),
        ("reader", "negotiations.view_position", True),
        ("reader", "negotiations.add_position", False),
        ("records", "negotiations.add_historyentry", False),
        ("admin", "auth.change_user", True),
        ("admin", "negotiations.view_position", False),
    ],
)
def test_groups_give_rights_and_nobody_deletes(username, right, has):
    make_accounts()
    assert User.objects.get(username=username).has_perm(right) is has


@pytest.mark.parametrize(("username", "seen"), [("reader", 1), ("admin", 0)])
def test_wall_lets_members_in_and_the_administrator_out(username, seen):
    make_negotiation()
    make_accounts()
    as_user(User.objects.get(username=username))
    assert Negotiation.objects.count() == seen


def test_production_refuses_them(settings):
    settings.EMBEDDED = False
    with pytest.raises(CommandError, match="for the embedded site only"):
        make_accounts()
    assert not User.objects.exists()
