"""Numbers as people write them, read and written exactly; knows texts and exact values only."""

from __future__ import annotations

import re
from fractions import Fraction

from grants.engine.exact import LEAST, MOST, UNLIMITED, Exact, Infinite, Range, ends
from grants.engine.fault import NOWHERE, Place, refuse

MOST_DIGITS = 30
_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>\d+(?:_\d+)*)(?:\.(?P<part>\d+(?:_\d+)*))?"
    r"(?:/(?P<below>\d+(?:_\d+)*))?(?P<percent>%?)",
    re.ASCII,
)
_EXPONENT = re.compile(r"[+-]?[\d_.]+[eE][+-]?\d+", re.ASCII)
_NOT_FINITE = {"nan", ".nan", "inf", "+inf", "-inf", ".inf", "-.inf", "+.inf", "infinity"}


def read_number(text: str, place: Place = NOWHERE) -> int | Fraction:
    """The exact number a text writes: `500_000_000`, `-0.5`, `15%`, `1/3`.

    Refuses anything else, exponents (1e9), NaN and Infinity by name, more than 30 digits,
    and a zero below the line.
    """
    match = _NUMBER.fullmatch(text.strip())
    if not match or (match["part"] and match["below"]):
        raise refuse(_why_not(text.strip()), place, met=text[:40])
    if sum(c.isdigit() for c in text) > MOST_DIGITS:
        raise refuse("too_many_digits", place, met=text[:40], most=MOST_DIGITS)
    below = int(match["below"] or 1) * (100 if match["percent"] else 1)
    if below == 0:
        raise refuse("zero_below_the_line", place, met=text)
    part = (match["part"] or "").replace("_", "")
    number = Fraction(int(match["whole"].replace("_", "") + part), 10 ** len(part) * below)
    return simple(-number if match["sign"] == "-" else number)


def _why_not(text: str) -> str:
    if text.lower().lstrip("-+") in _NOT_FINITE:
        return "not_finite"
    return "exponent_notation" if _EXPONENT.fullmatch(text) else "not_a_number"


def simple(value: Exact) -> Exact:
    """The same figure, as a plain whole number where it is one."""
    if value.__class__ is Fraction and value.denominator == 1:
        return value.numerator
    return value


def write_number(value: int | Fraction) -> str:
    """The canonical text of a number: `n` or `n/d` in lowest terms."""
    if value.denominator == 1:
        return str(value.numerator)
    return f"{value.numerator}/{value.denominator}"


def write_decimal(value: int | Fraction, places: int = 2) -> str:
    """A number that is whole at so many places, written with exactly those: `-0.05`."""
    scaled = Fraction(value) * 10**places
    digits = str(abs(scaled.numerator // scaled.denominator)).rjust(places + 1, "0")
    sign = "-" if scaled < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def write_exact(value: Exact) -> str | dict[str, str]:
    """The canonical form of a figure: a text, or low and high; an end without bound is left out."""
    if value.__class__ is not Range:
        return write_number(value)
    if value == UNLIMITED:
        return "unlimited"
    low, high = ends(value)
    kept = {"low": low, "high": high}
    return {n: write_number(e) for n, e in kept.items() if not isinstance(e, Infinite)}


def read_plain(text: str) -> str:
    """A short decimal text for people: exact when it ends within 6 places, else `n/d`."""
    number = Fraction(text)
    for places in range(7):
        if (number * 10**places).denominator == 1:
            return write_decimal(number, places)
    return text


def read_range(text: str, place: Place = NOWHERE) -> Range:
    """The range a text writes: `0..60%`, `15%..`, `..5`; a missing end has no bound."""
    low_text, _, high_text = text.partition("..")
    low = read_number(low_text, place) if low_text.strip() else LEAST
    high = read_number(high_text, place) if high_text.strip() else MOST
    if low > high:
        raise refuse("range_upside_down", place, met=text)
    return Range(low, high)
