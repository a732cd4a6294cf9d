"""The forms a value may be written in."""

from fractions import Fraction

import pytest

from grants.engine import Refused, compile_document
from grants.engine.evaluation import write_value
from grants.engine.exact import Range
from tests.grants.engine.documents import document

DOCUMENT = compile_document(document("a: part"))
F = Fraction


def cells(name, written):
    """A value's cells by their labels."""
    value = DOCUMENT.read_values({name: written})[name]
    labels = DOCUMENT.frame.cells(value.column.axes)
    return dict(zip([",".join(label) for label in labels], value.column.cells, strict=True))


READ = [
    ("a percentage", "part", "15%", {"": F(3, 20)}),
    ("unknown is the whole range", "part", "unknown", {"": Range(0, 1)}),
    ("an open end is the range's", "part", "15%..", {"": Range(F(3, 20), 1)}),
    ("a range of one number is that number", "part", "1/2..1/2", {"": F(1, 2)}),
    (
        "years with open ends",
        "envelope",
        {"2014-15": 1, "2015-16..": 2},
        {"2014-15": 1, "2015-16": 2, "2016-17": 2},
    ),
    (
        "years from the first",
        "envelope",
        {"..2015-16": 1, "others": 2},
        {"2014-15": 1, "2015-16": 1, "2016-17": 2},
    ),
    ("proportions", "shares", "2 : 1 : 1", {"federal": F(1, 2), "provincial": F(1, 4), "employer": F(1, 4)}),
    (
        "the rest",
        "shares",
        {"federal": "1/3", "provincial": "rest", "employer": "15%"},
        {"federal": F(1, 3), "provincial": F(31, 60), "employer": F(3, 20)},
    ),
    (
        "a part not written is nothing",
        "shares",
        {"federal": 1},
        {"federal": 1, "provincial": 0, "employer": 0},
    ),
    (
        "ranges leave each other room",
        "shares",
        {"federal": "unknown", "provincial": "unknown", "employer": "15%.."},
        {"federal": Range(0, F(17, 20)), "provincial": Range(0, F(17, 20)), "employer": Range(F(3, 20), 1)},
    ),
    (
        "the rest of a range is a range",
        "shares",
        {"federal": "1/3", "provincial": "rest", "employer": "15%..2/3"},
        {"federal": F(1, 3), "provincial": Range(0, F(31, 60)), "employer": Range(F(3, 20), F(2, 3))},
    ),
    (
        "others of the parts",
        "shares",
        {"federal": "50%..", "others": "unknown"},
        {"federal": Range(F(1, 2), 1), "provincial": Range(0, F(1, 2)), "employer": Range(0, F(1, 2))},
    ),
]


@pytest.mark.parametrize(("name", "written", "expected"), [r[1:] for r in READ], ids=[r[0] for r in READ])
def test_a_written_value_is_read(name, written, expected):
    assert cells(name, written) == expected


def test_tables_nest_for_two_axes():
    found = cells("earmark", {"QC": 0, "YT NT NU": "5%", "others": {"2014-15": "15%", "others": "60%"}})
    wanted = {"2014-15,QC": "0", "2016-17,NU": "1/20", "2014-15,ON": "3/20", "2016-17,ON": "3/5"}
    assert {label: write_value(found[label]) for label in wanted} == wanted


def test_weights_may_vary_by_another_axis():
    found = cells("shares", {"small": "1 : 0 : 1", "other": {"federal": 1}})
    assert (found["federal,small"], found["federal,other"]) == (F(1, 2), 1)


REFUSED = [
    ("a share above 1", "part", "60", ["out_of_range"]),
    ("a share below 0", "part", "-1%", ["out_of_range"]),
    ("a range beyond the bounds", "part", "50%..150%", ["out_of_range"]),
    ("weights that add to zero", "shares", "0 : 0 : 0", ["weights_add_to_zero"]),
    ("weights below zero", "shares", "2 : -1 : 0", ["negative_weight"]),
    ("a proportion too few", "shares", "1 : 1", ["proportions_count"]),
    ("shares that add to 9/10", "shares", {"federal": "1/2", "employer": "40%"}, ["shares_do_not_add"]),
    ("a range with silent others", "shares", {"employer": "15%.."}, ["every_part_written"]),
    ("two rests", "shares", {"federal": "rest", "employer": "rest"}, ["two_rests"]),
    (
        "shares that are too much with the rest",
        "shares",
        {"federal": "80%", "employer": "40%", "provincial": "rest"},
        ["shares_do_not_add"],
    ),
    ("a year outside the programme", "envelope", {"2019-20": 1, "others": 2}, ["unknown_label"]),
    ("a year without a value", "envelope", {"2014-15": 1}, ["no_value_for"]),
    ("a year twice", "envelope", {"2014-15": 1, "2014-15..": 2}, ["label_twice"]),
    ("two axes in one table", "earmark", {"QC": 0, "2014-15": 1}, ["two_axes"]),
    ("an axis it does not vary by", "part", {"QC": 0, "others": 1}, ["does_not_vary_by"]),
    ("not a number", "part", "NaN", ["not_finite"]),
    ("infinity", "envelope", "Infinity", ["not_finite"]),
    ("a vast exponent", "envelope", "1e999999999", ["exponent_notation"]),
    ("a date", "envelope", "2013-07-01", ["not_a_number"]),
    ("a float", "part", 0.15, ["not_exact"]),
    ("a switch that is neither", "apart", "maybe", ["not_a_switch"]),
    ("no cap on a share", "part", "unlimited", ["not_a_number"]),
    ("an odd mark", "part", {"is": "1%", "sure": "perhaps"}, ["unknown_sure"]),
    ("a misspelt parameter", "prise", "1", ["unknown_parameter"]),
    (
        "every fault at once",
        "envelope",
        {"2014-15": "x", "2015-16": "-1", "others": "nan"},
        ["not_a_number", "not_finite", "out_of_range"],
    ),
]


@pytest.mark.parametrize(("name", "written", "codes"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_a_wrong_value_is_refused_by_name(name, written, codes):
    with pytest.raises(Refused) as caught:
        DOCUMENT.read_values({name: written})
    assert sorted(fault.code for fault in caught.value.faults) == codes
    assert {fault.field for fault in caught.value.faults} == {name}


def test_notes_stand_beside_the_value():
    value = DOCUMENT.read_values(
        {"part": {"is": "45%", "sure": "assumed", "source": "budget", "note": "why"}}
    )
    (mark,) = value["part"].marks
    assert (mark.sure, mark.sources, mark.note) == ("assumed", ("budget",), "why")
