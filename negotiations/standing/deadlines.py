"""How long until each deadline, or since when it has passed. Knows dates only."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

ALARMS = (90, 60, 30, 14, 7, 1)  # days before a deadline


@dataclass(frozen=True, slots=True)
class Countdown:
    """`days` from the day of reading to the deadline; below zero once it has passed."""

    row: Any
    days: int

    @property
    def passed(self) -> bool:
        return self.days < 0

    @property
    def alarm(self) -> int | None:
        """The closest alarm that is reached, in days; None while it is far off, and once it has passed."""
        return None if self.passed else min((one for one in ALARMS if self.days <= one), default=None)

    @property
    def moved_from(self) -> datetime.date | None:
        """The date that stood before, where the deadline has moved; the row it corrects is loaded with it."""
        before = self.row.supersedes
        return before.due_on if before is not None and before.due_on != self.row.due_on else None


def countdowns(deadlines: Iterable[Any], on: datetime.date) -> list[Countdown]:
    """Those to come, nearest first, then those that have passed, latest first."""
    found = [Countdown(row, (row.due_on - on).days) for row in deadlines]
    coming = sorted((one for one in found if not one.passed), key=lambda one: one.days)
    return coming + sorted((one for one in found if one.passed), key=lambda one: -one.days)
