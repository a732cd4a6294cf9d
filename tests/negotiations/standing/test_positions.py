"""Which position counts: own before collective, the term before the package, never a lower grade."""

import datetime
from types import SimpleNamespace

from negotiations.standing.positions import by_cell, effective


def row(pk, day, term=1, origin="individual", grade="E2", **changes):
    return SimpleNamespace(**{
        "pk": pk, "in_place_of": None, "government_id": "ON", "term_id": term, "origin": origin,
        "grade": grade,
        "stance": "open", "firmness": "firm", "effective_on": datetime.date(2013, 11, day), **changes})


def found(*rows, term=1):
    stand = effective(by_cell(rows), "ON", term)
    return stand and (stand.row.pk, stand.whole_package, stand.signal and stand.signal.pk)


def test_no_row_is_not_stated():
    assert found() is None


def test_the_latest_of_its_own_counts():
    assert found(row(2, 9), row(1, 8)) == (2, False, None)


def test_on_one_day_the_sequence_of_the_record_decides():
    assert found(row(4, 8), row(3, 8)) == (4, False, None)


def test_a_correction_keeps_its_place_in_that_sequence():
    assert found(row(4, 8), row(9, 8, in_place_of=3)) == (4, False, None)
    assert found(row(4, 8), row(9, 8, in_place_of=5)) == (9, False, None)


def test_its_own_on_the_package_counts_before_a_collective_one_on_the_term():
    rows = row(1, 8, term=None), row(2, 9, origin="collective")
    assert found(*rows) == (1, True, None)


def test_its_own_on_the_term_counts_before_its_own_on_the_package():
    assert found(row(1, 8), row(2, 9, term=None)) == (1, False, None)


def test_a_collective_one_on_the_term_counts_before_one_on_the_package():
    rows = row(1, 8, origin="collective"), row(2, 9, term=None, origin="collective")
    assert found(*rows) == (1, False, None)


def test_a_lower_grade_is_a_signal_and_replaces_nothing():
    assert found(row(1, 8, grade="E1"), row(2, 9, grade="E4")) == (1, False, 2)


def test_a_higher_grade_ends_the_signal():
    rows = row(1, 8), row(2, 9, grade="E4"), row(3, 10, grade="E1")
    assert found(*rows) == (3, False, None)


def test_the_whole_package_itself_is_not_taken_from_elsewhere():
    assert found(row(1, 8, term=None), term=None) == (1, False, None)
