"""Operations along years: phase, escalate, step_index, series_times.

Keys are years as the file writes them: a calendar year stands for the fiscal year it begins.
Source: formulas.md, section 4 (amount). Years are no parts of a whole: each is rounded alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grants.engine.exact import round_down, round_half_away
from grants.engine.fault import refuse

if TYPE_CHECKING:
    from fractions import Fraction

    from grants.engine.operations.inputs import Desk
    from grants.engine.operations.rounding import Rounding

    Number = int | Fraction
    Inputs = dict[str, Any]

MOST_YEARS = 200


def _years(first: int, last: int) -> range:
    if not first <= last < first + MOST_YEARS:
        raise refuse("years_bad", met=f"{first}..{last}", most=MOST_YEARS)
    return range(first, last + 1)


def _keyed(figures: dict[int, Number]) -> dict[str, Number]:
    """Figures by `2005` and by `2005-06`, so that a file may use either."""
    fiscal = {f"{year}-{(year + 1) % 100:02}": value for year, value in figures.items()}
    return {str(year): value for year, value in figures.items()} | fiscal


def phase(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """base * fraction of each year: an earmark inside an amount, which it does not change."""
    base = inputs["base"]
    return rounding.each({year: base * part for year, part in inputs["fractions"].items()})


def series_times(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """factor * figure of each year."""
    factor = inputs["factor"]
    return rounding.each({year: factor * figure for year, figure in inputs["series"].items()})


def escalate(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """The amount of the year before * (1 + rate), rounded each year before the next.

    `minimum_rate` holds the rate from below. The first year is the start amount itself.
    """
    rate = max(inputs["rate"], inputs.get("minimum_rate", inputs["rate"]))
    value, step = inputs["start_amount"], inputs.get("round_each_year_to")
    figures = {}
    for year in _years(inputs["start_year"], inputs["end_year"]):
        if figures:
            value = value * (1 + rate)
            value = round_half_away(value, step) if step else value
        figures[year] = value
    return rounding.each(_keyed(figures))


def step_index(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """base * (1 + rate) ** n, rounded down to a step; n is 1 in the first indexed year."""
    first = inputs["first_indexed_year"]
    figures = {
        year: round_down(
            inputs["base"] * (1 + inputs["rate"]) ** (year - first + 1), inputs["step"]
        )
        for year in _years(first, inputs["end_year"])
    }
    return rounding.each(_keyed(figures))
