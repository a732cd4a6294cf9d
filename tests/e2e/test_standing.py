"""Stories 10 to 13 on fixture A: the home in ten seconds, what moved, the matrix slid back and forth."""

import pytest

from tests.e2e.conftest import page_faults, sign_in

PLACE = "negotiations/cjg-2013/"
MATRIX = f"{PLACE}matrix/"
OUR_PAGES = [f"{PLACE}?on=2013-11-08&since=2013-07-26", f"{MATRIX}?on=2013-11-08",
             f"{MATRIX}?on=2014-02-28&firm=1&grade=E1&pin=QC&level=9",
             f"{MATRIX}?on=2014-02-28&cell=T6-ON", "negotiations/canada-job-grant/matrix/?on=2014-02-28"]

# Wireframe 4.1: who, about what, how it changed, with which evidence.
SEVEN_CHANGES = [
    ("Canada", "T5 Employer share", "signal:", "at least 15 %", "E2"),
    ("Canada", "T1 Federal money", "unspecified → signal", "Will listen", "E2"),
    ("Canada", "T10 Objectives", "not stated → open", "", "E2"),
    ("QC", "demand", "tabled (oral): QC-1: renew LMA unchanged", "", "E2"),
    ("QC", "T10 Objectives", "not stated → accepts if", "(2 conditions)", "E2"),
    ("ON", "T6 Source", "front → own statement: opposed as drafted, firm", "", "E2"),
    ("All PTs", "FLMM", "process: keep talking", "MB: ", "E1"),
]


def plain(text: str) -> str:
    return " ".join(text.replace("\xa0", " ").replace("\u202f", " ").split())


def seen(page, code: str) -> str:
    """What the eye sees in a cell of the matrix."""
    return plain(page.locator(f"#{code} > [aria-hidden]").inner_text())


def heard(page, code: str) -> str:
    return plain(page.locator(f"#{code} .visually-hidden").text_content())


def pane(page) -> str:
    return plain(page.locator("#pane").inner_text())


def test_story_10_where_we_are_in_ten_seconds(page):
    sign_in(page, "reader")
    page.goto(f"/en/{PLACE}?on=2013-11-08")
    words = plain(page.locator("main").inner_text())
    assert "UNDER NEGOTIATION" in words.upper()
    assert "Talks continue" in words
    deadline = plain(page.locator("section[aria-labelledby=deadlines] tbody tr").first.inner_text())
    assert deadline.startswith("143 days 2014-03-31 LMA expires")
    assert "Agreement in principle 0 of 13" in words
    assert "strategy" not in page.content().lower()


def test_story_11_exactly_the_seven_changes_each_linked_to_a_statement(page):
    sign_in(page, "lead")
    page.goto(f"/en/{PLACE}?on=2013-11-08")
    page.locator("#since").select_option("2013-07-26")
    page.locator(".since-form button").click()
    page.wait_for_url("**since=2013-07-26**")
    assert plain(page.locator("#changes-caption").inner_text()) == "7 changes"
    rows = [plain(one.inner_text()) for one in page.locator(".changes tbody tr").all()]
    assert len(rows) == len(SEVEN_CHANGES)
    for who, *told in SEVEN_CHANGES:
        assert any(row.startswith(who) and all(words in row for words in told) for row in rows), told
    links = [one.get_attribute("href") for one in page.locator(".changes tbody td:nth-child(3) > a").all()]
    assert all("#statement-" in link for link in links)
    page.goto(links[0])
    assert page.locator(f"#{links[0].split('#')[1]}").is_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_story_12_the_matrix_slid_back_shows_the_view_of_that_day(page, browser, site, scripts):
    """Moving the date swaps the table where scripts run, and follows plain links where they do not."""
    sign_in(page, "lead")
    if not scripts:
        page.route("**/matrix*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"/en/{MATRIX}?on=2013-12-23")
    assert seen(page, "T4-ON") == "(✖?) E1"
    page.evaluate("window.kept = 'the same page'")
    for day in ("2013-12-24", "2014-01-15"):
        page.locator("#later").click()
        page.wait_for_selector(f"#day-{day}[aria-current=date]")
    assert page.url.endswith("on=2014-01-15")
    assert page.evaluate("window.kept || ''") == ("the same page" if scripts else "")
    assert seen(page, "T4-ON") == "✔▲ E2"
    assert heard(page, "T4-ON") == "accepts, stated publicly, moved towards agreement"
    page.go_back()
    page.wait_for_selector("#day-2013-12-24[aria-current=date]")
    assert "answer outdated" in heard(page, "T4-ON")


def test_story_13_a_change_hidden_inside_the_front(page):
    sign_in(page, "lead")
    page.goto(f"/en/{MATRIX}?on=2013-11-08")
    assert seen(page, "T1-ON") == "(✖?) E1"
    page.goto(f"/en/{MATRIX}?on=2014-01-28&since=2013-11-08")
    assert seen(page, "T1-ON") == "✔?▲ E2 1c"
    page.locator("#T1-ON").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#pane")
    assert page.evaluate("document.activeElement.id") == "pane"
    words = pane(page)
    assert "PTs choose which transfer is reduced" in words
    assert "PTs accept cut of about 300, want choice of transfer." in words
    assert "Cannot support a grant that pulls money from proven programs" in words


def test_keyboard_alone_reaches_every_cell(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{MATRIX}?on=2013-11-08")
    cells = [one.get_attribute("id") for one in page.locator(".matrix td a").all()]
    assert len(cells) == 14 * 10
    page.locator(".matrix tbody th a").first.focus()
    reached = []
    for _ in range(len(cells) + 9):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id"))
    assert [one for one in reached if one] == cells


@pytest.mark.parametrize("closing", ["Escape", "link"])
def test_keyboard_alone_opens_a_cell_and_closes_it(page, closing):
    sign_in(page, "reader")
    page.goto(f"/en/{MATRIX}?on=2013-11-08")
    page.locator("#T6-ON").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#pane")
    assert page.evaluate("document.activeElement.id") == "pane"
    assert page.locator("#pane a[href*='/admin/']").count() == 0
    if closing == "link":
        page.locator(".back-to-cell").focus()
    page.keyboard.press("Enter" if closing == "link" else closing)
    page.wait_for_selector("#pane", state="detached")
    assert page.evaluate("document.activeElement.id") == "T6-ON"
    assert "cell=" not in page.url


def test_the_form_of_a_later_position_comes_filled(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{MATRIX}?on=2013-11-08&cell=T6-ON")
    page.get_by_role("link", name="Record a later position").click()
    assert page.locator("#id_government").input_value() == "ON"
    assert plain(page.locator("#id_term").inner_text()) == "Source of the money"


@pytest.mark.parametrize("width", [375, 800])
def test_the_pinned_column_stays_in_view(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    sign_in(page, "analyst")
    page.goto(f"/en/{MATRIX}?on=2013-11-08&pin=ON")
    before = page.locator("#T6-ON").bounding_box()["x"]
    page.evaluate("document.querySelector('.table-scroll').scrollLeft = 600")
    assert abs(page.locator("#T6-ON").bounding_box()["x"] - before) < 3
    head = page.locator(".matrix thead .pinned").bounding_box()["x"]
    assert abs(head - page.locator(".matrix tbody td.pinned").first.bounding_box()["x"]) < 1


def test_who_has_answered_stands_under_the_matrix(page):
    sign_in(page, "reader")
    page.goto(f"/en/{MATRIX}?on=2014-02-28")
    assert plain(page.locator(".answers-told").first.inner_text()) == (
        "Answers to O4: 12 answered, 1 with an outdated answer (QC), waited for 7 days;"
        " reply due 2014-02-28, today")
    words = [plain(one.inner_text()) for one in page.locator(".matrix .answers td").all()]
    assert words[:3] == ["↩ O3 answered 2014-02-21", "↩ answered 2014-02-28", "⟲ answer outdated 7 days"]


def test_pane_opens_by_an_address_alone(page):
    sign_in(page, "analyst")
    page.route("**/matrix*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"/en/{MATRIX}?on=2013-11-08&cell=T6-ON")
    words = pane(page)
    for told in ("FIRM", "stated publicly (E2)", "individual", "deal-breaker (3)", "Would move if:",
                 "Money does not come from programmes for vulnerable workers",
                 "We will not fund or support any program", "CLAIMED – unconfirmed"):
        assert told in words, told


def test_footnote_of_quebec_stands_under_the_matrix(page):
    sign_in(page, "analyst")
    page.goto(f"/en/{MATRIX}?on=2014-02-28")
    assert "†" in page.locator(".matrix thead th:nth-child(4)").inner_text()
    assert "† Quebec: Quebec intends to opt out with full compensation" in plain(
        page.locator(".footnotes").inner_text())


@pytest.mark.drill
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_page_has_an_axe_violation_or_scrolls_sideways(page, language):
    sign_in(page, "analyst", language)
    assert page_faults(page, [f"/{language}/{one}" for one in OUR_PAGES], (375, 1280, 1920)) == {}


def test_placemat_is_one_landscape_page(page):
    sign_in(page, "analyst")
    page.goto("/en/negotiations/canada-job-grant/matrix/?on=2014-02-28")
    paper = page.pdf(prefer_css_page_size=True)
    assert paper.count(b"/MediaBox [0 0 792 612]") == 1
    assert b"/Count 1" in paper
