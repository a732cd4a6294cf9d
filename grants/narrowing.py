"""What payers pay together, no wider than it can be: their ranges leave one another no room.

Each share may be open and the cost still be paid once: added as if they were free, the parts of
$15,000 would come to as much as $40,500. Knows the engine only.
"""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from grants import engine
from grants.engine.exact import UNLIMITED


def narrowed(results: engine.Results, shown: engine.Shown, unit: Fraction, places: int) -> engine.Shown:
    """The measure with the totals of a split held to its cost; any other measure as it is."""
    entry = results.document.entries[shown.name]
    divided = entry.terms.get("split")
    if not divided or divided.op != "name" or entry.words["over"].text != shown.adds_up:
        return shown
    cost = results.shown(divided.text, unit, places)
    axes = [axis for axis in shown.axes if axis != shown.adds_up]
    if not set(cost.axes) <= set(axes):
        return shown
    in_full = _is_paid_in_full(results, entry)
    totals = {}
    for cell, total in shown.totals.items():
        whole = cost.cells[tuple(cell[axes.index(axis)] for axis in cost.axes)]
        totals[cell] = _held(total, whole, in_full)
    return replace(shown, totals=totals)


def _held(total: Any, whole: Any, in_full: bool) -> Any:
    """A total that is a range: the cost itself when all of it is paid, else no more than the cost."""
    if not isinstance(total, dict) or in_full:
        return total if not isinstance(total, dict) else whole
    most = whole.get("high") if isinstance(whole, dict) else whole
    ends = [end for end in (total.get("high"), most) if end not in (None, "unlimited")]
    return {**total, "high": min(ends, key=Decimal)} if ends else total


def _is_paid_in_full(results: engine.Results, entry: Any) -> bool:
    """Whether the shares add to one, and one payer takes whatever the others' maximums cut."""
    shares, rest = entry.terms["shares"], entry.words.get("rest")
    parameter = results.document.parameters.get(shares.text) if shares.op == "name" else None
    if parameter is None or parameter.kind != "weights" or rest is None:
        return False
    cap = entry.terms.get(f"caps.{rest.text}")
    if cap is None:
        return True
    return cap.op == "name" and all(one == UNLIMITED for one in results.column(cap.text).cells)
