"""What rests on a source: statements, positions, offers, steps. Knows rows only."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from negotiations.models import Event, Offer, Position, Source, Statement, TrackStep


@dataclass(frozen=True, slots=True)
class Resting:
    """The rows that name one source, as main source or as a further one."""

    events: list[Any]
    statements: list[Any]
    positions: list[Any]
    offers: list[Any]
    steps: list[Any]

    @property
    def empty(self) -> bool:
        return not (self.events or self.statements or self.positions or self.offers or self.steps)


def resting_on(source: Source, moment) -> Resting:
    """What was known to rest on *source* at *moment*: 5 queries."""
    named = Q(source=source) | Q(citations__source=source)
    return Resting(
        list(Event.objects.known(moment).filter(named).distinct().in_order()),
        list(Statement.objects.unsuperseded(moment).filter(named).distinct()
             .select_related("event", "government", "speaker")),
        list(Position.objects.unsuperseded(moment).filter(named).distinct()
             .select_related("government", "term", "event", "front").order_by("effective_on", "id")),
        list(Offer.objects.unsuperseded(moment).filter(named).distinct()
             .select_related("event").order_by("effective_on", "id")),
        list(TrackStep.objects.unsuperseded(moment).filter(named).distinct()
             .select_related("government").order_by("effective_on", "id")))
