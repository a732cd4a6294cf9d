"""The value of the timeline: every dated row in its lane, and where it stands in the drawing.

Knows rows and the two clocks. What is known but lies after the day of reading is `later`.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from grants import formats
from negotiations.models import Deadline, Negotiation, Offer, Statement, TrackStep
from negotiations.reports import labels, lines
from negotiations.reports.sections import tabled_when, withdrawal
from negotiations.standing.clock import AsOf, language
from negotiations.standing.offers import withdrawn_on

WIDTH, EDGE = 1000, 12  # units of the drawing, and what is kept free on each side
AXIS, LABEL, ROW, MARK = 24, 22, 14, 10
TICKS = 12  # at most
STEPS = (1, 2, 3, 6, 12, 24, 60, 120)
ALL = "all"


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the table: `event` and `anchor`, or `offer`, lead to where it stands."""

    lane: str
    lane_name: str
    first: datetime.date
    last: datetime.date
    when: str
    title: str
    later: bool
    about: bool
    cite: lines.Cite
    sensitivity: int
    event: Any = None
    anchor: str = ""
    offer: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry in the drawing: a point, or a bar where the date is a month or a range."""

    entry: Entry
    x: int
    y: int
    width: int

    @property
    def bar(self) -> int:
        """How long a bar is; its ends are round, so it starts where a point would."""
        return self.width + MARK

    @property
    def centre(self) -> int:
        return self.x + MARK // 2

    @property
    def middle(self) -> int:
        return self.y + MARK // 2

    @property
    def sign_y(self) -> int:
        return self.y + MARK - 1


@dataclass(frozen=True, slots=True)
class Lane:
    name: str
    label_y: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """`outside` counts the entries that the drawing leaves out; the table has them all."""

    entries: tuple[Entry, ...]
    lanes: tuple[Lane, ...]
    ticks: tuple[tuple[int, str], ...]
    on_x: int | None
    height: int
    outside: int
    span: str
    spans: tuple[str, ...]
    level: int

    @property
    def width(self) -> int:
        return WIDTH


def timeline(negotiation: Negotiation, as_of: AsOf, span: str = "") -> Timeline:
    """The timeline as of a day: 5 queries. *span* is a year, `all`, or nothing: the talks."""
    found = tuple(sorted(entries(negotiation, as_of), key=lambda one: (one.first, one.last)))
    years = sorted({str(one.first.year) for one in found})
    span = span if span in (*years, ALL) else ""
    start, end = window(found, negotiation.opened_on, span)
    shown = [one for one in found if one.last >= start and one.first <= end]
    lanes, height = laid_out(shown, start, end)
    return Timeline(
        entries=found, lanes=lanes, ticks=ticks(start, end), height=height,
        on_x=place(as_of.on, start, end) if start <= as_of.on <= end else None,
        outside=len(found) - len(shown), span=span, spans=("", *years, ALL),
        level=max((one.sensitivity for one in found), default=1))


# What there is ---------------------------------------------------------------------------------


def entries(negotiation: Negotiation, as_of: AsOf) -> Iterable[Entry]:
    """Events, offers, what fronts said, track steps and deadlines: 5 queries."""
    moment, on = as_of.moment, as_of.on
    for row in labels.known_events(negotiation, moment):
        lane = "gatherings" if row.is_gathering else "others"
        yield entry(row, lane, row.title, on, event=row)
    for row in Offer.objects.of(negotiation).on_the_table(datetime.date.max, moment):
        yield from offer_entries(row, on)
    for row in front_statements(negotiation, moment):
        said = f"{row.front.short}{colon()}{reading(row)}"
        yield entry(row, "fronts", said, on, event=row.event, anchor=row.anchor)
    yield from step_entries(negotiation, as_of)
    for row in (Deadline.objects.of(negotiation).unsuperseded(moment, on).filter(effective_on__lte=on)
                .select_related("source")):
        yield deadline_entry(row, on)


def offer_entries(row: Offer, on: datetime.date) -> Iterable[Entry]:
    """That it was tabled on its day, and that it was withdrawn on another."""
    told = entry(row, "offers", row.title, on, offer=row.name_in_addresses)
    if not withdrawn_on(row):
        yield told
        return
    yield replace(told, title=withdrawal(row))
    if row.tabled_on:
        first, last = reach(row.tabled_on, row.tabled_precision, row.tabled_from)
        yield replace(told, first=first, last=last, when=tabled_when(row), later=last > on,
                      about=row.tabled_precision == "about")


def step_entries(negotiation: Negotiation, as_of: AsOf) -> Iterable[Entry]:
    """Governments that reach the same state on the same day at the same event are one entry: 1 query."""
    rows = (TrackStep.objects.of(negotiation).unsuperseded(as_of.moment)
            .select_related("government", "event", "source").order_by("government__protocol_order"))
    together: dict[tuple, list[TrackStep]] = {}
    for row in rows:
        key = (row.effective_on, row.effective_precision, row.effective_from, row.state, row.event_id)
        together.setdefault(key, []).append(row)
    for steps in together.values():
        names = ", ".join(row.government.name if len(steps) == 1 else row.government.short for row in steps)
        told = entry(steps[0], "steps", f"{names}{colon()}{steps[0].get_state_display()}", as_of.on,
                     event=steps[0].event)
        yield replace(told, sensitivity=max(row.sensitivity for row in steps))


def colon() -> str:
    return pgettext("before a name", ":") + " "


def front_statements(negotiation: Negotiation, moment) -> QuerySet:
    """What was said for a front, in review at least."""
    rows = Statement.objects.of(negotiation).unsuperseded(moment).filter(behalf=Statement.Behalf.FRONT)
    return rows.exclude(state=Statement.State.DRAFT).select_related("front", "event", "source")


def reading(row: Statement) -> str:
    """The words in the reader's language, where they are on file in it."""
    return row.translation if row.translation and row.language != language() else row.text


def entry(row: Any, lane: str, title: str, on: datetime.date, **place_of_it: Any) -> Entry:
    first, last = reach(row.effective_on, row.effective_precision, row.effective_from)
    return Entry(lane=lane, lane_name=lane_names()[lane], first=first, last=last,
                 when=lines.when(row), title=title, later=last > on,
                 about=row.effective_precision == "about", cite=lines.cite(row),
                 sensitivity=row.sensitivity, **place_of_it)


def deadline_entry(row: Deadline, on: datetime.date) -> Entry:
    first, last = reach(row.due_on, row.due_precision, None)
    return Entry(lane="deadlines", lane_name=lane_names()["deadlines"], first=first, last=last,
                 when=formats.dated(row.due_on, language(), row.due_precision), title=row.title,
                 later=last > on, about=row.due_precision == "about", cite=lines.cite(row),
                 sensitivity=row.sensitivity)


def reach(day: datetime.date, precision: str, first: datetime.date | None) -> tuple[datetime.date, ...]:
    """The first and the last day that a date may mean."""
    if precision == "month":
        return day.replace(day=1), day
    return first or day, day


# Where it stands -------------------------------------------------------------------------------


def window(found: tuple[Entry, ...], opened_on: datetime.date, span: str) -> tuple[datetime.date, ...]:
    """The first and the last day of the drawing, whole months."""
    if span not in ("", ALL):
        return datetime.date(int(span), 1, 1), datetime.date(int(span), 12, 31)
    happened = [one for one in found if span == ALL or one.lane != "deadlines"]
    first = min((one.first for one in happened), default=opened_on)
    last = max((one.last for one in happened), default=opened_on)
    first = first if span == ALL else max(first, min(opened_on, last))
    return first.replace(day=1), month_after(last, 1) - datetime.timedelta(days=1)


def month_after(day: datetime.date, count: int) -> datetime.date:
    """The first day of the month *count* months after that of *day*."""
    months = day.year * 12 + day.month - 1 + count
    return datetime.date(months // 12, months % 12 + 1, 1)


def place(day: datetime.date, start: datetime.date, end: datetime.date) -> int:
    """Where *day* stands across the drawing; what lies outside stands at its edge."""
    days = (min(max(day, start), end) - start).days
    return EDGE + days * (WIDTH - 2 * EDGE) // max((end - start).days, 1)


def ticks(start: datetime.date, end: datetime.date) -> tuple[tuple[int, str], ...]:
    """Months at even distances, at most TICKS of them."""
    months = (end.year - start.year) * 12 + end.month - start.month + 1
    step = next((step for step in STEPS if -(-months // step) <= TICKS), STEPS[-1])
    days = [month_after(start, count) for count in range(0, months, step)]
    return tuple((place(day, start, end), f"{day:%Y-%m}") for day in days)


def laid_out(shown: list[Entry], start: datetime.date, end: datetime.date) -> tuple[tuple[Lane, ...], int]:
    """The lanes from top to bottom, and how high they are together."""
    lanes, top = [], AXIS
    for code, name in lane_names().items():
        marks, rows = packed([one for one in shown if one.lane == code], start, end, top + LABEL)
        lanes.append(Lane(name, top + LABEL - 8, marks))
        top += LABEL + max(rows, 1) * ROW
    return tuple(lanes), top + MARK


def lane_names() -> dict[str, str]:
    """From top to bottom."""
    return {"gatherings": _("Gatherings"), "offers": _("Offers, demands, signals"),
            "fronts": _("Statements of fronts"), "steps": _("Steps of governments"),
            "deadlines": _("Deadlines"), "others": _("Letters, announcements, outside events")}


def packed(
    found: list[Entry], start: datetime.date, end: datetime.date, top: int,
) -> tuple[tuple[Mark, ...], int]:  # fmt: skip
    """Marks in as few rows as let none cover another, and how many rows that takes."""
    marks: list[Mark] = []
    free: list[int] = []  # for each row, where it is free from
    for one in found:
        x = place(one.first, start, end) - MARK // 2
        width = place(one.last, start, end) - place(one.first, start, end)
        row = next((at for at, begins in enumerate(free) if begins <= x), len(free))
        free[row:row + 1] = [x + width + MARK + 2]
        marks.append(Mark(one, x, top + row * ROW, width))
    return tuple(marks), len(free)
