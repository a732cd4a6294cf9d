"""The value of a government's profile: what it wants, what it will not accept, has it moved."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Prefetch, Q

from grants.models import Jurisdiction
from negotiations.models import (
    Approval,
    Citation,
    Condition,
    Event,
    FrontMember,
    Negotiation,
    Offer,
    OfficeHolder,
    Position,
    PositionStatement,
    Statement,
    StatementTerm,
    Term,
)
from negotiations.models.event import GATHERINGS
from negotiations.reports import board, labels, lines, matrix_answers, tracker, watch
from negotiations.reports.board import AlertLine
from negotiations.reports.early import Early, early
from negotiations.reports.level import level_of
from negotiations.reports.matrix import ARROWS, way_words
from negotiations.standing.change import change
from negotiations.standing.clock import AsOf
from negotiations.standing.deadlines import Countdown, countdowns
from negotiations.standing.newest import newest
from negotiations.standing.positions import Cells, Stand, by_cell, effective, latest

LATEST, EARLIER = 10, 8


@dataclass(frozen=True, slots=True)
class Moved:
    """How what counts on a term differs from the day compared with."""

    arrow: str
    words: str
    before: Any


@dataclass(frozen=True, slots=True)
class Breach:
    """Its own line differs from the line that a front of its took on the same term."""

    front: str
    stance: Any
    when: str
    event: Any


@dataclass(frozen=True, slots=True)
class StandLine:
    """Where it stands on one term, and the earlier lines of its own or a front's, newest first.

    `more` says that there are older ones than those of `history`. `wants` is what would satisfy it: what
    it proposes, and its open conditions that are no red lines.
    """

    term: Any
    line: lines.PositionLine
    whole_package: bool
    since: str
    salience: str
    wants: tuple[str, ...]
    signal: lines.PositionLine | None
    signal_since: str
    moved: Moved | None
    breach: Breach | None
    history: tuple[tuple[str, lines.PositionLine, Any], ...]
    more: bool
    event: Any


@dataclass(frozen=True, slots=True)
class Answer:
    """Its reply to an offer that waits for one; `offer` is the offer's name in addresses."""

    offer: str
    title: str
    status: str
    symbol: str
    words: str
    sensitivity: int


@dataclass(frozen=True, slots=True)
class Profile:
    """`compared` is the day that movement is told since; `assessed` is there for those cleared only."""

    government: Jurisdiction
    track: tracker.TrackerRow | None
    steps: tuple[tuple[str, str, str, lines.Cite], ...]
    alerts: tuple[AlertLine, ...]
    answers: tuple[Answer, ...]
    countdowns: tuple[Countdown, ...]
    compared: datetime.date | None
    choices: tuple[tuple[datetime.date, str], ...]
    stands: tuple[StandLine, ...]
    not_stated: tuple[Any, ...]
    red_lines: tuple[tuple[lines.ConditionLine, str, Any], ...]
    assessed: tuple[tuple[lines.ConditionLine, str], ...]
    offers: tuple[Offer, ...]
    fronts: tuple[FrontMember, ...]
    people: tuple[OfficeHolder, ...]
    promises: tuple[watch.Promise, ...]
    said: tuple[tuple[lines.StatementLine, Any], ...]
    early: Early | None
    level: int

    @property
    def asks(self) -> tuple[StandLine, ...]:
        """The terms on which it wants something, and the package."""
        return tuple(one for one in self.stands if one.wants and not one.whole_package)

    @property
    def overdue(self) -> int:
        return sum(one.overdue for one in self.promises)

    @property
    def breaches(self) -> tuple[StandLine, ...]:
        return tuple(one for one in self.stands if one.breach)


def profile(negotiation: Negotiation, government: Jurisdiction, as_of: AsOf,
            since: datetime.date | None = None, whole: bool = False) -> Profile:
    """One government as of a day, against the day *since* or the last meeting before: 26 queries.

    *whole* asks for all its earlier lines, with a query less; else each term has the newest.
    """
    of, on, moment = {"negotiation": negotiation, "government": government}, as_of.on, as_of.moment
    standing = board.load(negotiation, as_of).narrowed(government.code)
    events = labels.known_events(negotiation, moment)
    choices = days_before(events, on)
    compared = since or next(iter(choices), (None, ""))[0]
    terms = list(Term.objects.of(negotiation).known(moment).order_by("number"))
    rows = positions(of, as_of, compared or on, whole)
    stands, not_stated = stand_lines(terms, rows, government.code, compared, None if whole else EARLIER)
    ours = assessed(of, on, moment)
    offers = tuple(Offer.objects.of(negotiation).on_the_table(on, moment)
                   .filter(author_government=government))
    promises = watch.promises(negotiation, as_of, owner_government=government)
    said = statements(of, on, moment)
    is_party = government.code in standing.tracks
    fronts = members(of, on, moment)
    people = tuple(OfficeHolder.objects.known(moment).filter(**of).order_by("person"))
    replies, counted = list(answers(negotiation, as_of, government.code)), countdowns(standing.deadlines, on)
    return Profile(
        government=government,
        track=tracker.tracker_row(government, standing, frozenset()) if is_party else None,
        steps=tuple((lines.when(one), board.TRACK_WORDS[one.state], one.reason, lines.cite(one))
                    for one in standing.steps[::-1]),
        alerts=standing.alerts, answers=tuple(replies), countdowns=tuple(counted), compared=compared,
        choices=choices, stands=stands, not_stated=not_stated, red_lines=red_lines(stands),
        assessed=tuple((lines.condition_line(one), one.position.term.name if one.position.term_id else "")
                       for one in ours),
        offers=offers[::-1], fronts=fronts, people=people,
        promises=promises, said=tuple((lines.statement_line(row), row.event) for row in said),
        early=early(events, as_of),
        level=max(standing.level, level_of(
            rows, *(row.conditions_then for row in rows), ours, offers, replies, said, promises, fronts,
            people, terms, (row for row in events if row.effective_on < on))))


def days_before(events: Iterable[Event], on: datetime.date) -> tuple[tuple[datetime.date, str], ...]:
    """Days to compare with: each gathering or main event before the day shown, latest first."""
    found = {row.effective_on: row.title for row in events
             if row.effective_on < on and (row.main or row.kind in GATHERINGS)}
    return tuple(sorted(found.items(), reverse=True))


def answers(negotiation: Negotiation, as_of: AsOf, code: str) -> Iterable[Answer]:
    """Its reply to the offer that is addressed to it: 2 queries."""
    for asked in matrix_answers.load(negotiation, as_of):
        for reply in asked.found.replies:
            if reply.government == code:
                yield Answer(asked.offer.code or str(asked.offer.pk), asked.offer.told("title"), reply.status,
                             matrix_answers.SYMBOLS[reply.status], matrix_answers.reply_words(reply),
                             asked.offer.sensitivity)


# Where it stands ---------------------------------------------------------------------------------


def positions(of: dict, as_of: AsOf, compared: datetime.date, whole: bool) -> list[Position]:
    """6 queries: the newest of its lines, and what counted on both days; 5 for the *whole* of them.

    `conditions_then` are the conditions that stood on the day *compared* with.
    """
    on, moment = as_of.on, as_of.moment
    now, then = (Condition.objects.unsuperseded(moment, day).filter(effective_on__lte=day).order_by("number")
                 for day in (on, compared))
    rows = Position.objects.at(on, moment).filter(**of).select_related("event").prefetch_related(
        Prefetch("conditions", now), Prefetch("conditions", then, to_attr="conditions_then"),
        Prefetch("statement_links", PositionStatement.objects.known(moment)),
        Prefetch("approvals", Approval.objects.known(moment)))
    if whole:
        return list(rows)
    # Two more than are told: one is the line that counts, another says that there are older ones.
    keys = newest(of["negotiation"].pk, of["government"].code, [on, compared], moment, EARLIER + 2)
    return list(rows.filter(pk__in=keys))


def stand_lines(terms: list[Term], rows: list[Position], code: str,
                compared: datetime.date | None, most: int | None,
                ) -> tuple[tuple[StandLine, ...], tuple[Term, ...]]:
    """The package first where it has one, then each term; and the terms on which nothing is stated."""
    cells = by_cell(rows)
    earlier = by_cell(row for row in rows if compared and row.effective_on <= compared)
    found, silent = [], []
    for term in [None, *terms]:
        key = term.pk if term else None
        stand = effective(cells, code, key)
        if stand is None:
            silent.extend([term] if term else [])
            continue
        before = effective(earlier, code, key)
        found.append(stand_line(term, stand, cells, moved(before, stand) if compared else None, most))
    return tuple(found), tuple(silent)


def stand_line(term: Term | None, stand: Stand, cells: Cells, movement: Moved | None,
               most: int | None) -> StandLine:
    row, signal = stand.row, stand.signal
    history = cells.get((row.government_id, term.pk if term else None), ())
    earlier = [one for one in reversed(history) if one.pk != row.pk]
    return StandLine(
        term=term, line=stated_line(row), whole_package=stand.whole_package, since=lines.when(row),
        salience=row.get_salience_display() if row.salience is not None else "",
        wants=tuple(wants(row)), signal=stated_line(signal) if signal else None,
        signal_since=lines.when(signal) if signal else "",
        moved=movement, breach=None if stand.whole_package else breach(row, history),
        history=tuple((lines.when(one), stated_line(one), one.event) for one in earlier[:most]),
        more=len(earlier) > len(earlier[:most]), event=row.event)


def wants(row: Position) -> Iterable[str]:
    line = lines.position_line(row)
    if line.stance.code == "proposes" or line.value:
        yield line.summary.rstrip(".") or line.value or str(line.stance.word)
    for one in row.conditions.all():
        if one.basis == "stated" and one.kind != "red_line" and one.status == "open":
            yield one.text


def stated_line(row: Position) -> lines.PositionLine:
    """With the conditions stated by them; those that we assess have a part of their own."""
    stated = tuple(lines.condition_line(one) for one in row.conditions.all() if one.basis == "stated")
    line = lines.position_line(row)
    return replace(line, conditions=stated, combine=line.combine if len(stated) > 1 else "")


def moved(before: Stand | None, now: Stand) -> Moved | None:
    found = change(before, now, before.row.conditions_then if before else (), now.row.conditions.all())
    if found is None:
        return None
    return Moved(ARROWS[found.way], way_words(found),
                 lines.STANCES[before.row.stance] if before else lines.NOT_STATED)


def breach(row: Position, history: Iterable[Position]) -> Breach | None:
    """None while the line is the front's, or says what the front said on that term."""
    collective = [one for one in history if one.origin == "collective"]
    if row.origin == "collective" or not collective:
        return None
    front = latest(collective).row
    if front.stance == row.stance:
        return None
    return Breach(front.front.short, lines.STANCES[front.stance], lines.when(front), front.event)


def red_lines(stands: tuple[StandLine, ...]) -> tuple[tuple[lines.ConditionLine, str, Any], ...]:
    """Each red line once, with the term it was set on."""
    return tuple((one, stand.line.term, stand.event) for stand in stands if not stand.whole_package
                 for one in stand.line.conditions if one.red_line)


def assessed(of: dict, on, moment) -> list[Condition]:
    """1 query: what we ourselves take to be its conditions, for those cleared for Strategy."""
    taken = Position.objects.at(on, moment).filter(**of)
    return list(
        Condition.objects.of(of["negotiation"]).unsuperseded(moment, on)
        .filter(basis="assessed", effective_on__lte=on, position__in=taken.values("pk"))
        .select_related("position__term").order_by("position__effective_on", "position", "number", "id"))


# Who it is -----------------------------------------------------------------------------------------


def members(of: dict, on, moment) -> tuple[FrontMember, ...]:
    """1 query: memberships begun by then, those that ended too."""
    rows = FrontMember.objects.known(moment).filter(**of).select_related("front").order_by("starts_on", "id")
    return tuple(row for row in labels.known_members(rows, moment) if row.starts_on <= on)


def statements(of: dict, on, moment) -> list[Statement]:
    """3 queries: the latest words of its own."""
    rows = Statement.objects.unsuperseded(moment).filter(~Q(state="draft"), **of, effective_on__lte=on)
    return list(
        rows.select_related("government", "speaker", "front", "source", "item", "event")
        .prefetch_related(
            Prefetch("term_links", StatementTerm.objects.known(moment).select_related("term")),
            Prefetch("citations", Citation.objects.known(moment).select_related("source")))
        .order_by("-effective_on", "-sequence", "-id")[:LATEST])
