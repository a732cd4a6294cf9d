"""The value of a government's profile: what it wants, what it will not accept, has it moved."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, Q

from grants.models import Jurisdiction
from negotiations import scales
from negotiations.models import (
    Approval,
    Citation,
    Condition,
    Contest,
    FollowUp,
    FrontMember,
    Negotiation,
    Offer,
    OfficeHolder,
    Position,
    Statement,
    StatementTerm,
    Term,
    TrackStep,
)
from negotiations.reports import lines
from negotiations.standing.clock import AsOf
from negotiations.standing.positions import Stand, by_cell, effective
from negotiations.standing.tracks import Track, tracks

WORDS = {value.code: value.word for value in scales.TRACK_STATES}
LATEST = 10


@dataclass(frozen=True, slots=True)
class StandLine:
    """Where it stands on one term, and every earlier line of its own or a front's, newest first."""

    term: Any
    line: lines.PositionLine
    whole_package: bool
    since: str
    signal: lines.PositionLine | None
    signal_since: str
    history: tuple[tuple[str, lines.PositionLine, Any], ...]
    event: Any


@dataclass(frozen=True, slots=True)
class Profile:
    government: Jurisdiction
    state: str
    contested: str
    steps: tuple[tuple[str, str, str, lines.Cite], ...]
    stands: tuple[StandLine, ...]
    not_stated: tuple[Any, ...]
    asks: tuple[lines.PositionLine, ...]
    red_lines: tuple[tuple[lines.ConditionLine, str, Any], ...]
    offers: tuple[Offer, ...]
    fronts: tuple[FrontMember, ...]
    people: tuple[OfficeHolder, ...]
    followups: tuple[FollowUp, ...]
    said: tuple[tuple[lines.StatementLine, Any], ...]
    level: int


def profile(negotiation: Negotiation, government: Jurisdiction, as_of: AsOf) -> Profile:
    """One government as of a day: 14 queries."""
    of, on, moment = {"negotiation": negotiation, "government": government}, as_of.on, as_of.moment
    terms = list(Term.objects.of(negotiation).known(moment).order_by("number"))
    rows = positions(of, on, moment)
    steps, contests = track_rows(of, on, moment)
    stands, not_stated = stand_lines(terms, rows, government)
    offers = tuple(Offer.objects.of(negotiation).on_the_table(on, moment)
                   .filter(author_government=government))
    said = statements(of, on, moment)
    track = tracks([government.code], steps, contests)[government.code]
    return Profile(
        government=government, state=WORDS[track.state], contested=contested(track),
        steps=tuple((lines.when(one), WORDS[one.state], one.reason, lines.cite(one)) for one in steps[::-1]),
        stands=stands, not_stated=not_stated,
        asks=tuple(one.line for one in stands
                   if one.line.stance.code == "proposes" and not one.whole_package),
        red_lines=red_lines(stands), offers=offers[::-1], fronts=fronts(of, on, moment),
        people=tuple(OfficeHolder.objects.known(moment).filter(**of).order_by("person")),
        followups=tuple(FollowUp.objects.unsuperseded(moment, on).filter(
            negotiation=negotiation, owner_government=government, effective_on__lte=on, state="open")),
        said=tuple((lines.statement_line(row), row.event) for row in said),
        level=max((row.sensitivity for row in (*rows, *steps, *offers, *said)), default=1))


def positions(of: dict, on, moment) -> list[Position]:
    """4 queries."""
    conditions = Condition.objects.unsuperseded(moment).order_by("number")
    return list(Position.objects.at(on, moment).filter(**of).select_related("event").prefetch_related(
        Prefetch("conditions", conditions), "statement_links",
        Prefetch("approvals", Approval.objects.known(moment))))


def track_rows(of: dict, on, moment) -> tuple[list[TrackStep], list[Contest]]:
    """2 queries."""
    steps = (TrackStep.objects.unsuperseded(moment).filter(**of, effective_on__lte=on)
             .select_related("source").order_by("effective_on", "id"))
    contests = Contest.objects.unsuperseded(moment).filter(
        negotiation=of["negotiation"], step__government=of["government"], effective_on__lte=on)
    return list(steps), list(contests)


def contested(track: Track) -> str:
    return str(WORDS.get(track.contested_as, ""))


def stand_lines(terms: list[Term], rows: list[Position], government) -> tuple[tuple[StandLine, ...], tuple]:
    """The package first where it has one, then each term; and the terms on which nothing is stated."""
    cells = by_cell(rows)
    found, silent = [], []
    for term in [None, *terms]:
        stand = effective(cells, government.code, term.pk if term else None)
        if stand is None:
            silent.extend([term] if term else [])
        else:
            found.append(stand_line(term, stand, cells.get((government.code, term.pk if term else None), ())))
    return tuple(found), tuple(silent)


def stand_line(term: Term | None, stand: Stand, history) -> StandLine:
    signal = stand.signal
    return StandLine(
        term=term, line=lines.position_line(stand.row), whole_package=stand.whole_package,
        since=lines.when(stand.row), signal=lines.position_line(signal) if signal else None,
        signal_since=lines.when(signal) if signal else "",
        history=tuple((lines.when(row), lines.position_line(row), row.event)
                      for row in reversed(history) if row.pk != stand.row.pk),
        event=stand.row.event)


def red_lines(stands: tuple[StandLine, ...]) -> tuple[tuple[lines.ConditionLine, str, Any], ...]:
    """Each red line once, with the term it was set on."""
    return tuple((one, stand.line.term, stand.event) for stand in stands if not stand.whole_package
                 for one in stand.line.conditions if one.red_line)


def fronts(of: dict, on, moment) -> tuple[FrontMember, ...]:
    """1 query: memberships begun by then, those that ended too."""
    rows = FrontMember.objects.known(moment).filter(**of, starts_on__lte=on).select_related("front")
    return tuple(rows.order_by("starts_on", "id"))


def statements(of: dict, on, moment) -> list[Statement]:
    """3 queries: the latest words of its own."""
    rows = Statement.objects.unsuperseded(moment).filter(~Q(state="draft"), **of, effective_on__lte=on)
    return list(
        rows.select_related("government", "speaker", "front", "source", "item", "event")
        .prefetch_related(
            Prefetch("term_links", StatementTerm.objects.select_related("term")),
            Prefetch("citations", Citation.objects.select_related("source")))
        .order_by("-effective_on", "-sequence", "-id")[:LATEST])
