"""The pages that say where things stand, on a telephone, by keyboard alone, and without colour.

On the shipped record, in both languages; what one page alone promises is proved beside that page's story.
"""

import re

import pytest

from tests.e2e.conftest import axe_faults, sign_in
from tests.e2e.test_standing import plain

PLACE = "negotiations/canada-job-grant/"
PAGES = {
    "home": f"{PLACE}?on=2014-02-28",
    "matrix": f"{PLACE}matrix/?on=2014-02-28",
    "matrix with a cell open": f"{PLACE}matrix/?on=2014-02-28&cell=T06-ON",
    "terms": f"{PLACE}terms/?on=2014-02-28",
    "term": f"{PLACE}terms/t09/?on=2014-02-28",
    "profile": f"{PLACE}jurisdictions/ns/?on=2014-03-31",
    "tracker": f"{PLACE}tracker/?on=2014-03-31",
    "binding": f"{PLACE}statements/ST-E10-02/front/",
}
EARLY = ["", "matrix/", "terms/", "terms/t09/", "jurisdictions/ns/", "tracker/"]
EARLY_WORDS = {"en": "The first event on record is of 21 March 2013.",
               "fr": "Le premier événement au dossier est du 21 mars 2013."}

pytestmark = pytest.mark.drill  # every page, both languages: minutes
everywhere = pytest.mark.parametrize("name", PAGES)
in_both = pytest.mark.parametrize("language", ["en", "fr"])

OPEN_ALL = "document.querySelectorAll('details').forEach(one => one.open = true)"
FITS = "document.documentElement.scrollWidth <= window.innerWidth"

# Remembers what the keyboard reaches, and whether a ring is seen around it.
WATCH = """() => {
  const told = one => `${one.tagName} ${one.id || one.name || one.innerText.trim().slice(0, 40)}`;
  const seen = one => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== "hidden";
  const off = one => one.type === "radio" && !one.checked;
  window.wanted = new Set([...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex='0']")].filter(
      one => seen(one) && !one.disabled && !off(one)));
  window.unseen = [];
  document.addEventListener("focusin", event => {
    const style = getComputedStyle(event.target);
    const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    if (window.wanted.delete(event.target) && !ring) window.unseen.push(told(event.target));
  });
  window.left = () => [...window.wanted].map(told);
  return window.wanted.size;
}"""

# What the eye has where there is no colour: for each class that colours, the symbols and words it is on.
SIGNS = """() => {
  const found = {};
  const put = (name, text) => { (found[name] ??= new Set()).add(text.trim()); };
  const colour = one => [...one.classList].find(name => /^(stance-|left-out)/.test(name));
  for (const one of document.querySelectorAll(".stance")) put(colour(one), one.innerText);
  for (const one of document.querySelectorAll(".matrix tbody td:not(.counts)"))
    put(`cell ${colour(one)}`, one.querySelector("b").innerText.replace(/[()[\\]~F‡]/g, ""));
  for (const one of document.querySelectorAll(".alerts > li"))
    put(one.matches(".muted") ? "closed alert" : "open alert", one.querySelector(".alert-title").innerText);
  for (const one of document.querySelectorAll(".alarm"))
    put("alarm", one.innerText.replace(/\\d+/, "n"));
  for (const one of document.querySelectorAll(".term-status")) put("status", one.innerText);
  for (const one of document.querySelectorAll("[aria-labelledby=yardsticks-caption] td:nth-child(2)"))
    put("yardstick", one.innerText);
  return Object.fromEntries(Object.entries(found).map(([name, texts]) => [name, [...texts]]));
}"""

STANCES = {
    "en": {"stance-proposes": {"◆ proposes"}, "stance-green": {"✔ accepts"},
           "stance-green-hatch": {"✔? accepts if"},
           "stance-amber": {"◔ open", "○ neutral", "△ concerned", "‖ reserved"},
           "stance-red": {"✖? opposed as drafted", "✖ rejects"}, "stance-grey": {"· not stated"},
           "stance-none": {"– not applicable"}, "stance-settled": {"● settled in principle"}},
    "fr": {"stance-proposes": {"◆ propose"}, "stance-green": {"✔ accepte"},
           "stance-green-hatch": {"✔? accepte si"},
           "stance-amber": {"◔ ouvert à négocier", "○ neutre", "△ préoccupé", "‖ réserve sa position"},
           "stance-red": {"✖? s’oppose à la version actuelle", "✖ rejette"},
           "stance-grey": {"· position non exprimée"}, "stance-none": {"– sans objet"},
           "stance-settled": {"● réglé en principe"}},
}
CELLS = {
    "2014-02-28": {"cell stance-proposes": {"◆"}, "cell stance-green-hatch": {"✔?"}, "cell stance-red": {"✖"},
                   "cell stance-amber": {"‖", "△", "◔"}, "cell stance-settled": {"●"},
                   "cell stance-grey": {"·"}},
    "2013-11-08&firm=1": {"cell left-out": {"◌"}, "cell stance-grey": {"·"}, "cell stance-red": {"✖", "✖?"},
                          "cell stance-proposes": {"◆"}},
}
YARDSTICKS = {
    "en": {"nothing to meet", "✔ majority met", "✔ 7/50 yardstick met – not a legal test",
           "✖ unanimity not met"},
    "fr": {"rien à atteindre", "✔ majorité atteinte", "✔ repère 7/50 atteint – sans valeur juridique ici",
           "✖ unanimité non atteinte"},
}
ELSEWHERE = {
    ("home", "?on=2014-02-28"): {
        "en": {"open alert": {"⚠ Gap risk"}, "alarm": {"⚠ alarm of n day", "⚠ alarm of n days"}},
        "fr": {"open alert": {"⚠ Risque d’interruption"},
               "alarm": {"⚠ rappel à n jour", "⚠ rappel à n jours"}}},
    ("terms", "terms/?on=2014-03-31"): {
        "en": {"status": {"□ Open", "[ ] Bracketed", "◧ Provisionally agreed"}},
        "fr": {"status": {"□ Ouverte", "[ ] Entre crochets", "◧ Convenue provisoirement"}}},
    ("tracker", "tracker/?on=2014-03-31"): {
        "en": {"open alert": {"⚠ Gap risk", "⚠ Deadline"}, "yardstick": YARDSTICKS["en"]},
        "fr": {"open alert": {"⚠ Risque d’interruption", "⚠ Échéance"}, "yardstick": YARDSTICKS["fr"]}},
    ("tracker, later", "tracker/?on=2016-01-01"): {
        "en": {"closed alert": {"Gap risk"}, "yardstick": YARDSTICKS["en"]},
        "fr": {"closed alert": {"Risque d’interruption"}, "yardstick": YARDSTICKS["fr"]}},
}


@pytest.fixture(scope="module")
def seats(browser, site):
    """One analyst signed in for each language, for all the tests of this file."""
    opened = {}
    for language in ("en", "fr"):
        context = browser.new_context(base_url=site, viewport={"width": 1280, "height": 900})
        opened[language] = context.new_page()
        sign_in(opened[language], "analyst", language)
    yield opened
    for one in opened.values():
        one.context.close()


def visit(seats, language, address, width=1280):
    page = seats[language]
    page.set_viewport_size({"width": width, "height": 900})
    assert page.goto(f"/{language}/{address}").status == 200
    return page


def signs(page) -> dict[str, set[str]]:
    """What stands on each colour."""
    return {name: {plain(text) for text in texts} for name, texts in page.evaluate(SIGNS).items()}


@in_both
@everywhere
def test_a_telephone_shows_it_whole_and_open_without_axe_violation(seats, name, language):
    page = visit(seats, language, PAGES[name], width=375)
    page.evaluate(OPEN_ALL)
    assert page.evaluate(FITS)
    assert axe_faults(page) == []


@in_both
@everywhere
def test_the_keyboard_reaches_everything_and_shows_where_it_is(seats, name, language):
    page = visit(seats, language, PAGES[name])
    page.evaluate(OPEN_ALL)
    many = page.evaluate(WATCH)
    assert many > 20
    for _ in range(many + 4):
        page.keyboard.press("Tab")
    assert (page.evaluate("window.left()"), page.evaluate("window.unseen")) == ([], [])


@in_both
@pytest.mark.parametrize("day", CELLS)
def test_a_matrix_without_colour_tells_each_stance_by_its_symbol(seats, day, language):
    page = visit(seats, language, f"{PLACE}matrix/?on={day}")
    assert signs(page) == {**STANCES[language], **CELLS[day]}


@in_both
def test_the_placemat_prints_on_one_landscape_page(seats, language):
    paper = visit(seats, language, PAGES["matrix"]).pdf(prefer_css_page_size=True)
    assert (paper.count(b"/MediaBox [0 0 792 612]"), b"/Count 1" in paper) == (1, True)


def test_a_cell_of_a_front_is_told_by_its_brackets(seats):
    page = visit(seats, "en", PAGES["matrix"])
    hollow = page.eval_on_selector_all(".matrix tbody td.hollow b", "all => all.map(one => one.innerText)")
    full = page.eval_on_selector_all(
        ".matrix tbody td:not(.hollow) b", "all => all.map(one => one.innerText)")
    assert {one.startswith("(") for one in hollow} == {True}
    assert {one.startswith("(") for one in full} == {False}


@in_both
@pytest.mark.parametrize(("name", "address"), ELSEWHERE)
def test_a_page_without_colour_tells_each_state_by_its_words(seats, name, address, language):
    assert signs(visit(seats, language, PLACE + address)) == ELSEWHERE[name, address][language]


@pytest.mark.parametrize("language", STANCES)
def test_no_two_colours_share_a_sign(language):
    told = [sign for signs in STANCES[language].values() for sign in signs]
    assert len(told) == len(set(told))
    symbols = {name: {sign.split()[0] for sign in signs} for name, signs in STANCES[language].items()}
    for name, found in {**CELLS["2014-02-28"], **CELLS["2013-11-08&firm=1"]}.items():
        if name != "cell left-out":
            assert found <= symbols[name.removeprefix("cell ")]
    assert len(set().union(*symbols.values())) == len(told)


@in_both
@pytest.mark.parametrize("address", EARLY)
def test_a_day_before_the_record_leads_to_its_first_day(seats, address, language):
    page = visit(seats, language, f"{PLACE}{address}?on=2012-01-01", width=375)
    notice = page.locator("main .notice-warning")
    assert EARLY_WORDS[language] in plain(notice.inner_text())
    assert page.evaluate(FITS)
    notice.get_by_role("link").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**on=2013-03-21")
    notice.wait_for(state="detached")


@pytest.mark.parametrize("address", ["", "matrix/", "terms/", "terms/t09/", "jurisdictions/ns/", "tracker/"])
def test_every_link_of_the_negotiation_keeps_both_dates(seats, address):
    """The report of a meeting is read on its own day; acts and downloads have no day."""
    page = visit(seats, "en", f"{PLACE}{address}?on=2014-03-31&known=2014-06-30")
    links = page.eval_on_selector_all(
        "main a[href]", "all => all.filter(one => one.innerText !== 'today').map(one => one.href)")
    own = [one for one in links
           if f"/{PLACE}" in one and not one.endswith("/download/") and "/front/" not in one]
    assert len(own) > 15
    assert [one for one in own if "known=2014-06-30" not in one] == []
    assert [one for one in own if not re.search(r"[?&]on=\d", one) and "/report/" not in one] == []
