"""A term's typed value in words: what an offer or a position says, printed. Knows formats only."""

import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from grants import formats
from grants.naming import LABELS, SURE
from negotiations.standing.clock import language, read_day

_AND = " · "
NUMBER = re.compile(r"^-?[0-9][0-9_]*(\.[0-9_]+)?%?$|^[0-9_]+/[0-9_]+$")


def told(value: Any, kind: str, unit: str = "") -> str:
    """The value for a reader: $300M, at least 15%, one part: label value, label value.

    *kind* is the term's kind of value. What is no number is printed as it stands.
    """
    if value is None:
        return ""
    if isinstance(value, dict) and "is" in value:
        sure = SURE.get(value.get("sure"))
        return told(value["is"], kind, unit) + (f" ({sure})" if sure else "")
    if isinstance(value, dict):
        labelled = sorted(value.items()) if kind == "schedule" else value.items()
        parts = (f"{labels(label)} {told(part, kind)}" for label, part in labelled)
        return _with_unit(_AND.join(parts), unit)
    if isinstance(value, list):
        return _with_unit(", ".join(labels(str(part)) for part in value), unit)
    return _with_unit(_text(str(value).strip(), kind), unit)


def amount(text: str) -> Fraction | None:
    """`15%`, `1/3`, `300_000_000` as an exact number; None when it is none."""
    if not NUMBER.match(text):
        return None
    plain = text.replace("_", "")
    try:
        if plain.endswith("%"):
            return Fraction(Decimal(plain[:-1])) / 100
        return Fraction(plain)
    except (InvalidOperation, ValueError, ZeroDivisionError):
        return None


def labels(written: str) -> str:
    """`YT NT` and `2017-18..` as they stand; a label of a formula by its name; `others` in words."""
    words = {**LABELS, "others": _("others")}
    return ", ".join(str(words.get(label, label)) for label in written.split())


def _text(text: str, kind: str) -> str:
    low, dots, high = text.partition("..")
    if dots:
        return _range(low.strip(), high.strip(), kind)
    words = {"unknown": _("not stated"), "unlimited": _("no limit"), "yes": _("yes"), "no": _("no"),
             "rest": _("the rest")}
    return words.get(text) or _number(text, kind)


def _range(low: str, high: str, kind: str) -> str:
    if low and high:
        return _("%(low)s to %(high)s") % {"low": _number(low, kind), "high": _number(high, kind)}
    if low:
        return _("at least %(low)s") % {"low": _number(low, kind)}
    return _("at most %(high)s") % {"high": _number(high, kind)}


def _number(text: str, kind: str) -> str:
    if kind == "date":
        return _day(text)
    figure = amount(text)
    if figure is None:
        return text
    if kind == "money":
        return formats.money_short(figure, language())
    if text.endswith("%"):
        return formats.ratio(figure, language())
    if "/" in text:
        return text
    return formats.number(figure, language(), 0 if figure.denominator == 1 else 2)


def _day(text: str) -> str:
    try:
        day = read_day(text)
    except ValueError:
        return text
    return formats.date_long(day, language())


def _with_unit(text: str, unit: str) -> str:
    unit = unit.removeprefix("$").strip()
    return f"{text}{formats.NBSP}{unit}" if unit and text else text
