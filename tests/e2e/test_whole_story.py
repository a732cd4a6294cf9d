"""The Canada Job Grant from budget to last signature, walked in a browser."""

import pytest

from tests.e2e.conftest import sign_in
from tests.e2e.test_first_meeting import PLACE, plain


def text(page) -> str:
    return plain(page.locator("main").inner_text())


def test_an_offer_is_read_from_the_day_on_which_it_was_known(page):
    sign_in(page, "analyst")
    for known, seen in [("2014-01-10", False), ("2014-01-15", True)]:
        for place in ("", "offers/"):
            page.goto(f"/en/{PLACE}{place}?on=2014-01-10&known={known}")
            assert ("Offer O2" in text(page)) is seen, (known, place)


@pytest.mark.drill
def test_next_walks_every_event_from_the_budget_to_the_first_grants(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{PLACE}events/2013-03-21-budget/")
    titles = [page.locator("h1").inner_text()]
    while page.get_by_role("navigation", name="All events").locator("a[rel=next]").count():
        page.get_by_role("navigation", name="All events").locator("a[rel=next]").click()
        titles.append(page.locator("h1").inner_text())
    assert len(titles) == 49
    assert len(set(titles)) == 49
    assert titles[0] == "Federal Budget 2013 announces the Canada Job Grant"
    assert titles[-1] == "British Columbia opens applications"


@pytest.mark.parametrize(("language", "share"), [("en", "76.8%"), ("fr", "76,8 %")])
def test_tracker_counts_nova_scotia_or_not(page, language, share):
    sign_in(page, "analyst", language)
    page.goto(f"/{language}/{PLACE}tracker/?on=2014-02-28")
    assert "11/13" in text(page)
    page.goto(f"/{language}/{PLACE}tracker/?on=2014-02-28&with=NS")
    assert "12/13" in text(page)
    assert share in text(page)


def test_history_of_the_start_date_closes_its_gap(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{PLACE}terms/t09/?on=2014-02-28")
    rows = [plain(one.inner_text()) for one in page.locator("#versions tbody tr").all()]
    assert len(rows) == 3
    assert "183 days" in rows[1]
    assert "92 days closed 49.7%" in rows[2]


def test_first_number_may_be_said_until_the_letter_was_known(page):
    sign_in(page, "reader")
    page.goto(f"/en/{PLACE}claims/?on=2013-11-08&known=2013-11-08")
    first = plain(page.locator("section.claim").first.inner_text())
    assert "CONSISTENT" in first
    assert "OVERTAKEN" not in first
    page.goto(f"/en/{PLACE}claims/?on=2014-01-15&known=2014-01-15")
    assert "OVERTAKEN" in plain(page.locator("section.claim").first.inner_text())
