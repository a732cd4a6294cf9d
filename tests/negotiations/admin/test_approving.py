"""A second person approves or returns rows from their list: all of them, or none."""

import pytest
from django.utils.translation import override

from negotiations.approving import NotJudged, judge
from negotiations.models import (
    Approval,
    Attendance,
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
from tests.negotiations.admin.typing import address, errors, sign_in, typed
from tests.negotiations.rows import make_difference

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
    assert {row.pk: str(said) for row, said, _mark in answer.context["rows"]} == {
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
    none, approved, returned, mended, doubted = (
        builders.make_position(negotiation=negotiation) for _one in range(5))
    judge([doubted], "approved")
    judge([returned, mended, doubted], "returned", note="Why?")
    judge([approved, mended], "approved")
    for choice, rows in {"none": {none}, "approved": {approved, mended},
                         "returned": {returned, doubted}}.items():
        page = browser.get(address(Position, "changelist"), {"review": choice})
        assert set(page.context["cl"].result_list) == rows


CLOSED = ("Approved: nothing here is edited. An approver may return it with a note; it can be edited again "
          "then.")
EDITED = "What was approved is not edited: an approver returns it first, with a note."


@pytest.mark.parametrize("how", ["verdict", "state"])
def test_approved_event_is_read_only_and_says_why(client, negotiation, lead, how):
    event = builders.make_event(negotiation=negotiation, state="approved" if how == "state" else "draft")
    item = builders.make_item(event=event)
    if how == "verdict":
        as_user(lead)
        judge([event], "approved")
    sign_in(client, builders.make_member(negotiation, "analyst"))
    page = client.get(address(Event, "change", event.pk))
    assert page.context["closed_because"] == CLOSED
    assert list(page.context["adminform"].form.fields) == ["read_version"]
    assert [formset.formset.initial_form_count() for formset in page.context["inline_admin_formsets"]
            if formset.has_change_permission] == []
    assert item.title in page.content.decode()


def test_form_opened_before_the_approval_is_refused_and_kept(client, negotiation, lead):
    event = builders.make_event(negotiation=negotiation, title_en="Base")
    sign_in(client, builders.make_member(negotiation, "analyst"))
    url = address(Event, "change", event.pk)
    form = typed(client.get(url), title_en="Mine")
    as_user(lead)
    judge([event], "approved")
    answer = client.post(url, form)
    assert answer.status_code == 409
    assert errors(answer)["__all__"] == [EDITED]
    assert typed(answer)["title_en"] == "Mine"
    assert Event.objects.get().title_en == "Base"


def test_item_typed_before_the_approval_is_refused_and_kept(client, negotiation, lead):
    event = builders.make_event(negotiation=negotiation)
    builders.make_item(event=event, outcome_en="Base")
    sign_in(client, builders.make_member(negotiation, "analyst"))
    url = address(Event, "change", event.pk)
    form = typed(client.get(url), **{"items-0-outcome_en": "Mine"})
    as_user(lead)
    judge([event], "approved")
    answer = client.post(url, form)
    assert answer.status_code == 409
    assert errors(answer)["__all__"] == [
        "What this belongs to was approved: an approver returns it first, with a note."]
    assert typed(answer)["items-0-outcome_en"] == "Mine"


CORRECT = {
    "en": "What this belongs to was approved: correct one of its rows and say why, or an approver returns it"
          " first, with a note.",
    "fr": "L’élément auquel ceci appartient a été approuvé : corrigez l’une de ses lignes en disant pourquoi,"
          " ou un approbateur le renvoie d’abord, avec une note.",
}


@pytest.mark.parametrize("language", CORRECT)
def test_attendance_typed_before_the_approval_is_refused_and_kept(client, negotiation, lead, language):
    event = builders.make_event(negotiation=negotiation)
    sign_in(client, builders.make_member(negotiation, "analyst"))
    with override(language):
        url = address(Attendance, "add")
    form = typed(client.get(url, {"event": event.pk}), government=builders.make_government("QC").pk,
                 status="absent", reason_en="Fog", reason_fr="Brouillard", source=str(event.source_id),
                 event=str(event.pk), effective_on="2013-11-08", negotiation=str(negotiation.pk))
    as_user(lead)
    judge([event], "approved")
    answer = client.post(url, form)
    assert answer.status_code == 409
    assert errors(answer)["__all__"] == [CORRECT[language]]
    assert typed(answer)["reason_fr"] == "Brouillard"


def test_attendance_of_an_approved_meeting_is_corrected_on_its_own_page(client, negotiation, lead):
    event = builders.make_event(negotiation=negotiation, state="approved")
    came = builders.make_attendance(event=event, status="present")
    sign_in(client, builders.make_member(negotiation, "analyst"))
    page = client.get(address(Attendance, "change", came.pk))
    assert page.context["may_supersede"]
    url = address(Attendance, "add") + f"?supersedes={came.pk}"
    form = typed(client.get(url), status="absent", reason_en="Fog", correction_reason="The plane was late")
    assert client.post(url, form).status_code == 302
    assert list(Attendance.objects.unsuperseded().values_list("status", flat=True)) == ["absent"]


def test_no_part_is_offered_below_an_approved_event(client, negotiation):
    """Neither on its own page nor on those of its items and of its accounts that differ."""
    event = builders.make_event(negotiation=negotiation, state="approved")
    item = builders.make_item(event=event)
    difference = make_difference(negotiation, event=event)
    sign_in(client, builders.make_member(negotiation, "analyst"))
    for row in (event, item, difference):
        page = client.get(address(type(row), "change", row.pk))
        assert [str(one.opts.verbose_name) for one in page.context["inline_admin_formsets"]
                if one.has_add_permission or one.has_change_permission] == []
    assert list(page.context["adminform"].form.fields) == ["read_version"]


def test_approver_freezes_by_the_form_and_takes_back_by_the_list(browser, negotiation):
    event = builders.make_event(negotiation=negotiation, state="approved")
    url = address(Event, "change", event.pk)
    page = browser.get(url)
    assert set(page.context["adminform"].form.fields) == {"state", "read_version"}
    back = browser.post(url, typed(page, state="draft"))
    assert back.status_code == 409
    assert errors(back)["__all__"] == [
        "An approver takes an approved row back, after returning it with a note."]
    assert chosen(browser, [event], "return_rows", Event, judge="yes", note="Which page?").status_code == 302
    assert Event.objects.get().state == "draft"
    assert "title_en" in browser.get(url).context["adminform"].form.fields
    for state in ("approved", "frozen"):
        assert browser.post(url, typed(browser.get(url), state=state)).status_code == 302
    assert Event.objects.get().state == "frozen"
    frozen = browser.get(url)
    assert frozen.context["closed_because"].startswith("Frozen: nothing here changes any more.")
    assert list(frozen.context["adminform"].form.fields) == ["read_version"]


def test_what_changed_since_it_was_shown_is_not_approved(browser, negotiation):
    seen, changed = (builders.make_statement(negotiation=negotiation, state="draft") for _one in range(2))
    page = chosen(browser, [seen, changed], model=Statement)
    marks = [mark for _row, _said, mark in page.context["rows"]]
    as_user(builders.make_member(negotiation))
    Statement.objects.filter(pk=changed.pk).update(text="Otherwise")
    answer = chosen(browser, [seen, changed], model=Statement, judge="yes", seen=marks)
    assert answer.status_code == 409
    assert {row.pk: str(said) for row, said, _mark in answer.context["rows"]} == {
        seen.pk: "",
        changed.pk: "This row was changed after you saw it: read it again before you approve it."}
    assert not Approval.objects.exists()
    marks = [mark for _row, _said, mark in answer.context["rows"]]
    assert chosen(browser, [seen, changed], model=Statement, judge="yes", seen=marks).status_code == 302


def test_verdict_says_that_the_row_was_changed_since(browser, negotiation):
    """By the owner of the database, whom no rule binds: a record that is loaded again."""
    event = builders.make_event(negotiation=negotiation)
    judge([event], "approved")
    url = address(Event, "change", event.pk)
    assert [one.changed_since for one in browser.get(url).context["verdicts"]] == [False]
    with builders.behind_the_wall():
        Event.objects.update(sensitivity=3, version=7)
    assert [one.changed_since for one in browser.get(url).context["verdicts"]] == [False]
    with builders.behind_the_wall():
        Event.objects.update(title_en="Otherwise")
    assert [one.changed_since for one in browser.get(url).context["verdicts"]] == [True]


NOT_BY_THE_LEAD = ("Signed by all is approved by an approver who is a records officer here as well; others"
                   " propose it.")


def reach(negotiation, *states):
    """The steps of a track, laid by the owner."""
    source = builders.make_source(negotiation=negotiation)
    return [builders.make_track_step(negotiation=negotiation, source=source, state=state) for state in states]


def test_the_lead_approves_no_state_that_the_records_side_approves(browser, negotiation):
    principle, signed = reach(negotiation, "J6", "J10")
    answer = chosen(browser, [principle, signed], model=TrackStep, judge="yes")
    assert answer.status_code == 409
    assert {row.pk: said for row, said, _mark in answer.context["rows"]} == {
        principle.pk: "", signed.pk: NOT_BY_THE_LEAD}
    assert not Approval.objects.exists()
    assert chosen(browser, [principle], model=TrackStep, judge="yes").status_code == 302
    back = chosen(browser, [signed], "return_rows", TrackStep, judge="yes", note="Which page?")
    assert back.status_code == 302
    assert list(Approval.objects.order_by("id").values_list("verdict", flat=True)) == ["approved", "returned"]


def test_an_approver_on_the_records_side_approves_it(browser, negotiation, lead):
    builders.make_membership(negotiation, lead, "records_officer")
    _principle, signed = reach(negotiation, "J6", "J10")
    assert chosen(browser, [signed], model=TrackStep, judge="yes").status_code == 302
    assert Approval.objects.get().trackstep == signed


def test_the_form_of_a_verdict_says_the_same(browser, negotiation):
    _principle, signed = reach(negotiation, "J6", "J10")
    page = browser.get(address(Approval, "add"), {"negotiation": negotiation.pk, "trackstep": signed.pk})
    refused = browser.post(address(Approval, "add"), typed(page, verdict="approved"))
    assert errors(refused) == {"trackstep": [NOT_BY_THE_LEAD]}
    returned = browser.post(address(Approval, "add"), typed(page, verdict="returned", note="Why?"))
    assert returned.status_code == 302
