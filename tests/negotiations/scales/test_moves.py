"""Which state follows which, and what proves a state: the table against the drawing of the practice."""

import pytest

from negotiations import scales
from negotiations.scales import moves

STATES = [state.code for state in scales.TRACK_STATES]
DRAWN = ["J0 J1", "J1 J2", "J2 J3", "J3 J2", "J3 J5", "J5 J6", "J6 J7", "J7 J8", "J8 J9", "J9 J10", "J10 J11",
         "J11 J13", "J13 J11", "J11 J14", "J11 J15", "J8 J4", "J4 J1"]  # fmt: skip
SEEN = ["J0 J2", "J2 J3", "J3 J6", "J3 J5", "J3 J4", "J4 J5", "J5 J10", "J6 J9", "J6 J10", "J3 J21", "J21 J9"]
NONSENSE = ["J0 J10", "J0 J9", "J2 J10", "J15 J2", "J11 J2", "J10 J6", "J24 J11", "J14 J11", "J23 J10",
            "J6 J0"]  # fmt: skip


@pytest.mark.parametrize("move", [*DRAWN, *SEEN])
def test_a_move_that_is_drawn_or_that_the_record_shows_is_no_step_back(move):
    assert moves.is_allowed(*move.split())
    assert not moves.is_backward(*move.split())


@pytest.mark.parametrize("move", NONSENSE)
def test_nonsense_is_not_in_the_table(move):
    assert not moves.is_allowed(*move.split())


@pytest.mark.parametrize("move", ["J6 J3", "J6 J5", "J9 J6", "J15 J1", "J23 J6"])
def test_a_step_back_is_allowed_and_known_as_one(move):
    assert moves.is_allowed(*move.split())
    assert moves.is_backward(*move.split())


@pytest.mark.parametrize(("state", "kept", "undone"), [
    ("J6", "J4 J7 J8 J10 J21", "J1 J3 J5 J23"), ("J8", "J4 J9 J10", "J6 J7 J23"),
    ("J11", "J13 J14 J15 J24 J6", "J1 J23")])
def test_a_state_holds_until_what_comes_before_it_is_reached_again(state, kept, undone):
    assert [one for one in f"{kept} {undone}".split() if one in moves.undone_by(state)] == undone.split()


def test_every_state_has_its_moves_and_its_demand():
    assert sorted(moves.ONWARD) == sorted(moves.DEMANDS) == sorted(STATES)
    named = {after for state in STATES for after in (*moves.onward(state), *moves.backward(state))}
    assert named == set(STATES) - {"J0"}
    assert [state for state in STATES if not moves.is_allowed(state, state)] == []


def test_no_move_is_both_onward_and_backward():
    both = {state: set(moves.onward(state)) & set(moves.backward(state)) for state in STATES}
    assert both == dict.fromkeys(STATES, set())


@pytest.mark.parametrize("state", ["J1", "J2", "J3", "J4", "J5", "J6", "J7", "J8", "J9"])
def test_talks_end_at_any_point(state):
    assert {"J20", "J21", "J22", "J23"} <= set(moves.onward(state))


@pytest.mark.parametrize(("state", "oral", "grade"), [
    ("J0", False, ""), ("J1", False, "E3"), ("J2", False, "E1"), ("J2", True, "E3"), ("J3", True, "E1"),
    ("J4", False, "E3"), ("J6", False, "E1"), ("J7", False, "E3"), ("J8", False, ""), ("J10", False, "E1"),
    ("J24", False, "E1")])
def test_each_state_names_the_grade_that_proves_it(state, oral, grade):
    assert moves.needed_grade(state, oral) == grade


@pytest.mark.parametrize(("state", "grade", "proven"), [
    ("J6", "E1", True), ("J6", "E2", False), ("J1", "E3", True), ("J1", "E4", False), ("J0", "E5", True)])
def test_a_better_grade_proves_and_a_lesser_one_leaves_it_unconfirmed(state, grade, proven):
    assert moves.is_proven(state, grade) is proven


def test_quebec_alone_needs_an_order_and_only_before_what_binds():
    assert [state for state in STATES if moves.needs_order("QC", state)] == ["J9", "J10", "J11", "J13", "J21"]
    assert [state for state in STATES if moves.needs_order("ON", state)] == []
