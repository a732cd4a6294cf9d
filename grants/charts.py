"""Bars for a table's figures, as whole numbers that a template draws with; no colours, no words.

A sure figure is a solid bar; a range is solid to its lower end and open to its upper one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

WIDTH, ROW, THICK = 340, 38, 12


@dataclass(frozen=True)
class Bar:
    """One bar: where its texts and its two parts stand in the drawing."""

    label: str
    text: str
    text_y: int
    bar_y: int
    solid_x: int
    solid_width: int
    open_x: int
    open_width: int

    @property
    def bar_end(self) -> int:
        return self.bar_y + THICK


@dataclass(frozen=True)
class Chart:
    """A drawing of bars; *zero* is where nothing stands."""

    name: str
    title: str
    bars: tuple[Bar, ...]
    zero: int
    height: int
    width: int = WIDTH
    thick: int = THICK


def chart(name: str, title: str, rows: Iterable[tuple[str, str, Any]]) -> Chart:
    """A chart of rows: label, text, shown figure (a decimal text, or low and high)."""
    told = [(label, text, *_ends(value)) for label, text, value in rows]
    known = [end for _, _, low, high in told for end in (low, high) if end is not None]
    least, most = min([Fraction(0), *known]), max([Fraction(0), *known])
    scale = _Scale(least, (most - least) or Fraction(1))
    bars = tuple(_bar(place, *one, scale) for place, one in enumerate(told))
    return Chart(name, title, bars, scale(Fraction(0)), ROW * len(bars) + 4)


@dataclass(frozen=True)
class _Scale:
    least: Fraction
    span: Fraction

    def __call__(self, value: Fraction) -> int:
        return round((value - self.least) / self.span * WIDTH)


def _ends(value: Any) -> tuple[Fraction | None, Fraction | None]:
    if isinstance(value, dict):
        return tuple(Fraction(value[end]) if end in value else None for end in ("low", "high"))
    return (None, None) if value == "unlimited" else (Fraction(value), Fraction(value))


def _bar(place: int, label: str, text: str, low: Any, high: Any, scale: _Scale) -> Bar:
    """Solid from nothing to the end that is sure, open between the ends; no end: to the edge."""
    zero = scale(Fraction(0))
    left = 0 if low is None else scale(low)
    right = WIDTH if high is None else scale(high)
    sure = left if left > zero else right if right < zero else zero
    solid_x, solid_width = min(zero, sure), abs(sure - zero)
    if not solid_width and low == high and low:
        solid_width = 1  # too small to see, but not nothing
    return Bar(label, text, place * ROW + 15, place * ROW + 21, solid_x, solid_width, left, right - left)
