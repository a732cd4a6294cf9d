"""The rows of the position matrix, in three queries whatever its size. Knows its frame and standing."""

import datetime
from dataclasses import dataclass
from functools import cached_property

from negotiations.models import Negotiation
from negotiations.models.event import GATHERINGS
from negotiations.reports.matrix_frame import Row, details, frame
from negotiations.standing.asof import ALL, Cells, Filters, as_of
from negotiations.standing.clock import AsOf


@dataclass(frozen=True)
class MatrixRows:
    """What the matrix is built from. `cells` are on the day shown, `before` on the day compared with.

    `counting` are the cells of the day shown as they are without a choice of evidence or origin.
    """

    negotiation: Negotiation
    as_of: AsOf
    since: datetime.date | None
    frame: dict[str, list[Row]]
    cells: Cells
    counting: Cells
    before: Cells
    conditions: dict[int, list[Row]]
    approvals: list[Row]

    @cached_property
    def approved(self) -> frozenset[int]:
        """The keys of the positions that somebody else has confirmed."""
        return frozenset(row.position_id for row in self.approvals)


def load(negotiation: Negotiation, clock: AsOf, since: datetime.date | None,
         filters: Filters = ALL) -> MatrixRows:
    """Everything the matrix shows; without *since* it is compared with the last meeting.

    3 queries, and one more when *filters* choose by evidence or origin.
    """
    framed = frame(negotiation, clock, filters.level)
    since = since or last_gathering(framed["event"], clock.on)
    days = [clock.on, *([since] if since else [])]
    found = as_of(negotiation.pk, days, clock.moment, filters)
    before = found[since] if since else {}
    counting = found[clock.on]
    if filters != filters.unfiltered:
        counting = as_of(negotiation.pk, [clock.on], clock.moment, filters.unfiltered)[clock.on]
    keys = {stand.row.pk for cells in (found[clock.on], before) for stand in cells.values()}
    rests = details(keys, clock, filters)
    conditions: dict[int, list[Row]] = {}
    for row in sorted(rests["condition"], key=lambda row: (row.number, row.pk)):
        conditions.setdefault(row.position_id, []).append(row)
    return MatrixRows(negotiation, clock, since, framed, found[clock.on], counting, before, conditions,
                      rests["approval"])


def last_gathering(events: list[Row], on: datetime.date) -> datetime.date | None:
    """The day of the last meeting before *on*."""
    return max((row.effective_on for row in events if row.kind in GATHERINGS and row.effective_on < on),
               default=None)
