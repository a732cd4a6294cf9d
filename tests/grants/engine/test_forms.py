"""The four forms, worked out."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grants.engine import Refused
from grants.engine.exact import LEAST, UNLIMITED, Range, ends
from grants.engine.sharing import pay_by_slices, share_out, split_cost
from tests.grants.engine.documents import results

NONE = Range(LEAST, LEAST)
F = Fraction
SHARED = [
    ("by weight", 100, [1, 3], [0, 0], [NONE] * 2, [UNLIMITED] * 2, [25, 75]),
    ("after bases", 106, [70, 25, 5], [2] * 3, [NONE] * 3, [UNLIMITED] * 3, [72, 27, 7]),
    (
        "the others pay a minimum",
        100,
        [60, 38, 2],
        [0] * 3,
        [5] * 3,
        [UNLIMITED] * 3,
        [F(95 * 60, 98), F(95 * 38, 98), 5],
    ),
    ("one minimum pushes another under", 100, [90, 6, 4], [0] * 3, [6] * 3, [UNLIMITED] * 3, [88, 6, 6]),
    ("a maximum is shared on", 100, [90, 6, 4], [0] * 3, [NONE] * 3, [40] * 3, [40, 36, 24]),
    ("both at once", 100, [80, 15, 5], [0] * 3, [10] * 3, [50] * 3, [50, F(75, 2), F(25, 2)]),
    ("who has no weight keeps its base", 100, [0, 1], [30, 0], [NONE] * 2, [UNLIMITED] * 2, [30, 70]),
    ("a pool below zero", -10, [1, 4], [0, 0], [NONE] * 2, [UNLIMITED] * 2, [-2, -8]),
    ("everybody at the minimum", 15, [1, 9, 90], [0] * 3, [5] * 3, [UNLIMITED] * 3, [5, 5, 5]),
    ("no weights and nothing left", 30, [0, 0], [10, 20], [NONE] * 2, [UNLIMITED] * 2, [10, 20]),
    (
        "an open pool",
        Range(0, 100),
        [1, 3],
        [0, 0],
        [NONE] * 2,
        [UNLIMITED] * 2,
        [Range(0, 25), Range(0, 75)],
    ),
]


@pytest.mark.parametrize("row", SHARED, ids=[s[0] for s in SHARED])
def test_a_pool_is_shared_out(row):
    _, pool, weights, bases, minimums, maximums, parts = row
    assert share_out(pool, weights, bases, minimums, maximums) == parts


REFUSED = [
    ("weights that add to zero", 100, [0, 0], [0, 0], "weights_add_to_zero"),
    ("minimums above the pool", 100, [1, 1], [60, 60], "minimums_above_pool"),
    ("a weight below zero", 100, [1, -1], [0, 0], "negative_weight"),
]


@pytest.mark.parametrize("row", REFUSED, ids=[r[0] for r in REFUSED])
def test_a_pool_that_cannot_be_shared_is_refused_by_name(row):
    _, pool, weights, minimums, code = row
    with pytest.raises(Refused) as caught:
        share_out(pool, weights, [0, 0], minimums, [UNLIMITED] * 2)
    assert caught.value.faults[0].code == code


small = st.integers(0, 60)


@settings(max_examples=400, deadline=None)
@given(
    st.integers(0, 300), st.lists(st.tuples(st.integers(1, 9), small, small, small), min_size=2, max_size=6)
)
def test_held_parts_add_up_and_lie_within_their_bounds(pool, rows):
    weights, bases, lows, more = (list(column) for column in zip(*rows, strict=True))
    highs = [low + extra for low, extra in zip(lows, more, strict=True)]
    if not sum(lows) <= pool <= sum(highs):
        with pytest.raises(Refused):
            share_out(pool, weights, bases, lows, highs)
        return
    parts = share_out(pool, weights, bases, lows, highs)
    assert sum(parts) == pool
    assert all(low <= part <= high for low, part, high in zip(lows, parts, highs, strict=True))
    free = [
        (p - b) / F(w)
        for w, b, low, p, high in zip(weights, bases, lows, parts, highs, strict=True)
        if low < p < high
    ]
    assert len(set(free)) <= 1


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(small, small), min_size=2, max_size=4), st.data())
def test_shared_ranges_hold_every_sharing_inside_them(rows, data):
    ranges = [Range(min(row) + 1, max(row) + 2) for row in rows]
    pool, count = Range(10, 400), len(rows)
    open_parts = share_out(pool, ranges, [0] * count, [NONE] * count, [UNLIMITED] * count)
    chosen = [data.draw(st.integers(r.low, r.high)) for r in ranges]
    parts = share_out(
        data.draw(st.integers(10, 400)), chosen, [0] * count, [NONE] * count, [UNLIMITED] * count
    )
    for part, held in zip(parts, open_parts, strict=True):
        low, high = ends(held)
        assert low <= part <= high


def test_what_a_cap_cuts_goes_to_the_rest():
    thirds = [F(1, 3)] * 3
    assert split_cost(18_000, [F(2, 3), 0, F(1, 3)], [10_000, UNLIMITED, UNLIMITED], 2) == [10_000, 0, 8_000]
    assert split_cost(18_000, thirds, [5_000, 5_000, 7_000], 2) == [5_000, 5_000, 7_000]
    assert split_cost(18_000, thirds, [5_000, UNLIMITED, UNLIMITED], None) == [5_000, 6_000, 6_000]


def test_slices_are_paid_at_marginal_rates():
    starts, rates = [0, F("3.75"), F("11.27"), F("18.79")], [0, F(1, 2), F(3, 4), F(9, 10)]
    assert pay_by_slices(20_000_000, 1_000_000, starts, rates) == 10_489_000


def test_first_and_then_run_along_the_years():
    figure = results("a: {first: envelope, then: 'round(previous * (1 + growth), 1)'}").figure("a")
    assert list(figure.cells.values()) == [500, 510, 520]


def test_before_reads_the_year_before():
    lines = "base: envelope * (1 + elapsed)\na: {first: 0, then: 'max(0, (1 + growth) * (before(base) + previous) - base)'}"  # noqa: E501
    figure = results(lines, growth="150%").figure("a")
    assert list(figure.cells.values()) == [0, 250, 1625]


def test_a_switch_takes_a_government_out_of_the_share():
    figures = results(
        "a: {allocate: envelope, by: people * (1 - apart), base: apart * envelope / 25}"
    ).figure("a")
    assert (figures.at("QC", "2014-15"), figures.at("ON", "2014-15")) == (20, 40)


def test_rounding_over_an_axis_adds_up():
    figure = results("a: round(b, 1 over government)\nb: {allocate: envelope, by: people}").figure("a")
    assert [figure.at(name, "2014-15") for name in ("NL", "ON", "NU")] == [39, 39, 38]
