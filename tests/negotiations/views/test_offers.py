"""An offer on every page: its correction is the same offer, and its withdrawal is no tabling."""

import datetime

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from tests import builders

pytestmark = pytest.mark.django_db
TABLED, WITHDRAWN, AFTER = (datetime.date(2014, 2, day) for day in (21, 24, 25))
AGREED = datetime.date(2014, 2, 28)


@pytest.fixture
def start(talks):
    return builders.make_term(negotiation=talks["negotiation"], code="T7", value_kind="date")


def table(talks, term, title, day, value, **changes):
    changes = {"state": "tabled", "form": "letter", **changes}
    offer = builders.make_offer(**talks, title_en=title, title_fr=title, effective_on=day, **changes)
    builders.make_offer_term(offer=offer, term=term, value=value)
    return offer


def letters(talks, term):
    """A first letter, the other side's, and a second letter that replaces the first; an event before."""
    front = builders.make_front(**talks)
    builders.make_event(**talks, effective_on=datetime.date(2013, 12, 1))
    first = table(talks, term, "First letter", datetime.date(2013, 12, 24), "2014-04-01")
    table(talks, term, "Counter", datetime.date(2014, 2, 4), "2014-10-01", author_front=front)
    return table(talks, term, "Second letter", TABLED, "2014-07-01", replaces=first, code="O4")


def corrected(talks, term, offer, **changes):
    changes = {"day": TABLED, "state": "tabled", "title": offer.title_en, **changes}
    return table(talks, term, changes.pop("title"), changes.pop("day"), "2014-07-01", supersedes=offer,
                 correction_reason="A slip", kind=offer.kind, replaces=offer.replaces, **changes)


def taken_back(talks, term):
    return corrected(talks, term, letters(talks, term), day=WITHDRAWN, state="withdrawn")


def read(client, name, *names, **dates):
    return client.get(reverse(name, args=["talks", *names]), {"on": AFTER, **dates})


def plain(words):
    return " ".join(words.replace("\xa0", " ").split())


def text(answer):
    return plain(strip_tags(answer.content.decode().replace("<", " <")))


def test_a_draft_of_a_correction_changes_no_page(client, talks, start):
    offer = letters(talks, start)
    names = ("term-list-json", "matrix-json", "offer-list")
    before = [text(read(client, name)) for name in names]
    corrected(talks, start, offer, state="draft", title="A draft")
    assert [text(read(client, name)) for name in names] == before


def test_home_tells_a_withdrawal_and_not_as_a_tabling(client, talks, start):
    taken_back(talks, start)
    answers = [read(client, "negotiation-home", since=day) for day in ("2014-02-22", "2014-02-20")]
    words = [[line.words for line in one.context["moved"].changes] for one in answers]
    assert words == [["withdrawn: Second letter"],
                     ["tabled (letter): Second letter", "withdrawn: Second letter"]]


def test_lists_keep_the_day_of_the_tabling_and_tell_that_of_the_withdrawal(client, talks, start):
    taken_back(talks, start)
    home = read(client, "negotiation-home").context["page"].offers[0]
    told = "Second letter (withdrawn on 24 February 2014)"
    assert (plain(home.title), plain(home.when)) == (told, "21 February 2014")
    assert f"2014-02-21 {told}" in text(read(client, "offer-list"))


MONTH = {"effective_precision": "month"}


@pytest.mark.parametrize(("tabling", "withdrawal", "when", "listed", "told"), [
    ((datetime.date(2014, 1, 31), MONTH), (WITHDRAWN, {}),
     "January 2014", "2014-01", "withdrawn on 24 February 2014"),
    ((datetime.date(2014, 1, 21), {}), (datetime.date(2014, 2, 28), MONTH),
     "21 January 2014", "2014-01-21", "withdrawn: February 2014")])
def test_a_tabling_and_a_withdrawal_are_each_dated_as_exactly_as_they_are_known(
        client, talks, start, tabling, withdrawal, when, listed, told):  # fmt: skip
    offer = table(talks, start, "Letter", tabling[0], "2014-04-01", **tabling[1])
    corrected(talks, start, offer, day=withdrawal[0], state="withdrawn", **withdrawal[1])
    home, = read(client, "negotiation-home", on=AGREED).context["page"].offers
    assert (plain(home.title), plain(home.when)) == (f"Letter ({told})", when)
    assert f"{listed} Letter ({told})" in text(read(client, "offer-list", on=AGREED))
    entries = read(client, "timeline", on=AGREED).context["page"].entries
    assert [plain(one.when) for one in entries if one.title == "Letter"] == [when]
    version, = read(client, "term", "t7", on=AGREED).context["page"].versions
    assert plain(version.withdrawn) == told


def test_days_of_the_matrix_have_the_tabling_and_the_withdrawal(client, talks, start):
    taken_back(talks, start)
    found = {tick.day: (tick.titles, tick.offers) for tick in read(client, "matrix").context["page"].ticks}
    assert found[TABLED] == (("Second letter",), ("Second letter",))
    assert found[WITHDRAWN] == (("withdrawn: Second letter",), ())


def test_a_withdrawal_leaves_nobody_to_answer_what_it_had_replaced(client, talks, start):
    taken_back(talks, start)
    page = read(client, "matrix").context["page"]
    assert {one.offer.told("title") for one in page.answers} == {"Counter"}
    headline = read(client, "negotiation-home").context["page"].headline
    assert (headline.offer, headline.counter.title) == (None, "Counter")


def test_history_of_the_term_keeps_the_version_and_has_no_gap_any_more(client, talks, start):
    taken_back(talks, start)
    page = read(client, "term", "t7").context["page"]
    version = page.versions[-1]
    assert (version.on, version.offer.code) == (TABLED, "O4")
    assert plain(version.withdrawn) == "withdrawn on 24 February 2014"
    assert [(step.on, step.gap != "", step.withdrawal) for step in page.steps] == [
        (datetime.date(2013, 12, 24), False, False), (datetime.date(2014, 2, 4), True, False),
        (TABLED, True, False), (WITHDRAWN, False, True)]
    assert (page.steps[-1].federal, page.trail, page.chart) == ("", (), None)
    assert page.wording is None


def test_timeline_has_both_days(client, talks, start):
    taken_back(talks, start)
    entries = read(client, "timeline").context["page"].entries
    assert [(one.first, one.title) for one in entries if "Second" in one.title] == [
        (TABLED, "Second letter"), (WITHDRAWN, "withdrawn: Second letter")]


def test_page_of_the_offer_says_that_it_was_withdrawn(client, talks, start):
    gone = taken_back(talks, start)
    for code in ("O4", str(gone.pk)):
        found = text(read(client, "offer", code))
        assert "Date 21 February 2014 State withdrawn, 24 February 2014" in found
    assert "State tabled" in text(read(client, "offer", "O4", on=TABLED))


def test_page_of_a_corrected_offer_leads_to_what_it_says_now(client, talks, start):
    new = corrected(talks, start, letters(talks, start), title="Second letter, with its date")
    answer = read(client, "offer", "O4")
    assert answer.context["latest"] == new
    assert reverse("offer", args=["talks", str(new.pk)]) in answer.content.decode()


def test_a_correction_is_the_offer_that_steps_and_positions_name(client, talks, start):
    front = builders.make_front(**talks)
    letters(talks, start)
    outcome = table(talks, start, "Agreement", AGREED, "2014-07-01", kind="outcome", form="agreement",
                    author_front=front, author_government=builders.make_government("CA"))
    for code in ("ON", "NS"):
        builders.make_track_step(**talks, government=builders.make_government(code), state="J6",
                                 offer=outcome, effective_on=AGREED)
    builders.make_position(**talks, government=builders.make_government("QC"), term=start, stance="accept",
                           offer=outcome, effective_on=AGREED)
    addresses = [("term-list-json",), ("matrix-json",)]
    before = [read(client, *address, on=AGREED).json() for address in addresses]
    corrected(talks, start, outcome, day=AGREED, form="agreement", author_front=front,
              author_government=builders.make_government("CA"))
    assert [read(client, *address, on=AGREED).json() for address in addresses] == before
