"""An analyst signs in and walks from the list to the report of 8 November 2013, in both languages."""

import pytest

from tests.e2e.conftest import page_faults, sign_in

PLACE = "negotiations/canada-job-grant/"
MEETING = f"{PLACE}meetings/2013-11-08-toronto/"
OUR_PAGES = ["negotiations/", PLACE, f"{PLACE}?on=2013-11-08", MEETING, f"{MEETING}?by=government",
             f"{MEETING}report/", f"{PLACE}offers/", f"{PLACE}offers/O1/", f"{PLACE}sources/",
             f"{PLACE}sources/S001/", "help/"]
NOT_RECORDED = {
    "en": ["Nova Scotia", "British Columbia", "Prince Edward Island", "Saskatchewan",
           "Newfoundland and Labrador", "Northwest Territories", "Yukon", "Nunavut"],
    "fr": ["Nouvelle-Écosse", "Colombie-Britannique", "Île-du-Prince-Édouard", "Saskatchewan",
           "Terre-Neuve-et-Labrador", "Territoires du Nord-Ouest", "Yukon", "Nunavut"],
}


def plain(text: str) -> str:
    return " ".join(text.replace("\xa0", " ").replace("\u202f", " ").split())


def section(page, number: int) -> str:
    return plain(page.locator(f"section[aria-labelledby=s{number}]").inner_text())


def row(page, number: int, *words: str) -> str:
    """The row of a section's tables that says all *words*."""
    rows = page.locator(f"section[aria-labelledby=s{number}] tbody tr").all()
    found = [text for text in (plain(one.inner_text()) for one in rows) if all(w in text for w in words)]
    assert len(found) == 1, found
    return found[0]


def open_report(page, language):
    sign_in(page, "analyst", language)
    page.goto(f"/{language}/{MEETING}report/")


def test_from_the_list_to_the_report_by_links(page):
    sign_in(page, "analyst")
    page.get_by_role("link", name="Canada Job Grant").first.click()
    page.goto(f"/en/{PLACE}?on=2013-11-08")
    page.locator("#events").locator("..").get_by_role("link", name="labour market ministers").first.click()
    page.get_by_role("link", name="Read the report").click()
    assert page.url.endswith(f"/en/{MEETING}report/")
    page.get_by_role("link", name="Français").click()
    assert page.url.endswith(f"/fr/{MEETING}report/")
    assert page.locator("html").get_attribute("lang") == "fr"


def test_outcome_is_keep_talking_and_no_agreement_state_moved(page):
    open_report(page, "en")
    bottom = section(page, 1)
    assert "Keep talking" in bottom
    assert "No agreement state moved." in bottom
    assert "143 days to 31 March 2014" in bottom
    assert len(bottom.removeprefix("1. Bottom line").split()) <= 35
    page.goto(f"/fr/{MEETING}report/")
    assert "143 jours" in section(page, 1)
    assert "31 mars 2014" in section(page, 1)


@pytest.mark.parametrize(("language", "words"), [("en", "not recorded"), ("fr", "non consignée")])
def test_eight_delegations_are_not_recorded(page, language, words):
    open_report(page, language)
    cells = page.locator("section[aria-labelledby=s4] tbody tr").all()
    found = [plain(one.locator("th").inner_text()) for one in cells
             if words in plain(one.locator("td").first.inner_text())]
    assert found == NOT_RECORDED[language]


def test_canada_moved_on_the_share_and_only_signalled_on_the_amount(page):
    open_report(page, "en")
    share = row(page, 2, "Canada", "at least 15%")
    assert "FLEXIBLE, oral" in share
    amount = row(page, 2, "Canada", "Amount moved")
    assert "SIGNAL" in amount
    assert "FLEXIBLE" not in amount


def test_ontario_is_opposed_as_drafted_and_its_red_line_is_the_source_of_the_money(page):
    open_report(page, "en")
    line = row(page, 2, "Ontario")
    assert "Source of funds" in line
    assert "opposed as drafted" in line
    assert "FIRM" in line
    assert "red line" in line


def test_quebec_demands_renewal_and_sets_two_linked_conditions(page):
    open_report(page, "en")
    assert "demand, oral" in section(page, 2)
    line = row(page, 2, "Quebec", "accepts if")
    assert page.locator("section[aria-labelledby=s2] tr", has_text="accepts if").locator("li").count() == 2
    assert "All are required." in line


@pytest.mark.parametrize("government", ["Manitoba", "New Brunswick"])
def test_manitoba_and_new_brunswick_speak_of_process_only(page, government):
    open_report(page, "en")
    said = page.locator(".said", has=page.get_by_role("heading", name=government, exact=True))
    assert "No position of its own on a term: process only." in plain(said.inner_text())
    assert page.locator("section[aria-labelledby=s2] tbody th", has_text=government).count() == 0


def test_figures_carry_their_verdicts(page):
    open_report(page, "en")
    assert "CONSISTENT" in row(page, 9, "600")
    assert "IMPRECISE" in row(page, 9, "four years")
    assert "IMPRECISE" in row(page, 9, "60 per cent")


def test_french_report_tells_the_same(page):
    open_report(page, "fr")
    assert "POURSUITE" in section(page, 7).upper()
    assert "au moins 15 %" in section(page, 2)
    annex = plain(page.locator("section[aria-labelledby=quotations]").inner_text())
    assert "Propos tenus en français ; l’original n’est pas versé au dossier." in annex


@pytest.mark.drill
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_page_has_an_axe_violation_or_scrolls_sideways(page, language):
    sign_in(page, "analyst", language)
    assert page_faults(page, [f"/{language}/{one}" for one in OUR_PAGES]) == {}


def test_previous_and_next_walk_the_events(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{MEETING}")
    walk = page.get_by_role("navigation", name="All events")
    walk.get_by_role("link").first.click()
    assert f"/en/{PLACE}" in page.url
    page.get_by_role("navigation", name="All events").locator("a[rel=next]").click()
    assert page.url.endswith(f"/en/{MEETING}")


def test_reader_reads_the_report_and_a_stranger_finds_nothing(page):
    sign_in(page, "reader")
    assert page.goto(f"/en/{MEETING}report/").status == 200
    page.context.clear_cookies()
    sign_in(page, "admin")
    assert "No negotiation is open to you yet." in page.locator("main").inner_text()
