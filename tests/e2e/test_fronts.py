"""Stories 6 to 8: a front's words fill its members in one act, a footnote stands apart, a claim binds nobody.

The fixture has these rows already; the stories are played on the same record without them (front_record.py).
"""

import pytest

from tests.e2e.conftest import axe_faults, manage, sign_in
from tests.e2e.front_record import SLUG, write_record
from tests.e2e.test_standing import heard, plain, seen

PLACE = f"negotiations/{SLUG}/"
MEETING = f"{PLACE}meetings/2013-11-08-toronto/"
RELEASE, COUNCIL, CLAIM = (
    f"{PLACE}statements/{code}/front/" for code in ("ST-A05-15", "ST-A13-1", "ST-A05-07"))
SAID = "Cannot support a grant that pulls money from proven programs"
NOTE = {"en": "Quebec intends to opt out with full compensation",
        "fr": "Le Québec entend se retirer avec pleine compensation"}
MEMBERS = ("ON", "QC", "NS", "NB", "MB", "BC", "PE", "SK", "AB", "NL", "NT", "YT", "NU")


@pytest.fixture(scope="module", autouse=True)
def record(site, tmp_path_factory):
    """Loaded once: each story records from a statement of its own."""
    manage("load_record", str(write_record(tmp_path_factory.mktemp("fronts"))))
    manage("create_demo_accounts")


def tab_to(page, test: str, most: int = 400) -> None:
    """Presses Tab until *test*, a script about `at`, is true of what has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(f"(at => {test})(document.activeElement)"):
            return
    raise AssertionError(f"the keyboard does not reach {test}")


def choose(page, field: str, typed: str) -> None:
    """The choice of a list that begins with *typed*."""
    tab_to(page, f"at.id === 'id_{field}'")
    page.keyboard.type(typed)


def press(page, act: str) -> None:
    tab_to(page, f"at.name === 'act' && at.value === '{act}'")
    page.keyboard.press("Enter")


def notes(page) -> list[str]:
    return [plain(one.inner_text()) for one in page.locator("#preview tbody td:nth-child(4)").all()]


def row_of(page, term: str, on: str) -> dict[str, str]:
    """What the eye sees in each member's cell of *term*, and the counts at the end of the row."""
    page.goto(f"/en/{PLACE}matrix/?on={on}")
    found = {code: seen(page, f"{term}-{code}") for code in MEMBERS}
    line = page.locator(f"tr:has(#{term}-ON)")
    return {**found, "counts": plain(line.locator("td.counts").inner_text()),
            "hollow": str(line.locator("td.hollow").count())}


def test_story_6_a_statement_of_the_front_entered_once_fills_thirteen_cells(page):
    """By keyboard alone, from the statement on the meeting's page to the matrix of the day."""
    sign_in(page, "analyst")
    before = row_of(page, "T6", "2013-11-08")
    page.goto(f"/en/{MEETING}")
    words = page.locator(".statement", has_text=SAID).first
    words.get_by_role("link", name="Record where the front stands").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{RELEASE}")
    choose(page, "lines-3-stance", "opposed")
    choose(page, "lines-3-firmness", "firm")
    press(page, "preview")
    page.wait_for_selector("#preview")
    told = plain(page.locator("#preview").inner_text())
    assert "13 members: 11 rows become visible; 1 own line and 1 package line stay on top." in told
    assert [note for note in notes(page) if note] == [
        "Ontario keeps its own line: opposed as drafted, firm.",
        "Quebec keeps its own line on the whole package: rejects, firm."]
    assert row_of(page.context.new_page(), "T6", "2013-11-08") == before, "something is stored unconfirmed"
    press(page, "record")
    page.wait_for_url(f"**/{PLACE}matrix/?on=2013-11-08#top")
    assert "13 rows were recorded for All PTs." in plain(page.locator(".notices").inner_text())
    after = row_of(page, "T6", "2013-11-08")
    assert after["counts"] == "13 red (1 own, 11 collective, 1 package)"
    assert after["hollow"] == "11"
    assert {code: after[code] for code in MEMBERS} == {
        **dict.fromkeys(MEMBERS, "(✖?)≠ E1"), "ON": before["ON"], "QC": before["QC"]}


def test_story_7_a_footnote_lets_asymmetry_survive(page):
    sign_in(page, "analyst")
    before = row_of(page, "T7", "2014-02-28")
    page.goto(f"/en/{COUNCIL}")
    choose(page, "lines-1-stance", "accepts")
    page.locator("#id_members_1").focus()
    assert page.locator("#id_members_1").get_attribute("value") == "QC"
    page.keyboard.press("Space")
    choose(page, "footnote_government", "Quebec")
    for language, words in NOTE.items():
        tab_to(page, f"at.id === 'id_footnote_{language}'")
        page.keyboard.type(words)
    press(page, "preview")
    page.wait_for_selector("#preview")
    told = plain(page.locator("#preview").inner_text())
    assert f"Quebec: not ticked; its footnote: “{NOTE['en']}”" in told
    press(page, "record")
    page.wait_for_url(f"**/{PLACE}matrix/?on=2014-02-28#top")
    assert "12 rows were recorded for Council of the Federation." in plain(
        page.locator(".notices").inner_text())
    assert page.locator(".matrix thead th", has_text="QC").inner_text().strip().endswith("†")
    assert f"† Quebec: {NOTE['en']}" in plain(page.locator(".footnotes").inner_text())
    assert "accepts" not in heard(page, "T7-QC")
    after = row_of(page, "T7", "2014-02-28")
    assert after["QC"] == before["QC"]
    page.goto(f"/en/{PLACE}matrix/?on=2014-02-27")
    assert "†" not in page.locator(".matrix thead").inner_text()


def test_story_8_a_claim_to_speak_for_others_fills_nothing(page):
    sign_in(page, "analyst")
    before = row_of(page, "T6", "2014-01-28")
    page.goto(f"/en/{MEETING}")
    words = page.locator(".statement", has_text="very united").first
    assert words.get_by_role("link", name="Record where the front stands").count() == 0
    page.goto(f"/en/{CLAIM}")
    assert "Nobody is bound by another’s words" in plain(page.locator("main").inner_text())
    assert page.locator("main form").count() == 0
    assert row_of(page, "T6", "2014-01-28") == before


def test_a_reader_is_shown_no_way_in(page):
    sign_in(page, "reader")
    page.goto(f"/en/{MEETING}")
    assert page.get_by_role("link", name="Record where the front stands").count() == 0


def looked_at(page, language: str) -> None:
    """The rows of one term, not recorded."""
    page.goto(f"/{language}/{RELEASE}")
    page.locator("#id_lines-0-stance").select_option("concerned")
    page.locator("button[value=preview]").click()
    page.wait_for_selector("#preview")


@pytest.mark.drill
@pytest.mark.parametrize("language", ["en", "fr"])
def test_form_preview_and_refusal_have_no_axe_violation(page, language):
    sign_in(page, "analyst", language)
    page.goto(f"/{language}/{RELEASE}")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert axe_faults(page) == []
    looked_at(page, language)
    assert axe_faults(page) == []
    page.goto(f"/{language}/{CLAIM}")
    assert axe_faults(page) == []


@pytest.mark.drill
@pytest.mark.parametrize("width", [375, 1280])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_itself_never_scrolls_sideways(page, language, width):
    page.set_viewport_size({"width": width, "height": 800})
    sign_in(page, "analyst", language)
    looked_at(page, language)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
