"""The rows that would be added for the members of a front, and what each cell shows after. Adds none.

Knows the record and standing; a plan is looked at first, and `binding` adds what was looked at.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

from negotiations.inserting import alike
from negotiations.models import Condition, FrontMember, Offer, Position, PositionStatement, Statement, Term
from negotiations.standing.asof import as_of, stand
from negotiations.standing.fronts import Roll, after, roll
from negotiations.standing.positions import Stand

DATED = ("effective_on", "effective_precision", "effective_from", "source_id", "locator")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Where the front stands on one term, or on the whole package (no term). Conditions in both languages."""

    term: Term | None
    stance: str
    firmness: str = "unspecified"
    value: Any = None
    summary_en: str = ""
    summary_fr: str = ""
    offer: Offer | None = None
    conditions: tuple[tuple[str, str], ...] = ()
    kind: str = Condition.Kind.CONDITION
    combine: str = Position.Combine.ALL

    @property
    def term_id(self) -> int | None:
        return self.term and self.term.pk

    @property
    def typed(self) -> tuple:
        """What was typed, without rows."""
        return (self.term_id, self.stance, self.firmness, self.value, self.summary_en, self.summary_fr,
                self.offer and self.offer.pk, self.conditions, str(self.kind), str(self.combine))


@dataclass(frozen=True, slots=True, kw_only=True)
class Footnote:
    """The words with which a member sets itself apart from the front."""

    government: str
    footnote_en: str
    footnote_fr: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Filling:
    """What somebody wants recorded from one statement. `members` are codes of governments."""

    lines: tuple[Line, ...]
    members: frozenset[str]
    sensitivity: int
    reasoning: str = ""
    footnote: Footnote | None = None

    @property
    def typed(self) -> tuple:
        note = self.footnote
        return (tuple(line.typed for line in self.lines), self.sensitivity, self.reasoning,
                note and (note.government, note.footnote_en, note.footnote_fr))


@dataclass(frozen=True, slots=True)
class Planned:
    """One member on one line: what its cell shows before and after, by the end of the statement's day.

    `row` is what would be added; None where `standing`, a row from the same words, stands already.
    """

    member: FrontMember
    line: Line
    now: Stand | None
    after: Stand | None
    row: Position | None
    standing: Position | None

    @property
    def why(self) -> str:
        """What comes of it: visible, own, package, outranked; stands or differs where no row is added."""
        if self.standing is not None:
            told = self.standing.stance, self.standing.firmness, self.standing.value
            return "stands" if told == (self.line.stance, self.line.firmness, self.line.value) else "differs"
        if self.now is not None and self.now.row.origin == "individual":
            return "package" if self.now.whole_package else "own"
        return "visible" if self.after.row is self.row else "outranked"


@dataclass(frozen=True, slots=True)
class Plan:
    """The rows that an act would add, and the roll of the front that day."""

    statement: Statement
    filling: Filling
    roll: Roll
    planned: tuple[Planned, ...]

    @property
    def added(self) -> tuple[Planned, ...]:
        return tuple(one for one in self.planned if one.row is not None)

    @property
    def level(self) -> int:
        """The highest sensitivity among the rows looked at."""
        cells = [row for one in self.planned for row in (one.now and one.now.row, one.standing) if row]
        return max((row.sensitivity for row in (*cells, *self.roll.ended, *self.roll.later)), default=1)

    @property
    def marks(self) -> dict[str, str]:
        """A digest of what was typed, of each membership, and of each cell, by name."""
        said = self.statement
        told: dict[str, Any] = {
            "typed": self.filling.typed,
            "statement": (*(getattr(said, name) for name in DATED), said.grade, said.front_id, said.event_id)}
        for row in (*self.roll.present, *self.roll.ended, *self.roll.later):
            told[row.government_id] = (row.pk, row.version, row.government_id in self.filling.members)
        for one in self.planned:
            told[f"{one.member.government_id}-{one.line.term_id or 0}"] = (
                one.why, keys(one.now), one.standing and one.standing.pk)
        return {name: hashlib.sha256(repr(value).encode()).hexdigest()[:12] for name, value in told.items()}


def keys(one: Stand | None) -> tuple | None:
    return one and (one.row.pk, one.whole_package, one.signal and one.signal.pk)


def least(statement: Statement, lines: tuple[Line, ...] = ()) -> int:
    """The lowest sensitivity of a row that rests on *statement* and names what *lines* name."""
    named = [statement, statement.event, statement.front, statement.source,
             *(row for line in lines for row in (line.term, line.offer) if row is not None)]
    return max(row.sensitivity for row in named)


def memberships(statement: Statement) -> list[FrontMember]:
    """Of its front, whenever they hold, in protocol order: 1 query."""
    rows = FrontMember.objects.filter(front=statement.front_id).select_related("government")
    return list(rows.order_by("government__protocol_order", "starts_on"))


def plan(statement: Statement, filling: Filling) -> Plan:
    """What *filling* would add, as the record stands now: 3 queries."""
    found = roll(memberships(statement), statement.effective_on)
    members = [row for row in found.present if row.government_id in filling.members]
    cells = as_of(statement.negotiation_id, [statement.effective_on], None)[statement.effective_on]
    stands = standing(statement)
    planned = []
    for line in filling.lines:
        drawn = position(statement, filling, line)
        for member in members:
            cell = member.government_id, line.term_id
            now, old = stand(cells, *cell), stands.get(cell)
            row = None if old else of_member(drawn, member)
            planned.append(Planned(member, line, now, after(now, row) if row else now, row, old))
    return Plan(statement, filling, found, tuple(planned))


def standing(statement: Statement) -> dict[tuple[str, int | None], Position]:
    """The rows that rest on *statement*, or on the one it corrects, for the same front: 1 query."""
    said = [statement.pk, *([statement.supersedes_id] if statement.supersedes_id else [])]
    rows = Position.objects.unsuperseded().filter(
        negotiation=statement.negotiation_id, origin=Position.Origin.COLLECTIVE, front=statement.front_id,
        pk__in=PositionStatement.objects.filter(statement__in=said).values("position"))
    return {(row.government_id, row.term_id): row for row in rows}


def position(statement: Statement, filling: Filling, line: Line) -> Position:
    """The row of a line, whosever: day, source and evidence are the statement's."""
    return Position(
        negotiation_id=statement.negotiation_id, front_id=statement.front_id,
        origin=Position.Origin.COLLECTIVE, sensitivity=filling.sensitivity, term=line.term,
        stance=line.stance, firmness=line.firmness, value=line.value, offer=line.offer,
        summary_en=line.summary_en, summary_fr=line.summary_fr, combine=line.combine,
        event_id=statement.event_id, grade=statement.grade, reasoning=filling.reasoning,
        **{name: getattr(statement, name) for name in DATED})


def of_member(drawn: Position, member: FrontMember) -> Position:
    """The row of one member."""
    row = alike(drawn)
    row.government_id = member.government_id
    row.sensitivity = max(drawn.sensitivity, member.sensitivity)
    return row
