"""A second person approves or returns rows from their list: all of them, or none."""

import pytest

from negotiations.approving import NotJudged, judge
from negotiations.models import (
    Approval,
    Condition,
    Event,
    Meeting,
    Offer,
    Position,
    Signature,
    Statement,
    TrackStep,
)
from tests import builders
from tests.conftest import as_user
from tests.negotiations.admin.typing import address, sign_in

pytestmark = pytest.mark.django_db

MAKERS = {
    Event: builders.make_event, Meeting: builders.make_event, Offer: builders.make_offer,
    Statement: builders.make_statement, Position: builders.make_position,
    Condition: builders.make_condition, TrackStep: builders.make_track_step,
    Signature: builders.make_signature,
}


@pytest.fixture
def negotiation():
    return builders.make_negotiation()


@pytest.fixture
def lead(negotiation):
    return builders.make_member(negotiation, "approver", username="lead")


@pytest.fixture
def browser(client, lead):
    return sign_in(client, lead)


def chosen(browser, rows, action="approve_rows", model=Position, **more):
    """What the list posts, and with `judge` what the page that asks posts."""
    return browser.post(address(model, "changelist"), {
        "action": action, "_selected_action": [row.pk for row in rows], **more})


@pytest.mark.parametrize("model", MAKERS, ids=lambda model: model.__name__)
def test_rows_of_every_kind_are_approved(browser, negotiation, model):
    row = MAKERS[model](negotiation=negotiation)
    assert chosen(browser, [row], model=model, judge="yes").status_code == 302
    approval = Approval.objects.get()
    assert (approval.verdict, approval.recorded_by.username) == ("approved", "lead")
    page = browser.get(address(model, "change", row.pk))
    assert list(page.context["verdicts"]) == [approval]


def test_page_asks_first_and_names_the_rows(browser, negotiation):
    row = builders.make_position(negotiation=negotiation)
    page = chosen(browser, [row])
    assert page.status_code == 200
    assert str(row) in page.content.decode()
    assert not Approval.objects.exists()


def test_return_needs_a_note(browser, negotiation):
    rows = [builders.make_position(negotiation=negotiation) for _one in range(2)]
    refused = chosen(browser, rows, "return_rows", judge="yes")
    assert refused.context["form"].errors == {"note": ["Say why it is returned."]}
    assert chosen(browser, rows, "return_rows", judge="yes", note="Which page?").status_code == 302
    assert set(Approval.objects.values_list("verdict", "note")) == {("returned", "Which page?")}
    assert Approval.objects.count() == 2


def test_own_row_stops_all_and_is_named(browser, negotiation, lead):
    own = builders.make_position(negotiation=negotiation, recorded_by=lead)
    other = builders.make_position(negotiation=negotiation)
    answer = chosen(browser, [other, own], judge="yes", note="Seen")
    assert answer.status_code == 409
    assert {row.pk: str(said) for row, said in answer.context["rows"]} == {
        other.pk: "", own.pk: "Nobody approves a row that he recorded or last changed himself."}
    assert answer.context["form"]["note"].value() == "Seen"
    assert not Approval.objects.exists()


def test_act_is_refused_to_an_analyst_by_the_wall(negotiation):
    row = builders.make_position(negotiation=negotiation)
    as_user(builders.make_member(negotiation))
    with pytest.raises(NotJudged) as refused:
        judge([row], "approved")
    assert [one for one, _error in refused.value.rows] == [row]


def test_rows_that_nobody_approves_are_a_fault(negotiation):
    with pytest.raises(ValueError, match="source"):
        judge([builders.make_source(negotiation=negotiation)], "approved")


def test_actions_are_offered_to_approvers_only(client, negotiation):
    builders.make_position(negotiation=negotiation)
    sign_in(client, builders.make_member(negotiation))
    assert not client.get(address(Position, "changelist")).context["action_form"]
    sign_in(client, builders.make_member(negotiation, "approver"))
    form = client.get(address(Position, "changelist")).context["action_form"]
    assert [code for code, _word in form.fields["action"].choices] == [
        "", "approve_rows", "return_rows"]


def test_too_many_at_once_are_refused(browser, negotiation, monkeypatch):
    monkeypatch.setattr("negotiations.admin.approving.MOST", 1)
    rows = [builders.make_position(negotiation=negotiation) for _one in range(2)]
    answer = chosen(browser, rows, judge="yes")
    assert answer.status_code == 302
    assert not Approval.objects.exists()


def test_list_is_filtered_by_review(browser, negotiation):
    none, approved, returned, mended = (
        builders.make_position(negotiation=negotiation) for _one in range(4))
    judge([returned, mended], "returned", note="Why?")
    judge([approved, mended], "approved")
    for choice, rows in {"none": {none}, "approved": {approved, mended}, "returned": {returned}}.items():
        page = browser.get(address(Position, "changelist"), {"review": choice})
        assert set(page.context["cl"].result_list) == rows
