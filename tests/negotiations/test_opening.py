"""A negotiation is opened in one act, by a right of its own, and withdrawn, never deleted."""

import datetime

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.exceptions import PermissionDenied, ValidationError

from negotiations import models, opening
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.rows import check_keys

DAY = datetime.date(2026, 1, 1)


@pytest.fixture
def opener(db):
    user = builders.make_user()
    grant(user.user_permissions.add)
    as_user(user)
    return user


def grant(add):
    with behind_the_wall():
        add(Permission.objects.get(codename="open_negotiation"))


def opened(**changes):
    values = {"slug": "housing", "title_en": "Housing", "title_fr": "Logement", "opened_on": DAY,
              "home": builders.make_government("CA"), "reason": "Cabinet asked"}  # fmt: skip
    return opening.open_negotiation(**{**values, **changes})


def test_one_act_makes_it_its_approver_and_its_base_offer(opener):
    negotiation = opened(programme=builders.make_programme(), ceiling=3, single_package=True)
    membership = models.Membership.objects.get()
    assert (membership.user, membership.role, membership.clearance, membership.reason) == (
        opener, "approver", 3, "Cabinet asked")  # fmt: skip
    offer = models.Offer.objects.get(negotiation=negotiation)
    assert (offer.kind, offer.state, offer.effective_on) == ("base", "draft", DAY)
    assert (offer.title_en, offer.title_fr) == ("Status quo", "Statu quo")
    assert offer.source.title == "Housing"
    offer.refresh_from_db()
    assert offer.recorded_by == opener
    check_keys()


def test_its_opening_is_kept(opener):
    negotiation = opened()
    rows = models.HistoryEntry.objects.filter(negotiation=negotiation, action="insert")
    assert sorted((entry.table_name, entry.user) for entry in rows) == [
        ("negotiations_membership", opener), ("negotiations_negotiation", opener),
        ("negotiations_source", opener)]  # fmt: skip


def test_the_right_may_come_from_a_group(db):
    user = builders.make_user()
    with behind_the_wall():
        group = Group.objects.create(name="openers")
        user.groups.add(group)
    grant(group.permissions.add)
    as_user(user)
    assert opened().slug == "housing"


@pytest.mark.parametrize("values", [{}, {"is_superuser": True}])
def test_without_the_right_by_name_it_is_refused(db, values):
    as_user(builders.make_user(**values))
    with pytest.raises(PermissionDenied):
        opened()


def test_the_right_of_a_deactivated_account_is_worth_nothing(opener):
    with behind_the_wall():
        type(opener).objects.filter(pk=opener.pk).update(is_active=False)
    with pytest.raises(PermissionDenied):
        opened()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"slug": "taken"}, "Another negotiation has this address."),
        ({"ceiling": 5}, "A ceiling is Public, Internal, In confidence or Strategy."),
        ({"reason": " "}, "Say why this person is given access."),
    ],
)
def test_what_is_wrong_is_refused_whole(opener, changes, sentence):
    builders.make_negotiation(slug="taken")
    with pytest.raises(ValidationError) as fault:
        opened(**changes)
    assert fault.value.messages == [sentence]
    with behind_the_wall():
        assert models.Negotiation.objects.count() == 1
        assert models.Membership.objects.count() == 0


def test_a_public_negotiation_starts_below_its_ceiling(opener):
    negotiation = opened(ceiling=1)
    assert models.Offer.objects.get(negotiation=negotiation).sensitivity == 1


def test_an_approver_withdraws_it_with_a_reason(opener):
    negotiation = opened()
    with pytest.raises(ValidationError) as fault:
        opening.withdraw_negotiation(negotiation, on=DAY, reason=" ")
    assert fault.value.messages == ["A withdrawn negotiation says when and why."]
    opening.withdraw_negotiation(negotiation, on=DAY, reason="Opened by mistake")
    negotiation.refresh_from_db()
    assert (negotiation.withdrawn_on, negotiation.withdrawn_reason) == (DAY, "Opened by mistake")
    assert list(models.Negotiation.objects.listed()) == []
    assert list(models.Negotiation.objects.all()) == [negotiation]


@pytest.mark.parametrize("role", ["viewer", "analyst", "records_officer", None])
def test_nobody_else_withdraws_it(db, role):
    negotiation = builders.make_negotiation()
    as_user(builders.make_member(negotiation, role, 4) if role else builders.make_user())
    with pytest.raises(PermissionDenied):
        opening.withdraw_negotiation(negotiation, on=DAY, reason="I want to")
