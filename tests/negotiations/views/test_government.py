"""The profile of a government: what counts, what came before, what it will not accept."""

import datetime

import pytest
from django.urls import reverse

from tests import builders

pytestmark = pytest.mark.django_db

LATER = datetime.date(2014, 1, 15)


def page(client, code="on", **dates):
    return client.get(reverse("government", args=["talks", code]), dates).context["page"]


def take(talks, term, **changes):
    return builders.make_position(**talks, term=term, **{"grade": "E2", **changes})


def test_the_position_that_counts_is_told_with_what_came_before(client, talks):
    term = builders.make_term(negotiation=talks["negotiation"])
    take(talks, term, stance="opposed_as_drafted")
    take(talks, term, stance="accept", effective_on=LATER)
    stand = page(client).stands[0]
    assert (stand.line.stance.code, [line.stance.code for _, line, _ in stand.history]) == (
        "accept", ["opposed_as_drafted"])
    assert page(client, on="2013-12-01").stands[0].line.stance.code == "opposed_as_drafted"


def test_of_many_earlier_lines_the_newest_are_told_with_a_way_to_all(client, talks):
    """Which counts, and whether there are older ones, is as in the whole history; both dates stay."""
    few, many = (builders.make_term(negotiation=talks["negotiation"]) for _ in range(2))
    for term, lines in ((few, 9), (many, 12)):
        for number in range(lines):
            take(talks, term, stance="open", salience=number % 4, grade="E1" if number < 1 else "E3",
                 effective_on=builders.DAY + datetime.timedelta(number))
    dates = {"on": "2014-06-30", "known": "2030-01-01"}
    told = {one.term: (one.since, len(one.history), one.more) for one in page(client, **dates).stands}
    assert told == {few: ("8\xa0November 2013", 8, False), many: ("8\xa0November 2013", 8, True)}
    answer = client.get(reverse("government", args=["talks", "on"]), dates)
    assert answer.context["all_lines"] == "?on=2014-06-30&known=2030-01-01&lines=all"
    assert answer.content.decode().count('?on=2014-06-30&amp;known=2030-01-01&amp;lines=all#stands"') == 1
    whole = page(client, **dates, lines="all").stands
    assert [(len(stand.history), stand.more) for stand in whole] == [(8, False), (11, False)]


def test_a_term_without_a_row_is_not_stated(client, talks):
    term = builders.make_term(negotiation=talks["negotiation"])
    assert page(client).not_stated == (term,)


def test_a_later_word_of_lower_grade_is_a_signal(client, talks):
    term = builders.make_term(negotiation=talks["negotiation"])
    take(talks, term, stance="reject")
    builders.make_position(**talks, term=term, grade="E4", stance="open", effective_on=LATER)
    stand = page(client).stands[0]
    assert (stand.line.stance.code, stand.signal.stance.code) == ("reject", "open")


def test_red_lines_stand_first(client, talks):
    position = take(talks, builders.make_term(negotiation=talks["negotiation"]))
    builders.make_condition(position=position, source=talks["source"], text_en="No cut")
    assert [condition.text for condition, _, _ in page(client).red_lines] == ["No cut"]


def test_what_it_wants_is_what_it_proposes_and_its_open_conditions(client, talks):
    named, bound, silent = (builders.make_term(negotiation=talks["negotiation"]) for _ in range(3))
    take(talks, named, stance="proposes", value="540000000")
    position = take(talks, bound, stance="accept_if")
    builders.make_condition(position=position, source=talks["source"], kind="condition", text_en="New money")
    take(talks, silent, stance="reject")
    assert [(one.term, one.wants) for one in page(client).asks] == [
        (named, ("$540M",)), (bound, ("New money",))]


def test_a_condition_stands_until_the_day_on_which_it_is_met(client, talks):
    """A row that says so later, and one that corrects it, leave the days before as they were."""
    position = take(talks, builders.make_term(negotiation=talks["negotiation"]), stance="accept_if")
    stands = builders.make_condition(position=position, source=talks["source"], text_en="New money",
                                     kind="condition")
    builders.make_condition(position=position, source=talks["source"], text_en="New money", kind="condition",
                            status="met", effective_on=LATER, supersedes=stands, correction_reason="Paid.")
    assert [one.wants for one in page(client, on="2014-01-14").asks] == [("New money",)]
    assert page(client, on="2014-01-15").asks == ()


def test_movement_is_told_since_the_day_chosen(client, talks):
    term = builders.make_term(negotiation=talks["negotiation"])
    builders.make_event(**talks)
    take(talks, term, stance="opposed_as_drafted")
    take(talks, term, stance="accept", effective_on=LATER)
    moved = page(client).stands[0].moved
    assert (moved.arrow, moved.words, moved.before.code) == (
        "▲", "moved towards agreement", "opposed_as_drafted")
    assert page(client, since="2014-01-16").stands[0].moved is None


def test_its_own_line_beside_another_one_of_its_front_is_a_breach(client, talks):
    term, same = (builders.make_term(negotiation=talks["negotiation"]) for _ in range(2))
    front = builders.make_front(**talks)
    for one in (term, same):
        take(talks, one, stance="reject", origin="collective", front=front)
    take(talks, term, stance="open", effective_on=LATER)
    take(talks, same, stance="reject", effective_on=LATER)
    breach, = page(client).breaches
    assert (breach.term, breach.line.stance.code, breach.breach.front, breach.breach.stance.code) == (
        term, "open", "Front", "reject")


@pytest.mark.parametrize("clearance", [3, 4])
def test_what_we_assess_is_for_those_cleared_and_its_existence_too(client, talks, clearance):
    position = take(talks, builders.make_term(negotiation=talks["negotiation"]), salience=3)
    builders.make_condition(position=position, source=talks["source"], basis="assessed", sensitivity=4,
                            text_en="Would settle for less")
    client.force_login(builders.make_member(talks["negotiation"], clearance=clearance))
    text = client.get(reverse("government", args=["talks", "on"])).content.decode()
    told = client.get(reverse("government-json", args=["talks", "on"])).json()
    cleared = clearance == 4
    assert ("Would settle for less" in text, "assessed_by_us" in told) == (cleared, cleared)
    assert ("<h2 id=\"assessed\">" in text, "Would settle for less" in str(told)) == (cleared, cleared)
    assert (told["stands"][0]["salience"], told["stands"][0]["conditions"]) == ("deal-breaker", [])


def test_its_answer_to_the_offer_is_told(client, talks):
    builders.make_offer(**talks, state="tabled", code="O1", title_en="Letter", title_fr="Lettre")
    answer, = page(client, on="2013-11-18").answers
    assert (answer.offer, answer.title, answer.status, answer.words.replace("\xa0", " ")) == (
        "O1", "Letter", "silent", "silent, 10 days")


def test_a_coming_election_stands_on_the_profile_of_where_it_is_held(client, talks):
    builders.make_deadline(**talks, kind="election", set_by_id="ON", due_on=datetime.date(2013, 12, 1))
    assert [one.kind for one in page(client, on="2013-11-10").alerts] == ["election"]
    assert page(client, "qc", on="2013-11-10").alerts == ()
    assert [one.days for one in page(client, on="2013-11-10").countdowns] == [21]


def test_file_says_what_the_page_says(client, talks):
    term = builders.make_term(negotiation=talks["negotiation"], code="T1")
    take(talks, term, stance="accept")
    told = client.get(reverse("government-json", args=["talks", "on"]), {"on": "2013-11-08"}).json()
    assert (told["negotiation"], told["on"], told["known"], told["clearance"], told["government"]) == (
        "talks", "2013-11-08", None, "In confidence", "ON")
    assert [(one["term"], one["stance"]) for one in told["stands"]] == [("T1", "accept")]


def test_file_is_missing_for_who_is_no_member(client, talks):
    client.force_login(builders.make_user())
    files = [("government-json", ["talks", "on"]), ("negotiation-json", ["talks"]),
             ("tracker-json", ["talks"])]
    answers = [client.get(reverse(name, args=args)).status_code for name, args in files]
    assert answers == [404, 404, 404]


def test_what_another_government_said_is_not_here(client, talks):
    event = builders.make_event(**talks)
    builders.make_statement(**talks, event=event, government_id="QC", state="approved")
    builders.make_statement(**talks, event=event, government_id="ON", state="approved")
    assert len(page(client).said) == 1


def test_an_unknown_government_is_missing(client, talks):
    assert client.get(reverse("government", args=["talks", "xx"])).status_code == 404


@pytest.mark.parametrize("rows", [1, 6])
@pytest.mark.parametrize("name", ["government", "government-json", "government-list"])
def test_page_takes_the_same_queries_for_one_row_and_for_many(
        client, talks, name, rows, django_assert_num_queries):
    for _ in range(rows):
        event = builders.make_event(**talks)
        said = builders.make_statement(**talks, event=event, state="approved")
        term = builders.make_term(negotiation=talks["negotiation"])
        builders.make_condition(position=take(talks, term, event=event), source=talks["source"])
        builders.make_track_step(**talks)
        builders.make_offer(**talks, state="tabled", author_government_id="ON")
        builders.make_follow_up(**talks, owner_government_id="ON", statement=said)
        builders.make_front_member(front=builders.make_front(**talks), source=talks["source"])
    address = reverse(name, args=["talks"] if name == "government-list" else ["talks", "on"])
    with django_assert_num_queries(5 if name == "government-list" else 28):
        assert client.get(address).status_code == 200


def test_a_signal_after_the_offer_is_told_where_there_is_no_answer(client, talks):
    """A weaker line never replaces the position before the offer; but who gave it is not silent."""
    term = builders.make_term(negotiation=talks["negotiation"])
    take(talks, term, effective_on=datetime.date(2013, 11, 1))
    offer = builders.make_offer(**talks, state="tabled", code="O1", title_en="Letter", title_fr="Lettre")
    builders.make_offer_term(offer=offer, term=term)
    take(talks, term, stance="open", grade="E4", effective_on=datetime.date(2013, 11, 12))
    answer, = page(client, on="2013-11-18").answers
    assert answer.words.replace("\xa0", " ") == "no answer on record, 10 days; a signal on 12 November 2013"
    home = client.get(reverse("negotiation-home", args=["talks"]), {"on": "2013-11-18"}).context["moved"]
    assert home.answers[0].words.replace("\xa0", " ") == (
        "O1: 12 silent (QC, NS, NB, MB, BC, PE, SK, AB, NL, NT, YT, NU), 1 with no answer on record"
        " (ON: a signal on 12 November 2013), waited for 10 days")
