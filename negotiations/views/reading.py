"""What every page of a negotiation needs: the negotiation, the dates, the clearance. 404 or found."""

import datetime
from dataclasses import dataclass

from django.contrib.postgres.aggregates import BoolOr
from django.db.models import Max, Q
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from config import events
from config.rules import WRITERS
from negotiations import scales
from negotiations.models import Membership, Negotiation
from negotiations.standing import clock

LEVELS = scales.by_level(scales.SENSITIVITIES)


@dataclass(frozen=True)
class Reading:
    """Which negotiation is read, at which dates, with which clearance, by one who may write there or not."""

    negotiation: Negotiation
    dates: clock.Dates
    clearance: int
    may_write: bool

    def context(self, level: int, *trail: tuple[str, str]) -> dict:
        """What the base of the page prints: level, clearance, breadcrumb, dates. Strategy is noted."""
        events.strategy_read(self.negotiation.pk, "page", level)
        home = reverse("negotiation-home", args=[self.negotiation.slug]) + self.dates.query
        return {
            "negotiation": self.negotiation,
            "level": LEVELS[level],
            "clearance": LEVELS[self.clearance],
            "may_write": self.may_write,
            "trail": [
                (_("Negotiations"), reverse("negotiation-list")),
                (self.negotiation.title, home if trail else ""),
                *trail,
            ],
            "kept": [],
            "dates": self.dates,
            "as_of": self.dates.as_of,
        }

    @property
    def status(self) -> int:
        """400 when the dates of the address could not be read."""
        return 400 if self.dates.fault else 200


def read(request: HttpRequest, slug: str, on: datetime.date | None = None) -> Reading:
    """The negotiation as the address asks to read it; *on* is the default day (today): 2 queries.

    Foreign and missing answer alike, because the wall hides what is foreign.
    """
    negotiation = get_object_or_404(Negotiation.objects.select_related("home", "programme"), slug=slug)
    dates = clock.read_dates(request.GET, on or clock.today())
    return Reading(negotiation, dates, *held(request.user, negotiation))


def held(user, negotiation: Negotiation) -> tuple[int, bool]:
    """The highest sensitivity the user may read there today, and whether he writes in the admin: 1 query."""
    found = Membership.objects.held_by(user).filter(negotiation=negotiation)
    roles = found.aggregate(highest=Max("clearance"), writes=BoolOr(Q(role__in=WRITERS)))
    return roles["highest"] or 1, bool(user.is_staff and roles["writes"])
