"""How far a term has come: each status by its rule, the single package, those who stand apart."""

import datetime
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from negotiations import scales
from negotiations.standing.answers import Table
from negotiations.standing.positions import Stand
from negotiations.standing.status import (
    BRACKETED,
    CLOSED,
    OPEN,
    ORDER,
    PROVISIONAL,
    SUBJECT,
    Ground,
    Version,
    Voice,
    status,
)
from negotiations.standing.tracks import is_asymmetric, tracks

MARCH, JUNE = datetime.date(2014, 3, 1), datetime.date(2014, 6, 1)
APRIL_1, OCTOBER_1 = Version("1 April", MARCH), Version("1 October", JUNE)
TERM = SimpleNamespace(pk=7, value_kind="date")
CODES = ("CA", "ON", "QC", "NS")


def voices(*behind, signed=()):
    return [Voice(code, version, signed=code in ("CA", *signed))
            for code, version in zip(CODES, behind, strict=False)]


def test_scale_and_rule_have_the_same_statuses_in_the_same_order():
    assert tuple(one.code for one in scales.TERM_STATUSES) == ORDER


def test_one_version_that_not_all_accept_is_open():
    found = status(voices(APRIL_1, APRIL_1, None), [APRIL_1])
    assert (found.code, found.version, found.missing) == (OPEN, APRIL_1, ("QC",))


def test_nothing_on_the_table_is_open():
    assert status(voices(None, None)).code == OPEN


def test_two_versions_are_bracketed_and_the_one_most_stand_behind_is_told():
    found = status(voices(APRIL_1, OCTOBER_1, OCTOBER_1), [APRIL_1, OCTOBER_1])
    assert (found.code, found.version, found.missing) == (BRACKETED, OCTOBER_1, ("CA",))


def test_of_two_versions_with_as_many_behind_them_the_later_is_told():
    assert status(voices(APRIL_1, OCTOBER_1), [APRIL_1, OCTOBER_1]).version == OCTOBER_1


def test_all_concerned_behind_one_version_agree_provisionally_since_the_last_came():
    later = Version("1 April", JUNE)
    found = status(voices(APRIL_1, later, APRIL_1), [APRIL_1, OCTOBER_1])
    assert (found.code, found.since, found.missing) == (PROVISIONAL, JUNE, ("ON", "QC"))


def test_an_outcome_agrees_and_tells_who_is_not_behind_it():
    found = status(voices(APRIL_1, APRIL_1, None), [APRIL_1], outcome=APRIL_1)
    assert (found.code, found.since, found.without) == (PROVISIONAL, MARCH, ("QC",))


def test_what_is_agreed_waits_for_a_single_package():
    found = status(voices(APRIL_1, APRIL_1, signed=["ON"]), outcome=APRIL_1, package=["QC"])
    assert (found.code, found.missing) == (SUBJECT, ("QC",))


@pytest.mark.parametrize("package", [None, []])
def test_what_is_agreed_and_signed_is_closed(package):
    found = status(voices(APRIL_1, APRIL_1, signed=["ON"]), outcome=APRIL_1, package=package)
    assert (found.code, found.missing) == (CLOSED, ())


def test_a_closed_package_closes_no_term_that_is_not_agreed():
    assert status(voices(APRIL_1, None, signed=["ON"]), [APRIL_1], package=[]).code == OPEN


def test_one_government_alone_agrees_to_nothing():
    assert status(voices(APRIL_1), [APRIL_1]).code == OPEN


# --- from rows: offers, terms of offers, positions, steps ---


def offer(pk, kind="offer", day=1, government="CA", front=None, state="tabled", **changes):
    on = datetime.date(2014, 2, day)
    return SimpleNamespace(**{
        "pk": pk, "kind": kind, "state": state, "effective_on": on, "tabled_on": on,
        "earlier_versions": (), "addressed_to": (), "attached_to_id": None, "replaces_id": None,
        "author_government_id": government, "author_front_id": front, **changes})


def says(of, value, words=""):
    return SimpleNamespace(offer_id=of, term_id=7, value=value, wording_en=words, wording_fr="")


def takes(stance, answered=None, day=20, whole_package=False, value=None):
    row = SimpleNamespace(stance=stance, offer_id=answered, effective_on=datetime.date(2014, 2, day),
                          value=value)
    return Stand(row, whole_package)


def step(code, state, day=25, answered=None, pk=1):
    return SimpleNamespace(pk=pk, in_place_of=None, government_id=code, state=state, offer_id=answered,
                           effective_on=datetime.date(2014, 2, day))


def contested(step_id, state):
    return SimpleNamespace(pk=9, in_place_of=None, step_id=step_id, state=state, settled=False,
                           effective_on=MARCH)


def ground(offers=(), terms=(), steps=(), single_package=False):
    by_code = {code: [row for row in steps if row.government_id == code] for code in CODES}
    found = tracks(CODES[1:], steps, [])
    return Ground(Table.of(offers, terms), by_code, found, single_package)


def read(found, **stands):
    return found.of(TERM, {code: stands.get(code) for code in CODES})


O1, O4 = says(1, "2014-04-01"), says(4, "2014-07-01")
O3 = says(3, "2014-10-01")
TABLED = [offer(1), offer(3, day=4, government=None, front=9), offer(4, day=21)]


def test_status_quo_alone_is_open():
    found = read(ground([offer(1, "base", government=None)], [O1]))
    assert (found.code, found.version, found.missing) == (OPEN, None, CODES)


def test_one_side_alone_is_open_whatever_it_said_before():
    found = read(ground([offer(1), offer(4, day=21)], [O1, O4]))
    assert (found.code, found.version.row, found.missing) == (OPEN, O4, CODES[1:])


def test_an_alternative_of_the_other_side_brackets():
    assert read(ground(TABLED, [O1, O3, O4])).code == BRACKETED


def test_a_demand_brackets_and_a_signal_or_what_is_withdrawn_does_not():
    codes = [read(ground([offer(1), offer(3, kind, 4, None, 9, state)], [O1, O3])).code
             for kind, state in (("demand", "tabled"), ("signal", "tabled"), ("offer", "withdrawn"))]
    assert codes == [BRACKETED, OPEN, OPEN]


WITHDRAWN = offer(8, state="withdrawn", day=25, replaces_id=1, earlier_versions=(4,),
                  tabled_on=datetime.date(2014, 2, 21))


def test_a_withdrawal_leaves_its_side_without_a_version():
    found = read(ground([*TABLED[:2], WITHDRAWN], [O1, O3, O4]), ON=takes("accept", answered=4))
    assert (found.code, found.version, found.missing) == (OPEN, None, CODES)


def test_who_accepted_the_last_version_of_a_side_accepts_nothing_once_it_is_withdrawn():
    assert read(ground([TABLED[0], WITHDRAWN], [O1, O4]), ON=takes("accept", day=22)).version is None


def test_a_corrected_offer_is_the_one_that_steps_and_positions_name():
    corrected = offer(9, "outcome", 28, "CA", 9, earlier_versions=(5,))
    steps = [step(code, "J6", 28, answered=5, pk=at) for at, code in enumerate(CODES[1:3], 1)]
    found = read(ground([offer(1), corrected], [O1, says(9, "2014-07-01")], steps),
                 NS=takes("accept", answered=5, day=28))
    assert (found.code, found.without) == (PROVISIONAL, ())


def test_the_same_value_written_otherwise_is_the_same_version():
    money = SimpleNamespace(pk=7, value_kind="money")
    found = ground(TABLED[:2], [says(1, "300_000_000"), says(3, "300000000")])
    assert found.of(money, dict.fromkeys(CODES)).code == OPEN


def test_a_wording_is_the_version_where_there_is_no_value():
    codes = [read(ground(TABLED[:2], [says(1, None, "none"), says(3, "unknown", words)])).code
             for words in ("None ", "after two years")]
    assert codes == [OPEN, BRACKETED]


def test_an_acceptance_is_of_the_version_answered_and_lapses_with_a_new_one():
    stands = {code: takes("accept", 1, day=2) for code in CODES[1:]}
    assert read(ground([offer(1)], [O1]), **stands).code == PROVISIONAL
    found = read(ground([offer(1), offer(4, day=21)], [O1, O4]), **stands)
    assert (found.code, found.missing) == (OPEN, ("CA",))


def test_accepting_under_conditions_counts_and_other_stances_do_not():
    found = [read(ground([offer(1)], [O1]), ON=takes("accept_if", 1), QC=takes(stance, 1),
                  NS=takes("accept", 1)) for stance in ("accept_if", "open", "neutral", "reserved", "reject")]
    assert [one.code for one in found] == [PROVISIONAL, OPEN, OPEN, OPEN, OPEN]


def test_an_acceptance_that_names_no_offer_is_of_the_last_by_then():
    stands = {code: takes("accept", day=22) for code in CODES[1:]}
    assert read(ground([offer(1), offer(4, day=21)], [O1, O4]), **stands).code == PROVISIONAL


def test_accepting_a_package_accepts_no_term_on_which_it_is_silent():
    stands = {code: takes("accept", 4, 22, whole_package=True) for code in CODES[1:]}
    assert read(ground([offer(1), offer(4, day=21)], [O1]), **stands).missing == CODES[1:]


def test_who_proposes_stands_behind_its_own_version():
    stands = {code: takes("proposes", 3, 4) for code in CODES[1:]}
    found = read(ground(TABLED[:2], [O1, O3]), **stands)
    assert (found.code, found.missing) == (BRACKETED, ("CA",))
    canada = takes("accept", 3, 6)
    assert read(ground(TABLED[:2], [O1, O3]), CA=canada, **stands).code == PROVISIONAL


OUTCOME = offer(5, "outcome", 28, "CA", 9)
AGREED = [says(1, "2014-04-01"), says(5, "2014-07-01")]


def test_an_outcome_of_both_sides_agrees():
    found = read(ground([offer(1), OUTCOME], AGREED))
    assert (found.code, found.since, found.without) == (PROVISIONAL, datetime.date(2014, 2, 28), CODES[1:])


def test_an_outcome_with_one_government_agrees_for_nobody_else():
    assert read(ground([offer(1), offer(5, "outcome", 28, "CA")], AGREED)).code == OPEN


def test_a_later_offer_that_says_otherwise_opens_the_term_again():
    march = datetime.date(2014, 3, 5)
    later = offer(6, effective_on=march, tabled_on=march)
    codes = [read(ground([offer(1), OUTCOME, later], [*AGREED, says(6, value)])).code
             for value in ("2014-07-01", "2015-01-01")]
    assert codes == [PROVISIONAL, BRACKETED]


def test_agreement_in_principle_settles_what_was_said_before_it_and_not_what_is_said_after():
    found = ground([offer(1), OUTCOME], AGREED, [step("ON", "J6", 28, answered=5)])
    assert [read(found, ON=takes("reject", 1, day)).without for day in (20, 28)] == [
        ("QC", "NS"), ("ON", "QC", "NS")]


def test_governments_apart_and_those_to_which_the_term_does_not_apply_are_not_concerned():
    steps = [step("QC", "J20", pk=1)]
    found = read(ground([offer(1)], [O1], steps), ON=takes("accept", 1), NS=takes("not_applicable"))
    assert (found.code, found.concerned) == (PROVISIONAL, ("CA", "ON"))


@pytest.mark.parametrize("state", ["J20", "J21", "J22"])
def test_what_a_government_apart_asks_for_brackets_nothing(state):
    asks = [offer(1), offer(3, "demand", 4, government="QC")]
    codes = [read(ground(asks, [O1, O3], steps)).code for steps in ([], [step("QC", state)])]
    assert codes == [BRACKETED, OPEN]


def test_all_signatures_close_a_term_that_is_agreed():
    signed = [step(code, "J10", pk=number) for number, code in enumerate(("ON", "QC"))]
    apart = [*signed, step("NS", "J21", pk=9)]
    found = [read(ground([offer(1), OUTCOME], AGREED, steps)) for steps in (signed, apart)]
    assert [(one.code, one.missing) for one in found] == [(PROVISIONAL, ("NS",)), (CLOSED, ())]


# --- properties ---

STATES = [one.code for one in scales.TRACK_STATES]
STANCES = [one.code for one in scales.STANCES if one.typed]
cells = st.fixed_dictionaries({
    code: st.one_of(st.none(), st.builds(
        takes, st.sampled_from(STANCES), st.sampled_from([None, 1, 3, 4, 5]), st.integers(1, 28),
        st.booleans())) for code in CODES})
reached = st.fixed_dictionaries({code: st.sampled_from(STATES) for code in CODES[1:]})


def drawn(states, agreed, single_package):
    steps = [step(code, state, answered=5, pk=number) for number, (code, state) in enumerate(states.items())]
    offers = [*TABLED, OUTCOME] if agreed else TABLED
    terms = [O1, O3, O4, *([AGREED[1]] if agreed else [])]
    return ground(offers, terms, steps, single_package)


@given(cells, reached, st.booleans())
def test_in_a_single_package_no_term_closes_before_every_government_has_signed_or_stands_apart(
        stands, states, agreed):
    found = read(drawn(states, agreed, single_package=True), **stands)
    waiting = [code for code, state in states.items()
               if state not in ("J10", "J11", "J13", "J14", "J20", "J21", "J22", "J23")]
    assert not (found.code == CLOSED and waiting)
    assert found.code != PROVISIONAL


@given(cells, reached, st.booleans(), st.booleans(), st.sampled_from(CODES))
def test_one_more_acceptance_moves_no_status_backwards(stands, states, agreed, single_package, code):
    """Of the version that most stand behind, taken on the last day."""
    of = drawn(states, agreed, single_package)
    before = read(of, **stands)
    if before.version is None or code not in before.concerned:
        return
    after = read(of, **{**stands, code: takes("accept", before.version.row.offer_id, day=28)})
    assert ORDER.index(after.code) >= ORDER.index(before.code)
    if after.code == before.code:
        assert len(after.missing) <= len(before.missing)


versions = st.sampled_from([None, APRIL_1, OCTOBER_1])


@given(st.lists(versions, min_size=2, max_size=4), st.lists(versions.filter(bool), max_size=3))
def test_without_an_outcome_a_term_is_agreed_when_nobody_is_missing_behind_it(behind, tabled):
    found = status(voices(*behind), tabled)
    assert found.without == ()
    assert found.agreed is (len(set(behind)) == 1 and None not in behind)
    assert found.agreed or found.missing != ()


def test_an_asymmetric_agreement_stays_apart_once_it_is_signed():
    assert is_asymmetric([step("QC", "J21"), step("QC", "J10")]) is True


def test_who_has_withdrawn_is_neither_concerned_nor_waited_for():
    """In a single package too; unless somebody contests that it has left."""
    steps = [step("ON", "J10"), step("NS", "J10"), step("QC", "J23", pk=2)]
    for single_package in (False, True):
        of = ground([offer(1), OUTCOME], AGREED, steps, single_package)
        assert (read(of).code, read(of).concerned) == (CLOSED, ("CA", "ON", "NS"))
    contest = contested(2, "J6")
    found = read(Ground(of.table, of.steps, tracks(CODES[1:], steps, [contest]), True))
    assert (found.code, found.missing) == (SUBJECT, ("QC",))


def test_who_has_signed_by_one_account_only_closes_no_term():
    """Ontario signed; somebody says that its agreement has lapsed, or is one of its own."""
    steps = [step(code, "J10", pk=number) for number, code in enumerate(CODES[1:])]
    for said in ("J15", "J21"):
        contest = contested(0, said)
        ground_ = ground([offer(1), OUTCOME], AGREED, steps)
        found = read(Ground(ground_.table, ground_.steps, tracks(CODES[1:], steps, [contest]), False))
        assert (found.code, found.missing) == (PROVISIONAL, ("ON",))
