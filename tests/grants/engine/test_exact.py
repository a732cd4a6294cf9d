"""Fractions, ranges of them, answers, and rounding that adds up."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grants.engine import exact
from grants.engine.exact import ANYTHING, LEAST, MOST, UNLIMITED, Range

F = Fraction
WORKED = [
    ("nothing times unknown is nothing", exact.multiply, 0, ANYTHING, 0),
    ("nothing over perhaps nothing is nothing", exact.divide, 0, Range(0, 5), 0),
    ("a number over perhaps nothing has no bound", exact.divide, 6, Range(0, 3), Range(2, MOST)),
    ("a number over both signs is anything", exact.divide, 6, Range(-1, 3), ANYTHING),
    ("a number over no bound reaches nothing", exact.divide, 6, Range(2, MOST), Range(0, 3)),
    ("opposite infinities give no bound", exact.subtract, Range(0, MOST), Range(0, MOST), ANYTHING),
    ("a negative turns a range over", exact.multiply, -2, Range(1, MOST), Range(LEAST, -2)),
    ("no cap leaves a number alone", exact.least, 7, UNLIMITED, 7),
    ("the smaller of ranges", exact.least, Range(1, 9), Range(3, 4), Range(1, 4)),
    ("the larger of ranges", exact.most, Range(1, 9), Range(3, 4), Range(3, 9)),
    ("an even power starts at nothing", exact.power, Range(-2, 3), 2, Range(0, 9)),
    ("an odd power keeps its sign", exact.power, Range(-2, 3), 3, Range(-8, 27)),
    ("a negative power divides", exact.power, 2, -3, F(1, 8)),
    ("touching ranges may be equal", exact.is_equal, Range(1, 2), Range(2, 3), None),
    ("apart ranges are not equal", exact.is_equal, Range(1, 2), Range(3, 4), False),
    ("a range at the threshold is not less", exact.is_less, Range(2, 3), 2, False),
    ("a certain no decides and", exact.both, False, None, False),
    ("a certain yes decides or", exact.either, None, True, True),
    ("unknown and yes is unknown", exact.both, None, True, None),
]


@pytest.mark.parametrize(("work", "a", "b", "expected"), [w[1:] for w in WORKED], ids=[w[0] for w in WORKED])
def test_figures_follow_one_arithmetic(work, a, b, expected):
    assert work(a, b) == expected


ROUNDED = [
    ("half up", "0.005", "0.01"),
    ("half down below zero", "-0.005", "-0.01"),
    ("under half", "0.00499", "0"),
    ("a third", "1/3", "0.33"),
    ("a whole", "7", "7"),
]


@pytest.mark.parametrize(("value", "expected"), [r[1:] for r in ROUNDED], ids=[r[0] for r in ROUNDED])
def test_halves_go_away_from_zero(value, expected):
    assert exact.round_half_away(F(value), F(1, 100)) == F(expected)


REMAINDERS = [
    ("the first of equal thirds gets the odd cent", ["100/3"] * 3, ["33.34", "33.33", "33.33"]),
    ("the larger remainder gets it", ["20000/3", "10000/3"], ["6666.67", "3333.33"]),
    ("below zero the values are rounded down too", ["-100/3"] * 3, ["-33.33", "-33.33", "-33.34"]),
    ("one cent for two", ["0.005", "0.005"], ["0.01", "0"]),
    ("nothing stays nothing", ["0", "0.01", "0"], ["0", "0.01", "0"]),
]


@pytest.mark.parametrize(("values", "expected"), [r[1:] for r in REMAINDERS], ids=[r[0] for r in REMAINDERS])
def test_largest_remainder_gives_odd_cents(values, expected):
    parts = exact.largest_remainder([F(value) for value in values], F(1, 100))
    assert parts == [F(value) for value in expected]


cents = st.integers(-(10**15), 10**15).map(lambda n: F(n, 100))
weights = st.lists(st.one_of(st.just(0), st.integers(0, 10**8)), min_size=1, max_size=14).filter(any)


def check_parts_add_up(pool, weights):
    total = sum(weights)
    shares = [pool * F(weight, total) for weight in weights]
    parts = exact.largest_remainder(shares, F(1, 100))
    assert sum(parts) == pool
    assert all(abs(part - share) < F(1, 100) for part, share in zip(parts, shares, strict=True))
    assert all(part == 0 for part, weight in zip(parts, weights, strict=True) if not weight)


@settings(max_examples=500, deadline=None)
@given(cents, weights)
def test_parts_add_up_to_the_pool(pool, weights):
    check_parts_add_up(pool, weights)


@pytest.mark.drill
@settings(max_examples=100_000, deadline=None)
@given(cents, weights)
def test_parts_add_up_for_a_hundred_thousand_pools(pool, weights):
    check_parts_add_up(pool, weights)


@pytest.mark.parametrize("pool", ["0.01", "-0.01", "10000000000000", "-10000000000000", "0"])
def test_parts_add_up_at_the_edges(pool):
    check_parts_add_up(F(pool), [1, 0, 3, 7, 0, 1])


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 10**9), st.lists(st.integers(0, 10**6), min_size=2, max_size=13, unique=True))
def test_only_ties_depend_on_the_order(pool, weights):
    total = sum(weights)
    there = exact.largest_remainder([F(pool * w, total) for w in weights], 1)
    back = exact.largest_remainder([F(pool * w, total) for w in weights[::-1]], 1)[::-1]
    moved = [w for w, a, b in zip(weights, there, back, strict=True) if a != b]
    assert len({(pool * w) % total for w in moved}) <= 1


numbers = st.fractions(-50, 50, max_denominator=12)
ranges = st.tuples(numbers, numbers).map(lambda pair: exact.between(min(pair), max(pair)))


@settings(max_examples=300, deadline=None)
@given(ranges, ranges, st.fractions(0, 1, max_denominator=5), st.fractions(0, 1, max_denominator=5))
def test_a_range_holds_what_any_of_its_numbers_give(a, b, s, t):
    x, y = (low + (high - low) * at for (low, high), at in ((exact.ends(a), s), (exact.ends(b), t)))
    pairs = [(exact.add, x + y), (exact.subtract, x - y), (exact.multiply, x * y)]
    if y:
        pairs.append((exact.divide, x / y))
    for work, value in pairs:
        if exact.is_equal(b, 0) is not True or work is not exact.divide:
            low, high = exact.ends(work(a, b))
            assert low <= value <= high
