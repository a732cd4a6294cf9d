"""The history of a row: old and new values in words, or the rows that supersede one another."""

import pytest
from django.test import override_settings
from django.utils import translation

from negotiations.models import Event, Position, Source
from tests import builders
from tests.negotiations.admin.typing import address, sign_in, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def negotiation():
    return builders.make_negotiation()


@pytest.fixture
def browser(client, negotiation):
    return sign_in(client, builders.make_member(negotiation, first_name="Ana", last_name="Lyst"))


def told(page, name="entries"):
    return [(entry.who, str(entry.act), {str(one.label): (one.old, one.new) for one in entry.changes})
            for entry in page.context[name]]


def test_change_of_a_label_is_told_in_words(browser, negotiation):
    event = builders.make_event(negotiation=negotiation, kind="meeting", title_en="Old")
    source = builders.make_source(negotiation=negotiation, publisher="P", title="T")
    url = address(Event, "change", event.pk)
    browser.post(url, typed(browser.get(url), title_en="New", kind="call", source=source.pk))
    page = browser.get(address(Event, "history", event.pk))
    latest, first = told(page)
    assert latest == ("Ana Lyst", "changed", {
        "title (English)": ("Old", "New"), "kind": ("meeting", "call"),
        "source": (str(event.source), "P: T")})
    assert first[1] == "added"
    assert "Old" in page.content.decode()


def test_changes_that_name_a_row_that_has_risen_are_not_told(browser, negotiation):
    event = builders.make_event(negotiation=negotiation)
    left, taken = event.source, builders.make_source(negotiation=negotiation)
    with builders.behind_the_wall():
        Event.objects.filter(pk=event.pk).update(source=taken)
        Event.objects.filter(pk=event.pk).update(title_en="Later")
        Source.objects.filter(pk=left.pk).update(title="Secret", sensitivity=4)
    page = browser.get(address(Event, "history", event.pk))
    assert [list(changes) for _who, _act, changes in told(page)] == [["title (English)"]]
    assert "Secret" not in page.content.decode()


def test_versions_of_a_position_are_told_in_order(browser, negotiation):
    first = builders.make_position(negotiation=negotiation, stance="reject")
    second = builders.make_position(
        negotiation=negotiation, government=first.government, source=first.source, stance="accept",
        supersedes=first, correction_reason="Misread")
    for row in (first, second):
        versions = told(browser.get(address(Position, "history", row.pk)), "versions")
        assert [changes for _who, _act, changes in versions] == [
            {}, {"stance": ("rejects", "accepts"), "why it is corrected": ("–", "Misread")}]


@override_settings(LANGUAGE_CODE="fr")
def test_history_speaks_french(browser, negotiation):
    event = builders.make_event(negotiation=negotiation)
    with translation.override("fr"):
        page = browser.get(address(Event, "history", event.pk))
    assert "titre (anglais)" in [str(one.label) for one in page.context["entries"][0].changes]
