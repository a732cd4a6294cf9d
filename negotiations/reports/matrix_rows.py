"""The rows of the position matrix, in three queries whatever its size. Knows querysets only.

What frames the matrix comes as one union of small lists, each row as a JSON object, so that the page
keeps within its eight queries: governments, terms, events, offers and their terms, tracks, footnotes.
"""

import datetime
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from django.db.models import QuerySet, TextField, Value
from django.db.models.functions import JSONObject

from grants.models import Jurisdiction
from negotiations.models import (
    Approval,
    Condition,
    Contest,
    Event,
    FrontMember,
    Negotiation,
    Offer,
    OfferAddressee,
    OfferTerm,
    Term,
    TrackStep,
)
from negotiations.models.event import GATHERINGS
from negotiations.models.record import InTwoLanguages
from negotiations.standing.asof import ALL, Cells, Filters, as_of
from negotiations.standing.clock import AsOf

DATES = ("effective_on", "effective_from", "starts_on", "ends_on", "response_due")
SHOWN = ("government", "term", "event", "offer", "offer_term", "addressee", "step", "contest", "member")


class Row(InTwoLanguages, SimpleNamespace):
    """One row of a list, its fields named as the model names them."""

    @property
    def name(self) -> str:
        """The name in the reader's language, of a government or a term."""
        return self.told("name")


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
    approved: frozenset[int]


def frame(negotiation: Negotiation, clock: AsOf, level: int = ALL.level) -> dict[str, list[Row]]:
    """Each list by its name, as known at the moment asked for, of rows up to *level*: 1 query."""
    moment, on = clock.moment, clock.on
    table = (Offer.objects.of(negotiation).on_the_table(on, moment).select_related(None).order_by())
    two = ("title_en", "title_fr", "effective_on", "sensitivity")
    parts = [
        part("government", Jurisdiction.objects.all(),
             "code", "kind", "protocol_order", "name_en", "name_fr", "short_en", "short_fr"),
        part("term", Term.objects.of(negotiation).known(moment),
             "pk", "code", "number", "name_en", "name_fr", "value_kind", "unit_en", "unit_fr", "sensitivity"),
        part("event", Event.objects.of(negotiation).known(moment),
             "pk", "slug", "kind", "main", "effective_from", "effective_precision", *two),
        part("offer", table, "pk", "code", "kind", "state", "author_government_id", "author_front_id",
             "attached_to_id", "replaces_id", "event_id", "response_due", "in_place_of", *two),
        part("offer_term", OfferTerm.objects.filter(offer__in=table.values("pk")),
             "offer_id", "term_id", "value", "wording_en", "wording_fr", "sensitivity"),
        part("addressee", OfferAddressee.objects.filter(offer__in=table.values("pk")),
             "offer_id", "government_id", "front_id"),
        part("step", TrackStep.objects.of(negotiation).unsuperseded(moment).filter(effective_on__lte=on),
             "pk", "government_id", "state", "effective_on", "offer_id", "event_id", "in_place_of", "sensitivity"),
        part("contest", Contest.objects.of(negotiation).unsuperseded(moment).filter(effective_on__lte=on),
             "pk", "step_id", "state", "settled", "effective_on", "in_place_of"),
        part("member", FrontMember.objects.of(negotiation).known(moment),
             "front_id", "government_id", "footnote_en", "footnote_fr", "starts_on", "ends_on"),
    ]
    return gathered([parts[0], *(one.filter(sensitivity__lte=level) for one in parts[1:])], SHOWN)


def part(name: str, rows: QuerySet, *fields: str) -> QuerySet:
    """One list of the union: its name, and each row as a JSON object."""
    told = JSONObject(**{field: field for field in fields})
    return rows.order_by().values_list(Value(name, output_field=TextField()), told)


def gathered(parts: list[QuerySet], names: tuple[str, ...]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {name: [] for name in names}
    for name, fields in parts[0].union(*parts[1:], all=True):
        found[name].append(Row(**{key: dated(key, value) for key, value in fields.items()}))
    return found


def dated(key: str, value: Any) -> Any:
    return datetime.date.fromisoformat(value) if value and key in DATES else value


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
                      frozenset(row.position_id for row in rests["approval"]))


def details(positions: set[int], clock: AsOf, filters: Filters) -> dict[str, list[Row]]:
    """The conditions of the positions, each version of them, and who approved what: 1 query."""
    conditions = Condition.objects.known(clock.moment).filter(
        position__in=positions, sensitivity__lte=filters.level)
    approvals = Approval.objects.approving("position", clock.moment).filter(position__in=positions)
    return gathered([
        part("condition", conditions, "pk", "position_id", "number", "text_en", "text_fr", "kind", "status",
             "effective_on", "supersedes_id", "sensitivity"),
        part("approval", approvals, "position_id")], ("condition", "approval"))


def last_gathering(events: list[Row], on: datetime.date) -> datetime.date | None:
    """The day of the last meeting before *on*."""
    return max((row.effective_on for row in events if row.kind in GATHERINGS and row.effective_on < on),
               default=None)
