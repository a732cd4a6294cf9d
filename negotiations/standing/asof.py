"""Who stood where on a day, as known on a day: the rule of `positions` in one statement.

With `before` and `newest`, the only one of `standing` that asks the database: through the wall, as
the web does. A look-up goes down an index and stops: the latest of a cell, and one of a better grade
where the latest is not of the best. Nothing is read of what came before, however long the history.
"""

import datetime
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from config.db.prepared import Prepared
from negotiations.standing.positions import Stand

GRADES = ("E1", "E2", "E3", "E4", "E5")
STRATEGY = 4
Cells = dict[tuple[str, int | None], Stand]


@dataclass(frozen=True, slots=True)
class Filters:
    """Which rows count at all: up to a sensitivity, of at least a grade, a government's own only.

    Each leaves rows out before one is chosen: where its latest is left out, another line of the
    government comes to stand in the cell. `unfiltered` gives what counts without that choice.
    """

    level: int = STRATEGY
    grade: str = "E5"
    own: bool = False

    @property
    def grades(self) -> list[str]:
        return list(GRADES[:GRADES.index(self.grade) + 1])

    @property
    def origins(self) -> list[str]:
        return ["individual"] if self.own else ["individual", "collective"]

    @property
    def unfiltered(self) -> "Filters":
        """The same sensitivities without the choice of evidence and origin; itself when none is made."""
        return self if not self.own and self.grade == "E5" else Filters(level=self.level)


class Taken(NamedTuple):
    """A position as the look-up gives it; the names are those of the model's columns."""

    pk: int
    term_id: int | None
    stance: str
    firmness: str
    origin: str
    grade: str
    effective_on: datetime.date
    front_id: int | None
    offer_id: int | None
    value: Any
    sensitivity: int


ALL = Filters()
COLUMNS = ("id", "term_id", "stance", "firmness", "origin", "grade", "effective_on", "front_id", "offer_id",
           "value", "sensitivity")

# One row of a government, a term (or the package) and an origin. What corrects a row counts from
# the moment it was known; a scalar look-up cannot become a join over the whole table. The term is one
# and the same, but the planner takes that for granted of `=` only, not of `IS NULL`: so it is named first.
# Of `... IS NULL` around the look-up it would guess that one row in 200 passes, and compile the whole.
LOOK_UP = """
  SELECT {columns} FROM negotiations_position p
  WHERE p.negotiation_id = %(negotiation)s AND p.government_id = {cell}.government_id AND {about}
    AND p.origin = o.origin AND p.effective_on <= {cell}.day AND p.recorded_at < %(known)s
    AND p.grade {grade} AND p.sensitivity <= %(level)s
    AND coalesce((SELECT false FROM negotiations_position c
         WHERE c.negotiation_id = %(negotiation)s AND c.supersedes_id = p.id
           AND c.recorded_at < %(known)s LIMIT 1), true)
  ORDER BY p.term_id, p.effective_on DESC, COALESCE(p.in_place_of, p.id) DESC LIMIT 1"""

# The first origin that has a row; of that origin the latest, and one of a better grade before it.
COUNTED = """
  CROSS JOIN LATERAL (
    SELECT found.* FROM unnest(%(origins)s::text[]) WITH ORDINALITY AS o (origin, rank)
    CROSS JOIN LATERAL ({latest}) found
    WHERE {wanted} ORDER BY o.rank LIMIT 1) last
  CROSS JOIN LATERAL (
    SELECT either.* FROM (
      (SELECT better.* FROM (VALUES (last.origin)) AS o (origin),
         unnest(%(grades)s::text[]) WITH ORDINALITY AS w (grade, rank)
       CROSS JOIN LATERAL ({graded}) better
       WHERE w.grade < last.grade ORDER BY w.rank LIMIT 1)
      UNION ALL SELECT last.*) either
    LIMIT 1) counted"""


def looked_up(cell: str, about: str, wanted: str) -> str:
    columns = ", ".join(f"p.{name}" for name in COLUMNS)
    latest = LOOK_UP.format(columns=columns, cell=cell, about=about, grade="= ANY (%(grades)s)")
    graded = LOOK_UP.format(columns=columns, cell=cell, about=about, grade="= w.grade")
    return COUNTED.format(latest=latest, graded=graded, wanted=wanted)


# What counts on the last of the days still counts on an earlier one where none of its rows is later: only
# the other cells are looked up a second time. A term's cell is not looked up beneath a government's own
# line on the package, which counts first.
SHOWN = """{cell}.day, {cell}.government_id, counted.*, last.id AS last_id, last.stance AS last_stance,
    last.firmness AS last_firmness, last.grade AS last_grade, last.sensitivity AS last_sensitivity,
    last.effective_on AS last_on"""
ON_PACKAGE = "p.term_id IS NULL", "true"
ON_TERM = "p.term_id = {cell}.term_id", "(o.origin = 'individual' OR NOT {cell}.bound)"


def shown(cell: str, about: str, wanted: str) -> str:
    """What counts in each row of *cell*."""
    return (f"SELECT {SHOWN.format(cell=cell)} FROM {cell} "
            f"{looked_up(cell, about.format(cell=cell), wanted.format(cell=cell))}")


AS_OF = f"""
WITH asked AS (SELECT %(on)s::date AS day, code AS government_id FROM grants_jurisdiction),
package AS MATERIALIZED ({shown("asked", *ON_PACKAGE)}),
asked_before AS (
  SELECT d.day, package.government_id FROM package
  JOIN unnest(%(before)s::date[]) AS d (day) ON package.last_on > d.day),
package_before AS MATERIALIZED ({shown("asked_before", *ON_PACKAGE)}),
cell AS MATERIALIZED (
  SELECT asked.day, asked.government_id, t.id AS term_id, own.id IS NOT NULL AS bound, own.last_on AS bound_on
  FROM asked CROSS JOIN negotiations_term t
  LEFT JOIN package own ON own.government_id = asked.government_id AND own.origin = 'individual'
  WHERE t.negotiation_id = %(negotiation)s AND t.recorded_at < %(known)s),
latest AS MATERIALIZED ({shown("cell", *ON_TERM)}),
cell_before AS (
  SELECT d.day, cell.government_id, cell.term_id,
    coalesce(cell.bound_on <= d.day, false) OR own.id IS NOT NULL AS bound
  FROM cell CROSS JOIN unnest(%(before)s::date[]) AS d (day)
  LEFT JOIN latest ON latest.government_id = cell.government_id AND latest.term_id = cell.term_id
  LEFT JOIN package_before own
    ON own.day = d.day AND own.government_id = cell.government_id AND own.origin = 'individual'
  WHERE coalesce(latest.last_on, cell.bound_on) > d.day)
SELECT * FROM package UNION ALL SELECT * FROM package_before UNION ALL SELECT * FROM latest
UNION ALL {shown("cell_before", *ON_TERM)}"""

STATEMENT = Prepared("standing_as_of", {
    "negotiation": "bigint", "on": "date", "before": "date[]", "known": "timestamptz", "level": "int",
    "grades": "text[]", "origins": "text[]"}, lambda _given: AS_OF)


def parameters(negotiation: int, days: Iterable[datetime.date], known: datetime.datetime | None,
               filters: Filters) -> dict[str, Any]:
    *before, on = sorted(set(days))
    return {
        "negotiation": negotiation, "on": on, "before": before, "known": known or "infinity",
        "level": filters.level, "grades": filters.grades, "origins": filters.origins,
    }


def as_of(negotiation: int, days: Sequence[datetime.date], known: datetime.datetime | None,
          filters: Filters = ALL) -> dict[datetime.date, Cells]:
    """What counts in each cell at the end of each of *days*, as known before *known*: 1 query.

    Cells are those looked up: read one with `stand`, which knows the order of the ranks.
    """
    rows = STATEMENT.rows(**parameters(negotiation, days, known, filters))
    found: dict[datetime.date, Cells] = {day: {} for day in days}
    last = max(found)
    for day, government, *row in rows:
        one = read(row)
        cell, since = (government, one.row.term_id), row[-1]
        found[day][cell] = one
        if day == last:
            for earlier in found:
                if since <= earlier:
                    found[earlier][cell] = one
    return found


def read(row: Sequence[Any]) -> Stand:
    """The row that counts, and the later one of a lower grade, if there is one."""
    counted, (last, stance, firmness, grade, level, day) = row[:len(COLUMNS)], row[len(COLUMNS):]
    taken = Taken(*counted)
    if taken.value is not None:
        taken = taken._replace(value=json.loads(taken.value))
    signal = None if last == taken.pk else Taken(
        last, taken.term_id, stance, firmness, taken.origin, grade, day, None, None, None, level)
    return Stand(taken, False, signal)


def stand(cells: Mapping[tuple[str, int | None], Stand], government: str, term: int | None) -> Stand | None:
    """Own on the term, own on the package, collective on the term, collective on the package."""
    here, package = cells.get((government, term)), cells.get((government, None))
    if here is None or (package and here.row.origin != "individual" and package.row.origin == "individual"):
        here = package and Stand(package.row, term is not None, package.signal)
    return here
