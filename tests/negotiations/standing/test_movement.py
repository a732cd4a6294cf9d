"""What an event changed, against what counted before it."""

import datetime
from types import SimpleNamespace

from negotiations.standing.movement import moves

EVENT = SimpleNamespace(pk=10, effective_on=datetime.date(2013, 11, 8))


class Conditions(list):
    def all(self):
        return self


def row(pk, event=10, day=8, **changes):
    return SimpleNamespace(**{
        "pk": pk, "in_place_of": None, "event_id": event, "government_id": "ON", "term_id": 1,
        "front_id": None,
        "origin": "individual", "grade": "E2", "stance": "opposed_as_drafted", "firmness": "firm",
        "effective_on": datetime.date(2013, 11, day), "conditions": Conditions(), **changes})


def told(rows):
    return [(move.row.pk, move.before and move.before.row.pk, move.changed, move.governments)
            for move in moves(rows, EVENT)]


def test_a_first_position_moves_from_not_stated():
    assert told([row(1)]) == [(1, None, True, ("ON",))]


def test_the_same_position_again_is_no_change():
    assert told([row(1, event=9, day=1), row(2)]) == [(2, 1, False, ("ON",))]


def test_a_change_of_firmness_alone_is_a_change():
    assert told([row(1, event=9, day=1, firmness="signal"), row(2)]) == [(2, 1, True, ("ON",))]


def test_its_own_line_after_a_collective_one_is_a_change():
    before = row(1, event=9, day=1, origin="collective", front_id=5)
    assert told([before, row(2)]) == [(2, 1, True, ("ON",))]


def test_a_new_condition_is_a_change():
    assert told([row(1, event=9, day=1), row(2, conditions=Conditions(["new money"]))]) == [
        (2, 1, True, ("ON",))]


def test_what_comes_later_is_not_what_was_before():
    assert told([row(1), row(2, event=11, day=9)]) == [(1, None, True, ("ON",))]


def test_a_front_moves_once_for_all_its_members():
    rows = [row(1, origin="collective", front_id=5),
            row(2, origin="collective", front_id=5, government_id="QC")]
    assert told(rows) == [(1, None, True, ("ON", "QC"))]


def test_a_front_is_held_against_the_line_of_whichever_front_bound_its_members():
    before = row(1, event=9, day=1, origin="collective", front_id=4, government_id="QC")
    rows = [before, row(2, origin="collective", front_id=5),
            row(3, origin="collective", front_id=5, government_id="QC")]
    assert told(rows) == [(2, 1, False, ("ON", "QC"))]
