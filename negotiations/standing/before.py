"""What counted before an event, for each cell on which a position was taken there: one statement.

Reads as `asof` does: down an index to the first row, whatever the length of the history.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import connection

from negotiations.standing.asof import GRADES, LOOK_UP, STRATEGY


@dataclass(frozen=True, slots=True)
class Line:
    """A position as the look-up gives it; the names are those of the model's columns."""

    pk: int
    government_id: str
    term_id: int | None
    front_id: int | None
    event_id: int | None
    stance: str
    firmness: str
    origin: str
    grade: str
    effective_on: datetime.date
    in_place_of: int | None
    sensitivity: int


COLUMNS = ("id", "government_id", "term_id", "front_id", "event_id", "stance", "firmness", "origin", "grade",
           "effective_on", "in_place_of", "sensitivity")

# A lower grade never replaces a higher one: of each origin the latest row of the best grade that has any.
COUNTED = """
SELECT found.* FROM {cells}, unnest(ARRAY['individual', 'collective']) AS o (origin)
CROSS JOIN LATERAL (
  SELECT graded.* FROM unnest(%(grades)s::text[]) WITH ORDINALITY AS w (grade, rank)
  CROSS JOIN LATERAL ({look_up}) graded
  ORDER BY w.rank LIMIT 1) found"""


def counted(cells: str, about: str) -> str:
    """Of *cells*, which give a government and a day; what was taken at the event itself is left out."""
    elsewhere = f"{about} AND p.event_id IS DISTINCT FROM %(event)s"
    look_up = LOOK_UP.format(columns=", ".join(f"p.{name}" for name in COLUMNS), cell="cell", about=elsewhere,
                             grade="= w.grade")
    return COUNTED.format(cells=cells, look_up=look_up)


ON_TERMS = """(SELECT government_id, term_id, %(day)s::date AS day
  FROM unnest(%(governments)s::text[], %(terms)s::bigint[]) AS t (government_id, term_id)) AS cell"""
ON_PACKAGE = """(SELECT DISTINCT government_id, %(day)s::date AS day
  FROM unnest(%(governments)s::text[]) AS g (government_id)) AS cell"""
BEFORE = f"""
{counted(ON_TERMS, "p.term_id = cell.term_id")}
UNION ALL
{counted(ON_PACKAGE, "p.term_id IS NULL")}"""


def parameters(taken: Iterable[Any], event: Any, on: datetime.date,
               known: datetime.datetime | None) -> dict[str, Any]:
    cells = sorted({(row.government_id, row.term_id or 0) for row in taken})
    return {
        "negotiation": event.negotiation_id, "event": event.pk, "day": min(on, event.effective_on),
        "governments": [government for government, _ in cells], "terms": [term for _, term in cells],
        "known": known or "infinity", "level": STRATEGY, "grades": list(GRADES),
    }


def before(taken: Iterable[Any], event: Any, on: datetime.date,
           known: datetime.datetime | None) -> list[Line]:
    """The line of each origin that counted by the day of *event*, had nothing been said there: 1 query.

    For the government of each row of *taken*, on its term and on the whole package; read with
    `positions.effective`, which knows the order of the ranks. None later than *on*, as known before *known*.
    """
    with connection.cursor() as cursor:
        cursor.execute(BEFORE, parameters(taken, event, on, known))
        return [Line(*row) for row in cursor.fetchall()]
