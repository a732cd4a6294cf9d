"""A meeting with everybody and everything: 14 governments and 30 terms in one form, saved and opened."""

import time

import pytest

from negotiations import models
from negotiations.models import Event, Offer
from tests import builders
from tests.negotiations.admin.typing import address, sign_in, typed
from tests.security.asking import say

pytestmark = [pytest.mark.django_db, pytest.mark.ignore_template_errors]
PATIENCE = 60  # seconds, generous: a machine that does other work as well; 5 is what is wanted


@pytest.fixture
def negotiation():
    builders.make_governments()
    return builders.make_negotiation()


@pytest.fixture
def browser(client, negotiation):
    return sign_in(client, builders.make_member(negotiation))


def item(number: int) -> dict:
    return {"number": str(number), "title_en": f"Item {number}", "title_fr": f"Point {number}",
            "french_by": "ours", "outcome_en": "Talked about at length. " * 10}  # fmt: skip


def inline(prefix: str, rows: list[dict]) -> dict:
    """New rows inside a page, as its own script would add them."""
    found = {f"{prefix}-TOTAL_FORMS": str(len(rows)), f"{prefix}-INITIAL_FORMS": "0"}
    return {**found, **{f"{prefix}-{at}-{name}": text for at, row in enumerate(rows)
                        for name, text in row.items()}}  # fmt: skip


def saved(browser, url: str, form: dict) -> float:
    began = time.perf_counter()
    answer = browser.post(url, form)
    assert answer.status_code == 302, answer.context["errors"]
    return time.perf_counter() - began


@pytest.mark.drill
def test_420_rows_inside_one_page_are_saved_and_opened(browser, negotiation):
    event = builders.make_event(negotiation=negotiation)
    url = address(Event, "change", event.pk)
    took = saved(browser, url, {**typed(browser.get(url)), **inline("items", [item(n) for n in range(420)])})
    assert models.AgendaItem.objects.filter(event=event).count() == 420
    began = time.perf_counter()
    page = browser.get(url)
    opened = time.perf_counter() - began
    say(f"420 rows: saved in {took:.1f} s, opened in {opened:.1f} s, {len(page.content) // 1024} KiB")
    assert (page.status_code, max(took, opened) < PATIENCE) == (200, True)
    form = typed(page, **{"items-419-title_en": "The last row"})
    assert len(form) > 3000
    saved(browser, url, form)
    assert models.AgendaItem.objects.filter(event=event, title_en="The last row").count() == 1


def test_a_meeting_of_14_governments_and_an_offer_of_30_terms_are_saved(browser, negotiation):
    event = builders.make_event(negotiation=negotiation)
    url = address(Event, "change", event.pk)
    delegations = [{"government": code, "status": "present", "role": "head"} for code in builders.GOVERNMENTS]
    saved(browser, url, {**typed(browser.get(url)), **inline("attendances", delegations),
                         **inline("items", [item(n) for n in range(30)])})  # fmt: skip
    assert (event.attendances.count(), models.AgendaItem.objects.filter(event=event).count()) == (14, 30)
    terms = [builders.make_term(negotiation=negotiation) for _ in range(30)]
    offer = builders.make_offer(negotiation=negotiation)
    url = address(Offer, "change", offer.pk)
    page = browser.get(url)
    prefix = next(one.formset.prefix for one in page.context["inline_admin_formsets"]
                  if one.formset.model is models.OfferTerm)  # fmt: skip
    rows = [{"term": term.pk, "value": '"5"', "french_by": "ours"} for term in terms]
    saved(browser, url, {**typed(page), **inline(prefix, rows)})
    assert models.OfferTerm.objects.filter(offer=offer).count() == 30


def test_a_note_of_ten_megabytes_is_saved(browser, negotiation):
    event = builders.make_event(negotiation=negotiation)
    url, text = address(Event, "change", event.pk), "Said at length. " * 650_000
    saved(browser, url, typed(browser.get(url), outcome_en=text))
    event.refresh_from_db()
    assert event.outcome_en == text.strip()
