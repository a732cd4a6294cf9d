"""How a case of a case file rounds its figures; knows exact values only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from grants.engine.exact import largest_remainder, round_down, round_half_away
from grants.engine.fault import refuse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Number = int | Fraction


def _half_even(value: Number, unit: Number) -> Number:
    return round(Fraction(value) / unit) * unit


def _half_down(value: Number, unit: Number) -> Number:
    steps = -((-(2 * abs(Fraction(value)) / unit) + 1).__floor__() // 2)
    return (steps if value >= 0 else -steps) * unit


def _toward_zero(value: Number, unit: Number) -> Number:
    return round_down(value, unit) if value >= 0 else -round_down(-value, unit)


def _away_from_zero(value: Number, unit: Number) -> Number:
    return -round_down(-value, unit) if value >= 0 else round_down(value, unit)


def _upward(value: Number, unit: Number) -> Number:
    return -round_down(-value, unit)


MODES: dict[str, Callable[[Number, Number], Number]] = {
    "half_up": round_half_away,
    "half_even": _half_even,
    "half_down": _half_down,
    "down": _toward_zero,
    "up": _away_from_zero,
    "floor": round_down,
    "ceiling": _upward,
}
RECONCILES = ("largest_remainder", "independent", "residual")


@dataclass(frozen=True)
class Rounding:
    """A step (None: nothing is rounded), how halves go, and how parts are made to add up.

    `residual` gives what rounding leaves to one party. Source: formulas.md, section 4 (round).
    """

    unit: Number | None = None
    mode: str = "half_up"
    reconcile: str = "largest_remainder"
    party: str = ""

    def at(self, unit: Number) -> Rounding:
        """The same rounding at another step."""
        return Rounding(unit, self.mode, self.reconcile, self.party)

    def one(self, value: Number) -> Number:
        """A figure rounded by itself."""
        return value if self.unit is None else MODES[self.mode](value, self.unit)

    def each(self, values: Mapping[str, Number]) -> dict[str, Number]:
        """Figures that are no parts of one whole (years, formulas), each rounded by itself."""
        return {name: self.one(value) for name, value in values.items()}

    def parts(self, values: Mapping[str, Number]) -> dict[str, Number]:
        """The parts of one whole, rounded so that they add to its rounded total.

        In order of the mapping: the earlier part gets the odd unit when remainders are equal.
        With `independent` each is rounded by itself and the total is not kept.
        """
        if self.unit is None or self.reconcile == "independent":
            return self.each(values)
        if self.reconcile == "residual":
            return self._residual(values)
        if self.mode == "half_up":
            rounded = largest_remainder(list(values.values()), self.unit)
            return dict(zip(values, rounded, strict=True))
        return self._by_remainder(values)

    def _residual(self, values: Mapping[str, Number]) -> dict[str, Number]:
        if self.party not in values:
            raise refuse("unknown_label", name=self.party, near="")
        rounded = self.each(values)
        others = sum(value for name, value in rounded.items() if name != self.party)
        return {**rounded, self.party: self.one(sum(values.values())) - others}

    def _by_remainder(self, values: Mapping[str, Number]) -> dict[str, Number]:
        total = self.one(sum(values.values()))
        floors = {name: round_down(value, self.unit) for name, value in values.items()}
        left = int((total - sum(floors.values())) / Fraction(self.unit))
        order = sorted(values, key=lambda name: floors[name] - values[name])
        return {n: f + (self.unit if n in order[:left] else 0) for n, f in floors.items()}
