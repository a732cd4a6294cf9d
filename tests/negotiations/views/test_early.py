"""Pages read as of a day answer alike where that day cannot be read, or comes too early."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import translation

from tests import builders

pytestmark = pytest.mark.django_db

FIRST = datetime.date(2013, 3, 21)
KNOWN = datetime.datetime(2013, 3, 22, 12, tzinfo=datetime.UTC)
PAGES = {
    "negotiation-home": (), "government": ("on",), "tracker": (), "matrix": (), "term-list": (),
    "term": ("t1",)}
FILES = {"negotiation-home": "negotiation-json"}
BAD = {
    "2014-02-31": ("is not a day: February 2014 has 28 days.", "n’est pas un jour du calendrier"),
    "0000-01-01": ("is not between 1867-07-01 and 2199-12-31.",
                   "ne se situe pas entre 1867-07-01 et 2199-12-31."),
    "soon": ("is not a date that can be read.", "n’est pas une date lisible."),
}
VALID = ("Write year, month and day, as in 2013-11-08.",
         "Écrivez l’année, le mois et le jour, comme dans 2013-11-08.")
EARLY = ("Nothing had happened by then. The first event on record is of 21 March 2013.",
         "Rien ne s’était encore passé à cette date. Le premier événement au dossier est du 21 mars 2013.")
UNKNOWN = ("Nothing was on record yet on 20 March 2013.", "Rien n’était encore consigné le 20 mars 2013.")

LISTS = ("timeline", "offer-list", "claim-list", "gaps")

everywhere = pytest.mark.parametrize(("name", "language"), [(name, at) for name in PAGES for at in (0, 1)])


@pytest.fixture(autouse=True)
def talks(client):
    builders.make_governments()
    negotiation = builders.make_negotiation(slug="talks")
    client.force_login(builders.make_member(negotiation))
    source = builders.make_source(negotiation=negotiation, recorded_at=KNOWN)
    builders.make_term(negotiation=negotiation, code="T1", number=1, recorded_at=KNOWN)
    builders.make_event(negotiation=negotiation, source=source, effective_on=FIRST, recorded_at=KNOWN)


def answers(client, name, language, **dates):
    """The page, its words, and the file."""
    with translation.override(("en", "fr")[language]):
        args = ["talks", *PAGES[name]]
        page = client.get(reverse(name, args=args), dates)
        file = client.get(reverse(FILES.get(name, f"{name}-json"), args=args), dates)
    return page, page.content.decode().replace("\N{NO-BREAK SPACE}", " "), file


def notice(words):
    """What the notice says, and where its link leads."""
    found = re.search(r'<p class="notice notice-warning"[^>]*>([^<]*) <a href="([^"]*)"', words)
    return (found[1].strip(), found[2].replace("&amp;", "&")) if found else None


@everywhere
@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("field", ["on", "known"])
def test_a_date_that_cannot_be_read_is_refused_at_its_field(client, name, language, bad, field):
    page, words, file = answers(client, name, language, **{field: bad})
    assert (page.status_code, file.status_code) == (400, 400)
    fault = re.search(rf'id="as-of-{field}-error">([^<]*)<', words)[1]
    assert fault == file.json()["fault"].replace("\N{NO-BREAK SPACE}", " ")
    assert BAD[bad][language] in fault
    assert VALID[language] in fault
    assert f'name="{field}" value="{bad}"' in words


@everywhere
def test_a_day_before_the_first_event_says_so_and_leads_to_it(client, name, language):
    page, words, file = answers(client, name, language, on="2013-03-20")
    assert (page.status_code, file.status_code) == (200, 200)
    assert notice(words) == (EARLY[language], "?on=2013-03-21")
    assert file.json()["early"] == {"first_day": "2013-03-21"}


@everywhere
def test_the_link_to_the_first_day_keeps_what_was_known(client, name, language):
    _page, words, _file = answers(client, name, language, on="2013-03-20", known="2013-03-23")
    assert notice(words) == (EARLY[language], "?on=2013-03-21&known=2013-03-23")


@everywhere
def test_a_date_by_which_nothing_was_known_says_so_and_leads_to_today(client, name, language):
    page, words, file = answers(client, name, language, on="2013-03-21", known="2013-03-20")
    assert (page.status_code, file.status_code) == (200, 200)
    assert notice(words) == (UNKNOWN[language], "?on=2013-03-21")
    assert file.json()["early"] == {"first_day": None}


@everywhere
def test_from_the_first_day_on_there_is_no_notice(client, name, language):
    page, words, file = answers(client, name, language, on="2013-03-21", known="2013-03-22")
    assert (page.status_code, file.status_code, notice(words)) == (200, 200, None)
    assert file.json()["early"] is None


@pytest.mark.parametrize(("name", "language"), [(name, at) for name in LISTS for at in (0, 1)])
def test_a_page_without_a_file_says_so_too(client, name, language):
    """The timeline keeps what its drawing shows."""
    def told(**dates):
        with translation.override(("en", "fr")[language]):
            words = client.get(reverse(name, args=["talks"]), dates).content.decode()
        return notice(words.replace("\N{NO-BREAK SPACE}", " "))

    assert told(on="2013-03-20") == (EARLY[language], "?on=2013-03-21")
    assert told(on="2013-03-21", known="2013-03-20") == (UNKNOWN[language], "?on=2013-03-21")
    assert told(on="2013-03-21") is None
    if name == "timeline":
        assert told(on="2013-03-20", span="all")[1] == "?on=2013-03-21&span=all"


@pytest.mark.parametrize(("dates", "words"), [
    ({"on": "2013-03-20"}, ("Not begun: no event on record yet.",
                            "Pas encore commencé : aucun événement au dossier.")),
    ({"on": "2013-03-21"}, ("Announced: no offer with terms on the table.",
                            "Annonce faite : aucune offre assortie de modalités sur la table."))])
def test_headline_announces_nothing_before_the_first_event(client, dates, words):
    for language in (0, 1):
        page, told, file = answers(client, "negotiation-home", language, **dates)
        assert f"<strong>{words[language]}</strong>" in told
        assert file.json()["headline"].replace("\N{NO-BREAK SPACE}", " ") == words[language]
