"""Operations about who pays a cost: split, match, tiers, carry.

Amounts in dollars. Source: formulas.md, section 4 (split, match, carry) and section 2.15.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grants.engine.exact import UNLIMITED
from grants.engine.fault import Fault, fault, refuse
from grants.engine.notation import read_plain
from grants.engine.sharing import pay_by_slices, split_cost

if TYPE_CHECKING:
    from fractions import Fraction

    from grants.engine.operations.inputs import Desk
    from grants.engine.operations.rounding import Rounding

    Number = int | Fraction
    Inputs = dict[str, Any]


def split(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """Each payer's share of the cost (or its amount), at most its cap; the residual payer the rest.

    What nobody pays is `unpaid`. The parts, unpaid included, add to the cost. Ties go to the
    first payer written. Refuses a cost below zero, and fixed amounts above the cost.
    """
    cost, payers = inputs["cost"], inputs["payers"]
    if cost < 0:
        raise refuse("out_of_range", name="cost", met=cost, allowed="0..")
    residual = next((i for i, row in enumerate(payers) if row.get("residual")), None)
    caps = [row.get("cap", UNLIMITED) for row in payers]
    shares = [row.get("share", 0) for row in payers]
    parts = split_cost(cost, shares, caps, None)
    for i, row in enumerate(payers):
        if "amount" in row:
            parts[i] = min(row["amount"], caps[i] if "cap" in row else row["amount"])
    if residual is not None:
        others = sum(part for i, part in enumerate(parts) if i != residual)
        rest = cost - others
        parts[residual] = min(rest, payers[residual].get("cap", rest))
    if sum(parts) > cost or min(parts) < 0:
        raise refuse("payers_above_cost", met=sum(parts), most=cost)
    names = [row["party"] for row in payers]
    return rounding.parts({**dict(zip(names, parts, strict=True)), "unpaid": cost - sum(parts)})


def split_notes(inputs: Inputs, figures: dict[str, Number], rounding: Rounding) -> list[Fault]:
    """Minimum shares not met: a check, which stops nothing."""
    notes = []
    for row in inputs["payers"]:
        least = row.get("min_share", 0) * inputs["cost"]  # an odd unit of rounding may be short
        short = least - figures[row["party"]]
        if short > 0 and short >= (rounding.unit or 0):
            met, wanted = read_plain(str(figures[row["party"]])), read_plain(str(least))
            notes.append(fault("below_minimum_share", name=row["party"], met=met, least=wanted))
    return notes


def match(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """federal = its share of what is spent, at most the allocation; provincial pays the rest."""
    spent, allocation = inputs["eligible_spending"], inputs["allocation"]
    if min(spent, allocation) < 0:
        raise refuse("out_of_range", name="eligible_spending", met=spent, allowed="0..")
    federal = min(inputs["fed_share"] * spent, allocation)
    figures = rounding.parts({"federal": federal, "provincial": spent - federal})
    return {**figures, "unused": rounding.one(allocation - federal)}


def tiers(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """The federal part of a cost paid at marginal rates on slices per person; the rest provincial.

    Slices follow each other from zero. Above a last slice with a width nothing more is paid.
    """
    cost, people = inputs["cost"], inputs["population"]
    if cost < 0:
        raise refuse("out_of_range", name="cost", met=cost, allowed="0..")
    starts, rates, start = [], [], 0
    for row in inputs["brackets"]:
        starts.append(start)
        rates.append(row["federal"])
        if row.get("width") is None:
            break
        if row["width"] < 0:
            raise refuse("out_of_range", name="width", met=row["width"], allowed="0..")
        start += row["width"]
    else:
        starts.append(start)
        rates.append(0)
    federal = pay_by_slices(cost, people, starts, rates)
    return rounding.parts({"federal": federal, "provincial": cost - federal})


def carry(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """What is not spent is carried forward, up to a fraction of the year's allocation.

    `carry_in` is what came from the year before. More than the limit lapses; spending above
    what was there is `overspent`.
    """
    allocation = inputs["allocation"]
    there = allocation + inputs.get("carry_in", 0)
    unspent = max(there - inputs["spent"], 0)
    carried = min(unspent, max(inputs["max_fraction"] * allocation, 0))
    figures = {"unspent": unspent, "carry_out": carried, "lapsed": unspent - carried}
    return rounding.each(figures | {"overspent": max(inputs["spent"] - there, 0)})
