"""A sensitivity is lowered by two people: one asks and says why, an approver confirms.

All versions of the row are lowered together; its parts and its history keep their level.
"""

import datetime
from dataclasses import dataclass

from django.db import connection

from config import events
from negotiations.models.record import Record
from negotiations.refusals import call, in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What somebody asked and nobody has confirmed."""

    id: int
    negotiation_id: int
    table_name: str
    row_ids: list[int]
    sensitivity: int
    level: int
    reason: str
    requested_by_id: int
    requested_at: datetime.datetime


def ask_lowering(row: Record, level: int, *, reason: str) -> int:
    """By whoever may write the row; gives the number of the request."""
    with in_words():
        made = call("ask_lowering", row._meta.db_table, row.pk, level, reason)
    events.write("lowering asked", negotiation=row.negotiation_id, lowering=made,
                 what=f"{row._meta.model_name} {row.pk}", level=level)  # fmt: skip
    return made


def confirm_lowering(request: int) -> None:
    """By an approver who is cleared for the row and did not ask."""
    with in_words():
        call("confirm_lowering", request)
    events.write("lowering confirmed", lowering=request)


def pending_lowerings() -> list[Request]:
    """Requests about rows that the reader may see: 1 query."""
    columns = ", ".join(Request.__slots__)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM public.entente_pending_lowerings()")
        return [Request(**dict(zip(Request.__slots__, row, strict=True))) for row in cursor]
