"""Working out a document's figures by name, each when first asked for; no clock, no files.

The results belong to one set of values and releases and never change.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grants.engine import columns, exact
from grants.engine.columns import Column
from grants.engine.exact import Exact, Infinite, Range, ends
from grants.engine.fault import NOWHERE, Refused, unknown_name
from grants.engine.frame import YEAR, write_unit
from grants.engine.notation import write_decimal, write_exact
from grants.engine.releases import driver_column

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grants.engine.frame import Frame, Shape
    from grants.engine.programme import Document
    from grants.engine.releases import Release
    from grants.engine.values import Value


@dataclass(frozen=True)
class Figure:
    """A quantity's values, exact and not rounded, over the cells of its shape."""

    name: str
    axes: Shape
    unit: str
    cells: dict[tuple[str, ...], Any]

    def at(self, *labels: str) -> Any:
        """The value at labels, given in any order; every axis must be named.

        A whole number, a Fraction, a Range, or an answer (None: unknown).
        """
        wanted = set(labels)
        for cell, value in self.cells.items():
            if set(cell) == wanted:
                return value
        raise Refused(unknown_name("unknown_label", ", ".join(labels), (), NOWHERE))

    def written(self) -> dict[str, Any]:
        """The canonical form: `n/d`, or low and high, by labels joined with commas."""
        return {",".join(cell): write_value(value) for cell, value in self.cells.items()}


@dataclass(frozen=True)
class Shown:
    """A measure at the edge: cents as texts (`-0.05`), or low and high; totals add the shown.

    `totals` are over the axis that adds up, by the labels of the other axes; empty without one.
    A missing end of a range has no bound.
    """

    name: str
    axes: Shape
    unit: str
    adds_up: str
    cells: dict[tuple[str, ...], Any]
    totals: dict[tuple[str, ...], Any]


def write_value(value: Any) -> Any:
    """A figure or answer as plain values: `yes`, `no`, `unknown`, `n/d`, or low and high."""
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: "unknown"}[value]
    return write_exact(value)


class Results:
    """The figures of a document under some values, worked out when asked for and kept.

    A figure that cannot be worked out (a certain zero divisor, no release) raises Refused
    each time it, or what rests on it, is asked for; the others are not touched.
    """

    year = None
    previous: Any = None

    def __init__(
        self,
        document: Document,
        values: Mapping[str, Value],
        releases: tuple[Release, ...],
        pins: Mapping[str, str],
        base: Results | None,
    ) -> None:
        self.document = document
        self.values = {**document.status_quo, **values}
        self.stated = frozenset(values)
        self.releases, self.pins = releases, dict(pins)
        self.base = base or self
        self.drivers_read: dict[str, tuple[Release, ...]] = {}
        self._columns: dict[str, Column | Refused] = {}

    @property
    def frame(self) -> Frame:
        """The axes of the document."""
        return self.document.frame

    def column(self, name: str) -> Column:
        """The values of a driver, parameter, quantity or check over the axes it varies along."""
        found = self._columns.get(name)
        if found is None:
            found = self._find(name)
        if isinstance(found, Refused):
            raise Refused(*found.faults)
        return found

    def status_quo(self, name: str) -> Column:
        """The values of a name under the base offer alone."""
        return self.base.column(name)

    def at_year(self, year: int, previous: Any) -> _YearScope:
        """The scope of one year of first/then."""
        return _YearScope(self, year, previous)

    def _find(self, name: str) -> Column | Refused:
        if name in self.values:
            self._columns[name] = self.values[name].column
        elif name in self.document.drivers:
            self._columns[name] = self._driver(name)
        else:
            for step in self.document.chain(name):
                if step not in self._columns:
                    self._columns[step] = self._work_out(step)
        return self._columns[name]

    def _driver(self, name: str) -> Column | Refused:
        driver = self.document.drivers[name]
        try:
            column, read = driver_column(driver, self.frame, self.releases, self.pins)
        except Refused as refused:
            return refused
        self.drivers_read[name] = read
        return column

    def _work_out(self, name: str) -> Column | Refused:
        try:
            return self.document.plans[name].run(self)
        except Refused as refused:
            return refused

    def figure(self, name: str) -> Figure:
        """A quantity, check, parameter or driver over its whole shape. Refused when it fails."""
        shape, unit = self._declared(name)
        cells = columns.spread(self.frame, self.column(name), shape)
        labels = self.frame.cells(shape)
        return Figure(name, shape, unit, dict(zip(labels, cells, strict=True)))

    def _declared(self, name: str) -> tuple[Shape, str]:
        document = self.document
        if name in document.plans:
            return document.plans[name].shape, write_unit(document.plans[name].unit)
        if name in document.parameters:
            parameter = document.parameters[name]
            return parameter.shape(self.frame), write_unit(parameter.unit)
        if name in document.drivers:
            driver = document.drivers[name]
            return driver.shape(), write_unit(driver.unit)
        known = [*document.plans, *document.parameters, *document.drivers]
        raise Refused(unknown_name("unknown_name", name, known, NOWHERE))

    def shown(self, name: str, unit: Fraction | None = None, places: int = 2) -> Shown:
        """A quantity rounded once, to the cent, by largest remainder over what adds up.

        `unit` and `places` give another step of rounding (1000 and 0 for thousands).
        """
        figure, step = self.figure(name), unit or _cent(places)
        measure = self.document.measures.get(name)
        axis = measure.adds_up if measure else ""
        cells = _rounded(self.frame, figure, axis, step)
        labels = list(figure.cells)
        written = {c: _decimal(v, places) for c, v in zip(labels, cells, strict=True)}
        totals = self._totals(figure, axis, cells, places) if axis else {}
        return Shown(name, figure.axes, figure.unit, axis, written, totals)

    def _totals(self, figure: Figure, axis: str, cells: list[Exact], places: int) -> dict:
        added = columns.total(self.frame, Column(figure.axes, cells), (axis,))
        labels = self.frame.cells(added.axes)
        values = [_decimal(value, places) for value in added.cells]
        return dict(zip(labels, values, strict=True))

    @cached_property
    def rests(self) -> dict[str, frozenset[str]]:
        """For each quantity and check: all the names it rests on, directly or not."""
        found: dict[str, frozenset[str]] = {}
        for name in self.document.plans:
            for step in self.document.chain(name):
                if step not in found:
                    direct = self.document.entries[step].names() - {"elapsed", "previous"}
                    found[step] = direct.union(*(found.get(n, frozenset()) for n in direct))
        return found

    def sure(self, name: str, *labels: str) -> tuple[str, ...]:
        """How sure a figure is: the marks (agreed, offered, assumed) of the values it rests on.

        A value of another year or government than the labels is left out.
        """
        marks = set()
        for parameter in sorted(self.rests.get(name, {name}) & set(self.values)):
            value = self.values[parameter]
            cells = self.frame.cells(value.column.axes)
            for cell, mark in zip(cells, value.marks, strict=True):
                if mark.sure and self._agrees(value.column.axes, cell, labels):
                    marks.add(mark.sure)
        return tuple(sorted(marks))

    def _agrees(self, axes: Shape, cell: tuple[str, ...], labels: tuple[str, ...]) -> bool:
        named = {self.frame.axis_of(label): label for label in labels}
        return all(named.get(a, label) == label for a, label in zip(axes, cell, strict=True))


class _YearScope:
    """Where first/then is worked out for one year: every name is its value that year."""

    def __init__(self, results: Results, year: int, previous: Any) -> None:
        self.results, self.year, self.previous = results, year, previous
        self.label = results.frame.axes[YEAR][year]

    def column(self, name: str) -> Column:
        """A name's values in this year."""
        results = self.results
        return columns.take(results.frame, results.column(name), YEAR, self.label)

    def status_quo(self, name: str) -> Column:
        """A name's values in this year under the base offer."""
        results = self.results
        return columns.take(results.frame, results.status_quo(name), YEAR, self.label)

    def earlier(self) -> _YearScope:
        """The scope of the year before."""
        return _YearScope(self.results, self.year - 1, None)


def evaluate(
    document: Document,
    values: Mapping[str, object] | None = None,
    releases: Iterable[Release] = (),
    *,
    base: Mapping[str, object] | None = None,
    pins: Mapping[str, str] | None = None,
) -> Results:
    """The results of a document, nothing worked out yet.

    `values`: by parameter, in the forms of section 2 as texts, whole numbers and tables;
    a parameter not given keeps its status quo. `base`: the base offer that `@status_quo`
    speaks of (default: the document's own status quo). `releases`: those known; `pins`
    names the one a driver must read. Refuses values out of range, with every fault.
    """
    known, fixed = tuple(releases), pins or {}
    ground = Results(document, document.read_values(base or {}), known, fixed, None)
    return Results(document, document.read_values(values or {}), known, fixed, ground)


def _cent(places: int) -> Fraction:
    return Fraction(1, 10**places)


def _rounded(frame: Frame, figure: Figure, axis: str, unit: Fraction) -> list[Exact]:
    """The cells rounded: by largest remainder along the axis, a range end by end."""
    cells = list(figure.cells.values())
    groups = frame.groups(figure.axes, axis) if axis else [[i] for i in range(len(cells))]
    for group in groups:
        parts = [cells[i] for i in group]
        for i, part in zip(group, _group_rounded(parts, unit), strict=True):
            cells[i] = part
    return cells


def _group_rounded(parts: list[Exact], unit: Fraction) -> list[Exact]:
    """Parts of one whole: by largest remainder; beside ranges, each end of theirs apart.

    A plain figure beside ranges is rounded by itself, so that both ends agree on it.
    """
    open_ = [i for i, part in enumerate(parts) if part.__class__ is Range]
    if not open_:
        return exact.largest_remainder(parts, unit) if len(parts) > 1 else [_nearest(parts[0], unit)]
    rounded = [exact.on_ends(part, exact.round_half_away, unit) for part in parts]
    sides = []
    for side in (0, 1):
        values = [ends(parts[i])[side] for i in open_]
        if any(isinstance(value, Infinite) for value in values):
            sides.append([ends(rounded[i])[side] for i in open_])
            continue
        fixed = [i for i in range(len(parts)) if i not in open_]
        total = _nearest(sum(values) + sum(parts[i] for i in fixed), unit)
        left = total - sum(rounded[i] for i in fixed)
        sides.append(exact.largest_remainder(values, unit, left))
    for i, low, high in zip(open_, *sides, strict=True):
        rounded[i] = Range(low, exact.MOST if high is exact.MOST else max(low, high))
    return rounded


def _nearest(value: Exact, unit: Fraction) -> Exact:
    return exact.on_ends(value, exact.round_half_away, unit)


def _decimal(value: Exact, places: int) -> Any:
    if value.__class__ is not Range:
        return write_decimal(value, places)
    if value == exact.UNLIMITED:
        return "unlimited"
    low, high = ends(value)
    kept = {"low": low, "high": high}
    return {k: write_decimal(e, places) for k, e in kept.items() if not isinstance(e, Infinite)}
