"""Whom a front's words bind on a day, and what a cell shows after them."""

import datetime
from types import SimpleNamespace

import pytest

from negotiations.standing.fronts import after, bound, once, roll
from negotiations.standing.positions import Stand

DAY = datetime.date(2014, 2, 28)


def member(code, start=-10, end=None, note="", front=1):
    """A membership from *start* to *end*, in days around the day of the words."""
    return SimpleNamespace(
        front_id=front, government_id=code, starts_on=DAY + datetime.timedelta(start),
        ends_on=None if end is None else DAY + datetime.timedelta(end), footnote_en=note, footnote_fr="")


def codes(rows):
    return [row.government_id for row in rows]


def test_members_of_the_day_are_bound_in_the_order_given():
    found = roll([member("QC"), member("ON", 0, 0)], DAY)
    assert (codes(found.present), bound(found)) == (["QC", "ON"], ["QC", "ON"])


def test_a_member_that_left_and_one_to_come_are_told_apart():
    found = roll([member("ON", -9, -1), member("QC", 1)], DAY)
    assert (codes(found.present), codes(found.ended), codes(found.later)) == ([], ["ON"], ["QC"])


def test_a_member_with_a_footnote_is_present_and_not_bound():
    found = roll([member("ON"), member("QC", note="Opts out")], DAY)
    assert (codes(found.present), bound(found)) == (["ON", "QC"], ["ON"])


@pytest.mark.parametrize("rows", [
    [member("QC", -9, -1), member("QC", 0, note="Opts out")],
    [member("QC", 0, note="Opts out"), member("QC", -9)],
    [member("QC", -9, note="Opts out"), member("QC", -2)]])
def test_of_two_memberships_of_one_government_the_one_with_the_footnote_counts(rows):
    found = roll(rows, DAY)
    assert (codes(found.present), bound(found), found.ended) == (["QC"], [], ())


def test_a_government_that_comes_back_later_is_told_once_as_gone():
    found = roll([member("QC", -9, -1), member("QC", 5)], DAY)
    assert (codes(found.ended), codes(found.later)) == (["QC"], [])


NEW = SimpleNamespace(origin="collective", grade="E2")


def row(origin="collective", grade="E2"):
    return SimpleNamespace(origin=origin, grade=grade)


def test_a_cell_without_a_line_shows_the_new_one():
    assert after(None, NEW) == Stand(NEW, False)


@pytest.mark.parametrize("whole_package", [True, False])
def test_a_line_of_its_own_stays_on_top(whole_package):
    now = Stand(row("individual", "E4"), whole_package)
    assert after(now, NEW) is now


@pytest.mark.parametrize(("grade", "shows", "signal"), [
    ("E1", "old", "new"), ("E2", "new", None), ("E4", "new", None)])
def test_a_collective_line_gives_way_unless_its_evidence_is_better(grade, shows, signal):
    old = row(grade=grade)
    names = {id(old): "old", id(NEW): "new"}
    found = after(Stand(old, False), NEW)
    assert (names[id(found.row)], found.signal and names[id(found.signal)]) == (shows, signal)


def test_a_collective_line_on_the_package_gives_way_to_one_on_the_term():
    assert after(Stand(row(grade="E1"), True), NEW) == Stand(NEW, False)


def test_of_two_memberships_that_hold_the_one_with_the_footnote_is_told():
    first, noted, later, elsewhere = (
        member("QC"), member("QC", -5, note="Opts out"), member("QC", -2), member("QC", front=2))
    assert once([first, noted, later, elsewhere]) == [noted, elsewhere]
    assert once([first, later]) == [later]
