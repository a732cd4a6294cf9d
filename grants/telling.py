"""The engine's figures in words, in the reader's language: a range is told as what it is.

Knows the canonical texts of the engine (`n/d`, decimals, low and high) and the formats.
"""

import re
from fractions import Fraction
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from grants import formats
from grants.engine.reading import Node
from grants.faults import difference_sentence, placed_sentence, sentence

SHARES = ("ratio", "weights", "rate")
_LONG_FRACTION = re.compile(r"(?:(?<![\w./])|(?<=\.\.))(-?\d+)/(\d+)(?![\w/])")
_LONG_WHOLE = re.compile(r"(?:(?<![\w.])|(?<=\.\.))\d{4,}(?![\w-])")


def language() -> str:
    return "fr" if (get_language() or "en").startswith("fr") else "en"


def fault_sentence(fault: Any) -> str:
    """What the engine refused, without its place."""
    return sentence(fault, language())


def placed_fault(fault: Any) -> str:
    """What the engine refused, after its line and column."""
    return placed_sentence(fault, language())


def difference(one: Any) -> str:
    """What a case expected and what came."""
    return difference_sentence(one, language())


def figure(value: Any, unit: str, places: int = 2) -> str:
    """A figure at the edge: a decimal text, low and high, `unlimited`, or an answer."""
    return _told(value, lambda text: _number(Fraction(text), unit, places))


def short(value: Any, unit: str) -> str:
    """A figure beside a bar: millions with one decimal, else whole."""
    return _told(value, lambda text: _short(Fraction(text), unit))


def _short(value: Fraction, unit: str) -> str:
    if not is_money(unit):
        return formats.number(value, language())
    return formats.money_short(value, language(), 1 if abs(value) >= 10**6 else 0)


def exact(value: Any, unit: str, kind: str = "") -> str:
    """A figure inside a working: as many decimals as it has, six at most; a share as a percentage."""
    return _told(value, lambda text: _exact(Fraction(text), unit, kind))


def _told(value: Any, number: Any) -> str:
    words = {"yes": _("yes"), "no": _("no"), "unknown": _("unknown"), "unlimited": _("no limit")}
    if isinstance(value, str):
        return words.get(value) or number(value)
    low, high = value.get("low"), value.get("high")
    if low is not None and high is not None:
        return _span(number(low), number(high))
    if high is not None:
        return _("at most %(high)s") % {"high": number(high)}
    if low is None or Fraction(low) <= 0:
        return words["unknown"]  # no narrower than what such a figure may be
    return _("at least %(low)s") % {"low": number(low)}


def _span(low: str, high: str) -> str:
    """From *low* to *high*, with one place to break the line: after the lower end."""
    words = (_("%(low)s to %(high)s") % {"low": low, "high": high}).split(" ")
    place = words.index(low) + 1 if low in words else len(words)
    return formats.NBSP.join(words[:place]) + " " + formats.NBSP.join(words[place:])


def bounds(parameter: Any) -> str:
    """What a parameter may be, in the notation of the language; empty when its kind says it all."""
    low, _dots, high = parameter.bounds().partition("..")
    if parameter.kind in ("weights", "switch") or not (low or high):
        return ""
    if low and high:
        return _span(low, high)
    return _("at least %(low)s") % {"low": low} if low else _("at most %(high)s") % {"high": high}


def is_money(unit: str) -> bool:
    return unit.split("/")[0] == "CAD"


def _number(value: Fraction, unit: str, places: int) -> str:
    if not is_money(unit):
        return formats.number(value, language(), places)
    return formats.money(value, language()) if places else formats.money_whole(value, language())


def _exact(value: Fraction, unit: str, kind: str) -> str:
    if kind in SHARES:
        told = formats.ratio(value, language())
        return told if (value * 1000).denominator == 1 else f"{told} ({value})"
    if is_money(unit):
        return _number(value, unit, 0 if value.denominator == 1 else 2)
    return formats.number(value, language(), places_of(value))


def places_of(value: Fraction) -> int:
    """The decimals a number needs, six at most."""
    return next((places for places in range(6) if (value * 10**places).denominator == 1), 6)


def readable(filled: str) -> str:
    """An expression with its values filled in, long figures made short: `≈ 1_234.57`, `500_000_000`."""
    short = _LONG_FRACTION.sub(_shortened, filled)
    return _LONG_WHOLE.sub(lambda found: f"{int(found[0]):_}", short)


def _shortened(found: re.Match) -> str:
    value = Fraction(int(found[1]), int(found[2]))
    if max(len(found[1]), len(found[2])) <= 4:
        return found[0]
    places = 2 if abs(value) >= 100 else 6
    return "≈" + f"{formats.rounded(value, places):,f}".replace(",", "_")


def bare(node: Node | None) -> str:
    """A written value in one line, as it would be typed: without what is remarked on its parts."""
    return notation(node, is_bare=True)


def notation(node: Node | None, is_bare: bool = False) -> str:
    """A written value in one line, in the notation of the language."""
    if node is None:
        return ""
    if is_bare and node.get("is"):
        return notation(node.get("is"), is_bare)
    if node.kind == "table":
        pairs = (f"{key.text}: {_inside(value, is_bare)}" for key, value in node.items)
        return "{" + ", ".join(pairs) + "}"
    if node.kind == "list":
        return "[" + ", ".join(_inside(part, is_bare) for part in node.items) + "]"
    return node.text


def _inside(node: Node, is_bare: bool) -> str:
    text = notation(node, is_bare)
    return f'"{text}"' if node.kind == "text" and re.search(r"[,:\[\]{}#]", text) else text
