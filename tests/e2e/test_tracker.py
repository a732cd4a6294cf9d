"""Stories 22 and 23 on fixture A, and the dates of the home, the tracker and the profile."""

import pytest

from tests.e2e.conftest import page_faults, sign_in
from tests.e2e.test_first_meeting import plain

PLACE = "negotiations/cjg-2013/"
TRACKER = f"{PLACE}tracker/"
OUR_PAGES = [f"{TRACKER}?on=2014-03-31", f"{PLACE}?on=2014-03-31", f"{PLACE}jurisdictions/ns/?on=2014-03-31",
             f"{PLACE}jurisdictions/ca/?on=2013-11-08", "negotiations/training-example/tracker/",
             f"{TRACKER}?on=1990-01-01"]

FAULTS = [
    ("en", ("“2014-02-31” is not a day: February 2014 has 28 days. "
            "Write year, month and day, as in 2013-11-08.")),
    ("fr", ("« 2014-02-31 » n’est pas un jour du calendrier : février 2014 compte 28 jours. "
            "Écrivez l’année, le mois et le jour, comme dans 2013-11-08.")),
]


def text(page, what: str = "main") -> str:
    return plain(page.locator(what).inner_text())


def test_story_22_a_contested_state_is_not_over_claimed(page):
    sign_in(page, "lead")
    page.goto(f"/en/{TRACKER}?on=2014-03-31")
    assert text(page, "main > .lead") == "AIP 9 · signed 2 · asymmetric 1 · contested 1 = 13"
    first = text(page, ".tracker tbody tr:first-child")
    assert first.startswith("Nova Scotia ! Agreement to negotiate – contested: Canada describes as AIP")
    for place in ("", "jurisdictions/ns/"):
        page.goto(f"/en/{PLACE}{place}?on=2014-03-31")
        assert "Agreement to negotiate – contested: Canada describes as AIP" in text(page)
    page.goto(f"/fr/{TRACKER}?on=2014-03-31")
    assert text(page, "main > .lead") == (
        "ententes de principe : 9 · signataires : 2 · asymétriques : 1 · contestés : 1 = 13")
    assert "Engagement à négocier – contesté : Le Canada parle d'une entente de principe" in text(page)


@pytest.mark.parametrize("scripts", [True, False])
def test_story_23_coverage_is_read_with_its_legal_label(page, scripts):
    sign_in(page, "lead")
    if not scripts:
        page.route("**/dates*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"/en/{TRACKER}?on=2014-02-28")
    assert "12/13 governments counted · 76.8% of Canada · provinces 9/10, 76.7%" in text(page)
    for words in ("majority met", "7/50 yardstick met – not a legal test", "unanimity not met",
                  "Population: Preliminary population estimates for 1 July 2013"):
        assert words in text(page)
    page.evaluate("window.kept = 'the same page'")
    page.locator("#count-NS").click()
    page.wait_for_url("**&without=NS")
    page.get_by_text("11/13 governments counted").wait_for()
    assert "11/13 governments counted · 74.1% of Canada · provinces 8/10, 74.0%" in text(page)
    assert page.evaluate("window.kept || ''") == ("the same page" if scripts else "")
    if scripts:
        assert page.evaluate("document.activeElement.id") == "count-NS"
    page.go_back()
    page.get_by_text("12/13 governments counted").wait_for()


def test_the_form_moves_the_date_by_keyboard_and_says_so(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{PLACE}?on=2013-11-08")
    page.evaluate("window.kept = 'the same page'")
    page.locator(".as-of summary").focus()
    page.keyboard.press("Enter")
    page.locator("#as-of-on").fill("2014-03-31")
    page.keyboard.press("Enter")
    page.get_by_text("Agreements are being signed.").wait_for()
    assert page.url.endswith("?on=2014-03-31")
    assert page.evaluate("window.kept") == "the same page"
    assert page.evaluate("document.activeElement.id") == "as-of-on"
    assert plain(page.locator("body > [role=status]").inner_text()) == (
        "As it was on 31 March 2014, as we know it today.")
    assert page.locator(".places a").nth(1).get_attribute("href").endswith("matrix/?on=2014-03-31")
    page.go_back()
    page.get_by_text("Talks continue.").wait_for()


@pytest.mark.drill
@pytest.mark.parametrize(("language", "words"), FAULTS)
@pytest.mark.parametrize("place", ["", "tracker/", "jurisdictions/ns/"])
def test_a_bad_date_stands_at_its_field_and_what_was_typed_is_kept(browser, site, place, language, words):
    context = browser.new_context(base_url=site)  # the browser itself reports the 400 on its console
    page = context.new_page()
    sign_in(page, "analyst", language)
    page.goto(f"/{language}/{PLACE}{place}?on=2014-02-28")
    page.locator(".as-of summary").click()
    page.locator("#as-of-on").fill("2014-02-31")
    page.keyboard.press("Enter")
    page.locator("#as-of-on-error").wait_for()
    assert text(page, "#as-of-on-error") == words
    assert page.locator("#as-of-on").input_value() == "2014-02-31"
    assert page.evaluate("document.activeElement.id") == "as-of-on"
    context.close()


@pytest.mark.drill
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_page_has_an_axe_violation_or_scrolls_sideways(page, language):
    sign_in(page, "analyst", language)
    assert page_faults(page, [f"/{language}/{one}" for one in OUR_PAGES]) == {}


def test_every_signature_and_step_leads_to_its_source(page):
    sign_in(page, "reader")
    page.goto(f"/en/{TRACKER}?on=2014-03-31")
    page.locator(".tracker tbody tr", has_text="Ontario").locator("td:nth-child(6) .cites a").first.click()
    assert "/sources/B58/" in page.url


def test_tracker_prints_in_grey_with_words(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{TRACKER}?on=2014-03-31")
    page.emulate_media(media="print")
    assert not page.locator(".row-links").first.is_visible()
    assert "contested" in text(page) and "missing" in text(page)
