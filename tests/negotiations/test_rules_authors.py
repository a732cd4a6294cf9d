"""Four eyes: nobody approves, or judges, what he recorded or last changed himself."""

import pytest

from negotiations import models, scales
from negotiations.models.approval import APPROVED
from negotiations.scales import moves
from tests import builders
from tests.builders import DAY
from tests.conftest import as_user, behind_the_wall, run
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


APPROVED_STATES = [(builders.make_event, "approved"), (builders.make_event, "frozen"),
                   (builders.make_statement, "approved")]  # fmt: skip


@pytest.mark.parametrize(("make", "state"), APPROVED_STATES)
def test_a_row_is_not_approved_by_typing_its_state(negotiation, author, second, make, state):
    """By its author, by who changed it last, by an analyst; but by an approver who did neither."""
    changed = make(negotiation=negotiation, recorded_by=author)
    row = make(negotiation=negotiation, recorded_by=author)
    rows = type(row).objects
    as_user(second)
    rows.filter(pk=changed.pk).update(code="changed")
    for user, which in (
        (second, changed), (author, row), (builders.make_member(negotiation, "analyst", 4), row),
    ):  # fmt: skip
        as_user(user)
        with refused("by an approver who neither recorded nor last changed it"):
            rows.filter(pk=which.pk).update(state=state, recorded_by=None)
    as_user(second)
    assert rows.filter(pk=row.pk).update(state=state) == 1


def test_a_row_is_not_recorded_as_approved(negotiation, author):
    event = builders.make_event(negotiation=negotiation)
    as_user(author)
    event.pk, event.slug, event.state = None, "copy", "approved"
    event._state.adding = True
    with refused("by an approver who neither recorded nor last changed it"):
        event.save()


def laid_step(negotiation, state, **changes):
    """One step alone, as the owner restores it: the moves that lead there are not what is judged here."""
    with behind_the_wall():
        run("SET LOCAL entente.restoring = 'on'")
        return make_row(models.TrackStep, negotiation, state=state, **changes)


@pytest.mark.parametrize("state", [state for state, _word in scales.choices(scales.TRACK_STATES)])
def test_what_is_signed_is_approved_by_the_records_side(negotiation, second, state):
    """Past the forms as well; what leads there by whoever approves."""
    step = laid_step(negotiation, state)
    as_user(second)
    if state in moves.RECORDS_APPROVE:
        with refused("a records officer as well"):
            approve(step)
        assert approve(step, "returned", note="Which page?").pk
        with behind_the_wall():
            builders.make_membership(negotiation, second, "records_officer", 4)
    assert approve(step).pk


def test_a_records_officer_below_the_level_of_the_step_does_not_approve_it(negotiation, second):
    step = laid_step(negotiation, "J10", sensitivity=3)
    builders.make_membership(negotiation, second, "records_officer", 2)
    as_user(second)
    with refused("a records officer as well"):
        approve(step)
