"""What rests on a source: statements, positions, offers, steps. Knows rows only."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from negotiations.models import Citation, Event, Offer, Position, Source, Statement, TrackStep
from negotiations.reports import labels


@dataclass(frozen=True, slots=True)
class Resting:
    """The rows that name one source, as main source or as a further one."""

    events: list[Any]
    statements: list[Any]
    positions: list[Any]
    offers: list[Any]
    steps: list[Any]

    @property
    def lists(self) -> tuple[list[Any], ...]:
        return self.events, self.statements, self.positions, self.offers, self.steps

    @property
    def empty(self) -> bool:
        return not any(self.lists)


def resting_on(source: Source, moment) -> Resting:
    """What was known to rest on *source* at *moment*: 5 queries."""
    return Resting(
        events(source, moment),
        list(naming(Statement.objects.unsuperseded(moment), source, moment, "statement")
             .select_related("event", "government", "speaker")),
        list(naming(Position.objects.unsuperseded(moment), source, moment, "position")
             .select_related("government", "term", "event", "front").order_by("effective_on", "id")),
        list(naming(Offer.objects.unsuperseded(moment), source, moment, "offer")
             .select_related("event").order_by("effective_on", "id")),
        list(naming(TrackStep.objects.unsuperseded(moment), source, moment, "trackstep")
             .select_related("government").order_by("effective_on", "id")))


def events(source: Source, moment) -> list[Event]:
    """In order as they stood then: 1 query, 2 with a moment."""
    found = list(naming(Event.objects.known(moment), source, moment, "event"))
    labels.set_back(found, moment)
    return sorted(found, key=lambda row: (row.effective_on, row.pk))


def naming(rows, source: Source, moment, name: str):
    """Those of *rows*, in the source's negotiation, that name it first or cite it further.

    By the keys of both, not by a join: with one, every negotiation's rows would be read.
    """
    cited = Citation.objects.known(moment).of(source.negotiation_id).filter(
        source=source, **{f"{name}__isnull": False})
    return rows.of(source.negotiation_id).filter(Q(source=source) | Q(pk__in=cited.values(name)))
