"""What may not be is said at its field; what the database refuses, in a sentence above the form."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from django.db import IntegrityError, connection

from config import rule_functions
from grants.admin.refusals import SENTENCES, refusal
from negotiations import closing_rules
from negotiations.admin import forms, rights
from negotiations.models import Approval, Event, Front, Membership, Source
from tests import builders
from tests.negotiations.admin.typing import address, errors, sign_in, typed

rules = import_module("grants.migrations.0001_rules")
kept_closed = import_module("negotiations.migrations.0009_kept_closed")
pytestmark = pytest.mark.django_db


@pytest.fixture
def negotiation():
    return builders.make_negotiation()


@pytest.fixture
def browser(client, negotiation):
    return sign_in(client, builders.make_member(negotiation, username="ana"))


@pytest.fixture
def event(negotiation):
    return builders.make_event(negotiation=negotiation)


@pytest.mark.parametrize(("changes", "field", "sentence"), [
    ({"effective_precision": "month"}, "effective_precision", "A month is recorded by its last day."),
    ({"effective_precision": "range"}, "effective_from",
     "A range has a first day before its last; nothing else has one."),
    ({"starts_at": "09:00"}, "zone", "A time needs its time zone."),
    ({"kind": "letter", "main": "on"}, "main", "Only a meeting, call or hearing can be a main meeting."),
    ({"sensitivity": "4"}, "sensitivity",
     "You may not write rows of this sensitivity in this negotiation."),
], ids=lambda value: value if isinstance(value, str) else "")
def test_rule_is_said_at_its_field(browser, event, changes, field, sentence):
    url = address(Event, "change", event.pk)
    answer = browser.post(url, typed(browser.get(url), **changes))
    assert sentence in errors(answer)[field]


def test_address_taken_is_said_at_the_address(browser, negotiation, event):
    other = builders.make_event(negotiation=negotiation)
    url = address(Event, "change", event.pk)
    answer = browser.post(url, typed(browser.get(url), slug=other.slug))
    assert errors(answer) == {"slug": ["Another event of this negotiation has this address."]}


def test_row_inside_a_page_says_its_rule(browser, event):
    item = builders.make_item(event=event, number="1")
    url = address(Event, "change", event.pk)
    new = {f"items-1-{name}": value for name, value in {
        "number": item.number, "title_en": "A", "title_fr": "A", "french_by": "ours"}.items()}
    answer = browser.post(url, typed(browser.get(url), **{**new, "items-TOTAL_FORMS": "2"}))
    formset = next(one.formset for one in answer.context["inline_admin_formsets"]
                   if one.formset.prefix == "items")
    assert formset.errors[1] == {"number": ["This meeting has an item of that number already."]}


def test_two_new_rows_are_held_against_each_other(browser, event):
    url = address(Event, "change", event.pk)
    new = {f"items-{row}-{name}": value for row in (0, 1) for name, value in {
        "number": "1", "title_en": "A", "title_fr": "A", "french_by": "ours"}.items()}
    answer = browser.post(url, typed(browser.get(url), **{**new, "items-TOTAL_FORMS": "2"}))
    formset = next(one.formset for one in answer.context["inline_admin_formsets"]
                   if one.formset.prefix == "items")
    assert formset.errors == [
        {}, {"number": ["This meeting has an item of that number already."]}]


@pytest.mark.parametrize("there", [0, 1])
def test_a_government_is_typed_into_a_front_once_from_one_day(browser, negotiation, there):
    front, ontario = builders.make_front(negotiation=negotiation), builders.make_government("ON")
    source = builders.make_source(negotiation=negotiation)
    for _ in range(there):
        builders.make_front_member(front=front, government=ontario)
    url = address(Front, "change", front.pk)
    new = {f"members-{row}-{name}": value for row in (there, 1) for name, value in {
        "government": "ON", "role": "member", "starts_on": str(builders.DAY), "source": source.pk}.items()}
    answer = browser.post(url, typed(browser.get(url), **{**new, "members-TOTAL_FORMS": "2"}))
    formset = next(one.formset for one in answer.context["inline_admin_formsets"]
                   if one.formset.prefix == "members")
    assert formset.errors == [
        {}, {"starts_on": ["This government is in the front from that day already."]}]


def test_new_rows_inside_a_page_take_over_what_they_do_not_ask(browser, event):
    builders.make_government("ON")
    with builders.behind_the_wall():
        Event.objects.filter(pk=event.pk).update(sensitivity=3)
    url = address(Event, "change", event.pk)
    answer = browser.post(url, typed(browser.get(url), **{
        "attendances-TOTAL_FORMS": "1", "attendances-0-government": "ON",
        "attendances-0-status": "present", "attendances-0-role": "head"}))
    assert answer.status_code == 302
    row = event.attendances.get()
    assert (row.negotiation, row.source, row.effective_on, row.sensitivity) == (
        event.negotiation, event.source, event.effective_on, 3)


def test_source_of_another_negotiation_is_refused(browser, negotiation, event):
    foreign = builders.make_source()
    builders.make_membership(foreign.negotiation, Membership.objects.get().user)
    url = address(Event, "change", event.pk)
    answer = browser.post(url, typed(browser.get(url), source=foreign.pk))
    assert list(errors(answer)) == ["source"]


def test_refusal_of_a_trigger_is_a_sentence_with_the_typed_text_kept(client, negotiation):
    person = builders.make_member(negotiation, "approver", username="lea")
    sign_in(client, person)
    own = builders.make_position(negotiation=negotiation, recorded_by=person)
    url = f"{address(Approval, 'add')}?position={own.pk}"
    answer = client.post(url, typed(client.get(url), verdict="returned", note="Look again"))
    assert answer.status_code == 409
    assert errors(answer) == {"__all__": ["Nobody approves a row that he recorded or last changed himself."]}
    assert typed(answer)["note"] == "Look again"
    assert not Approval.objects.exists()


def test_analyst_approves_nothing(browser):
    assert browser.get(address(Approval, "add")).status_code == 403


def test_wall_refuses_in_a_sentence(browser, negotiation, monkeypatch):
    """When the form lets through what the wall does not."""
    monkeypatch.setattr(rights.Rights, "clearance", lambda *args: 4)
    page = browser.get(address(Source, "add"))
    answer = browser.post(address(Source, "add"), typed(
        page, title="Secret", publisher="P", kind="note", sensitivity="4"))
    assert answer.status_code == 403
    assert "Nothing was saved" in errors(answer)["__all__"][0]
    assert typed(answer)["title"] == "Secret"


def test_key_into_another_negotiation_is_refused_before_the_end(browser, event, monkeypatch):
    """When the form lets through what the keys do not."""
    foreign = builders.make_source()
    builders.make_membership(foreign.negotiation, Membership.objects.get().user)
    monkeypatch.setattr(forms.RecordForm, "validate_constraints", lambda form: None)
    monkeypatch.setattr("negotiations.admin.fields.has", lambda model, name: False)
    url = address(Event, "change", event.pk)
    answer = browser.post(url, typed(browser.get(url), source=foreign.pk))
    assert answer.status_code == 409
    assert "Nothing was saved" in errors(answer)["__all__"][0]


def test_constraint_is_known_by_its_name():
    event = builders.make_event()
    with pytest.raises(IntegrityError) as caught, builders.behind_the_wall():
        Event.objects.filter(pk=event.pk).update(starts_at="09:00")
    assert refusal(caught.value).sentence == "A time needs its time zone."
    connection.needs_rollback = True


def test_every_sentence_of_a_trigger_is_known():
    files = (rules, rule_functions, kept_closed, closing_rules)
    told = "".join(Path(one.__file__).read_text() for one in files)
    raised = re.findall(r"RAISE EXCEPTION '([^']+)'", told)
    of_parts = {closing_rules.RETURNED_FIRST, closing_rules.CORRECTED_OR_RETURNED}
    assert set(raised) - {"{sentence}"} | of_parts == set(SENTENCES)
