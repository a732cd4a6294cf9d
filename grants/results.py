"""What the calculator shows of a run: tables, charts, checks, two releases side by side, all values.

Knows the engine, tables, charts and names; no form, no request. The templates only print it.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from grants import charts, engine, tables, telling
from grants.engine.frame import GOVERNMENT, YEAR
from grants.naming import Names, name_of
from grants.tables import Broken, Cell, Row, Table


@dataclass(frozen=True)
class Split:
    """What one cost is divided by: the measure, its cost's parameter, and the axis of firms."""

    measure: str
    cost: str
    over: str
    axis: str


@dataclass(frozen=True)
class Check:
    """A check of the formula, and its answer, once for each cell it speaks of."""

    name: str
    answers: tuple[tuple[str, str], ...]


def split_of(document: engine.Document) -> Split | None:
    """The measure that divides a cost which is a parameter; None when the formula has none."""
    for name in document.measures:
        entry, shape = document.entries[name], document.plans[name].shape
        cost = entry.terms.get("split")
        if entry.form == "split" and cost.op == "name" and cost.text in document.parameters \
                and not {YEAR, GOVERNMENT} & set(shape):
            over = entry.words["over"].text
            return Split(name, cost.text, over, next((axis for axis in shape if axis != over), ""))
    return None


def summary(results: engine.Results, step: str = "cent") -> Table | None:
    """All measures that have years, over all governments together."""
    document, rows = results.document, []
    years = results.frame.axes[YEAR]
    for name in document.measures:
        if set(document.plans[name].shape) in ({YEAR, GOVERNMENT}, {YEAR}):
            rows.append(Row(name_of(document, name), _together(results, name, step)))
    if not rows:
        return None
    return Table("", _("All governments together"), _("Measure"), years, tuple(rows), None)


def _together(results: engine.Results, name: str, step: str) -> tuple[Cell, ...]:
    try:
        figures = tables.shown(results, name, step)
    except engine.Refused:
        return tuple(Cell(_("cannot be worked out")) for _year in results.frame.axes[YEAR])
    places = 0 if tables.are_whole(figures) else 2
    cells = figures.totals or figures.cells
    return tuple(Cell(telling.figure(cells[(year,)], figures.unit, places))
                 for year in results.frame.axes[YEAR])


def by_government(results: engine.Results, name: str, names: Names, year: str, step: str = "cent") -> Any:
    """Government and its figure, in protocol order; None when it does not vary so."""
    shape = set(results.document.plans[name].shape)
    if shape not in ({YEAR, GOVERNMENT}, {GOVERNMENT}):
        return None
    figures = tables.shown(results, name, step)
    cells = {key[-1]: value for key, value in figures.cells.items() if year in key or len(key) == 1}
    return [(names.label(label), cells[label]) for label in names.ordered(GOVERNMENT, cells)]


def allocation_chart(results: engine.Results, name: str, names: Names, year: str, step: str) -> Any:
    """The bars of a measure by government in a year; None when it has none or fails."""
    try:
        rows = by_government(results, name, names, year, step)
    except engine.Refused:
        return None
    unit = results.figure(name).unit
    title = _("%(measure)s by government, %(year)s") % {
        "measure": name_of(results.document, name), "year": year}
    bars = [(label, telling.short(value, unit), value) for label, value in rows or ()]
    return charts.chart("allocation", title, bars) if bars else None


def split_charts(results: engine.Results, split: Split, names: Names, key: str, only: str = "") -> list[Any]:
    """The bars of who pays, one chart for each size of firm."""
    try:
        figures = tables.shown(results, split.measure)
    except engine.Refused:
        return []
    firms = results.frame.axes[split.axis] if split.axis else ("",)
    made = []
    for firm in [one for one in firms if one == only or not only]:
        rows = [(names.label(cell[figures.axes.index(split.over)]),
                 telling.short(value, figures.unit), value)
                for cell, value in figures.cells.items() if not firm or firm in cell]
        title = name_of(results.document, split.measure)
        made.append(charts.chart(
            f"{key}-{firm}", f"{title}, {names.label(firm)}" if firm else title, rows))
    return made


def checks(results: engine.Results, names: Names) -> list[Check]:
    """The formula's own checks, answered yes, no or unknown."""
    return [Check(name, tuple(_answers(results, name, names))) for name in sorted(results.document.checks)]


def _answers(results: engine.Results, name: str, names: Names) -> list[tuple[str, str]]:
    try:
        cells = results.figure(name).cells
    except engine.Refused as refused:
        return [("", telling.fault_sentence(refused.faults[0]))]
    words = {True: _("yes"), False: _("no"), None: _("unknown")}
    answers = set(cells.values())
    if len(answers) == 1:
        return [("", words[answers.pop()])]
    return [(names.labels(cell), words[answer]) for cell, answer in cells.items()]


def side_by_side(
    first: engine.Results, second: engine.Results, name: str, names: Names, year: str, step: str = "cent",
) -> Table | Broken | None:
    """A measure by government under two choices of releases, and the difference."""
    caption = name_of(first.document, name)
    try:
        pair = [by_government(run, name, names, year, step) for run in (first, second)]
        if None in pair:
            return None
        totals = [tables.shown(run, name, step) for run in (first, second)]
    except engine.Refused as refused:
        return tables.broken(name, caption, refused)
    unit, places = totals[0].unit, 2 if step == "cent" else 0
    columns = tuple(", ".join(released(run)) for run in (first, second))
    rows = tuple(Row(one[0], _pair(one[1], two[1], unit, places)) for one, two in zip(*pair, strict=True))
    sums = [total.totals.get((year,), total.totals.get(())) for total in totals]
    return Table(name, f"{caption}, {year}", _("Government"), (*columns, _("Difference")), rows,
                 Row("", _pair(*sums, unit, places)) if None not in sums else None)


def _pair(one: Any, two: Any, unit: str, places: int) -> tuple[Cell, ...]:
    """Both figures and what the second has more; two ranges have no one difference."""
    told = [Cell(telling.figure(value, unit, places)) for value in (one, two)]
    if isinstance(one, dict) or isinstance(two, dict) or "unlimited" in (one, two):
        return (*told, Cell(_("unknown")))
    return (*told, Cell(telling.figure(str(Decimal(two) - Decimal(one)), unit, places)))


def released(results: engine.Results) -> list[str]:
    """The names of the releases that were read so far."""
    return sorted({one.release for read in results.drivers_read.values() for one in read})


def sources(results: engine.Results) -> list[Any]:
    """The releases that were read so far, each once."""
    found = {one.release: one for read in results.drivers_read.values() for one in read}
    return [found[name] for name in sorted(found)]
