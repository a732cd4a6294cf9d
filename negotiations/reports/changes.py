"""What changed between two days, one line each: positions, offers, states, how the talks went.

Knows the matrix, the rows behind its changes, and querysets; each line leads to a statement.
"""

import datetime
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from negotiations.models import Event, Offer, Position, PositionStatement, Statement, TrackStep
from negotiations.reports import labels
from negotiations.reports.level import level_of
from negotiations.reports.lines import FIRMNESS, GRADES, OUTCOMES, STANCES
from negotiations.reports.matrix import ARROWS, Cell, Matrix, condition_words
from negotiations.reports.sections import TRACK_WORDS, withdrawal
from negotiations.standing.change import Change
from negotiations.standing.offers import withdrawn_on


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """Who, about what, how it changed, on which evidence; `event` and `anchor` lead to the words."""

    who: str
    about: str
    words: str
    grade: str
    arrow: str
    event: Any
    anchor: str
    level: int
    more: tuple[tuple[str, str, str, str], ...] = ()


def changes(negotiation: Any, page: Matrix) -> tuple[ChangeLine, ...]:
    """The lines in protocol order, then what was tabled, the states, the talks: at most 7 queries."""
    if page.since is None:
        return ()
    span = Span(negotiation, page)
    return (*span.positions(), *span.tabled(), *span.states(), *span.process())


@dataclass(frozen=True)
class Span:
    """The days after `page.since` up to the day shown, as known at the moment asked for."""

    negotiation: Any
    page: Matrix

    def within(self, rows: Any) -> Any:
        return rows.filter(negotiation=self.negotiation, effective_on__gt=self.page.since,
                           effective_on__lte=self.page.as_of.on)

    def positions(self) -> list[ChangeLine]:
        """One line for each position taken; that of a front once for all its members."""
        groups: dict[tuple, list[Cell]] = {}
        for column in zip(*(line.cells for line in self.page.lines), strict=True):
            for cell in column:
                if cell.change:
                    groups.setdefault(key(cell), []).append(cell)
        rests = Prefetch("statement_links", PositionStatement.objects.select_related("statement__event"))
        rows = {row.pk: row for row in Position.objects.filter(
            pk__in=[cells[0].stand.row.pk for cells in groups.values()])
            .select_related("government", "term", "front", "offer", "event").prefetch_related(rests)}
        return [position_line(rows[cells[0].stand.row.pk], cells) for cells in groups.values()]

    def tabled(self) -> list[ChangeLine]:
        """What was put on the table, and what was withdrawn.

        An oral signal is told with the position that it makes, and its withdrawal as one.
        """
        moment = self.page.as_of.moment
        found = list(Offer.objects.of(self.negotiation).on_the_table(self.page.as_of.on, moment)
                     .exclude(kind="base"))
        offers = [row for row in found if row.kind != "signal" and self.covers(row.tabled_on)]
        gone = [row for row in found if self.covers(withdrawn_on(row))]
        said = list(Statement.objects.unsuperseded(moment).put_on_record().filter(
            event__in=[row.event_id for row in (*offers, *gone)], kind__in=["offer", "position"]).order_by(
            "kind", "sequence", "pk"))
        told = [(row.tabled_on, offer_line(row, said)) for row in offers]
        told += [(row.effective_on, withdrawal_line(row, said)) for row in gone]
        return [line for _day, line in sorted(told, key=lambda one: one[0])]

    def covers(self, day: datetime.date | None) -> bool:
        return day is not None and self.page.since < day <= self.page.as_of.on

    def states(self) -> list[ChangeLine]:
        """Governments that reached a state together make one line."""
        steps = self.within(TrackStep.objects.unsuperseded(self.page.as_of.moment)).select_related(
            "event", "statement__event", "government").order_by("effective_on", "government__protocol_order")
        groups: dict[tuple, list[TrackStep]] = {}
        for step in steps:
            groups.setdefault((step.state, step.event_id, step.effective_on), []).append(step)
        return [state_line(rows) for rows in groups.values()]

    def process(self) -> list[ChangeLine]:
        """How the talks went: one line a gathering, with each government's words of tone."""
        moment = self.page.as_of.moment
        events = [row for row in labels.known_events(self.negotiation, moment)
                  if row.is_gathering and self.page.since < row.effective_on <= self.page.as_of.on]
        said = list(Statement.objects.unsuperseded(moment).put_on_record()
                    .filter(event__in=events, kind="process")
                    .exclude(government__kind="federal").exclude(behalf__in=["claims", "personal"])
                    .exclude(government__isnull=True, front__isnull=True)
                    .select_related("government", "front").order_by("sequence", "pk"))
        found = [(event, [one for one in said if one.event_id == event.pk]) for event in events]
        return [process_line(event, rows) for event, rows in found if rows]


def key(cell: Cell) -> tuple:
    row = cell.stand.row
    if cell.collective:
        return row.front_id, row.term_id, row.stance, row.firmness
    return (row.pk,)


def position_line(row: Position, cells: list[Cell]) -> ChangeLine:
    found = cells[0].change
    links = row.statement_links.all()
    statement = links[0].statement if links else None
    about = f"{row.term.name_in_addresses} {row.term.name}" if row.term_id else _("whole package")
    return ChangeLine(
        row.front.short if row.front_id else row.government.short, about, position_words(row, found, cells),
        f"{GRADES[row.grade].word} ({row.grade})",
        "" if found.new_on_term or not found.way else ARROWS[found.way],
        statement.event if statement else row.event, statement.anchor if statement else row.anchor,
        level_of([row, row.offer]))


def position_words(row: Position, found: Change, cells: list[Cell]) -> str:
    told = [signal_words(row) or stance_words(found, row)]
    if row.summary:
        told.append(row.summary if told[0].endswith(":") else f"– {row.summary}")
    conditions = len(cells[0].conditions)
    if found.added and conditions and not found.only_conditions:
        told.append(ngettext("(%(n)s condition)", "(%(n)s conditions)", conditions) % {"n": conditions})
    return " ".join(told)


def signal_words(row: Position) -> str:
    """A position made by an oral signal that changes an offer."""
    return _("signal:") if row.offer_id and row.offer.kind == "signal" else ""


def stance_words(found: Change, row: Position) -> str:
    """From what to what: the stance, or the firmness where the stance is the same."""
    after = [str(STANCES[row.stance].word)]
    if row.firmness != "unspecified":
        after.append(str(FIRMNESS[row.firmness].word))
    if found.before is None or found.new_on_term:
        return f"{STANCES['not_stated'].word} → {', '.join(after)}"
    before = found.before.row
    if found.origin:
        return f"{origin_words(before.origin)} → {origin_words(row.origin)}: {', '.join(after)}"
    if found.stance:
        return f"{STANCES[before.stance].word} → {', '.join(after)}"
    if found.firmness:
        return f"{FIRMNESS[before.firmness].word} → {FIRMNESS[row.firmness].word}"
    if found.only_conditions:
        return f"{', '.join(after)}{pgettext('before a name', ':')} {condition_words(found)}"
    return ", ".join(after)


def origin_words(origin: str) -> str:
    return _("front") if origin == "collective" else _("own statement")


def by_author(statement: Statement, offer: Offer) -> bool:
    if statement.event_id != offer.event_id:
        return False
    if offer.author_front_id:
        return statement.front_id == offer.author_front_id
    return statement.government_id == offer.author_government_id


def withdrawal_line(row: Offer, said: list[Statement]) -> ChangeLine:
    return replace(offer_line(row, said), words=withdrawal(row))


def offer_line(row: Offer, of_all: list[Statement]) -> ChangeLine:
    """That it was tabled, with the words of its author at the event."""
    author, said = row.author_government or row.author_front, [one for one in of_all if by_author(one, row)]
    words = _("tabled (%(form)s): %(title)s") % {"form": row.get_form_display(), "title": row.title}
    return ChangeLine(
        author.short if author else "", row.get_kind_display(), words,
        f"{GRADES[said[0].grade].word} ({said[0].grade})" if said else "", "", row.event,
        said[0].anchor if said else "", level_of([row, *said[:1]]))


def state_line(rows: list[TrackStep]) -> ChangeLine:
    step = rows[0]
    statement = step.statement
    return ChangeLine(
        ", ".join(row.government.short for row in rows), _("state"), f"→ {TRACK_WORDS[step.state]}",
        f"{GRADES[step.grade].word} ({step.grade})", "", statement.event if statement else step.event,
        statement.anchor if statement else "", level_of(rows))


def process_line(event: Event, rows: list[Statement]) -> ChangeLine:
    """The front if it spoke, and one line of each government's own."""
    fronts = [row for row in rows if row.behalf == "front"]
    first = (fronts or rows)[0]
    outcomes = ", ".join(str(OUTCOMES[code].word) for code in event.outcomes)
    own: dict[str, Statement] = {}
    for row in rows:
        if row.behalf == "own":
            own.setdefault(row.government.short, row)
    told = _("process: %(outcome)s") % {"outcome": outcomes} if outcomes else _("process")
    return ChangeLine(
        first.front.short if fronts else ", ".join(own), event.title, told,
        f"{GRADES[first.grade].word} ({first.grade})", "", event, first.anchor, level_of([event, *rows]),
        tuple((short, row.text, row.anchor, row.language) for short, row in own.items()))
