"""What the home says of claims and promises: the figures to watch, and what is due. Knows querysets."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from grants import formats
from negotiations.models import Claim, ClaimStatement, ClaimVerdict, FollowUp, Negotiation
from negotiations.standing.clock import AsOf, language
from negotiations.standing.offers import overtakes

MOST = 4


@dataclass(frozen=True, slots=True)
class NumberToWatch:
    """A claim with its latest verdict; `verdict` is empty while it is being checked."""

    anchor: str
    title: str
    verdict: str
    overtaken: bool
    sensitivity: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """The latest first, those being checked before the others; `more` are not shown."""

    shown: tuple[NumberToWatch, ...]
    more: int
    unchecked: int


@dataclass(frozen=True, slots=True)
class Promise:
    """An open follow-up. `days` to its date, below zero once overdue; None where no date is recorded."""

    action: str
    owner: str
    due: str
    days: int | None
    event: Any
    sensitivity: int

    @property
    def overdue(self) -> bool:
        return self.days is not None and self.days < 0


def numbers(negotiation: Negotiation, as_of: AsOf, offer: Any, table: Mapping[int, Any]) -> Numbers:
    """The claims made by then, held against the *offer* on the table: 3 queries.

    *table* has the offer that a claim names by whatever version.
    """
    verdicts = (ClaimVerdict.objects.unsuperseded(as_of.moment).filter(effective_on__lte=as_of.on)
                .in_order())
    made = ClaimStatement.objects.known(as_of.moment).filter(statement__effective_on__lte=as_of.on)
    rows = (Claim.objects.of(negotiation).known(as_of.moment).select_related("offer").order_by("-id")
            .prefetch_related(Prefetch("verdicts", verdicts), Prefetch("statement_links", made)))
    found = [number(row, offer, table.get(row.offer_id, row.offer)) for row in rows
             if row.verdicts.all() or row.statement_links.all()]
    found.sort(key=lambda one: bool(one.verdict))
    return Numbers(tuple(found[:MOST]), len(found[MOST:]), sum(not one.verdict for one in found))


def number(row: Claim, offer: Any, about: Any) -> NumberToWatch:
    verdicts = list(row.verdicts.all())
    newer = overtakes(offer, about)
    return NumberToWatch(f"claim-{row.pk}", row.title,
                         verdicts[-1].get_verdict_display() if verdicts else "", newer, row.sensitivity)


def promises(negotiation: Negotiation, as_of: AsOf, **of: Any) -> tuple[Promise, ...]:
    """Open follow-ups of that day, the most overdue first, those without a date last: 1 query."""
    rows = (FollowUp.objects.of(negotiation).unsuperseded(as_of.moment, as_of.on)
            .filter(effective_on__lte=as_of.on, state="open", **of)
            .select_related("owner_government", "owner_front", "event"))
    return tuple(sorted((promise(row, as_of.on) for row in rows),
                        key=lambda one: (one.days is None, one.days or 0)))


def promise(row: FollowUp, on: datetime.date) -> Promise:
    owner = row.owner_government.name if row.owner_government_id else (
        row.owner_front.short if row.owner_front_id else row.get_side_display())
    due = formats.dated(row.due_on, language(), row.due_precision) if row.due_on else ""
    return Promise(row.action, owner, due, (row.due_on - on).days if row.due_on else None, row.event,
                   row.sensitivity)
