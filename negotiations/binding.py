"""Records where a front stands: a row for each member that its words bind, all of them or none.

What was looked at is what is recorded, or nothing is: the act carries the marks of a plan. Knows the
record and its plans; the database stamps the author and keeps the wall.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from config import events
from grants.admin.refusals import refusal
from negotiations.binding_plan import DATED, Filling, Footnote, Plan, least, plan
from negotiations.inserting import alike, insert
from negotiations.models import Condition, FrontMember, Position, PositionStatement, Statement
from negotiations.standing.fronts import Roll, has_footnote

CLAIMED = _("These words claim to speak for others. Nobody is bound by another’s words: no position"
            " follows from them until a member says so itself, or the front does.")
NOT_OF_A_FRONT = _("These words are not on behalf of a front: record the position of the government itself.")
CORRECTED = _("This statement has been corrected: record where the front stands from its correction.")
TOO_LOW = _("A row is at least as sensitive as what it names: choose a higher sensitivity.")
NOTHING = _("No row would be added: what these words say is on record already.")
MOVED_ON = _("This membership has changed since it was read. Nothing was stored.")
NO_MEMBER = _("This government is no member of the front on that day, or has a footnote already.")


class Changed(Exception):
    """Nothing was stored: `plan` is not what was looked at."""

    def __init__(self, plan: Plan) -> None:
        super().__init__("The record is not as it was when the rows were looked at.")
        self.plan = plan


def refusal_of(statement: Statement) -> str:
    """Why no position of a front follows from *statement*; empty when one may: at most 1 query."""
    if statement.behalf == Statement.Behalf.CLAIMS:
        return CLAIMED
    if statement.behalf != Statement.Behalf.FRONT:
        return NOT_OF_A_FRONT
    return CORRECTED if Statement.objects.superseding().filter(supersedes=statement).exists() else ""


def bind(statement: Statement, filling: Filling, seen: Mapping[str, str]) -> Plan:
    """Adds the rows of the plan whose marks were *seen*; 12 queries at most, whatever the members and lines.

    Raises Changed when the plan is another by now, ValidationError by field when something refuses, and
    PermissionDenied when the statement may not be written about. Who records from one statement at the
    same time waits: a row lock, because no column of a position holds its statement.
    """
    with at_the_field():
        locked = lock(statement)
        if reason := refusal_of(locked):
            raise ValidationError(reason)
        if filling.sensitivity < least(locked, filling.lines):
            raise ValidationError({"sensitivity": TOO_LOW})
        found = plan(locked, filling)
        if found.marks != seen:
            raise Changed(found)
        if not found.added:
            raise ValidationError(NOTHING)
        if filling.footnote is not None:
            attach(filling.footnote, locked, found.roll)
        add(found)
    events.write("front recorded", negotiation=locked.negotiation_id, statement=locked.pk,
                 rows=len(found.added))  # fmt: skip
    return found


def lock(statement: Statement) -> Statement:
    """The statement as it stands, kept from others until the end: 1 query."""
    rows = Statement.objects.select_for_update(of=("self",), no_key=True)
    found = rows.select_related("event", "front", "source").filter(pk=statement.pk).first()
    if found is None:
        raise PermissionDenied("Only who writes about a statement records from it.")
    return found


def add(found: Plan) -> None:
    """Positions, what they rest on, and their conditions: 3 queries."""
    said, rows = found.statement, [one.row for one in found.added]
    insert(rows)
    insert(links(rows, said))
    insert([
        Condition(negotiation_id=one.row.negotiation_id, sensitivity=one.row.sensitivity,
                  position_id=one.row.pk, number=number, text_en=english, text_fr=french, kind=one.line.kind,
                  term=one.line.term, **{name: getattr(said, name) for name in DATED})
        for one in found.added for number, (english, french) in enumerate(one.line.conditions, 1)])


def links(rows: list[Position], said: Statement) -> list[PositionStatement]:
    """That each of *rows* rests on the statement."""
    one = PositionStatement(negotiation_id=said.negotiation_id, statement_id=said.pk)
    made = [alike(one) for _ in rows]
    for link, row in zip(made, rows, strict=True):
        link.position_id, link.sensitivity = row.pk, row.sensitivity
    return made


def attach(note: Footnote, statement: Statement, found: Roll) -> None:
    """Gives a member its footnote from the statement's day on: 1 query.

    A membership that began earlier stays as it is, and a further row says what holds from that day: so
    that the days before, and what was known before, are read without the footnote.
    """
    member = next((row for row in found.present if row.government_id == note.government), None)
    if member is None or has_footnote(member):
        raise ValidationError({"footnote_government": NO_MEMBER})
    words, on = {"footnote_en": note.footnote_en, "footnote_fr": note.footnote_fr}, statement.effective_on
    if member.starts_on == on:
        change(member, **words)
        return
    FrontMember.objects.create(
        negotiation_id=member.negotiation_id, sensitivity=max(member.sensitivity, statement.sensitivity),
        front_id=member.front_id, government_id=member.government_id, role=member.role, starts_on=on,
        ends_on=member.ends_on, source_id=statement.source_id, **words)


def change(member: FrontMember, **values) -> None:
    """The label as it was read, edited; its history is the database's to keep."""
    as_read = FrontMember.objects.filter(pk=member.pk, version=member.version)
    if not as_read.update(**values, version=F("version") + 1):
        raise ValidationError({"footnote_government": MOVED_ON})


@contextmanager
def at_the_field() -> Iterator[None]:
    """One transaction; what the database refuses is told at the field it is about."""
    try:
        with transaction.atomic():
            yield
    except DatabaseError as fault:
        said = refusal(fault)
        if said is None:
            raise
        field = field_of(fault.__cause__.diag.constraint_name or "", said.status)
        raise ValidationError({field: said.sentence} if field else said.sentence) from fault


def field_of(rule: str, status: int) -> str | None:
    """Where a refusal is told: the wall and the ceiling are about the sensitivity."""
    if rule.startswith("frontmember_"):
        return "footnote_government"
    if rule == "position_inferred_says_why":
        return "reasoning"
    return "sensitivity" if status == 403 or rule.endswith("_ceiling") else None
