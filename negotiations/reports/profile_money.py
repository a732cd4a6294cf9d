"""What the offers on the table would mean in dollars for one government, by the formula of the programme.

Knows the values of the offers, the formula and its addresses; stores and guesses nothing.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from grants import calculating, engine, formats, naming, tables, telling
from grants.engine.frame import GOVERNMENT, YEAR
from grants.forms import RELEASE, VALUE
from grants.models import Jurisdiction, Programme, ProgrammeVersion
from negotiations.models import HistoryEntry, Negotiation, Offer, Term
from negotiations.reports.offer_values import OfferValues, concerning, load, newest, values_of
from negotiations.standing.answering import FEDERAL
from negotiations.standing.clock import AsOf, language

POPULATION = "population"


@dataclass(frozen=True, slots=True)
class Figure:
    """`value` is rounded to the dollar: a decimal text, or low and high; None where none comes out."""

    text: str
    value: Any
    working: str


@dataclass(frozen=True, slots=True)
class Column:
    """An offer, or the status quo, with the address of the calculator filled with its values.

    `faults` say what the formula refuses of them; then no figure comes out.
    """

    offer: Offer | None
    earlier: tuple[Offer, ...]
    unstated: tuple[Term, ...]
    faults: tuple[str, ...]
    calculator: str


@dataclass(frozen=True, slots=True)
class Line:
    """A measure, and its figure in each column."""

    measure: str
    title: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """Its part of the people that the formula counts, exactly, and where that was published."""

    text: str
    exact: Fraction
    release: engine.Release


@dataclass(frozen=True, slots=True)
class Money:
    """`version` is None where no formula was on record by then; `silent` state no value that it takes.

    `together`: the figures are those of all provinces and territories.
    """

    programme: Programme
    version: ProgrammeVersion | None
    together: bool = False
    year: str = ""
    share: Share | None = None
    columns: tuple[Column, ...] = ()
    lines: tuple[Line, ...] = ()
    silent: tuple[Offer, ...] = ()
    level: int = 1


def money(negotiation: Negotiation, government: Jurisdiction, as_of: AsOf,
          apart: bool = False) -> Money | None:
    """None where the negotiation has no programme. 10 queries, 12 as known on a day.

    *apart*: it has an agreement of its own, so that an outcome counts for it only where it is addressed.
    """
    programme = negotiation.programme
    if programme is None:
        return None
    version = version_known(programme, as_of.moment)
    ground = ground_known(version, as_of.moment)
    if ground is None:
        return Money(programme, None)
    table = load(negotiation, as_of)
    found = [values_of(one, table) for one in concerning(table, government.code, apart)]
    shown = newest(one for one in found if one.says_something)
    silent = tuple(one.offer for one in newest(found)
                   if one.offer.kind == "offer" and not one.says_something)
    runs = [worked_out(version, ground, one) for one in (OfferValues(None, {}), *shown)]
    told = (*(row for one in shown for row in (one.offer, *one.earlier)), *silent)
    return Money(
        programme, version, government.code == FEDERAL, ground.document.frame.axes[YEAR][-1],
        share(runs[0], government.code),
        tuple(one.column for one in runs), tuple(lines(ground.document, runs, government.code)),
        silent, max((table.levels[row.pk] for row in told), default=1))


# The formula -------------------------------------------------------------------------------------


def version_known(programme: Programme, moment: Any) -> ProgrammeVersion | None:
    """The version of the formula that was current at *moment*: 1 query, 2 with a moment."""
    if moment is None:
        return programme.current
    kept = HistoryEntry.objects.filter(table_name=programme._meta.db_table, row_key=str(programme.pk))
    entry = kept.filter(at__lt=moment).order_by("-id").first()
    return ProgrammeVersion.objects.filter(pk=entry.after["current_id"]).first() if entry else None


def ground_known(version: ProgrammeVersion | None, moment: Any) -> calculating.Ground | None:
    """The formula with the releases known at *moment*; None where there is none that runs: 2 queries."""
    try:
        return calculating.ground_of(version, moment) if version else None
    except engine.Refused:
        return None


@dataclass(frozen=True, slots=True)
class Run:
    """What the formula gives under the values of one offer, and what its addresses hold."""

    values: OfferValues
    shown: dict[str, engine.Shown | None]
    releases: dict[str, tuple[engine.Release, ...]]
    faults: tuple[engine.Fault, ...]
    code: str
    pairs: tuple[tuple[str, str], ...]

    @property
    def column(self) -> Column:
        one = self.values
        faults = tuple(telling.fault_sentence(fault) for fault in self.faults)
        return Column(one.offer, one.earlier, one.unstated, faults, self.address("calculator"))

    def address(self, name: str, *more: tuple[str, str]) -> str:
        return f"{reverse(name, args=[self.code])}?{urlencode([*self.pairs, *more])}"


def worked_out(version: ProgrammeVersion, ground: calculating.Ground, one: OfferValues) -> Run:
    """The addresses name the version and the releases read, so that they give the same tomorrow."""
    shown, releases, faults = figures(version.text, ground.releases, json.dumps(one.values, sort_keys=True))
    pairs = [("version", str(version.number)),
             *((f"{VALUE}{name}", written(value)) for name, value in one.values.items()),
             *((f"{RELEASE}{name}", read[0].release) for name, read in releases.items() if len(read) == 1)]
    return Run(one, shown, releases, faults, ground.document.programme, tuple(pairs))


@lru_cache(maxsize=256)
def figures(text: str, releases: tuple[engine.Release, ...], values: str) -> tuple[dict, dict, tuple]:
    """The measures under *values* (JSON), to the dollar, the releases read by driver, and the faults.

    Remembered: none of it ever changes. A measure that cannot be worked out is None.
    """
    document = engine.compile_document(text)
    try:
        ran = engine.evaluate(document, json.loads(values), releases)
    except engine.Refused as refused:
        return dict.fromkeys(measures(document)), {}, refused.faults
    return {name: shown(ran, name) for name in measures(document)}, dict(ran.drivers_read), ()


def measures(document: engine.Document) -> list[str]:
    """Those of which more, or less, is better for a government."""
    return [name for name, one in document.measures.items()
            if one.better and set(document.plans[name].shape) == {YEAR, GOVERNMENT}]


def shown(ran: engine.Results, name: str) -> engine.Shown | None:
    try:
        return tables.shown(ran, name, "dollar")
    except engine.Refused:
        return None


def written(value: Any) -> str:
    """A value as the calculator takes it in an address."""
    return value if isinstance(value, str) else json.dumps(value)


# For one government ------------------------------------------------------------------------------


def lines(document: engine.Document, runs: list[Run], code: str) -> Iterable[Line]:
    """Its figures of the last year; for Canada those of all the others together."""
    year = document.frame.axes[YEAR][-1]
    at = (year,) if code == FEDERAL else (year, code)
    for name in measures(document):
        yield Line(name, naming.name_of(document, name), tuple(figure(one, name, at) for one in runs))


def figure(run: Run, name: str, at: tuple[str, ...]) -> Figure:
    found = run.shown[name]
    cells = (found.totals if len(at) == 1 else found.cells) if found else {}
    if at not in cells:
        return Figure(_("cannot be worked out"), None, "")
    working = run.address("working", ("measure", name), ("cell", ",".join(at)))
    return Figure(telling.figure(cells[at], found.unit, 0), cells[at], working)


def share(run: Run, code: str) -> Share | None:
    """None for Canada, and where the formula counts no people."""
    read = [row for rows in run.releases.values() for row in rows if row.indicator == POPULATION]
    people = dict(read[0].values) if len(read) == 1 else {}
    if code not in people:
        return None
    exact = Fraction(people[code]) / sum(people.values())
    return Share(formats.ratio(exact, language(), 2), exact, read[0])
