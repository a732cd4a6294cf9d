"""The newest lines of one government on each term, and those that counted on given days: one statement.

Reads as `asof` does: down an index to the first rows, whatever the length of the history.
"""

import datetime
from collections.abc import Iterable

from django.db import connection

from negotiations.standing.asof import GRADES

ORIGINS = ("individual", "collective")
# Why it is written so, see LOOK_UP in `asof`.
LINES = """
  SELECT p.id FROM negotiations_position p
  WHERE p.negotiation_id = %(negotiation)s AND p.government_id = %(government)s AND {about}
    AND p.origin = o.origin AND {of_grade} AND p.effective_on <= d.day AND p.recorded_at < %(known)s
    AND coalesce((SELECT false FROM negotiations_position c
         WHERE c.negotiation_id = %(negotiation)s AND c.supersedes_id = p.id
           AND c.recorded_at < %(known)s LIMIT 1), true)
  ORDER BY p.term_id, p.effective_on DESC, COALESCE(p.in_place_of, p.id) DESC LIMIT {most}"""
NEWEST = """
SELECT found.id FROM {term} CROSS JOIN (VALUES (%(on)s::date)) AS d (day)
CROSS JOIN unnest(%(origins)s::text[]) AS o (origin) CROSS JOIN LATERAL ({lines}) found"""
# The latest row of the best grade that has any, which is what `positions.latest` comes to.
COUNTED = """
SELECT found.id FROM {term} CROSS JOIN unnest(%(days)s::date[]) AS d (day)
CROSS JOIN unnest(%(origins)s::text[]) AS o (origin) CROSS JOIN LATERAL (
  SELECT graded.id FROM unnest(%(grades)s::text[]) WITH ORDINALITY AS w (grade, rank)
  CROSS JOIN LATERAL ({lines}) graded ORDER BY w.rank LIMIT 1) found"""
CELLS = (("(SELECT id FROM negotiations_term WHERE negotiation_id = %(negotiation)s) AS term",
          "p.term_id = term.id"),
         ("(VALUES (NULL)) AS term (id)", "p.term_id IS NULL"))
STATEMENT = "\nUNION".join(
    part for term, about in CELLS for part in (
        NEWEST.format(term=term, lines=LINES.format(about=about, of_grade="true", most="%(most)s")),
        COUNTED.format(term=term, lines=LINES.format(about=about, of_grade="p.grade = w.grade", most=1))))


def newest(negotiation: int, government: str, days: Iterable[datetime.date],
           known: datetime.datetime | None, most: int) -> list[int]:
    """The keys of the *most* newest lines of each origin on each term and on the package: 1 query.

    By the last of *days*, as known before *known*; and those of the lines that counted on each of them.
    """
    days = sorted(days)
    with connection.cursor() as cursor:
        cursor.execute(STATEMENT, {
            "negotiation": negotiation, "government": government, "days": days, "on": days[-1],
            "known": known or "infinity", "most": most, "origins": list(ORIGINS), "grades": list(GRADES)})
        return [key for key, in cursor.fetchall()]
