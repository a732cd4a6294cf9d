"""The value of the search page: statements with their context, newest first; what else was found.

Knows rows, the two clocks and the words looked for; no request, no page.
"""

import datetime
from dataclasses import dataclass, fields
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Min, Prefetch, Q, QuerySet

from grants.models import Jurisdiction
from negotiations.models import (
    Citation,
    Event,
    FrontMember,
    Negotiation,
    Position,
    PositionStatement,
    Statement,
    StatementTerm,
    Term,
)
from negotiations.reports import labels, lines
from negotiations.reports.level import level_of
from negotiations.reports.words import Words, count_holding, holding, newest_holding
from negotiations.standing.clock import AsOf
from negotiations.standing.fronts import holds

PAGE = 50
MOST = 1000  # statements that are counted and shown page by page; the file has all
WALKED = 20_000  # statements looked through for a page of common words, before all are sorted
COLUMNS = {"speaker": "speaker__person", "event": "event__slug", "grade": "grade", "channel": "channel",
           "language": "language", "level": "sensitivity", "since": "effective_on__gte",
           "until": "effective_on__lte"}


@dataclass(frozen=True, slots=True)
class Facets:
    """What narrows a search. An empty value narrows nothing; `term` is the key of a term."""

    government: tuple[str, ...] = ()
    speaker: str = ""
    term: int | None = None
    event: str = ""
    stance: str = ""
    firmness: str = ""
    grade: str = ""
    channel: str = ""
    language: str = ""
    level: int | None = None
    since: datetime.date | None = None
    until: datetime.date | None = None

    @property
    def chosen(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True)
class StandLine:
    """A position that rests on the statement; the thirteen of a front are one."""

    stance: Any
    firmness: str
    term: str


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A statement with its context. `members` are governments asked for that its front spoke for."""

    when: str
    event: Any
    said: lines.StatementLine
    stands: tuple[StandLine, ...]
    members: tuple[str, ...]
    sensitivity: int


@dataclass(frozen=True, slots=True)
class Search:
    """One page of what was found, and how much there is; with `more`, `count` is only as far as it went."""

    lines: tuple[FoundLine, ...]
    count: int
    page: int
    pages: int
    more: bool = False


def search(negotiation: Negotiation, as_of: AsOf, words: Words, facets: Facets, page: int = 1) -> Search:
    """One page of statements, newest first: 6 queries; none where nothing was asked."""
    if not (words.query or facets.chosen):
        return Search((), 0, 1, 1)
    held = count(negotiation, as_of, words, facets)
    pages = max(1, -(-min(held, MOST) // PAGE))
    page = min(max(page, 1), pages)
    rows = shown(negotiation, as_of, words, facets, (page - 1) * PAGE, held > MOST)
    return Search(found_lines(rows, as_of, facets), min(held, MOST), page, pages, held > MOST)


def count(negotiation: Negotiation, as_of: AsOf, words: Words, facets: Facets) -> int:
    """Up to one more than MOST: 1 query."""
    if facets.chosen:
        return found(negotiation, as_of, words, facets)[:MOST + 1].count()
    return count_holding(negotiation, words.query, as_of, MOST + 1)


def shown(negotiation: Negotiation, as_of: AsOf, words: Words, facets: Facets, skip: int,
          common: bool) -> QuerySet:
    """One page. Where nothing narrows, common words are walked to from the newest on."""
    if facets.chosen:
        return found(negotiation, as_of, words, facets)[skip:skip + PAGE]
    keys = newest_holding(negotiation, words.query, as_of, WALKED if common else 0, skip, PAGE)
    return in_order(Statement.objects.filter(pk__in=keys))


def found(negotiation: Negotiation, as_of: AsOf, words: Words, facets: Facets) -> QuerySet:
    """The statements that hold the words, as of the day; on a known-on page drafts are left out."""
    rows = (Statement.objects.of(negotiation).unsuperseded(as_of.moment)
            .filter(effective_on__lte=as_of.on))
    if as_of.moment is not None:
        rows = rows.exclude(state=Statement.State.DRAFT)
    if words.query:
        rows = rows.filter(pk__in=holding(negotiation, "statement", words.query))
    return in_order(narrowed(negotiation, rows, as_of, facets))


def in_order(rows: QuerySet) -> QuerySet:
    """Newest first; of one day as it was said. entente_search_newest() orders so too."""
    return rows.order_by("-effective_on", "event", "sequence", "pk")


def narrowed(negotiation: Negotiation, rows: QuerySet, as_of: AsOf, facets: Facets) -> QuerySet:
    asked = {column: value for name, column in COLUMNS.items() if (value := getattr(facets, name))}
    rows = rows.filter(**asked)
    if facets.term:
        touching = StatementTerm.objects.known(as_of.moment).filter(term=facets.term)
        rows = rows.filter(pk__in=touching.values("statement"))
    if facets.government:
        spoken = spoken_for(negotiation, facets.government, as_of)
        rows = rows.filter(Q(government__in=facets.government) | spoken)
    if facets.stance or facets.firmness:
        behind = PositionStatement.objects.known(as_of.moment).filter(position__in=standing(as_of, facets))
        rows = rows.filter(pk__in=behind.values("statement"))
    return rows


def spoken_for(negotiation: Negotiation, governments: tuple[str, ...], as_of: AsOf) -> Q:
    """Said for a front of which one of *governments* was a member on that day: 1 query, 2 with a moment."""
    members = labels.known_members(FrontMember.objects.of(negotiation).known(as_of.moment), as_of.moment)
    held = [Q(front=one.front_id, effective_on__gte=one.starts_on)
            & (Q(effective_on__lte=one.ends_on) if one.ends_on else Q())
            for one in members if one.government_id in governments]
    return Q(reduce(or_, held, Q(pk__in=[])), behalf=Statement.Behalf.FRONT)


def standing(as_of: AsOf, facets: Facets) -> QuerySet:
    """The positions in effect by then that have the stance, the firmness, the term asked for."""
    asked = {name: value for name in ("stance", "firmness", "term") if (value := getattr(facets, name))}
    if facets.government:
        asked["government__in"] = facets.government
    return Position.objects.at(as_of.on, as_of.moment).filter(**asked)


def found_lines(rows: QuerySet, as_of: AsOf, facets: Facets) -> tuple[FoundLine, ...]:
    """5 queries: rows, terms, further sources, positions, members of fronts."""
    behind = (PositionStatement.objects.known(as_of.moment).filter(position__in=standing(as_of, Facets()))
              .select_related("position__term").order_by("position__term__number", "position"))
    rows = list(
        rows.select_related("government", "speaker", "front", "source", "item", "event")
        .prefetch_related(
            Prefetch("term_links", StatementTerm.objects.known(as_of.moment).select_related("term")),
            Prefetch("citations", Citation.objects.known(as_of.moment).select_related("source")),
            Prefetch("position_links", behind)))
    members = members_of(rows, as_of, facets)
    return tuple(found_line(row, members) for row in rows)


def members_of(rows: list[Statement], as_of: AsOf, facets: Facets) -> list[FrontMember]:
    """The memberships, of the governments asked for, in the fronts that speak in *rows*."""
    fronts = {row.front_id for row in rows if row.behalf == Statement.Behalf.FRONT}
    if not (fronts and facets.government):
        return []
    found = (FrontMember.objects.known(as_of.moment).filter(front__in=fronts)
             .select_related("government").order_by("government__protocol_order"))
    return [row for row in labels.known_members(found, as_of.moment)
            if row.government_id in facets.government]


def found_line(row: Statement, members: list[FrontMember]) -> FoundLine:
    own = [one for one in members if was_member(one, row)]
    return FoundLine(
        when=lines.when(row), event=row.event, said=lines.statement_line(row), stands=stands(row),
        members=tuple(dict.fromkeys(one.government.name for one in own)), sensitivity=level_of([row], own))


def was_member(member: FrontMember, row: Statement) -> bool:
    return member.front_id == row.front_id and holds(member, row.effective_on)


def stands(row: Statement) -> tuple[StandLine, ...]:
    found = (link.position for link in row.position_links.all())
    told = [StandLine(lines.STANCES[one.stance], str(lines.FIRMNESS[one.firmness].word),
                      one.term.name if one.term_id else "") for one in found]
    return tuple(dict.fromkeys(told))


@dataclass(frozen=True, slots=True)
class Choices:
    """What a search may be narrowed by, from the record that the reader may read."""

    governments: tuple[Jurisdiction, ...]
    speakers: tuple[str, ...]
    terms: tuple[Term, ...]
    events: tuple[Event, ...]
    level: int


def choices(negotiation: Negotiation, as_of: AsOf) -> Choices:
    """4 queries."""
    known = Statement.objects.of(negotiation).known(as_of.moment)
    speakers = list(known.filter(speaker__isnull=False).order_by().values_list(
        "speaker__person").annotate(least=Min("sensitivity")))
    events = tuple(row for row in reversed(labels.known_events(negotiation, as_of.moment))
                   if row.effective_on <= as_of.on)
    terms = tuple(Term.objects.of(negotiation).known(as_of.moment).order_by("number"))
    return Choices(
        tuple(Jurisdiction.objects.in_protocol_order()), tuple(sorted(name for name, _least in speakers)),
        terms, events, max([level_of(terms, events), *(least for _name, least in speakers)]))
