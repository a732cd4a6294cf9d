"""Versions of one offer are one, and a withdrawal brings nothing back."""

import datetime
from types import SimpleNamespace

from negotiations.standing.answers import Table
from negotiations.standing.offers import (
    by_version,
    overtakes,
    placed,
    standing,
    tabled_on,
    withdrawn_on,
)

FIRST, SECOND, LAST = (datetime.date(2014, month, 1) for month in (1, 2, 3))


def offer(pk, on=FIRST, state="tabled", replaces=None, earlier=(), tabled=None, kind="offer", to=()):
    return SimpleNamespace(
        pk=pk, kind=kind, state=state, effective_on=on, tabled_on=tabled or on, replaces_id=replaces,
        earlier_versions=earlier, attached_to_id=None, author_government_id="CA", author_front_id=None,
        addressed_to=to)


def says(of, value):
    return SimpleNamespace(offer_id=of, term_id=7, value=value, wording_en="", wording_fr="")


def takes(answered, on, stance="accept"):
    return SimpleNamespace(stance=stance, offer_id=answered, effective_on=on)


OLD, NEW = offer(1), offer(2, SECOND, replaces=1)
GONE = offer(5, LAST, "withdrawn", replaces=1, earlier=(2, 4), tabled=SECOND)


def keys(rows):
    return [row.pk for row in rows]


def test_whoever_named_an_earlier_version_meant_the_offer():
    assert {key: row.pk for key, row in by_version([OLD, GONE]).items()} == {1: 1, 5: 5, 2: 5, 4: 5}


def test_an_offer_that_another_replaces_still_stands_beside_it():
    assert keys(standing([OLD, NEW])) == [1, 2]


def test_what_a_withdrawn_offer_had_replaced_does_not_come_back():
    assert keys(standing([OLD, GONE])) == []


def test_neither_does_what_that_one_had_replaced_by_an_earlier_version_of_its_own():
    first, second = offer(1), offer(3, SECOND, replaces=1, earlier=(2,))
    gone = offer(5, LAST, "withdrawn", replaces=2, earlier=(4,), tabled=SECOND)
    assert keys(standing([first, second, gone])) == []


def test_neither_does_what_the_replaced_one_had_overtaken_without_a_word():
    for to in ((), ("QC", "ON")):
        replaced, gone = offer(2, SECOND, to=to), offer(5, LAST, "withdrawn", replaces=2)
        assert keys(standing([offer(1, to=to[:1]), replaced, gone])) == []


def test_what_the_withdrawn_offer_did_not_replace_stands():
    assert keys(standing([OLD, offer(5, LAST, "withdrawn")])) == [1]


def test_what_spoke_to_others_or_is_no_offer_stands():
    earlier = [OLD, offer(2, to=["ON"]), offer(3, kind="demand"), offer(4, kind="outcome")]
    gone = [offer(6, SECOND, to=["QC"]), offer(7, LAST, "withdrawn", replaces=6)]
    assert keys(standing([*earlier, *gone])) == [1, 2, 3, 4]


def test_a_withdrawal_keeps_the_place_of_what_it_withdrew():
    assert (tabled_on(GONE), withdrawn_on(GONE), placed(GONE)) == (SECOND, LAST, (SECOND, 2))
    assert (tabled_on(NEW), withdrawn_on(NEW)) == (SECOND, None)


def test_what_a_correction_says_is_what_the_offer_that_was_named_says():
    corrected = offer(3, SECOND, earlier=(2,))
    table = Table.of([OLD, corrected], [says(1, "5"), says(3, "9")])
    assert table.said(2, 7).value == "9"
    assert table.named(2) is corrected


def test_nothing_is_said_by_what_was_withdrawn():
    table = Table.of([OLD, GONE], [says(1, "5"), says(4, "9")])
    assert [table.said(key, 7) for key in (1, 2, 4, 5)] == [None] * 4


def test_an_answer_to_what_was_withdrawn_is_outdated_by_the_next_offer_only():
    after = datetime.date(2014, 4, 1)
    offers, terms = [OLD, GONE], [says(1, "5"), says(4, "9")]
    found = takes(2, SECOND)
    assert Table.of(offers, terms).changed_by(found, 7) is None
    same, other = offer(6, after), offer(8, after)
    assert Table.of([*offers, same], [*terms, says(6, "9")]).changed_by(found, 7) is None
    assert Table.of([*offers, other], [*terms, says(8, "5")]).changed_by(found, 7) is other


def test_an_answer_to_the_older_offer_is_outdated_though_it_came_after_the_new_one():
    table = Table.of([OLD, NEW], [says(1, "5"), says(2, "9")])
    assert table.changed_by(takes(1, LAST), 7) is NEW
    assert table.changed_by(takes(None, LAST), 7) is None


def test_a_claim_is_overtaken_by_another_offer_and_not_by_a_correction_of_its_own():
    corrected = offer(4, LAST, earlier=(1,), tabled=LAST)
    assert [overtakes(one, OLD) for one in (NEW, corrected, None)] == [True, False, False]
    assert not overtakes(OLD, NEW)
