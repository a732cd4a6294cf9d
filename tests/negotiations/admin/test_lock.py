"""Two people save the same row: one is told, and nothing of either is lost."""

import pytest
from django.db import transaction
from django.test import Client

from negotiations.models import AgendaItem, Event, Offer, Statement
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


def edited_by_another(row, **changes):
    """In a transaction of its own, as a second browser would."""
    with builders.behind_the_wall(), transaction.atomic():
        type(row).objects.filter(pk=row.pk).update(**changes)


@pytest.mark.parametrize(("make", "column", "label"), [
    (builders.make_statement, "text", "text"),
    (builders.make_offer, "summary_en", "summary (English)"),
], ids=["statement", "offer"])
def test_stale_draft_shows_both_texts_and_their_base(browser, negotiation, make, column, label):
    draft = make(negotiation=negotiation, **{column: "Base"})
    url = address(type(draft), "change", draft.pk)
    form = typed(browser.get(url), **{column: "Mine"})
    edited_by_another(draft, **{column: "Theirs"})

    answer = browser.post(url, form)
    assert answer.status_code == 409
    assert [(str(one.label), one.base, one.theirs, one.yours)
            for one in answer.context["clashes"]] == [(label, "Base", "Theirs", "Mine")]
    draft.refresh_from_db()
    assert getattr(draft, column) == "Theirs"
    assert browser.post(url, typed(answer)).status_code == 302
    draft.refresh_from_db()
    assert getattr(draft, column) == "Mine"


def test_second_of_two_editors_is_told(client, negotiation):
    draft = builders.make_statement(negotiation=negotiation)
    url = address(Statement, "change", draft.pk)
    first, second = (sign_in(Client(), builders.make_member(negotiation)) for _one in range(2))
    forms = [typed(one.get(url), text=text) for one, text in ((first, "First"), (second, "Second"))]
    assert first.post(url, forms[0]).status_code == 302
    assert second.post(url, forms[1]).status_code == 409
    draft.refresh_from_db()
    assert draft.text == "First"


@pytest.mark.parametrize(("typed_in", "left"), [({"value": '"1"'}, ["1"]), ({"DELETE": "on"}, [])],
                         ids=["edited", "taken away"])
def test_stale_term_of_a_draft_is_refused(browser, negotiation, typed_in, left):
    offer = builders.make_offer(negotiation=negotiation)
    line = builders.make_offer_term(offer=offer, value="300")
    url = address(Offer, "change", offer.pk)
    form = typed(browser.get(url), **{f"terms-0-{name}": value for name, value in typed_in.items()})
    edited_by_another(line, value="400")
    answer = browser.post(url, form)
    assert answer.status_code == 409
    assert answer.context["clashes"][0].theirs == '"400"'
    line.refresh_from_db()
    assert line.value == "400"
    assert browser.post(url, {**typed(answer), **{
        name: value for name, value in form.items() if name.endswith("DELETE")}}).status_code == 302
    assert [one.value for one in offer.terms.all()] == left


def test_term_that_another_took_away_is_said(browser, negotiation):
    offer = builders.make_offer(negotiation=negotiation)
    line = builders.make_offer_term(offer=offer, value="300")
    url = address(Offer, "change", offer.pk)
    form = typed(browser.get(url), **{"terms-0-value": '"1"'})
    with builders.behind_the_wall():
        line.delete()
    answer = browser.post(url, form)
    assert answer.status_code == 200
    assert not offer.terms.exists()
