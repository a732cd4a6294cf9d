"""Approves or returns rows of the record, all of them or none.

The database refuses whoever recorded or last changed a row, and whoever is no approver there.
"""

from collections.abc import Iterable

from django.db import IntegrityError, ProgrammingError, transaction
from django.db.models import F

from config import events
from negotiations.models import Approval, Event
from negotiations.models.approval import APPROVED
from negotiations.models.record import Record

NOT_PERMITTED = "42501"


class NotJudged(Exception):
    """Nothing was approved or returned. `rows` are pairs: a row, and what the database said of it."""

    def __init__(self, rows: list[tuple[Record, Exception]]) -> None:
        super().__init__(f"{len(rows)} rows were refused")
        self.rows = rows


def column(model: type[Record]) -> str:
    """The key of an approval that names rows of *model*; a proxy goes by the model it stands for."""
    name = model._meta.concrete_model._meta.model_name
    if name not in APPROVED:
        raise ValueError(f"Rows of {name} are not approved.")
    return name


def judge(rows: Iterable[Record], verdict: str, *, note: str = "") -> int:
    """By an approver who wrote none of them; gives how many. Raises NotJudged with all that were refused.

    An approved event that is returned is a draft again.
    """
    rows = sorted(rows, key=lambda row: row.pk)  # two approvers lock the same rows in the same order
    with transaction.atomic():
        said = [(row, _refusal(row, verdict, note)) for row in rows]
        if refused := [(row, error) for row, error in said if error]:
            raise NotJudged(refused)
        if verdict == Approval.Verdict.RETURNED:
            _take_back([row.pk for row in rows if isinstance(row, Event)])
    for row in rows:
        events.write("judged", negotiation=row.negotiation_id, verdict=verdict,
                     what=f"{column(type(row))} {row.pk}")  # fmt: skip
    return len(rows)


def _take_back(events: list[int]) -> None:
    Event.objects.filter(pk__in=events, state=Event.State.APPROVED).update(
        state=Event.State.DRAFT, version=F("version") + 1)


def _refusal(row: Record, verdict: str, note: str) -> Exception | None:
    """Adds the approval; what the database said against it."""
    try:
        with transaction.atomic():
            Approval.objects.create(
                negotiation_id=row.negotiation_id, sensitivity=row.sensitivity, verdict=verdict,
                note=note, **{column(type(row)): row})  # fmt: skip
    except IntegrityError as error:
        return error
    except ProgrammingError as error:
        if getattr(error.__cause__, "sqlstate", "") != NOT_PERMITTED:
            raise
        return error
    return None
