"""The plan of a prepared statement as it is run, and what its scans read."""

import json
from collections.abc import Iterator
from typing import Any

from django.db import connection

from config.db.prepared import ONCE, Prepared


def plan_of(statement: Prepared, **given: Any) -> dict:
    """PostgreSQL's own account of one run, without the values in hand, as the page is answered."""
    with connection.cursor() as cursor:
        statement.plan()
        cursor.execute(ONCE)
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement.call}", statement.values(**given))
        told = cursor.fetchone()[0]
    return (json.loads(told) if isinstance(told, str) else told)[0]["Plan"]


def walked(node: dict) -> Iterator[dict]:
    yield node
    for below in node.get("Plans", ()):
        yield from walked(below)


def rows_read(plan: dict, table: str) -> int:
    """Rows that the scans of *table* gave or threw away."""
    return sum((node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
               for node in walked(plan) if node.get("Relation Name") == table)
