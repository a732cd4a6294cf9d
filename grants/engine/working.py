"""The working of a figure: its expression with the values filled in, down to the inputs.

Gives plain nested values (texts, tables, lists) for a page to show; knows no language.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from grants.engine import columns
from grants.engine.evaluation import Results, write_value
from grants.engine.fault import NOWHERE, Refused, unknown_name
from grants.engine.frame import GOVERNMENT, YEAR, write_unit
from grants.engine.notation import read_plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grants.engine.expression import Term
    from grants.engine.forms import Entry

MOST_STEPS = 400
MOST_LEVELS = 40
Labels = dict[str, str]


@dataclass(frozen=True)
class Reference:
    """A name in an expression: its place in the text and the labels it is read at."""

    name: str
    start: int
    end: int
    labels: tuple[tuple[str, str], ...]
    under_base: bool = False


def working(results: Results, name: str, *labels: str) -> dict[str, Any]:
    """How a figure came about, at the labels of one cell.

    Each step holds: name, labels, value (canonical), unit, kind (quantity, check, parameter,
    driver); for a quantity its `lines` (the text of each field, and `filled` with the values)
    and what it `rests_on`, steps again; for a parameter how sure it is, its sources and note
    and whether it was stated; for a driver its releases. A step already shown has `seen`;
    a figure that fails has `faults`. At most 400 steps.
    """
    cell = {}
    for label in labels:
        axis = results.frame.axis_of(label)
        if axis is None:
            known = [one for many in results.frame.axes.values() for one in many]
            raise Refused(unknown_name("unknown_label", label, known, NOWHERE))
        cell[axis] = label
    return _Working().step(results, name, cell, 0)


class _Working:
    def __init__(self) -> None:
        self.seen: set[Any] = set()

    def step(self, results: Results, name: str, labels: Labels, depth: int) -> dict[str, Any]:
        shape, unit = _declared(results, name)
        cell = {axis: labels[axis] for axis in shape if axis in labels}
        told: dict[str, Any] = {"name": name, "labels": cell, "unit": unit}
        told |= _value(results, name, shape, cell)
        key = (id(results), name, tuple(cell.items()))
        if key in self.seen or len(self.seen) >= MOST_STEPS or depth > MOST_LEVELS:
            return told | {"seen": True}
        self.seen.add(key)
        return told | self._details(results, name, cell, depth)

    def _details(self, results: Results, name: str, cell: Labels, depth: int) -> dict[str, Any]:
        document = results.document
        if name in document.parameters:
            return _parameter(results, name, cell)
        if name in document.drivers:
            return _driver(results, name)
        kind = "check" if name in document.checks else "quantity"
        entry = document.entries[name]
        lines, rests = [], []
        for field in _fields(entry, results, cell):
            references = list(_references(entry.terms[field], results, cell, field))
            lines.append(_line(entry, field, references, results))
            for reference in references:
                ground = results.base if reference.under_base else results
                rests.append((ground, reference.name, reference.labels))
        told = {"kind": kind, "form": entry.form, "lines": lines}
        measure = document.measures.get(name)
        if measure:
            told |= {"en": measure.en, "fr": measure.fr}
        return told | {"rests_on": self._steps(rests, depth)}

    def _steps(self, rests: list[Any], depth: int) -> list[dict[str, Any]]:
        found = []
        for ground, name, labels in dict.fromkeys(rests):
            if name not in {"elapsed", "previous"}:
                found.append(self.step(ground, name, dict(labels), depth + 1))
        return found


def _declared(results: Results, name: str) -> tuple[tuple[str, ...], str]:
    document = results.document
    if name in document.plans:
        return document.plans[name].shape, write_unit(document.plans[name].unit)
    if name in document.parameters:
        parameter = document.parameters[name]
        return parameter.shape(results.frame), write_unit(parameter.unit)
    if name in document.drivers:
        return document.drivers[name].shape(), write_unit(document.drivers[name].unit)
    known = [*document.plans, *document.parameters, *document.drivers]
    raise Refused(unknown_name("unknown_name", name, known, NOWHERE))


def _value(results: Results, name: str, shape: tuple[str, ...], cell: Labels) -> dict[str, Any]:
    """The value at a cell; `values` by label when some axes are left open; `faults` if it fails."""
    try:
        column = results.column(name)
    except Refused as refused:
        return {"value": None, "faults": [asdict(one) for one in refused.faults]}
    for axis, label in cell.items():
        column = columns.take(results.frame, column, axis, label)
    rest = tuple(axis for axis in shape if axis not in cell)
    if not rest:
        return {"value": write_value(column.cells[0])}
    cells = columns.spread(results.frame, column, rest)
    named = zip(results.frame.cells(rest), cells, strict=True)
    return {"value": None, "values": {",".join(at): write_value(v) for at, v in named}}


def _parameter(results: Results, name: str, cell: Labels) -> dict[str, Any]:
    document, value = results.document, results.values[name]
    parameter = document.parameters[name]
    marks = []
    for labels, mark in zip(results.frame.cells(value.column.axes), value.marks, strict=True):
        if all(cell.get(a, at) == at for a, at in zip(value.column.axes, labels, strict=True)):
            marks.append(mark)
    sources = dict.fromkeys([s for mark in marks for s in mark.sources] + [*parameter.sources])
    notes = dict.fromkeys([mark.note for mark in marks if mark.note] + [parameter.note])
    return {
        "kind": "parameter",
        "stated": name in results.stated,
        "sure": sorted({mark.sure for mark in marks if mark.sure}),
        "sources": [_source(results, source) for source in sources],
        "notes": [note for note in notes if note],
    }


def _source(results: Results, name: str) -> dict[str, str]:
    source = results.document.sources.get(name)
    return {"id": name, **(asdict(source) if source else {})}


def _driver(results: Results, name: str) -> dict[str, Any]:
    releases = [
        {key: value for key, value in asdict(release).items() if key != "values"}
        for release in results.drivers_read.get(name, ())
    ]
    return {"kind": "driver", "releases": releases}


def _fields(entry: Entry, results: Results, cell: Labels) -> list[str]:
    """The fields that matter at a cell: in first/then, the one of the year."""
    if entry.form != "first" or YEAR not in cell:
        return list(entry.terms)
    return ["first" if cell[YEAR] == results.frame.axes[YEAR][0] else "then"]


def _references(term: Term, results: Results, cell: Labels, field: str) -> Iterator[Reference]:
    """Every name in an expression, with the labels it is read at for a cell."""
    open_axes = {GOVERNMENT} if field == "by" else set()
    waiting = [(term, {a: label for a, label in cell.items() if a not in open_axes}, None)]
    while waiting:
        term, labels, span = waiting.pop()
        if term.op in {"name", "status_quo"}:
            start, end = span or (term.start, term.end)
            at = _read_at(term.text, results, labels)
            yield Reference(term.text, start, end, at, term.op == "status_quo")
            continue
        labels, span = _inside(term, results, labels, span)
        waiting.extend((arg, labels, span) for arg in reversed(term.args))


def _read_at(name: str, results: Results, labels: Labels) -> tuple[tuple[str, str], ...]:
    if name in {"elapsed", "previous"}:
        return tuple(labels.items())
    shape, _ = _declared(results, name)
    return tuple((axis, labels[axis]) for axis in shape if axis in labels)


def _inside(term: Term, results: Results, labels: Labels, span: Any) -> tuple[Labels, Any]:
    """The labels the operands of a term are read at."""
    if term.op == "take":
        fixed = {results.frame.axis_of(term.text): term.text} | labels
        fixed[results.frame.axis_of(term.text)] = term.text
        return fixed, span or (term.start, term.end)
    over = set(term.over)
    if term.op == "call" and term.text == "before" and YEAR in labels:
        years = results.frame.axes[YEAR]
        return labels | {YEAR: years[max(years.index(labels[YEAR]) - 1, 0)]}, None
    if term.op == "call" and term.text == "share":
        over = {GOVERNMENT}
    return {axis: label for axis, label in labels.items() if axis not in over}, None


def _line(
    entry: Entry, field: str, references: list[Reference], results: Results
) -> dict[str, str]:
    """A field's text, and the same with each name replaced by its value where it has one."""
    text, filled, end = entry.texts[field], "", 0
    for reference in sorted(references, key=lambda one: one.start):
        value = _short(results, entry.name, reference)
        if reference.start >= end and value is not None:
            filled += text[end : reference.start] + value
            end = reference.end
    return {"field": field, "text": text, "filled": filled + text[end:]}


def _short(results: Results, owner: str, reference: Reference) -> str | None:
    """The value of a reference as a short text; None when it is many values or fails."""
    labels, name = dict(reference.labels), reference.name
    if name == "elapsed":
        years = results.frame.axes[YEAR]
        return str(years.index(labels[YEAR])) if YEAR in labels else None
    if name == "previous":
        years, name = results.frame.axes[YEAR], owner
        labels[YEAR] = years[max(years.index(labels.get(YEAR, years[0])) - 1, 0)]
    ground = results.base if reference.under_base else results
    shape, _ = _declared(ground, name)
    cell = {axis: labels[axis] for axis in shape if axis in labels}
    value = _value(ground, name, shape, cell)["value"]
    if isinstance(value, dict):
        ends = [read_plain(value[k]) if k in value else "" for k in ("low", "high")]
        return "(" + "..".join(ends) + ")"
    return value if value in (None, "yes", "no", "unknown", "unlimited") else read_plain(value)
