"""Named axes, shapes and units; knows labels and index maps, no values.

A shape is a tuple of axis names in one order: year, government, then as declared.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import product

from grants.engine.fault import NOWHERE, Place, refuse

Shape = tuple[str, ...]
YEAR, GOVERNMENT = "year", "government"
GOVERNMENTS = ("NL", "PE", "NS", "NB", "QC", "ON", "MB", "SK", "AB", "BC", "YT", "NT", "NU")
MOST_YEARS = 60
_YEAR = re.compile(r"(\d{4})-(\d{2})", re.ASCII)


@dataclass(frozen=True)
class Frame:
    """The axes of one programme, each with its labels, and remembered index maps between shapes."""

    axes: dict[str, tuple[str, ...]]
    _maps: dict[tuple[Shape, Shape], list[int] | None] = field(default_factory=dict, repr=False)
    _unions: dict[tuple[Shape, Shape], Shape] = field(default_factory=dict, repr=False)

    def ordered(self, names: set[str] | frozenset[str] | tuple[str, ...]) -> Shape:
        """The axes as a shape, in the frame's order."""
        return tuple(name for name in self.axes if name in names)

    def union(self, a: Shape, b: Shape) -> Shape:
        """The axes of both shapes, matched by name."""
        if a == b:
            return a
        if (a, b) not in self._unions:
            self._unions[a, b] = self.ordered({*a, *b})
        return self._unions[a, b]

    def size(self, shape: Shape) -> int:
        """The number of cells of a shape."""
        count = 1
        for name in shape:
            count *= len(self.axes[name])
        return count

    def cells(self, shape: Shape) -> list[tuple[str, ...]]:
        """The labels of every cell, in order; the last axis runs fastest."""
        return list(product(*(self.axes[name] for name in shape)))

    def index_map(self, narrow: Shape, wide: Shape) -> list[int] | None:
        """For each cell of `wide` the cell of `narrow` it reads; None when they are one."""
        if narrow == wide:
            return None
        key = (narrow, wide)
        if key not in self._maps:
            steps = dict(zip(narrow, self._steps(narrow), strict=True))
            ranges = [[i * steps.get(n, 0) for i in range(len(self.axes[n]))] for n in wide]
            self._maps[key] = [sum(parts) for parts in product(*ranges)]
        return self._maps[key]

    def _steps(self, shape: Shape) -> list[int]:
        steps, step = [], 1
        for name in reversed(shape):
            steps.append(step)
            step *= len(self.axes[name])
        return steps[::-1]

    def groups(self, shape: Shape, axis: str) -> list[list[int]]:
        """The cells gathered along one axis: one list for each cell of the shape without it."""
        rest = tuple(name for name in shape if name != axis)
        steps = dict(zip(shape, self._steps(shape), strict=True))
        starts = product(*([i * steps[n] for i in range(len(self.axes[n]))] for n in rest))
        along = [i * steps[axis] for i in range(len(self.axes[axis]))]
        return [[sum(start) + step for step in along] for start in starts]

    def axis_of(self, label: str) -> str | None:
        """The axis a label belongs to."""
        return next((name for name, labels in self.axes.items() if label in labels), None)


def without(shape: Shape, axis: str) -> Shape:
    """The shape less one axis."""
    return tuple(name for name in shape if name != axis)


def read_years(text: str, place: Place = NOWHERE) -> tuple[str, ...]:
    """Fiscal years from `2014-15..2019-20` or one year alone; at most 60."""
    first, dots, last = (part.strip() for part in text.partition(".."))
    start = first_year(first, place)
    end = first_year(last, place) if dots else start
    if not 0 <= end - start < MOST_YEARS:
        raise refuse("years_bad", place, met=text, most=MOST_YEARS)
    return tuple(f"{year}-{(year + 1) % 100:02}" for year in range(start, end + 1))


def first_year(text: str, place: Place = NOWHERE) -> int:
    """The calendar year a fiscal year starts in; refuses what is not two years running."""
    match = _YEAR.fullmatch(text)
    if not match or (int(match[1]) + 1) % 100 != int(match[2]):
        raise refuse("not_a_fiscal_year", place, met=text)
    return int(match[1])


Unit = tuple[tuple[str, int], ...]
PURE: Unit = ()
DOLLARS: Unit = (("CAD", 1),)


def read_unit(text: str, place: Place = NOWHERE) -> Unit:
    """A unit from `CAD`, `CAD/grant`, `1` (a pure number)."""
    above, *below = text.strip().split("/")
    if not all(re.fullmatch(r"[A-Za-z]\w*|1", part.strip()) for part in [above, *below]):
        raise refuse("unit_bad", place, met=text)
    unit = PURE
    for name, exponent in [(above, 1), *((part, -1) for part in below)]:
        unit = combine(unit, PURE if name.strip() == "1" else ((name.strip(), exponent),), 1)
    return unit


def combine(a: Unit, b: Unit, sign: int) -> Unit:
    """The unit of a product (sign 1) or quotient (sign -1)."""
    powers = dict(a)
    for name, exponent in b:
        powers[name] = powers.get(name, 0) + sign * exponent
    return tuple(sorted((name, exponent) for name, exponent in powers.items() if exponent))


def write_unit(unit: Unit | None) -> str:
    """`CAD/grant`; empty for a pure number."""
    above = [_powered(name, e) for name, e in unit or () if e > 0]
    below = [_powered(name, -e) for name, e in unit or () if e < 0]
    return "/".join(["*".join(above) or ("1" if below else ""), *below])


def _powered(name: str, exponent: int) -> str:
    return name if exponent == 1 else f"{name}^{exponent}"
