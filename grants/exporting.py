"""A run of a programme as files: one line a figure (CSV), and everything (JSON). Knows no request."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from grants import engine, tables, telling
from grants.engine.frame import GOVERNMENT, YEAR
from grants.naming import Names, name_of
from grants.sureness import Sureness

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"  # so that spreadsheets read the accents
_NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
_STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")


def safe(text: str) -> str:
    """A cell that no spreadsheet runs: what looks like a formula and is no number gets a quote."""
    if text.startswith(_STARTS_FORMULA) and not _NUMBER.fullmatch(text):
        return "'" + text
    return text


def csv_text(results: engine.Results, names: Names, step: str = "cent") -> str:
    """Every measure, a line for each figure shown and each total, with what it was made from."""
    told = io.StringIO()
    writer = csv.writer(told, lineterminator="\r\n")
    writer.writerow([_("Measure"), _("Fiscal year"), _("Government"), _("Code"), _("Other label"),
                     _("Figure"), _("At least"), _("At most"), _("Unit"), _("How sure")])
    for row in rows(results, names, step):
        writer.writerow([safe(cell) for cell in row])
    return BOM + told.getvalue()


def rows(results: engine.Results, names: Names, step: str) -> Iterator[list[str]]:
    for name in results.document.measures:
        caption = name_of(results.document, name)
        try:
            figures = tables.shown(results, name, step)
        except engine.Refused as refused:
            yield [caption, "", "", "", "", telling.fault_sentence(refused.faults[0]), "", "", "", ""]
            continue
        sureness = Sureness(results, name, figures.axes)
        for cell, value in figures.cells.items():
            sure = ", ".join(sureness.at(cell))
            yield [caption, *_labels(results, cell, names), *_figure(value), figures.unit, sure]
        for cell, value in figures.totals.items():
            labels = _labels(results, cell, names, total=figures.adds_up)
            yield [caption, *labels, *_figure(value), figures.unit, ""]


def _labels(results: engine.Results, cell: tuple[str, ...], names: Names, total: str = "") -> list[str]:
    """Year, government and its code, further labels; a total says so in the place of its axis."""
    at = {results.frame.axis_of(label): label for label in cell}
    if total:
        at[total] = _("Total")
    government = at.pop(GOVERNMENT, "")
    year = at.pop(YEAR, "")
    code = government if government in names.governments else ""
    return [year, names.label(government), code, names.labels(at.values())]


def _figure(value: Any) -> list[str]:
    """The figure, or its ends; a missing end has no bound."""
    if isinstance(value, dict):
        return ["", value.get("low", ""), value.get("high", "")]
    return [value, "", ""]


def json_value(results: engine.Results, step: str = "cent") -> dict[str, Any]:
    """The calculation with its checksum, and the figures as the page shows them."""
    shown = {name: _shown(results, name, step) for name in results.document.measures}
    frozen = engine.calculation(results)
    told = {name: getattr(frozen, name) for name in frozen.__dataclass_fields__}
    return {**told, "checksum": frozen.checksum, "shown": shown}


def _shown(results: engine.Results, name: str, step: str) -> dict[str, Any]:
    try:
        figures = tables.shown(results, name, step)
    except engine.Refused as refused:
        return {"fault": refused.faults[0].code, "sentence": telling.fault_sentence(refused.faults[0])}
    return {"unit": figures.unit, "axes": list(figures.axes), "adds_up": figures.adds_up,
            "cells": {",".join(cell): value for cell, value in figures.cells.items()},
            "totals": {",".join(cell): value for cell, value in figures.totals.items()}}
