"""How far each government has come, and the counts of the headline."""

import datetime
from types import SimpleNamespace

from negotiations.standing.tracks import Counts, count, track, tracks


def step(pk, code, state, day=1):
    return SimpleNamespace(pk=pk, government_id=code, state=state,
                           effective_on=datetime.date(2014, 3, day))


def contest(pk, of, state, settled=False, day=2):
    return SimpleNamespace(pk=pk, step_id=of, state=state, settled=settled,
                           effective_on=datetime.date(2014, 3, day))


def test_the_latest_step_counts():
    found = tracks(["ON"], [step(2, "ON", "J6", 2), step(1, "ON", "J2")], [])
    assert found["ON"].state == "J6"


def test_a_government_without_a_step_is_not_engaged():
    assert tracks(["NU"], [], [])["NU"].state == "J0"


def test_a_contested_step_reads_as_the_lower_state_and_tells_the_higher():
    found = tracks(["NS"], [step(1, "NS", "J6")], [contest(1, 1, "J5")])["NS"]
    assert (found.state, found.contested_as) == ("J5", "J6")


def test_a_settled_contest_lowers_nothing():
    found = tracks(["NS"], [step(1, "NS", "J6")], [contest(1, 1, "J5", settled=True)])["NS"]
    assert (found.state, found.contested_as) == ("J6", "")


def test_ten_comes_after_nine():
    found = track("ON", step(1, "ON", "J10"), {1: contest(1, 1, "J9")})
    assert (found.state, found.contested_as) == ("J9", "J10")


def test_each_government_is_counted_once_and_a_contested_one_apart():
    found = tracks(
        ["ON", "QC", "NS", "AB", "NU"],
        [step(1, "ON", "J10"), step(2, "QC", "J21"), step(3, "NS", "J6"), step(4, "AB", "J6")],
        [contest(1, 3, "J5")])
    assert count(found.values()) == Counts(
        governments=5, in_principle=1, signed=1, apart=1, contested=1, asymmetric=1)
