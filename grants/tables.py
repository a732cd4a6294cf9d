"""Measures as tables: rows of governments or payers, columns of years, totals that add up.

Knows the engine's shown figures and the names of labels; the templates only print.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from grants import engine, telling
from grants.engine.frame import YEAR
from grants.naming import RESTS_ON, Names, axis_name, name_of
from grants.narrowing import narrowed
from grants.sureness import Sureness

STEPS = {"cent": (Fraction(1, 100), 2), "dollar": (Fraction(1), 0)}
MARKS = {"agreed": "°", "offered": "*", "assumed": "†"}


@dataclass(frozen=True)
class Cell:
    """A figure as printed, what its address needs, and the marks of how sure it is.

    *at* are its labels as the address of its working names them (empty: it has none); *measure*
    is its measure where the table has several, *pins* the releases where it has two.
    """

    text: str
    at: str = ""
    marks: tuple[tuple[str, str], ...] = ()
    measure: str = ""
    pins: str = ""


@dataclass(frozen=True)
class Row:
    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Table:
    """A measure over two axes; *total* adds the rows as they are shown (None: nothing adds up)."""

    measure: str
    caption: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    total: Row | None

    @property
    def marks(self) -> tuple[tuple[str, str], ...]:
        """The marks that stand in it, each with its word."""
        found = {mark for row in self.rows for cell in row.cells for mark in cell.marks}
        return tuple(sorted(found))


@dataclass(frozen=True)
class Broken:
    """A measure that could not be worked out, and why."""

    measure: str
    caption: str
    faults: tuple[str, ...]


def shown(results: engine.Results, name: str, step: str = "cent") -> engine.Shown:
    """A measure rounded once: money to the cent or to the dollar, what is counted to the whole."""
    unit, places = _step(results.figure(name).unit, step)
    return narrowed(results, results.shown(name, unit, places), unit, places)


def _step(unit: str, step: str) -> tuple[Fraction, int]:
    if telling.is_money(unit):
        return STEPS[step]
    is_counted = unit and "/" not in unit
    return STEPS["dollar" if is_counted else "cent"]


def tables(results: engine.Results, name: str, names: Names, step: str = "cent") -> list[Table | Broken]:
    """The measure's table; one for each cell of the axes beyond two."""
    caption = name_of(results.document, name)
    try:
        figures = shown(results, name, step)
    except engine.Refused as refused:
        return [broken(name, caption, refused)]
    return list(_Laid(results, figures, names, caption).tables())


def broken(name: str, caption: str, refused: engine.Refused) -> Broken:
    return Broken(name, caption, tuple(telling.fault_sentence(one) for one in refused.faults))


def only(table: Table | Broken, column: str) -> Table | Broken:
    """The table with that column alone; as it is without one."""
    if not column or isinstance(table, Broken) or column not in table.columns:
        return table
    at = table.columns.index(column)
    rows = tuple(replace(row, cells=(row.cells[at],)) for row in table.rows)
    total = table.total and replace(table.total, cells=(table.total.cells[at],))
    return replace(table, columns=(column,), rows=rows, total=total)


def texts_of(value: Any) -> list[str]:
    """The numbers a shown figure holds."""
    if isinstance(value, dict):
        return list(value.values())
    return [] if value == "unlimited" else [value]


def are_whole(figures: engine.Shown) -> bool:
    """Whether no figure has cents, so that none need be printed."""
    values = [*figures.cells.values(), *figures.totals.values()]
    return all(Fraction(text).denominator == 1 for value in values for text in texts_of(value))


def told_at(results: engine.Results, name: str, labels: tuple[str, ...], step: str = "cent") -> str:
    """One figure or total as its table prints it; empty when the table prints none such."""
    try:
        figures = shown(results, name, step)
    except engine.Refused:
        return ""
    wanted, places = set(labels), 0 if are_whole(figures) else 2
    found = [value for cells in (figures.cells, figures.totals) for cell, value in cells.items()
             if set(cell) == wanted]
    return telling.figure(found[0], figures.unit, places) if found else ""


class _Laid:
    """A shown measure laid out: its rows, columns and further axes chosen."""

    def __init__(self, results: engine.Results, figures: engine.Shown, names: Names, caption: str) -> None:
        self.results, self.figures, self.names, self.caption = results, figures, names, caption
        self.places = 0 if are_whole(figures) else 2
        self.sureness = Sureness(results, figures.name, figures.axes)
        axes = figures.axes
        self.across = YEAR if YEAR in axes else next((a for a in axes if a != figures.adds_up), "")
        down = [a for a in axes if a != self.across]
        self.down = figures.adds_up if figures.adds_up in down else next(iter(down), "")
        if not self.down and self.across != YEAR:
            self.down, self.across = self.across, ""
        self.others = tuple(a for a in axes if a not in (self.across, self.down))

    def labels(self, axis: str) -> list[str]:
        return self.names.ordered(axis, self.results.frame.axes[axis]) if axis else [""]

    def tables(self) -> Iterator[Table]:
        for others in product(*(self.labels(axis) for axis in self.others)):
            yield self.table(dict(zip(self.others, others, strict=True)))

    def table(self, fixed: dict[str, str]) -> Table:
        across = self.labels(self.across)
        caption = ", ".join([self.caption, *map(self.names.label, fixed.values())])
        rows = (Row(self.names.label(label) if label else self.caption,
                    tuple(self.cell({**fixed, self.down: label, self.across: one}) for one in across))
                for label in self.labels(self.down))
        return Table(
            self.figures.name, caption, axis_name(self.down) if self.down else "",
            tuple(self.names.label(one) for one in across) if self.across else (self.caption,),
            tuple(rows), self.total(fixed, across))

    def key(self, labels: dict[str, str], without: str = "") -> tuple[str, ...]:
        return tuple(labels[axis] for axis in self.figures.axes if axis != without)

    def cell(self, labels: dict[str, str]) -> Cell:
        key = self.key(labels)
        told = telling.figure(self.figures.cells[key], self.figures.unit, self.places)
        sure = self.sureness.at(key)
        return Cell(told, ",".join(key), tuple((MARKS[one], str(RESTS_ON[one])) for one in sure))

    def total(self, fixed: dict[str, str], across: list[str]) -> Row | None:
        if not self.figures.adds_up or self.figures.adds_up != self.down:
            return None
        keys = [self.key({**fixed, self.across: one}, without=self.down) for one in across]
        return Row("", tuple(
            Cell(telling.figure(self.figures.totals[key], self.figures.unit, self.places), ",".join(key))
            for key in keys))
