"""A calculation as a frozen value: what was computed, with what, and a checksum of it all.

The same inputs give the same text and checksum on any machine. Knows no clock and no storage.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grants.engine.evaluation import Results, write_value
from grants.engine.fault import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable

ENGINE_VERSION = "1.0"


@dataclass(frozen=True)
class Calculation:
    """Figures with everything they came from, as plain values in canonical form.

    Numbers are `n/d` texts, ranges `{low, high}` (a missing end has no bound), answers
    `yes`, `no`, `unknown`; cells are named by their labels joined with commas. A figure
    that could not be worked out is `{fault: code}`. Nothing is rounded.
    """

    programme: str
    formula_version: str
    engine_version: str
    values: dict[str, Any]
    base: dict[str, Any]
    releases: dict[str, Any]
    results: dict[str, Any]

    def canonical(self) -> str:
        """The whole as one JSON text: keys sorted, ASCII, no spaces."""
        told = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return json.dumps(told, sort_keys=True, ensure_ascii=True, separators=(",", ":"))

    @cached_property
    def checksum(self) -> str:
        """SHA-256 of the canonical text, in hexadecimal."""
        return hashlib.sha256(self.canonical().encode("ascii")).hexdigest()


def calculation(results: Results, names: Iterable[str] = ()) -> Calculation:
    """The calculation of some quantities and checks; by default all measures and checks."""
    document = results.document
    wanted = list(names) or [*document.measures, *sorted(document.checks)]
    wanted = wanted or [*document.plans]
    figures = {name: _figure(results, name) for name in wanted}
    return Calculation(
        programme=document.programme,
        formula_version=document.sha256,
        engine_version=ENGINE_VERSION,
        values=_values(results),
        base={} if results.base is results else _values(results.base),
        releases=_releases(results),
        results=figures,
    )


def _figure(results: Results, name: str) -> Any:
    try:
        return results.figure(name).written()
    except Refused as refused:
        return {"fault": refused.faults[0].code}


def _values(results: Results) -> dict[str, Any]:
    """Every parameter's value, over the axes it really varies along, and whether it was stated."""
    told = {}
    for name, value in results.values.items():
        labels = results.frame.cells(value.column.axes)
        cells = zip(labels, value.column.cells, strict=True)
        written = {",".join(label): write_value(cell) for label, cell in cells}
        told[name] = {"stated": name in results.stated, "cells": written}
    return told


def _releases(results: Results) -> dict[str, Any]:
    """For each driver read: its releases, with their figures."""
    told = {}
    for ground in (results.base, results):
        for name, releases in ground.drivers_read.items():
            told[name] = [
                {
                    "release": release.release,
                    "date": release.date,
                    "released": release.released,
                    "values": {label: write_value(value) for label, value in release.values},
                }
                for release in releases
            ]
    return told
