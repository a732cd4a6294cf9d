"""What a page says when nothing was on record by the dates that it is read at. Rows in, plain values out."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from negotiations.models import Event, Negotiation
from negotiations.reports import labels
from negotiations.standing.clock import AsOf


@dataclass(frozen=True, slots=True)
class Early:
    """`day` is the first on record as known then; none where nothing was known yet."""

    day: datetime.date | None


def early(events: Iterable[Any], as_of: AsOf) -> Early | None:
    """Nothing where an event was on record by then, or where there is no record to speak of.

    *events* are all those known at the dates of *as_of*, in any order.
    """
    day = min((row.effective_on for row in events), default=None)
    if day is None:
        return Early(None) if as_of.known else None
    return Early(day) if as_of.on < day else None


def early_for(negotiation: Negotiation, as_of: AsOf) -> Early | None:
    """The same for a page that has not read the events: 1 query, 2 with a date known."""
    if as_of.known:
        return early(labels.known_events(negotiation, as_of.moment), as_of)
    first = Event.objects.of(negotiation).order_by("effective_on").only("effective_on")
    return early(first[:1], as_of)


def value(found: Early | None) -> dict[str, str | None] | None:
    """For JSON: the first day on record, or that nothing was known; none where the dates hold something."""
    return {"first_day": str(found.day) if found.day else None} if found else None
