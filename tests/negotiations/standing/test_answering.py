"""Who has answered the offer on the table: by a position, by the front, by an act; and since when not."""

import datetime
from types import SimpleNamespace

import pytest

from negotiations.standing.answering import by_offer, replies
from negotiations.standing.positions import Stand

PROVINCES = ("ON", "QC")


def day(number):
    return datetime.date(2014, 2, number)


def offer(pk, number, government="CA", front=None, **changes):
    return SimpleNamespace(**{
        "pk": pk, "kind": "offer", "state": "tabled", "effective_on": day(number), "attached_to_id": None,
        "author_government_id": None if front else government, "author_front_id": front,
        "response_due": None, "replaces_id": None, "earlier_versions": (), "tabled_on": day(number),
        "addressed_to": (), **changes})


def said(offer, term, value):
    return SimpleNamespace(offer_id=offer, term_id=term, value=value, wording_en="", wording_fr="")


def to(offer, government=None, front=None):
    return SimpleNamespace(offer_id=offer, government_id=government, front_id=front)


def member(government, front=1, starts=1, ends=None):
    return SimpleNamespace(front_id=front, government_id=government, starts_on=day(starts),
                           ends_on=ends and day(ends))


def position(number, term=1, government="ON", offer=None, stance="accept", pk=1):
    row = SimpleNamespace(pk=pk, government_id=government, term_id=term, stance=stance, offer_id=offer,
                          origin="individual", effective_on=day(number))
    return {(government, term): Stand(row, False)}


def step(number, state, government="ON"):
    return SimpleNamespace(pk=1, in_place_of=None, government_id=government, state=state,
                           effective_on=day(number))


FIRST, SECOND = offer(1, 3), offer(2, 21)
SAID = [said(1, 1, "5000"), said(1, 2, "100"), said(2, 1, "0")]


def asked(cells=None, steps=(), offers=(FIRST, SECOND), terms=SAID, addressees=(), members=(), on=28,
          governments=("CA", *PROVINCES)):
    return replies(governments, offers, terms, addressees, members, cells or {}, steps, day(on))


def told(reply):
    return reply.status, reply.day and reply.day.day, reply.waiting


def test_nobody_is_asked_before_an_offer_is_on_the_table():
    assert asked(offers=()) == {}


def test_who_has_said_nothing_is_silent_since_the_day_of_the_offer():
    assert told(asked()["QC"]) == ("silent", None, 7)


def test_a_position_on_a_term_of_the_offer_since_its_day_answers_it():
    assert told(asked(position(21))["ON"]) == ("answered", 21, None)


def test_a_position_on_what_the_offer_leaves_as_it_was_answers_it_too():
    assert told(asked(position(22, term=2))["ON"]) == ("answered", 22, None)


def weaker(number, of=1, term=1, government="ON"):
    """A position of day *of*, and a line on weaker evidence since."""
    (key, stand), = position(of, term, government).items()
    later = SimpleNamespace(**{**vars(stand.row), "effective_on": day(number), "grade": "E4"})
    return {key: Stand(stand.row, False, later)}


def test_a_signal_since_the_offer_is_told_and_answers_nothing():
    found = asked(weaker(24), terms=SAID[:2])["ON"]
    assert (*told(found), found.signal) == ("silent", None, 7, day(24))
    outdated = asked(weaker(24, of=5))["ON"]
    assert (*told(outdated), outdated.signal) == ("outdated", 5, 7, day(24))


def test_a_signal_before_the_offer_or_on_another_term_is_none():
    assert [asked(cells)["ON"].signal for cells in (weaker(20), weaker(24, term=3))] == [None, None]


def test_who_has_answered_needs_no_signal():
    assert asked(weaker(24, of=22))["ON"].signal is None


def test_a_signal_about_the_offer_is_told_too():
    def oral(number, about, **changes):
        return offer(9, number, "ON", kind="signal", **{"attached_to_id": about, **changes})

    signals = [oral(25, 2), oral(25, 1), oral(25, 2, state="withdrawn"),
               oral(25, 2, author_government_id="QC")]
    found = [asked(offers=(FIRST, SECOND, one))["ON"].signal for one in signals]
    assert found == [day(25), None, None, None]


def test_a_position_on_what_nobody_offered_answers_nothing():
    assert told(asked(position(22, term=3))["ON"]) == ("silent", None, 7)


def test_an_offer_without_a_term_on_record_is_about_all_of_them():
    assert told(asked(position(22, term=3), terms=())["ON"]) == ("answered", 22, None)


def test_a_position_on_the_package_answers_every_offer_since():
    assert told(asked(position(22, term=None))["ON"]) == ("answered", 22, None)


def test_a_position_that_names_the_offer_answers_it_on_any_term_and_day():
    assert told(asked(position(20, term=3, offer=2))["ON"]) == ("answered", 20, None)


def test_a_position_that_names_an_earlier_version_of_the_offer_answers_it():
    offers = FIRST, offer(8, 21, earlier_versions=(2,))
    found = asked(position(20, term=3, offer=2), offers=offers, terms=[*SAID[:2], said(8, 1, "0")])
    assert told(found["ON"]) == ("answered", 20, None)


def test_a_position_that_names_an_older_offer_of_that_side_answers_that_one():
    assert told(asked(position(21, offer=1))["ON"]) == ("outdated", 21, 7)
    assert told(asked(position(22, term=None, offer=1))["ON"]) == ("outdated", 22, 7)
    assert told(asked(position(22, term=2, offer=1))["ON"]) == ("silent", None, 7)


def test_a_position_that_names_a_signal_about_the_older_offer_answers_that_one():
    signal = offer(7, 20, kind="signal", attached_to_id=1)
    found = asked(position(22, term=2, offer=7), offers=(FIRST, signal, SECOND))
    assert told(found["ON"]) == ("silent", None, 7)


def test_a_position_that_names_an_offer_of_another_author_answers_this_one_too():
    theirs = offer(7, 20, government=None, front=1)
    assert told(asked(position(22, offer=7), offers=(FIRST, theirs, SECOND))["ON"]) == ("answered", 22, None)


def test_after_a_withdrawal_nobody_is_asked_about_what_it_had_replaced():
    gone = offer(8, 25, state="withdrawn", replaces_id=1, earlier_versions=(2,), tabled_on=day(21))
    assert asked(offers=(FIRST, gone), terms=SAID[:2]) == {}


def test_an_answer_to_a_value_that_the_offer_changed_is_outdated():
    assert told(asked(position(5))["ON"]) == ("outdated", 5, 7)


def test_an_answer_to_a_value_that_stands_is_no_answer_to_the_new_offer():
    assert told(asked(position(5, term=2))["ON"]) == ("silent", None, 7)


def test_who_reserves_its_position_is_waited_for():
    assert told(asked(position(22, stance="reserved"))["ON"]) == ("reserved", 22, 7)


def test_an_answer_on_one_term_counts_beside_a_reservation_on_another():
    cells = {**position(22, stance="reserved"), **position(21, term=2)}
    assert told(asked(cells)["ON"]) == ("answered", 21, None)


def test_what_does_not_apply_answers_nobody():
    assert told(asked(position(22, stance="not_applicable"))["ON"]) == ("silent", None, 7)


@pytest.mark.parametrize(("state", "status"), [
    ("J2", "silent"), ("J3", "answered"), ("J4", "reserved"), ("J6", "answered"), ("J21", "answered"),
    ("J22", "silent"), ("J23", "answered")])
def test_an_act_of_the_government_since_the_offer_answers_it(state, status):
    assert asked(steps=[step(22, state)])["ON"].status == status


def test_an_act_before_the_offer_answers_nothing():
    assert asked(steps=[step(20, "J6")])["ON"].status == "silent"


def test_each_is_asked_about_the_latest_offer_addressed_to_it():
    found = asked(addressees=[to(1, front=1), to(2, government="ON")], members=[member("ON"), member("QC")])
    assert {code: one.offer.pk for code, one in found.items()} == {"ON": 2, "QC": 1}


def test_a_front_is_its_members_on_the_day_of_the_offer():
    members = [member("ON", ends=20), member("QC", starts=22), member("NS", starts=21, ends=21),
               member("NB", front=2)]
    found = asked(addressees=[to(2, front=1)], members=members, offers=[SECOND],
                  governments=("ON", "QC", "NS", "NB"))
    assert list(found) == ["NS"]


def test_an_offer_that_names_nobody_speaks_to_the_other_side():
    found = asked(offers=[FIRST, offer(3, 4, front=1)])
    assert {code: one.offer.pk for code, one in found.items()} == {"CA": 3, "ON": 1, "QC": 1}


@pytest.mark.parametrize("changes", [{"state": "withdrawn"}, {"kind": "demand"}, {"kind": "outcome"}])
def test_only_a_written_offer_on_the_table_waits_for_an_answer(changes):
    assert asked(offers=[FIRST, offer(2, 21, **changes)])["ON"].offer.pk == 1


def test_days_are_counted_to_the_date_due_and_past_it():
    due = offer(2, 21, response_due=day(24))
    assert [asked(offers=[due], on=on)["ON"].due_in for on in (22, 24, 28)] == [2, 0, -4]


def test_replies_are_gathered_by_offer_the_one_to_most_first():
    found = by_offer(asked({**position(22)}, offers=[SECOND, offer(3, 4, front=1)]))
    assert [(one.offer.pk, [row.government for row in one.of("answered")],
             [row.government for row in one.waited_for]) for one in found] == [
        (2, ["ON"], ["QC"]), (3, [], ["CA"])]
