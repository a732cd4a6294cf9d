"""Fast exact arithmetic on whole numbers and Fractions; knows nothing else.

`fractions` spends most of its time in checks and properties; here its two slots are read and
filled directly. Every result is in lowest terms, and a plain int where it is whole.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

Ratio = int | Fraction
_new = object.__new__


def made(above: int, below: int) -> Ratio:
    """above / below, which have no common divisor; below is above zero."""
    if below == 1:
        return above
    value = _new(Fraction)
    value._numerator, value._denominator = above, below
    return value


def parts(value: Ratio) -> tuple[int, int]:
    """The numerator and denominator."""
    if value.__class__ is Fraction:
        return value._numerator, value._denominator
    return value, 1


def times(a: Ratio, b: Ratio) -> Ratio:
    """a * b."""
    (above, below), (over, under) = parts(a), parts(b)
    first, second = gcd(above, under), gcd(over, below)
    if first > 1:
        above, under = above // first, under // first
    if second > 1:
        over, below = over // second, below // second
    return made(above * over, below * under)


def plus(a: Ratio, b: Ratio) -> Ratio:
    """a + b."""
    (above, below), (over, under) = parts(a), parts(b)
    return _sum(above, below, over, under)


def minus(a: Ratio, b: Ratio) -> Ratio:
    """a - b."""
    (above, below), (over, under) = parts(a), parts(b)
    return _sum(above, below, -over, under)


def _sum(above: int, below: int, over: int, under: int) -> Ratio:
    if below == under:
        total = above + over
        common = gcd(total, below)
        return made(total // common, below // common)
    common = gcd(below, under)
    if common == 1:
        return made(above * under + over * below, below * under)
    small = below // common
    total = above * (under // common) + over * small
    again = gcd(total, common)
    return made(total // again, small * (under // again))


def over(a: Ratio, b: Ratio) -> Ratio:
    """a / b; ZeroDivisionError when b is zero."""
    above, below = parts(b)
    if above == 0:
        raise ZeroDivisionError
    return times(a, made(below, above) if above > 0 else made(-below, -above))
