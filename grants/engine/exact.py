"""Exact values: fractions, ranges of them, answers; knows arithmetic only, nothing of documents.

A figure is a whole number or a Fraction, or a Range between two ends that may be infinite.
An answer is True, False, or None when nobody can say. There are no floats.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grants.engine.ratios import minus, over, parts, plus, times

if TYPE_CHECKING:
    from collections.abc import Sequence


class Infinite:
    """An end without bound; compares with every number, never takes part in arithmetic itself."""

    __slots__ = ("sign",)

    def __init__(self, sign: int) -> None:
        self.sign = sign

    def __lt__(self, other: Any) -> bool:
        return self is not other and self.sign < 0

    def __gt__(self, other: Any) -> bool:
        return self is not other and self.sign > 0

    def __le__(self, other: Any) -> bool:
        return self is other or self.sign < 0

    def __ge__(self, other: Any) -> bool:
        return self is other or self.sign > 0

    def __neg__(self) -> Infinite:
        return LEAST if self.sign > 0 else MOST

    def __repr__(self) -> str:
        return "MOST" if self.sign > 0 else "LEAST"


LEAST, MOST = Infinite(-1), Infinite(1)
End = int | Fraction | Infinite


class Range:
    """Every number from low to high, both included; `unlimited` is the range MOST to MOST."""

    __slots__ = ("high", "low")

    def __init__(self, low: End, high: End) -> None:
        self.low, self.high = low, high

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and (self.low, self.high) == (other.low, other.high)

    def __hash__(self) -> int:
        return hash((self.low, self.high))

    def __repr__(self) -> str:
        return f"Range({self.low}, {self.high})"


Exact = int | Fraction | Range
Answer = bool | None
ANYTHING = Range(LEAST, MOST)
UNLIMITED = Range(MOST, MOST)


def ends(value: Exact) -> tuple[End, End]:
    """The lowest and highest number a figure may be."""
    return (value.low, value.high) if value.__class__ is Range else (value, value)


def between(low: End, high: End) -> Exact:
    """The figure with these ends: a plain number when they are one and finite."""
    if low.__class__ is Infinite or high.__class__ is Infinite or low != high:
        return Range(low, high)
    return low


def hull(values: Sequence[Exact]) -> Exact:
    """The narrowest range that holds all the figures."""
    pairs = [ends(value) for value in values]
    return between(min(low for low, _ in pairs), max(high for _, high in pairs))


def _add_ends(a: End, b: End, lost: Infinite) -> End:
    """Sum of two ends; `lost` is the answer when opposite infinities meet."""
    if a.__class__ is Infinite:
        return lost if b.__class__ is Infinite and a is not b else a
    return b if b.__class__ is Infinite else plus(a, b)


def _multiply_ends(a: End, b: End) -> End:
    """Product of two ends; nothing times infinity is nothing."""
    if a.__class__ is not Infinite and b.__class__ is not Infinite:
        return times(a, b)
    sign = _sign(a) * _sign(b)
    return 0 if sign == 0 else MOST if sign > 0 else LEAST


def _sign(end: End) -> int:
    """A whole number with the sign of an end; nothing when it is nothing."""
    return end.sign if end.__class__ is Infinite else parts(end)[0]


def add(a: Exact, b: Exact) -> Exact:
    """a + b."""
    if a.__class__ is not Range and b.__class__ is not Range:
        return plus(a, b)
    (low, high), (lower, higher) = ends(a), ends(b)
    return between(_add_ends(low, lower, LEAST), _add_ends(high, higher, MOST))


def negate(a: Exact) -> Exact:
    """-a."""
    return between(-a.high, -a.low) if a.__class__ is Range else -a


def subtract(a: Exact, b: Exact) -> Exact:
    """a - b; the two are taken to vary apart, so x - x of a range is not nothing."""
    if a.__class__ is not Range and b.__class__ is not Range:
        return minus(a, b)
    return add(a, negate(b))


def multiply(a: Exact, b: Exact) -> Exact:
    """a * b; nothing times an unknown is nothing."""
    if a.__class__ is not Range:
        return _scaled(b, a) if b.__class__ is Range else times(a, b)
    if b.__class__ is not Range:
        return _scaled(a, b)
    if _sign(a.low) >= 0 and _sign(b.low) >= 0:
        return between(_multiply_ends(a.low, b.low), _multiply_ends(a.high, b.high))
    products = [_multiply_ends(x, y) for x in ends(a) for y in ends(b)]
    return between(min(products), max(products))


def _scaled(value: Range, factor: int | Fraction) -> Exact:
    """A range times a number: its ends times it, turned over when it is below nothing."""
    sign = _sign(factor)
    if sign == 0:
        return 0
    low, high = _multiply_ends(value.low, factor), _multiply_ends(value.high, factor)
    return between(low, high) if sign > 0 else between(high, low)


def divide(a: Exact, b: Exact) -> Exact:
    """a / b. A certain zero divisor raises ZeroDivisionError; one that may be zero gives no bound,
    except that nothing divided by it is nothing."""
    if b.__class__ is not Range:
        return over(a, b) if a.__class__ is not Range else multiply(a, over(1, b))
    if a == 0:
        return 0
    return multiply(a, _inverse(b))


def _inverse(b: Range) -> Exact:
    low, high = b.low, b.high
    if _sign(low) < 0 < _sign(high):
        return ANYTHING
    return between(_inverse_end(high, LEAST), _inverse_end(low, MOST))


def _inverse_end(end: End, at_zero: Infinite) -> End:
    if end.__class__ is Infinite:
        return 0
    return over(1, end) if _sign(end) else at_zero


def power(a: Exact, exponent: int) -> Exact:
    """a to a whole exponent; an even power of a range that holds zero starts at zero."""
    if exponent < 0:
        return divide(1, power(a, -exponent))
    if a.__class__ is not Range:
        return a**exponent
    if exponent == 0:
        return 1
    low, high = (_power_end(end, exponent) for end in ends(a))
    if exponent % 2:
        return between(low, high)
    return between(0 if a.low < 0 < a.high else min(low, high), max(low, high))


def _power_end(end: End, exponent: int) -> End:
    if end.__class__ is Infinite:
        return MOST if exponent % 2 == 0 else end
    return end**exponent


def least(a: Exact, b: Exact) -> Exact:
    """The smaller of the two."""
    if a.__class__ is not Range and b.__class__ is not Range:
        return a if a <= b else b
    (low, high), (lower, higher) = ends(a), ends(b)
    return between(min(low, lower), min(high, higher))


def most(a: Exact, b: Exact) -> Exact:
    """The larger of the two."""
    if a.__class__ is not Range and b.__class__ is not Range:
        return a if a >= b else b
    (low, high), (lower, higher) = ends(a), ends(b)
    return between(max(low, lower), max(high, higher))


def is_less(a: Exact, b: Exact) -> Answer:
    """a < b: yes, no, or unknown when the ranges overlap."""
    if a.__class__ is not Range and b.__class__ is not Range:
        return a < b
    (low, high), (lower, higher) = ends(a), ends(b)
    return True if high < lower else False if low >= higher else None


def is_equal(a: Exact, b: Exact) -> Answer:
    """a == b: yes, no, or unknown when the ranges overlap."""
    if a.__class__ is not Range and b.__class__ is not Range:
        return a == b
    (low, high), (lower, higher) = ends(a), ends(b)
    if high < lower or low > higher:
        return False
    return True if low == high == lower == higher else None


def opposite(answer: Answer) -> Answer:
    """not answer."""
    return None if answer is None else not answer


def both(a: Answer, b: Answer) -> Answer:
    """a and b; a certain no decides."""
    if a is False or b is False:
        return False
    return None if a is None or b is None else True


def either(a: Answer, b: Answer) -> Answer:
    """a or b; a certain yes decides."""
    return opposite(both(opposite(a), opposite(b)))


def round_half_away(value: int | Fraction, unit: int | Fraction = 1) -> int | Fraction:
    """The nearest multiple of unit (above 0); halves go away from zero."""
    doubled = 2 * abs(Fraction(value)) / unit
    steps = (doubled.numerator + doubled.denominator) // (2 * doubled.denominator)
    return (steps if value >= 0 else -steps) * unit


def round_down(value: int | Fraction, unit: int | Fraction = 1) -> int | Fraction:
    """The multiple of unit (above 0) at or below the value, for negative values also."""
    return Fraction(value, unit).__floor__() * unit


def on_ends(value: Exact, rounding: Any, unit: int | Fraction) -> Exact:
    """A rising rounding applied to a figure: to both ends of a range, infinite ends kept."""
    if value.__class__ is not Range:
        return rounding(value, unit)
    return between(*(e if e.__class__ is Infinite else rounding(e, unit) for e in ends(value)))


def largest_remainder(
    values: Sequence[int | Fraction],
    unit: int | Fraction = 1,
    total: int | Fraction | None = None,
) -> list[int | Fraction]:
    """Multiples of unit that add to the rounded total of the values, or to the total given.

    Each value is rounded down; the units left over go, one each, to the largest remainders,
    the earlier value first when remainders are equal. Negative values are rounded down too.
    Source: formulas.md, section 4, rounding rule (b).
    """
    steps = [Fraction(value, unit) for value in values]
    whole = [step.__floor__() for step in steps]
    wanted = round_half_away(sum(steps)) if total is None else round_half_away(total, unit) / unit
    each, left = divmod(int(wanted - sum(whole)), max(len(whole), 1))
    order = sorted(range(len(steps)), key=lambda i: (whole[i] - steps[i], i))
    for place, i in enumerate(order):
        whole[i] += each + (place < left)
    return [count * unit for count in whole]


def reconcile(values: Sequence[Exact], unit: int | Fraction) -> list[Exact]:
    """Largest remainder for figures that may be ranges.

    With a range among them nobody can say who gets the odd unit: each figure is then held
    between its value rounded down and its value rounded up.
    """
    if not any(value.__class__ is Range for value in values):
        return list(largest_remainder(values, unit))
    return [_loosely(value, unit) for value in values]


def _loosely(value: Exact, unit: int | Fraction) -> Exact:
    low, high = ends(value)
    floor = low if low.__class__ is Infinite else round_down(low, unit)
    ceiling = high if high.__class__ is Infinite else -round_down(-high, unit)
    return between(floor, ceiling)


def bits(value: Exact) -> int:
    """The size of a figure: bits of its longest numerator or denominator."""
    if value.__class__ is Range:
        return max(0 if end.__class__ is Infinite else bits(end) for end in ends(value))
    return max(value.numerator.bit_length(), value.denominator.bit_length())
