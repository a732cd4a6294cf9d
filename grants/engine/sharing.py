"""Sharing out a pool, splitting a cost, paying by slices; knows exact values only."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from typing import TYPE_CHECKING

from grants.engine.exact import (
    LEAST,
    MOST,
    UNLIMITED,
    Exact,
    Infinite,
    Range,
    add,
    between,
    ends,
    least,
    most,
    multiply,
    subtract,
)
from grants.engine.fault import Refused, refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grants.engine.exact import End

    Numbers = Sequence[int | Fraction]
    Ends = Sequence[End]


def share_out(
    pool: Exact,
    weights: Sequence[Exact],
    bases: Sequence[Exact],
    minimums: Sequence[Exact],
    maximums: Sequence[Exact],
) -> list[Exact]:
    """base + k * weight for each, held between minimum and maximum, adding to the pool.

    There is one k for all: what a minimum costs is paid by the others. A missing bound is
    `Range(LEAST, LEAST)` or `UNLIMITED`. Nothing is rounded. Ranges in give ranges out.
    Refuses negative weights, weights that add to zero when something is left to share,
    minimums above the pool and maximums below it.
    """
    if any(ends(weight)[0] < 0 for weight in weights):
        raise refuse("negative_weight", met=min(ends(weight)[0] for weight in weights))
    lows, highs = [ends(v)[0] for v in minimums], [ends(v)[1] for v in maximums]
    if not any(v.__class__ is Range for v in (pool, *weights, *bases)) and _sure(
        minimums, maximums
    ):
        return list(_exactly(pool, weights, bases, lows, highs))
    return _ranges(pool, weights, bases, minimums, maximums)


def _sure(minimums: Sequence[Exact], maximums: Sequence[Exact]) -> bool:
    bounds = (*minimums, *maximums)
    return all(v.__class__ is not Range or v.low is v.high for v in bounds)


def _exactly(
    pool: int | Fraction, weights: Numbers, bases: Numbers, lows: Ends, highs: Ends
) -> list[int | Fraction]:
    if all(low is LEAST for low in lows) and all(high is MOST for high in highs):
        k = _free_share(pool - sum(bases), sum(weights))
        return [base + k * weight for base, weight in zip(bases, weights, strict=True)]
    for low, high in zip(lows, highs, strict=True):
        if low > high:
            raise refuse("minimum_above_maximum", met=low, most=high)
    k = _bounded_share(pool, weights, bases, lows, highs)
    return _parts_at(k, weights, bases, lows, highs)


def _free_share(left: int | Fraction, weight: int | Fraction) -> int | Fraction:
    if weight:
        return multiply(left, _one_over(weight))
    if left:
        raise refuse("weights_add_to_zero")
    return 0


def _one_over(value: int | Fraction) -> Fraction:
    return Fraction(1, value)


def _parts_at(
    k: int | Fraction, weights: Numbers, bases: Numbers, lows: Ends, highs: Ends
) -> list[int | Fraction]:
    rows = zip(weights, bases, lows, highs, strict=True)
    return [min(max(base + k * weight, low), high) for weight, base, low, high in rows]


def _bounded_share(
    pool: int | Fraction, weights: Numbers, bases: Numbers, lows: Ends, highs: Ends
) -> int | Fraction:
    """The k at which the held parts add to the pool: found between the k where a bound bites."""
    points = sorted(
        {
            (bound - base) * _one_over(weight)
            for weight, base, *bounds in zip(weights, bases, lows, highs, strict=True)
            for bound in bounds
            if weight and not isinstance(bound, Infinite)
        }
    )
    below = bisect_right(
        points, pool, key=lambda k: sum(_parts_at(k, weights, bases, lows, highs))
    )
    start = points[max(below - 1, 0)] if points else 0
    left = pool - sum(_parts_at(start, weights, bases, lows, highs))
    if not left:
        return start
    upward = left > 0
    moving = [
        weight
        for weight, base, low, high in zip(weights, bases, lows, highs, strict=True)
        if weight
        and (base + start * weight < high if upward else base + start * weight > low)
        and (low <= base + start * weight if upward else base + start * weight <= high)
    ]
    if not moving:
        raise _cannot_add(left, weights, bool(points))
    return start + left * _one_over(sum(moving))


def _cannot_add(left: int | Fraction, weights: Numbers, held: bool) -> Refused:
    if not held and not sum(weights):
        return refuse("weights_add_to_zero")
    return refuse("maximums_below_pool" if left > 0 else "minimums_above_pool", met=abs(left))


def _ranges(
    pool: Exact,
    weights: Sequence[Exact],
    bases: Sequence[Exact],
    minimums: Sequence[Exact],
    maximums: Sequence[Exact],
) -> list[Exact]:
    """Each part at the corner where it is smallest, and at the one where it is largest.

    A part grows with the pool and its own base and bounds, and shrinks as the others' grow.
    """
    _refuse_impossible(pool, minimums, maximums)
    columns = (weights, bases, minimums, maximums)
    if not any(v.__class__ is Range for v in (*weights, *bases)) and _sure(minimums, maximums):
        corners = [_corner(pool, columns, 0, side, 0) for side in (0, 1)]
        return [between(low, high) for low, high in zip(*corners, strict=True)]
    result = []
    for i in range(len(weights)):
        low = _extreme(pool, columns, i, 0)
        result.append(between(low, max(low, _extreme(pool, columns, i, 1))))
    return result


def _extreme(pool: Exact, columns: tuple[Sequence[Exact], ...], i: int, side: int) -> End:
    flips = (0, 1) if any(v.__class__ is Range for v in columns[0]) else (0,)
    found = []
    for flip in flips:
        try:
            found.append(_corner(pool, columns, i, side, flip)[i])
        except Refused as refused:
            if refused.faults[0].code != "weights_add_to_zero":
                raise
    if not found:
        raise refuse("weights_add_to_zero")
    return max(found) if side else min(found)


def _corner(
    pool: Exact, columns: tuple[Sequence[Exact], ...], i: int, side: int, flip: int
) -> list[End]:
    """All parts with everything of part i at one side, and everything of the others opposite."""
    weights, bases, lows, highs = (
        [ends(v)[side if (j == i) != bool(flip and n == 0) else 1 - side] for j, v in enumerate(c)]
        for n, c in enumerate(columns)
    )
    end = ends(pool)[side]
    if any(isinstance(v, Infinite) for v in (*weights, *bases)):
        return list(highs if side else lows)
    if isinstance(end, Infinite):
        bounds = highs if end is MOST else lows
        rows = zip(weights, bases, lows, highs, bounds, strict=True)
        return [b if w else min(max(base, low), high) for w, base, low, high, b in rows]
    try:
        return list(_exactly(end, weights, bases, lows, highs))
    except Refused as refused:
        if refused.faults[0].code == "weights_add_to_zero":
            raise
        return list(highs if side else lows)


def _refuse_impossible(pool: Exact, minimums: Sequence[Exact], maximums: Sequence[Exact]) -> None:
    """Refuses when the bounds cannot add to the pool wherever in their ranges the values lie."""
    low: Exact = 0
    high: Exact = 0
    for minimum, maximum in zip(minimums, maximums, strict=True):
        low, high = add(low, minimum), add(high, maximum)
    if ends(low)[0] > ends(pool)[1]:
        raise refuse("minimums_above_pool", met=subtract(low, pool))
    if ends(high)[1] < ends(pool)[0]:
        raise refuse("maximums_below_pool", met=subtract(pool, high))


def split_cost(
    cost: Exact,
    shares: Sequence[Exact],
    caps: Sequence[Exact],
    rest: int | None,
    whole: bool = False,
) -> list[Exact]:
    """share * cost for each party, at most its cap; what caps cut goes to `rest`, up to its own.

    What is then left stays unpaid. With `whole`, the shares are known to add to 1, so no
    party pays more than what the others leave. Nothing is rounded.
    """
    asked = [multiply(share, cost) for share in shares]
    paid = [least(amount, cap) for amount, cap in zip(asked, caps, strict=True)]
    if rest is not None:
        moved = asked[rest]
        for i, (amount, cap) in enumerate(zip(asked, caps, strict=True)):
            if i != rest and cap != UNLIMITED:
                moved = add(moved, most(subtract(amount, cap), 0))
        others: Exact = 0
        for i, amount in enumerate(paid):
            if i != rest:
                others = add(others, amount)
        if whole and moved.__class__ is Range:
            moved = _at_most(moved, ends(subtract(cost, others))[1])
        paid[rest] = least(moved, caps[rest])
    return paid


def _at_most(value: Range, limit: End) -> Exact:
    return between(min(value.low, limit), min(value.high, limit))


def pay_by_slices(
    cost: Exact, people: Exact, starts: Sequence[Exact], rates: Sequence[Exact]
) -> Exact:
    """The part of a cost paid at a rate that changes with its height per person.

    From `starts[k]` a person on, `rates[k]` of each further dollar is paid, until the next
    start. Nothing is rounded. Source: formulas.md, section 2.15.
    """
    paid: Exact = 0
    before: Exact = 0
    for start, rate in zip(starts, rates, strict=True):
        above = most(subtract(cost, multiply(start, people)), 0)
        paid = add(paid, multiply(subtract(rate, before), above))
        before = rate
    return paid
