"""Two people save the same row: one is told, and nothing of either is lost."""

import pytest

from negotiations.models import AgendaItem, Event
from tests import builders
from tests.negotiations.admin.typing import address, errors, sign_in, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def negotiation():
    return builders.make_negotiation()


@pytest.fixture
def browser(client, negotiation):
    return sign_in(client, builders.make_member(negotiation))


def saved_by_another(row, **changes):
    """As a second browser would: with the version counted up."""
    with builders.behind_the_wall():
        type(row).objects.filter(pk=row.pk).update(version=row.version + 1, **changes)


def test_save_counts_the_version_up(browser, negotiation):
    event = builders.make_event(negotiation=negotiation)
    url = address(Event, "change", event.pk)
    assert browser.post(url, typed(browser.get(url), title_en="Toronto")).status_code == 302
    event.refresh_from_db()
    assert (event.title_en, event.version) == ("Toronto", 2)


def test_nothing_changed_saves_nothing(browser, negotiation):
    event = builders.make_event(negotiation=negotiation)
    url = address(Event, "change", event.pk)
    assert browser.post(url, typed(browser.get(url))).status_code == 302
    event.refresh_from_db()
    assert event.version == 1


def test_stale_save_shows_both_texts_and_their_base(browser, negotiation):
    event = builders.make_event(negotiation=negotiation, title_en="Base", place_en="Nowhere")
    url = address(Event, "change", event.pk)
    form = typed(browser.get(url), title_en="Mine")
    saved_by_another(event, title_en="Theirs", place_en="Toronto")

    answer = browser.post(url, form)
    assert answer.status_code == 409
    shown = {str(one.label): (one.base, one.theirs, one.yours)
             for one in answer.context["clashes"]}
    assert shown == {"title (English)": ("Base", "Theirs", "Mine"),
                     "place (English)": ("Nowhere", "Toronto", "Nowhere")}
    assert "Somebody else saved this row" in errors(answer)["__all__"][0]
    assert typed(answer)["title_en"] == "Mine"
    event.refresh_from_db()
    assert event.title_en == "Theirs"

    assert browser.post(url, typed(answer, place_en="Toronto")).status_code == 302
    event.refresh_from_db()
    assert (event.title_en, event.place_en, event.version) == ("Mine", "Toronto", 3)


def test_stale_row_inside_a_page_is_refused_although_the_page_is_not(browser, negotiation):
    event = builders.make_event(negotiation=negotiation)
    item = builders.make_item(event=event, title_en="Base")
    url = address(Event, "change", event.pk)
    form = typed(browser.get(url), **{"items-0-title_en": "Mine"})
    saved_by_another(item, title_en="Theirs")
    answer = browser.post(url, form)
    assert answer.status_code == 409
    assert [(one.theirs, one.yours) for one in answer.context["clashes"]] == [("Theirs", "Mine")]
    assert AgendaItem.objects.get(pk=item.pk).title_en == "Theirs"
    assert browser.post(url, typed(answer)).status_code == 302
    assert AgendaItem.objects.get(pk=item.pk).title_en == "Mine"


def test_stale_save_shows_only_what_may_be_read(browser, negotiation):
    event = builders.make_event(negotiation=negotiation)
    url = address(Event, "change", event.pk)
    form = typed(browser.get(url), title_en="Mine")
    saved_by_another(event, title_en="Secret", sensitivity=4)
    assert browser.post(url, form).status_code in (403, 404)


def test_sensitivity_is_not_lowered_by_an_edit(browser, negotiation):
    event = builders.make_event(negotiation=negotiation, sensitivity=3)
    url = address(Event, "change", event.pk)
    answer = browser.post(url, typed(browser.get(url), sensitivity="2"))
    assert errors(answer) == {
        "sensitivity": ["A sensitivity is lowered by two people, not by an edit."]}
