"""Story 14 on fixture A: how the start date got here, who moved, and how much of the gap is closed."""

import re

import pytest

from tests.e2e.conftest import page_faults, sign_in
from tests.e2e.test_standing import plain

PLACE = "negotiations/cjg-2013/"
TERM = f"{PLACE}terms/t7/"
OUR_PAGES = [f"{TERM}?on=2014-02-28", f"{TERM}?on=2014-02-10", f"{PLACE}terms/t6/?on=2014-02-28",
             f"{PLACE}terms/?on=2014-02-28"]

# The language, the three values, the gap along its way, and what O4 closed of it.
TOLD = [
    ("en", ["1 April 2014", "1 October 2014", "1 July 2014"], "Gap: 183 days → 92 days",
     "closed 49.7% at O4 21 Feb 2014 (final)"),
    ("fr", ["1er avril 2014", "1er octobre 2014", "1er juillet 2014"], "Écart : 183 jours → 92 jours",
     "comblé à 49,7 % par « O4 21 février 2014 (finale) »"),
]


def words(page, where: str = "main") -> str:
    return plain(page.locator(where).inner_text())


@pytest.mark.parametrize(("language", "values", "gap", "closed"), TOLD)
def test_story_14_a_number_with_its_full_history(page, language, values, gap, closed):
    sign_in(page, "analyst", language)
    page.goto(f"/{language}/{TERM}?on=2014-02-21")
    rows = [plain(one.inner_text()) for one in page.locator("#versions tbody tr").all()]
    assert len(rows) == 3
    assert [value in row for value, row in zip(values, rows, strict=True)] == [True, True, True]
    assert [value for value in ("183", "92") if value in rows[1]] == ["183"]
    assert [value for value in ("183", "92") if value in rows[2]] == ["92"]
    assert gap in words(page)
    assert closed in words(page)


def test_term_is_provisionally_agreed_on_the_day_of_the_agreement_in_principle(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{TERM}?on=2014-02-28")
    told = words(page)
    assert "Provisionally agreed (28 February 2014)" in told
    assert "Not on record as standing behind it Quebec" in told
    assert "Gap: 183 days → 92 days → 0 days" in told
    assert "accepts : 12, 28 February 2014" in told.replace("accepts:", "accepts :")
    assert "Moved: Canada +91 days, All PTs −92 days" in told


def test_version_leads_to_its_offer_and_meeting_and_a_mover_to_its_profile_at_the_same_dates(page):
    sign_in(page, "analyst")
    for name in ("O3 PT 4 Feb 2014", "BC, NB, PE present counter-offer O3", "Canada"):
        page.goto(f"/en/{TERM}?on=2014-02-28")
        page.locator("#versions").get_by_role("link", name=name, exact=True).first.click()
        assert "?on=2014-02-28" in page.url
        assert page.locator("h1").is_visible()


def test_four_columns_of_wording_in_both_languages_with_brackets_while_open(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{TERM}?on=2014-02-21")
    english, french = (one.locator("td").all_inner_texts()
                       for one in page.locator(".wordings tbody tr").all())
    assert "[by]" in english[1]
    assert "[October]" in english[2]
    assert english[3] == "not agreed yet"
    assert "[octobre]" in french[2]
    page.goto(f"/en/{TERM}?on=2014-02-28")
    assert "[" not in words(page, ".wordings")
    assert "Jul" in page.locator(".wordings tbody tr").first.locator("td").all_inner_texts()[3]


def test_chart_has_a_title_and_its_table_beside_it(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{TERM}?on=2014-02-28")
    assert page.get_by_role("img", name=re.compile("^Start date: what Canada")).is_visible()
    assert len(page.locator("#gap-figures tbody tr").all()) == 5
    assert page.locator("main script").count() == 0


def test_json_gives_what_the_page_gives(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{TERM}?on=2014-02-21")
    address = page.get_by_role("link", name="JSON").get_attribute("href")
    assert address == f"/en/{PLACE}terms/t7.json?on=2014-02-21"
    told = page.request.get(address).json()
    assert [one["value"] for one in told["versions"]] == ["2014-04-01", "2014-10-01", "2014-07-01"]
    assert told["versions"][2]["closed"] == "closed 49.7%"


def test_keyboard_alone_reaches_every_link_of_the_history(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{TERM}?on=2014-02-28")
    links = page.locator("main a").count()
    page.locator("main").focus()
    reached = set()
    for _ in range(links + 8):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(
            "[...document.querySelectorAll('main a')].indexOf(document.activeElement)"))
    assert reached - {-1} == set(range(links))


@pytest.mark.drill
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_page_has_an_axe_violation_or_scrolls_sideways(page, language):
    sign_in(page, "analyst", language)
    assert page_faults(page, [f"/{language}/{one}" for one in OUR_PAGES], (375, 768, 1120, 1280)) == {}


def test_print_says_no_state_by_colour_alone(page):
    """Printed, a status keeps its symbol and word, what is new is underlined, what is gone struck out."""
    sign_in(page, "analyst")
    page.goto(f"/en/{TERM}?on=2014-02-28")
    page.emulate_media(media="print")
    assert plain(page.locator(".term-status").first.inner_text()) == "◧ Provisionally agreed"
    lines = "getComputedStyle(document.querySelector('.wordings {0}')).textDecorationLine"
    assert page.evaluate(lines.format("ins")) == "underline"
    assert page.evaluate(lines.format("del")) == "line-through"
    assert page.evaluate("getComputedStyle(document.querySelector('.gap-other')).strokeDasharray") != "none"
    assert b"%PDF" in page.pdf()
