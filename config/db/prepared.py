"""Statements that a connection plans once, for pages that ask the same each time they are opened.

PostgreSQL plans anew whatever the ORM asks, and Django writes it anew: for a long statement that costs
more than running it. Who asks is read as the statement runs, so the wall stands in it as in any other.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import connection
from django.db.backends.postgresql.psycopg_any import mogrify
from django.db.models import Expression, QuerySet

# With the values in hand PostgreSQL would plan again: it holds that to be worth it for any list of days.
ONCE = "SET LOCAL plan_cache_mode = force_generic_plan"


class Given(Expression):
    """In a queryset the value of that place, from 1, which is given when the statement is run."""

    def __init__(self, place: int, kind: str) -> None:
        super().__init__()
        self.written = f"${place}::{kind}"

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        return self.written, []


@dataclass(frozen=True)
class Prepared:
    """A statement under a *name* of its own, with the PostgreSQL type of each value by its name.

    *write* gets the values to be given, by name, and answers with the statement: as text with `%(name)s`
    in it, or as a queryset. It is called once a process.
    """

    name: str
    types: Mapping[str, str]
    write: Callable[[Mapping[str, Given]], QuerySet | str]

    @cached_property
    def text(self) -> str:
        given = {name: Given(place, kind) for place, (name, kind) in enumerate(self.types.items(), 1)}
        written = self.write(given)
        if isinstance(written, QuerySet):
            return mogrify(*written.query.sql_with_params(), connection)
        return written % {name: value.written for name, value in given.items()}

    @property
    def call(self) -> str:
        """How it is run, once `plan` has been called."""
        return f"EXECUTE {self.name} ({', '.join(['%s'] * len(self.types))})"

    def plan(self) -> None:
        connection.prepare(self.name, f"({', '.join(self.types.values())}) AS {self.text}")

    def values(self, **given: Any) -> list[Any]:
        return [given[name] for name in self.types]

    def rows(self, **given: Any) -> list[tuple]:
        """1 query; JSON comes as text."""
        with connection.cursor() as cursor:
            self.plan()
            cursor.execute(f"{ONCE}; {self.call}", self.values(**given))
            cursor.nextset()
            return cursor.fetchall()
