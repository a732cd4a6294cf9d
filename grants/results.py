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
    """How one cost is divided: the measure, the parameters of its cost and of who pays what share
    (empty: no parameter says it), the axis of payers and the one of firms."""

    measure: str
    cost: str
    shares: str
    over: str
    axis: str


@dataclass(frozen=True)
class Check:
    """A check of the formula as readers call it, and its answer, once for each cell it speaks of."""

    name: str
    answers: tuple[tuple[str, str], ...]


def split_of(document: engine.Document) -> Split | None:
    """The measure that divides a cost which is a parameter; None when the formula has none."""
    for name in document.measures:
        entry, shape = document.entries[name], document.plans[name].shape
        cost = entry.terms.get("split")
        if entry.form == "split" and cost.op == "name" and cost.text in document.parameters \
                and not {YEAR, GOVERNMENT} & set(shape):
            over, shares = entry.words["over"].text, entry.terms["shares"]
            said = shares.text if shares.op == "name" and shares.text in document.parameters else ""
            return Split(name, cost.text, said, over, next((axis for axis in shape if axis != over), ""))
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
    return tuple(Cell(telling.figure(cells[(year,)], figures.unit, places), year, measure=name)
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
    document = results.document
    return [Check(name_of(document, name), tuple(_answers(results, name, names))) for name in document.checks]


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
    runs: tuple[engine.Results, engine.Results], name: str, names: Names, year: str, step: str = "cent",
    pins: tuple[str, str] = ("", ""),
) -> Table | Broken | None:
    """A measure by government under two choices of releases, and the difference.

    *pins* are what the address of a working needs to read the releases of each.
    """
    caption = name_of(runs[0].document, name)
    try:
        pair = [by_government(run, name, names, year, step) for run in runs]
        if None in pair:
            return None
        shown = [tables.shown(run, name, step) for run in runs]
    except engine.Refused as refused:
        return tables.broken(name, caption, refused)
    told = _Pair(shown[0].unit, 0 if all(map(tables.are_whole, shown)) else 2, pins)
    keys = [key for key in shown[0].cells if year in key or len(key) == 1]
    at = {names.label(key[-1]): ",".join(key) for key in keys}
    rows = tuple(Row(one[0], told.cells(one[1], two[1], at[one[0]]))
                 for one, two in zip(*pair, strict=True))
    total = next((key for key in ((year,), ()) if all(key in one.totals for one in shown)), None)
    sums = None if total is None else told.cells(*(one.totals[total] for one in shown), ",".join(total))
    columns = (*(", ".join(map(_release_title, sources(run))) for run in runs), _("Difference"))
    return Table(name, f"{caption}, {year}", _("Government"), columns, rows,
                 None if sums is None else Row("", sums))


@dataclass(frozen=True)
class _Pair:
    """How two figures and their difference are printed."""

    unit: str
    places: int
    pins: tuple[str, str]

    def cells(self, one: Any, two: Any, at: str) -> tuple[Cell, ...]:
        """Both figures and what the second has more; two ranges have no one difference."""
        told = [Cell(self.told(value), at, pins=pins)
                for value, pins in zip((one, two), self.pins, strict=True)]
        if isinstance(one, dict) or isinstance(two, dict) or "unlimited" in (one, two):
            return (*told, Cell(_("unknown")))
        return (*told, Cell(self.told(str(Decimal(two) - Decimal(one)))))

    def told(self, value: Any) -> str:
        return telling.figure(value, self.unit, self.places)


def _release_title(release: Any) -> str:
    """A release as its column is headed, and as the form offers it: its name, and when it came out."""
    return f"{release.release} ({release.released})" if release.released else release.release


def sources(results: engine.Results) -> list[Any]:
    """The releases that were read so far, each once."""
    found = {one.release: one for read in results.drivers_read.values() for one in read}
    return [found[name] for name in sorted(found)]
