"""Operations on figures by label: sum, round_vector, compare.

Source: formulas.md, section 4 (round, compare).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grants.engine.fault import NOWHERE, Refused, refuse, unknown_name

if TYPE_CHECKING:
    from fractions import Fraction

    from grants.engine.operations.inputs import Desk
    from grants.engine.operations.rounding import Rounding

    Number = int | Fraction
    Inputs = dict[str, Any]


def _vector(inputs: Inputs) -> dict[str, Number]:
    figures = inputs.get("dataset") or inputs.get("values")
    if not figures:
        raise refuse("key_missing", name="values", entry="inputs")
    return figures


def add_up(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """The total of the figures."""
    return {"total": rounding.one(sum(_vector(inputs).values()))}


def round_vector(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """The figures rounded, reconciled or each alone; `total` adds the rounded ones."""
    figures = _vector(inputs)
    rounded = rounding.parts({label: figures[label] for label in desk.ordered(figures)})
    return {"total": sum(rounded.values())} | rounded


def compare(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """proposal - status quo by label, all losses (above zero), all gains, and the net.

    Refuses a label that only one of the two holds.
    """
    before, after = inputs["status_quo"], inputs["proposal"]
    for label in {*before} ^ {*after}:
        known = after if label in before else before
        raise Refused(unknown_name("unknown_label", label, known, NOWHERE))
    deltas = {label: after[label] - before[label] for label in desk.ordered(before)}
    figures = {f"delta_{label}": delta for label, delta in deltas.items()}
    figures["losses_total"] = -sum(delta for delta in deltas.values() if delta < 0)
    figures["gains_total"] = sum(delta for delta in deltas.values() if delta > 0)
    figures["net"] = sum(deltas.values())
    return rounding.each(figures)
