"""What the home of a negotiation says of the time since an event: the changes, and the hottest terms."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from negotiations.models import Negotiation
from negotiations.models.event import GATHERINGS
from negotiations.reports import matrix, matrix_rows
from negotiations.reports.changes import ChangeLine, changes
from negotiations.reports.matrix import Matrix
from negotiations.reports.matrix_answers import OfferAnswers
from negotiations.standing.clock import AsOf


@dataclass(frozen=True, slots=True)
class Since:
    """The day compared with, the days to choose from, and what changed."""

    day: datetime.date | None
    choices: tuple[tuple[datetime.date, str], ...]
    changes: tuple[ChangeLine, ...]
    hottest: tuple[Any, ...]
    answers: tuple[OfferAnswers, ...]
    level: int


def since(negotiation: Negotiation, as_of: AsOf, day: datetime.date | None) -> Since:
    """Since *day*, or since the last meeting before the day shown: at most 10 queries."""
    rows = matrix_rows.load(negotiation, as_of, day)
    page = matrix.build(rows)
    told = changes(negotiation, page)
    return Since(page.since, tuple(choices(page, rows.frame["event"])), told, hottest(page), page.answers,
                 max([page.level, *(one.level for one in told)]))


def hottest(page: Matrix, most: int = 3) -> tuple[Any, ...]:
    """The terms that most governments oppose, then those that most have concerns on."""
    ranked = sorted(page.lines, key=lambda line: (
        -line.counts.of("red"), -line.counts.of("amber"), line.term.number))
    return tuple(line for line in ranked[:most] if line.counts.of("red") or line.counts.of("amber"))


def choices(page: Matrix, events: Iterable[Any]) -> list[tuple[datetime.date, str]]:
    """Days to compare with: each gathering or main event before the day shown, latest first."""
    before = [row for row in events if row.effective_on < page.as_of.on
              and (row.main or row.kind in GATHERINGS)]
    found = {row.effective_on: row.told("title") for row in before}
    if page.since:
        found.setdefault(page.since, "")
    return sorted(found.items(), reverse=True)
