"""Axes matched by name, years and units."""

import pytest

from grants.engine import Refused
from grants.engine.frame import DOLLARS, Frame, combine, read_unit, read_years, write_unit

FRAME = Frame({"year": ("2014-15", "2015-16"), "government": ("NL", "PE", "NS"), "party": ("f", "p")})


def test_shapes_stand_in_one_order():
    assert FRAME.union(("party",), ("year",)) == ("year", "party")
    assert FRAME.ordered({"party", "government"}) == ("government", "party")


def test_cells_are_read_by_the_name_of_their_axes():
    indices = FRAME.index_map(("party",), ("year", "party"))
    assert indices == [0, 1, 0, 1]
    assert FRAME.index_map(("year",), ("year",)) is None
    assert FRAME.groups(("year", "government"), "year") == [[0, 3], [1, 4], [2, 5]]


def test_fiscal_years_follow_each_other():
    assert read_years("1998-99..2000-01") == ("1998-99", "1999-00", "2000-01")
    assert read_years("2014-15") == ("2014-15",)


@pytest.mark.parametrize("text", ["2014-16", "2014..2016", "2016-17..2014-15", "1900-01..2000-01", "x", ""])
def test_other_years_are_refused(text):
    with pytest.raises(Refused):
        read_years(text)


def test_units_combine():
    per_grant = read_unit("CAD/grant")
    assert write_unit(combine(DOLLARS, per_grant, -1)) == "grant"
    assert [write_unit(per_grant), write_unit(read_unit("1/person")), write_unit(())] == [
        "CAD/grant",
        "1/person",
        "",
    ]
    with pytest.raises(Refused):
        read_unit("CAD per grant")
