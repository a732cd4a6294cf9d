"""What may still be added to something that was approved, and what only after an approver returned it."""

import pytest
from django.apps import apps

from negotiations import models
from negotiations.admin.declared import ClosedWith, SealedWith
from negotiations.approving import judge
from negotiations.models.approval import APPROVED
from tests import builders
from tests.conftest import as_user
from tests.negotiations.rows import make_account, make_difference, make_row, refused
from tests.negotiations.test_rules_closed import write

PART = "What this belongs to was approved: an approver returns it first"
CORRECT = "What this belongs to was approved: correct one of its rows and say why"
BESIDE = "a fact of its own, with its day, source and verdict"
# What names something approved and is let in all the same; docs/data_model.md says it to people.
OPEN = {
    **dict.fromkeys(["Condition", "Contest", "FollowUp", "Offer", "Position", "Signature", "Statement",
                     "TrackStep"], BESIDE),
    "Approval": "a verdict may be followed by another",
    "Citation": "a further source, with the moment it was recorded",
    "Calculation": "a result of its own formula and releases",
    "Claim": "a label of its own, judged by its verdicts",
    "ClaimStatement": "belongs to the claim",
    "OpenQuestion": "a label of its own, asked later",
    "ReportText": "the newest counts, and what was issued keeps its own",
    "IssuedReport": "a correction of a report is a further report",
}


@pytest.fixture
def negotiation(db):
    return builders.make_negotiation()


@pytest.fixture
def approver(negotiation):
    return builders.make_member(negotiation, "approver", 4)


@pytest.fixture
def analyst(negotiation):
    return builders.make_member(negotiation, "analyst", 4)


@pytest.fixture
def event(negotiation):
    return builders.make_event(negotiation=negotiation)


def test_whether_a_part_may_be_added_is_decided_for_each_that_names_what_is_approved():
    closed, undecided = set(), set()
    parts = (*APPROVED, "agendaitem", "difference")
    for model in apps.get_app_config("negotiations").get_models():
        if model._meta.proxy or not any(field.is_relation and field.related_model._meta.model_name in parts
                                        for field in model._meta.fields):
            continue
        kept = [rule for rule in model._meta.constraints if isinstance(rule, ClosedWith | SealedWith)]
        (closed if kept else undecided).add(model.__name__)
    assert undecided == set(OPEN)
    assert closed == {"Account", "AgendaItem", "AgendaItemTerm", "Attendance", "Difference", "OfferAddressee",
                      "OfferTerm", "PositionStatement", "StatementTerm"}


def of_event(negotiation, event):
    """A part of each kind that is closed with an event, not stored: by name of its model."""
    builders.make_government("QC")
    item = builders.make_item(event=event, number="1")
    difference = make_difference(negotiation, event=event)
    of = {"negotiation": negotiation}
    return [
        models.Attendance(**of, event=event, government_id="QC", status="present", source=event.source,
                          effective_on=builders.DAY),
        models.Difference(**of, event=event, question_en="Who left?", question_fr="Qui est parti ?"),
        models.Account(**of, difference=difference, gist_en="Two", gist_fr="Deux",
                       statement=builders.make_statement(negotiation=negotiation)),
        models.AgendaItemTerm(**of, item=item, term=builders.make_term(negotiation=negotiation)),
        models.AgendaItem(**of, event=event, number="2", title_en="New", title_fr="Nouveau"),
    ]


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("how", ["verdict", "approved", "frozen"])
def test_a_part_of_an_approved_event_is_added_once_it_is_returned(negotiation, analyst, approver, event, how,
                                                                   number):
    part = of_event(negotiation, event)[number]
    as_user(approver)
    if how == "verdict":
        judge([event], "approved")
    else:
        models.Event.objects.filter(pk=event.pk).update(state="approved")
    if how == "frozen":
        models.Event.objects.filter(pk=event.pk).update(state="frozen")
    as_user(analyst)
    with refused(CORRECT if number == 0 else PART):
        part.save()
    if how == "frozen":
        return
    as_user(approver)
    judge([event], "returned", note="One was left out")
    as_user(analyst)
    part.save()
    assert type(part).objects.filter(pk=part.pk).exists()


@pytest.mark.parametrize(("name", "column"), [("difference", "question_en"), ("account", "gist_en")])
def test_accounts_that_differ_are_not_edited_after_the_approval(negotiation, analyst, approver, event, name,
                                                                column):
    difference = make_difference(negotiation, event=event)
    row = make_account(negotiation, difference=difference) if name == "account" else difference
    as_user(analyst)
    assert write(name, row.pk, column) == 1
    as_user(approver)
    judge([event], "approved")
    as_user(analyst)
    with refused(PART):
        write(name, row.pk, column, "Otherwise")
    assert write(name, row.pk, "sensitivity", 4) == 1


def test_an_account_does_not_move_into_an_approved_event(negotiation, analyst, approver, event):
    account = make_account(negotiation, difference=make_difference(negotiation))
    shut = make_difference(negotiation, event=event)
    as_user(approver)
    judge([event], "approved")
    as_user(analyst)
    with refused(PART):
        write("account", account.pk, "difference_id", shut.pk)


@pytest.mark.parametrize("state", ["draft", "frozen"])
def test_a_change_of_attendance_after_the_approval_is_a_correction(negotiation, analyst, approver, state):
    event = builders.make_event(negotiation=negotiation, state=state)
    came = builders.make_attendance(event=event, status="present")
    elsewhere = builders.make_attendance(negotiation=negotiation)
    as_user(approver)
    if state == "draft":
        judge([event], "approved")
    as_user(analyst)
    values = {"negotiation": negotiation, "event": event, "government": came.government,
              "source": event.source, "status": "absent", "reason_en": "Fog", "effective_on": builders.DAY}
    with refused(CORRECT):
        models.Attendance.objects.create(**values)
    with refused(CORRECT):
        models.Attendance.objects.create(**values, supersedes=elsewhere, correction_reason="Another meeting")
    row = models.Attendance.objects.create(**values, supersedes=came, correction_reason="The plane was late")
    assert models.Attendance.objects.of(negotiation).unsuperseded().get(event=event) == row


@pytest.mark.parametrize("model", [models.FollowUp, models.Citation, models.ReportText, models.OpenQuestion,
                                   models.Statement, models.Position, models.Offer])
def test_what_stays_open_is_added_to_a_frozen_event(negotiation, approver, model):
    """A promise is often found out after the report, and a further source always is."""
    event = builders.make_event(negotiation=negotiation, state="frozen")
    like = make_row(model, negotiation, event=event)
    as_user(approver)
    row = model.objects.get(pk=like.pk)
    row.pk, row._state.adding = None, True
    row.save()
    assert model.objects.of(negotiation).filter(event=event).count() == 2
