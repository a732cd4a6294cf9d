"""Four eyes: nobody approves, or judges, what he recorded or last changed himself."""

import pytest

from negotiations import models
from negotiations.models.approval import APPROVED
from tests import builders
from tests.builders import DAY
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.rows import make_row, refused

HIMSELF = "recorded or last changed himself"


@pytest.fixture
def negotiation(db):
    return builders.make_negotiation()


@pytest.fixture
def author(negotiation):
    return builders.make_member(negotiation, "approver", 4)


@pytest.fixture
def second(negotiation):
    return builders.make_member(negotiation, "approver", 4)


def approve(row, verdict="approved", **changes):
    return models.Approval.objects.create(
        negotiation=row.negotiation, verdict=verdict, **{row._meta.model_name: row}, **changes)


@pytest.mark.parametrize("name", APPROVED)
def test_the_author_is_refused_and_another_is_not(negotiation, author, second, name):
    model = models.Approval._meta.get_field(name).related_model
    row = make_row(model, negotiation, recorded_by=author)
    as_user(author)
    with refused(HIMSELF):
        approve(row)
    with refused(HIMSELF):
        approve(row, "returned", note="Not yet")
    as_user(second)
    assert approve(row).pk


def test_the_owner_records_no_approval_by_the_author(negotiation, author):
    """As the loader would: the judge is whom the row names."""
    event = builders.make_event(negotiation=negotiation, recorded_by=author)
    with refused(HIMSELF):
        builders.lay(models.Approval, negotiation=negotiation, verdict="approved", event=event,
                     recorded_by=author)  # fmt: skip


def test_whoever_changed_it_last_is_refused(negotiation, author, second):
    event = builders.make_event(negotiation=negotiation, recorded_by=author)
    as_user(second)
    models.Event.objects.filter(pk=event.pk).update(title_en="Retold")
    with refused(HIMSELF):
        approve(event)


def test_a_new_state_or_level_is_no_change_of_what_it_says(negotiation, author, second):
    event = builders.make_event(negotiation=negotiation, recorded_by=author)
    as_user(second)
    models.Event.objects.filter(pk=event.pk).update(state="in_review", sensitivity=3)
    assert approve(event).pk


def test_a_verdict_is_not_the_author_of_the_claims(negotiation, author, second):
    claim = builders.make_claim(negotiation=negotiation, recorded_by=author)
    values = {"negotiation": negotiation, "claim": claim, "source": claim.source,
              "verdict": "confirmed", "reason_en": "It adds up.", "effective_on": DAY}  # fmt: skip
    as_user(author)
    with refused(HIMSELF):
        models.ClaimVerdict.objects.create(**values)
    as_user(second)
    assert models.ClaimVerdict.objects.create(**values).pk


def test_an_approval_is_of_one_row_and_a_return_says_why(negotiation):
    event = builders.make_event(negotiation=negotiation)
    offer = builders.make_offer(negotiation=negotiation)
    for changes, name in (
        ({}, "approval_of_one_row"),
        ({"event": event, "offer": offer}, "approval_of_one_row"),
        ({"event": event, "verdict": "returned"}, "approval_returned_says_why"),
    ):
        with refused(name):
            builders.lay(models.Approval,
                         **{"negotiation": negotiation, "verdict": "approved", **changes})  # fmt: skip


def test_an_approval_is_never_taken_back_by_an_edit(negotiation, author, second):
    event = builders.make_event(negotiation=negotiation, recorded_by=author)
    as_user(second)
    approval = approve(event)
    with refused("permission denied"):
        models.Approval.objects.filter(pk=approval.pk).update(verdict="returned")
    with behind_the_wall(), refused("never changed"):
        models.Approval.objects.filter(pk=approval.pk).update(verdict="returned")
