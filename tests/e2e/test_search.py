"""Stories 19, 20 and 30, on fixture A and on the shipped record; the timeline and the gaps beside them."""

import pytest

from tests.e2e.conftest import page_faults, sign_in

FIXTURE = "negotiations/cjg-2013/"
SHIPPED = "negotiations/canada-job-grant/"
PAGES = [f"{SHIPPED}search/", f"{SHIPPED}search/?q=116", f"{SHIPPED}search/?q=the", f"{FIXTURE}search/?q=300",
         f"{SHIPPED}search/?q=grant&government=ON&stance=open",
         f"{SHIPPED}timeline/?on=2013-11-08", f"{SHIPPED}timeline/?span=2014", f"{SHIPPED}gaps/"]


def plain(text: str) -> str:
    return " ".join(text.replace("\xa0", " ").replace("\u202f", " ").split())


def rows(page) -> list[str]:
    return [plain(one.inner_text()) for one in page.locator("table.found tbody tr").all()]


def claim(page, words: str) -> str:
    return plain(page.locator("section.claim", has_text=words).first.inner_text())


def test_19_a_claim_is_consistent_and_then_overtaken(page):
    sign_in(page, "reader")
    page.goto(f"/en/{FIXTURE}claims/?on=2013-11-08")
    said = claim(page, "more than $600M")
    assert "CONSISTENT" in said
    assert "about $600M a year once fully phased in" in said
    page.goto(f"/en/{FIXTURE}claims/?on=2014-01-15")
    said = claim(page, "more than $600M")
    assert "OVERTAKEN" in said
    assert "≤ 300" in said


def test_20_a_number_with_two_meanings_is_told(page):
    sign_in(page, "reader")
    page.goto(f"/en/{FIXTURE}")
    page.keyboard.press("/")
    page.keyboard.type("116")
    page.keyboard.press("Enter")
    notice = page.locator(".notice-warning")
    notice.wait_for()
    assert "Two facts share this number" in plain(notice.inner_text())
    assert "Two different facts, same number" in plain(notice.inner_text())
    page.goto(f"/en/{SHIPPED}search/?q=116")
    assert "Two facts share this number" in plain(notice.inner_text())
    assert [row.split()[0] for row in rows(page)] == ["ON", "QC"]
    page.goto(f"/en/{FIXTURE}search/?q=300")
    assert "Two facts share this number" in plain(notice.inner_text())


def test_30_everything_two_governments_said_on_flexibility(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{FIXTURE}search/")
    page.get_by_label("Words, a name or a number").fill("flexib*")
    page.get_by_label("Manitoba").check()
    page.get_by_label("Canada", exact=True).check()
    page.get_by_text("More to narrow by").click()
    page.get_by_label("From").fill("2013-11-01")
    page.get_by_label("To", exact=True).fill("2013-11-30")
    page.locator("main").get_by_role("button", name="Search").click()
    page.wait_for_url("**q=flexib*")
    found = rows(page)
    assert len(found) == 3
    assert "Jason Kenney flexible on ratios" in found[0]
    assert "Theresa Oswald" in found[1]
    assert "acknowledge federal offer to discuss further flexibility" in found[2]
    assert "member that day: Manitoba" in found[2]


def test_30_accents_do_not_matter_and_a_row_opens_in_its_meeting(page):
    sign_in(page, "analyst")
    found = []
    for typed in ("maltais", "Maltaïs", "MALTAIS"):
        page.goto(f"/en/{FIXTURE}search/?q={typed}")
        found.append(rows(page))
    assert found[0] == found[1] == found[2] != []
    link = page.locator("table.found tbody a", has_text="FLMM ministers’ meeting").first
    anchor = link.get_attribute("href").partition("#")[2]
    link.click()
    page.wait_for_url(f"**/{FIXTURE}meetings/2013-11-08-toronto/#{anchor}")
    assert page.locator(f"#{anchor}").is_visible()


def test_what_a_government_said_on_a_term_is_one_form_away_from_the_home(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{FIXTURE}")
    page.locator("#said-government").select_option(label="Ontario")
    page.locator("#said-term").select_option(label="Source of the money")
    page.get_by_role("button", name="Show what was said").click()
    page.wait_for_url("**/search/**")
    assert any("on the backs of our vulnerable workers" in row for row in rows(page))


@pytest.mark.drill
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_page_has_an_axe_violation_or_scrolls_sideways(page, language):
    sign_in(page, "analyst", language)
    assert page_faults(page, [f"/{language}/{one}" for one in PAGES]) == {}
