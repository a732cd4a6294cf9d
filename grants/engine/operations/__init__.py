"""The operations a case file may name: their inputs and what works them out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grants.engine.operations import costs, inputs, series, sharing_pools, vectors
from grants.engine.operations.arithmetic import arithmetic

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Operation:
    """An operation: how each input is read, which may be left out, and the work itself."""

    work: Callable[..., dict[str, Any]]
    needed: dict[str, Any]
    optional: dict[str, Any] = field(default_factory=dict)
    notes: Callable[..., list[Any]] | None = None


_POOL = {"pool": inputs.number, "drivers": inputs.drivers}
_BOUNDS = {
    "bases": inputs.amounts,
    "floors": inputs.amounts,
    "caps": inputs.amounts,
    "reserves": inputs.amounts,
    "participants": inputs.labels,
    "share_decimals": inputs.whole,
}
_VECTOR = {"dataset": inputs.dataset, "values": inputs.numbers}

OPERATIONS = {
    "allocate": Operation(sharing_pools.allocate, _POOL, _BOUNDS),
    "arithmetic": Operation(
        arithmetic, {"expressions": inputs.expressions}, {"variables": inputs.numbers}
    ),
    "carry": Operation(
        costs.carry,
        {"allocation": inputs.number, "spent": inputs.number, "max_fraction": inputs.share},
        {"carry_in": inputs.number},
    ),
    "compare": Operation(vectors.compare, {"status_quo": inputs.vector, "proposal": inputs.vector}),
    "escalate": Operation(
        series.escalate,
        {
            "start_year": inputs.years,
            "end_year": inputs.years,
            "start_amount": inputs.number,
            "rate": inputs.number,
        },
        {"round_each_year_to": inputs.positive, "minimum_rate": inputs.number},
    ),
    "match": Operation(
        costs.match,
        {
            "allocation": inputs.number,
            "fed_share": inputs.share,
            "eligible_spending": inputs.number,
        },
    ),
    "optout": Operation(
        sharing_pools.optout,
        {**_POOL, "opted_out": inputs.labels, "conditioned_fraction": inputs.share},
        _BOUNDS,
    ),
    "phase": Operation(series.phase, {"base": inputs.number, "fractions": inputs.shares}),
    "reserve_floor": Operation(
        sharing_pools.allocate, {**_POOL, "floors": inputs.amounts}, _BOUNDS
    ),
    "round_vector": Operation(vectors.round_vector, {}, _VECTOR),
    "series_times": Operation(
        series.series_times, {"factor": inputs.number, "series": inputs.numbers}
    ),
    "share_of_pool": Operation(
        sharing_pools.share_of_pool,
        {"pool": inputs.number, "numerator": inputs.number, "denominator": inputs.number},
    ),
    "split": Operation(
        costs.split,
        {"cost": inputs.number, "payers": inputs.payers},
        notes=costs.split_notes,
    ),
    "step_index": Operation(
        series.step_index,
        {
            "base": inputs.number,
            "rate": inputs.number,
            "step": inputs.positive,
            "first_indexed_year": inputs.years,
            "end_year": inputs.years,
        },
    ),
    "sum": Operation(vectors.add_up, {}, _VECTOR),
    "tiers": Operation(
        costs.tiers,
        {"cost": inputs.number, "population": inputs.positive, "brackets": inputs.brackets},
    ),
}
