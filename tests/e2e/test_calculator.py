"""An analyst walks from the programmes to the calculator and the working of a figure, in both languages."""

import re

import pytest

from tests.e2e.conftest import page_faults, sign_in

GRANT = "programmes/canada-job-grant/"
PINNED = "population-2013-07-01-v2013"
OUR_PAGES = ["programmes/", GRANT, f"{GRANT}calculator/?scenario=budget-2013&measure=burden",
             f"{GRANT}calculator/?scenario=signal-2013-11&measure=match&step=cent&s-people={PINNED}",
             f"{GRANT}working/?scenario=agreement-2014&measure=burden&cell=2017-18,ON",
             f"{GRANT}working/?scenario=agreement-2014&measure=burden&cell=2017-18",
             f"{GRANT}one-grant/?scenario=agreement-2014&p-training_cost=18000&p-federal_cap=8000",
             f"{GRANT}one-grant/", "programmes/labour-market-agreement/calculator/"]
WALK = {
    "en": ("Canada Job Grant", "Backfill and match", "Ontario", "$231,065,736", "$600,000,000"),
    "fr": ("Subvention canadienne pour l'emploi", "Compensation et contrepartie", "Ontario", "231 065 736 $",
           "600 000 000 $"),
}


def plain(text: str) -> str:
    return " ".join(text.replace("\xa0", " ").replace("\u202f", " ").split())


def row(page, measure: str, label: str) -> list[str]:
    """The printed figures of a row in the table of that caption."""
    table = page.locator("table", has=page.locator("caption", has_text=re.compile(f"^{re.escape(measure)}$")))
    cells = table.locator("tr", has=page.get_by_role("rowheader", name=label, exact=True)).locator("td").all()
    return [plain(cell.inner_text()).rstrip("*°†") for cell in cells]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_from_the_programmes_to_the_working_of_a_figure(page, language):
    title, measure, government, figure, total = WALK[language]
    sign_in(page, "analyst", language)
    page.goto(f"/{language}/programmes/")
    page.get_by_role("link", name=title, exact=True).click()
    page.locator(f"a.btn-primary[href='/{language}/{GRANT}calculator/']").click()
    page.locator("#id_scenario").select_option("budget-2013")
    page.locator("#calculator input[type=submit]").click()
    page.wait_for_url("**scenario=budget-2013**")
    page.get_by_role("navigation").get_by_role("link", name=measure, exact=True).click()
    page.wait_for_url("**measure=burden**")
    assert row(page, measure, government)[3] == figure
    assert row(page, measure, "Total")[3] == total
    printed = re.compile("^" + re.escape(figure).replace(r"\ ", r"\s") + "$")
    page.get_by_role("link", name=printed).first.click()
    page.wait_for_url("**/working/**")
    steps = plain(page.locator("main").inner_text())
    assert figure in steps
    assert "≈115_532_868.18 + ≈115_532_868.18" in steps
    assert "population-2013-07-01-v2023" in steps
    page.locator("main").get_by_role("link").last.click()
    page.wait_for_url(f"**/{language}/{GRANT}calculator/?**")
    assert row(page, measure, "Total")[3] == total


def test_keyboard_alone_calculates_and_opens_a_working(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{GRANT}calculator/?scenario=agreement-2014")
    page.locator("#id_measure").focus()
    page.keyboard.type("Money for")
    page.locator("#id_step").focus()
    page.keyboard.type("Cents")
    page.locator("#calculator summary").first.focus()
    page.keyboard.press("Enter")
    page.locator("#id_p-envelope").focus()
    page.keyboard.type("600_000_000")
    page.keyboard.press("Enter")
    page.wait_for_url("**measure=grants**")
    assert row(page, "Money for the grant", "Ontario")[3] == "$138,639,441.82"
    page.locator("table.figures a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/working/**")


def test_employer_at_fifteen_per_cent_is_typed_into_one_grant(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{GRANT}one-grant/?scenario=signal-2013-11")
    page.locator("#id_p-shares").fill("{federal: 1/3, provincial: rest, employer: 15%}")
    page.keyboard.press("Enter")
    page.wait_for_url("**employer**")
    caption = "One grant – Training at $15,000"
    assert [row(page, caption, who)[1] for who in ("Federal", "Provincial", "Employer", "Total")] == [
        "$5,000", "$7,750", "$2,250", "$15,000"]


@pytest.mark.drill
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_page_has_an_axe_violation_or_scrolls_sideways(page, language):
    sign_in(page, "analyst", language)
    assert page_faults(page, [f"/{language}/{one}" for one in OUR_PAGES]) == {}


def test_csv_holds_the_figures_of_the_page(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{GRANT}calculator/?scenario=agreement-2014&measure=grants")
    shown = row(page, "Money for the grant", "Ontario")[3]
    address = page.get_by_role("link", name="CSV").get_attribute("href")
    lines = page.request.get(address).text().splitlines()
    line = next(one for one in lines if one.startswith("Money for the grant,2017-18,Ontario,ON"))
    assert line.split(",")[5] == shown.strip("$").replace(",", "")
