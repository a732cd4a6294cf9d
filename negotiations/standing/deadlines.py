"""How long until each deadline, or since when it has passed. Knows dates only."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Countdown:
    """`days` from the day of reading to the deadline; below zero once it has passed."""

    row: Any
    days: int

    @property
    def passed(self) -> bool:
        return self.days < 0


def countdowns(deadlines: Iterable[Any], on: datetime.date) -> list[Countdown]:
    """Those to come, nearest first, then those that have passed, latest first."""
    found = [Countdown(row, (row.due_on - on).days) for row in deadlines]
    coming = sorted((one for one in found if not one.passed), key=lambda one: one.days)
    return coming + sorted((one for one in found if one.passed), key=lambda one: -one.days)
