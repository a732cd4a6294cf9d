"""Numbers as people write them."""

from fractions import Fraction

import pytest

from grants.engine import Refused, read_number, write_decimal, write_exact, write_number
from grants.engine.exact import LEAST, MOST, UNLIMITED, Range
from grants.engine.notation import read_plain, read_range

READ = [
    ("500_000_000", 500_000_000),
    ("-0.5", Fraction(-1, 2)),
    ("+3", 3),
    ("15%", Fraction(3, 20)),
    ("1/3", Fraction(1, 3)),
    ("-99920660", -99_920_660),
    ("0.1", Fraction(1, 10)),
    ("100%", 1),
]


@pytest.mark.parametrize(("text", "value"), READ)
def test_a_written_number_is_read_exactly(text, value):
    assert read_number(text) == value


REFUSED = [
    ("nan", "not_finite"),
    (".NaN", "not_finite"),
    ("Infinity", "not_finite"),
    ("-.inf", "not_finite"),
    ("1e9", "exponent_notation"),
    ("1e999999999", "exponent_notation"),
    ("1" * 31, "too_many_digits"),
    ("1/0", "zero_below_the_line"),
    ("1.5/2", "not_a_number"),
    ("1__0", "not_a_number"),
    ("0x10", "not_a_number"),
    ("", "not_a_number"),
    ("١٢", "not_a_number"),
    ("2013-07-01", "not_a_number"),
]


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_anything_else_is_refused_by_name(text, code):
    with pytest.raises(Refused) as caught:
        read_number(text)
    assert [fault.code for fault in caught.value.faults] == [code]


def test_numbers_are_written_in_one_way():
    assert [write_number(Fraction(6, 4)), write_number(-7)] == ["3/2", "-7"]
    assert [write_decimal(Fraction(-1, 20)), write_decimal(12), write_decimal(5, 0)] == [
        "-0.05",
        "12.00",
        "5",
    ]
    assert write_exact(Range(LEAST, 3)) == {"high": "3"}
    assert [write_exact(UNLIMITED), write_exact(Range(1, MOST))] == ["unlimited", {"low": "1"}]
    assert [read_plain("3/8"), read_plain("1/3")] == ["0.375", "1/3"]


def test_a_range_may_be_open():
    assert [read_range("..5"), read_range("15%.."), read_range("0..1/2")] == [
        Range(LEAST, 5),
        Range(Fraction(3, 20), MOST),
        Range(0, Fraction(1, 2)),
    ]
    with pytest.raises(Refused):
        read_range("3..1")
