"""Operations that share a pool: allocate, reserve_floor, optout, share_of_pool.

Amounts in the pool's unit. Source: formulas.md, section 4 (driver, allocate, bound, optout).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grants.engine.exact import LEAST, UNLIMITED, Range
from grants.engine.fault import NOWHERE, Refused, refuse, unknown_name
from grants.engine.operations.inputs import Desk, PartOfPool
from grants.engine.sharing import share_out

if TYPE_CHECKING:
    from grants.engine.operations.rounding import Rounding

    Number = int | Fraction
    Inputs = dict[str, Any]

_NO_MINIMUM = Range(LEAST, LEAST)


def participants(inputs: Inputs, desk: Desk) -> list[str]:
    """Who shares: those named, else every label of the drivers, in the order that breaks ties."""
    known = [label for row in inputs["drivers"] for label in _figures(row)]
    named = inputs.get("participants") or known
    for label in named:
        if label not in known:
            raise Refused(unknown_name("unknown_label", label, known, NOWHERE))
    return desk.ordered(named)


def _figures(row: Inputs) -> dict[str, Number]:
    return row.get("dataset") or row.get("values") or {}


def shares(inputs: Inputs, names: list[str], rounding: Rounding) -> dict[str, Number]:
    """Each participant's share, adding to 1: the weighted mix of its parts of each driver.

    A label a driver does not hold counts as none. `share_decimals` rounds the shares
    themselves. Refuses negative figures and drivers that add to zero.
    """
    mixed: dict[str, Number] = dict.fromkeys(names, 0)
    for row in inputs["drivers"]:
        figures = {name: _figures(row).get(name, 0) for name in names}
        total, weight = sum(figures.values()), row.get("weight", 1)
        if min(figures.values()) < 0:
            raise refuse("negative_weight", met=min(figures.values()))
        if not total:
            raise refuse("weights_add_to_zero")
        for name, figure in figures.items():
            mixed[name] += weight * Fraction(figure, total)
    if "share_decimals" in inputs:
        return rounding.at(Fraction(1, 10 ** inputs["share_decimals"])).parts(mixed)
    return mixed


def _amounts(inputs: Inputs, key: str, names: list[str], default: Any) -> dict[str, Any]:
    """An amount for each participant: its own, else that of `each`, else the default."""
    given, pool = inputs.get(key, {}), inputs["pool"]
    for label in given:
        if label not in names and label != "each":
            raise Refused(unknown_name("unknown_label", label, names, NOWHERE))
    found = {name: given.get(name, given.get("each", default)) for name in names}
    return {n: v.fraction * pool if isinstance(v, PartOfPool) else v for n, v in found.items()}


def _exact_parts(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    names = participants(inputs, desk)
    reserved = {
        name: value
        for name, value in _amounts(inputs, "reserves", names, None).items()
        if value is not None
    }
    sharing = [name for name in names if name not in reserved]
    weights = shares(inputs, sharing, rounding) if sharing else {}
    columns = [
        list(_amounts({**inputs, key: _of(inputs, key, sharing)}, key, sharing, default).values())
        for key, default in (("bases", 0), ("floors", _NO_MINIMUM), ("caps", UNLIMITED))
    ]
    left = inputs["pool"] - sum(reserved.values())
    parts = dict(zip(sharing, _shared(inputs, left, list(weights.values()), columns), strict=True))
    return {name: reserved.get(name, parts.get(name, 0)) for name in names}


def _shared(
    inputs: Inputs, left: Number, weights: list[Number], columns: list[list[Any]]
) -> list[Number]:
    """The parts of what is left. Shares rounded one by one stand as they are, though they may
    not add to 1: then the parts do not add to the pool either, as in a published table."""
    bases = columns[0]
    if "share_decimals" in inputs and not {"floors", "caps"} & {*inputs}:
        shared = left - sum(bases)
        return [base + weight * shared for weight, base in zip(weights, bases, strict=True)]
    return share_out(left, weights, *columns)


def _of(inputs: Inputs, key: str, names: list[str]) -> dict[str, Any]:
    """The amounts of those who share; a reserved one needs none."""
    reserved = inputs.get("reserves", {})
    return {n: v for n, v in inputs.get(key, {}).items() if n in names or n not in reserved}


def allocate(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """base + share * (pool - all bases) for each participant, between its floor and its cap.

    `reserves` are amounts set aside for labels that then leave the share. What a floor costs
    the others pay, in proportion. Amounts may be percentages of the pool. `total` adds the
    parts as they are rounded.
    """
    rounded = rounding.parts(_exact_parts(inputs, desk, rounding))
    return {"total": sum(rounded.values())} | rounded


def optout(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """Who opts out takes its full part without conditions; the others' parts do not move.

    `conditioned_fraction` of what the participants keep is under conditions. Rounded at the end:
    totals add the parts as rounded, or with `independent` are rounded by themselves.
    """
    exact = _exact_parts(inputs, desk, rounding)
    out = desk.ordered(inputs["opted_out"])
    for label in out:
        if label not in exact:
            raise Refused(unknown_name("unknown_label", label, exact, NOWHERE))
    shown, kept = rounding.parts(exact), sum(v for n, v in exact.items() if n not in out)
    added = exact if rounding.reconcile == "independent" else shown
    figures = {f"compensation_{label}": shown[label] for label in out}
    figures["participants_total"] = rounding.one(sum(v for n, v in added.items() if n not in out))
    figures["conditioned_participants"] = rounding.one(inputs["conditioned_fraction"] * kept)
    figures["compensation_total"] = rounding.one(sum(added[label] for label in out))
    return figures | {name: value for name, value in shown.items() if name not in figures}


def share_of_pool(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """pool * numerator / denominator; refuses a denominator of zero."""
    if not inputs["denominator"]:
        raise refuse("division_by_zero", cell="denominator")
    part = Fraction(inputs["numerator"]) / inputs["denominator"]
    return {"amount": rounding.one(inputs["pool"] * part)}
