"""A database for a benchmark, and negotiations laid fast: one row of a kind, multiplied by the database.

Knows models, no page.
"""

from __future__ import annotations

import datetime
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model

from grants.models import Jurisdiction
from negotiations import models

if TYPE_CHECKING:
    from collections.abc import Iterator

GOVERNMENTS = ("CA", "ON", "QC", "NS", "NB", "MB", "BC", "PE", "SK", "AB", "NL", "NT", "YT", "NU")
DAY = datetime.date(2013, 11, 8)
LONG_AGO = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
NAME = "benchmark_entente"
# A row for each of the rows of {sets}, whose columns are what differs from the seed.
MULTIPLY = """
INSERT INTO {table} SELECT made.* FROM {table} seed CROSS JOIN ({sets}) AS changed
CROSS JOIN LATERAL jsonb_populate_record(seed, to_jsonb(changed) || jsonb_build_object(
  'id', nextval(pg_get_serial_sequence('{table}', 'id')))) AS made
WHERE seed.id = %s
"""
STANCE = "(ARRAY['accept', 'open', 'concerned', 'opposed_as_drafted'])[1 + mod(n + g.protocol_order, 4)]"
GRADE = "'E' || 1 + mod(n, 4)"
WHEN = ("date '2004-01-01' + n * 3 AS effective_on, "
        "timestamptz '2004-01-01' + n * interval '3 days' AS recorded_at")
INDIVIDUAL = f"""
SELECT t.id AS term_id, g.code AS government_id, {STANCE} AS stance, {GRADE} AS grade, {WHEN}
FROM generate_series(1, %s) AS n, grants_jurisdiction g, negotiations_term t WHERE t.negotiation_id = %s"""
PACKAGE = f"""
SELECT NULL AS term_id, g.code AS government_id, {STANCE} AS stance, {GRADE} AS grade, {WHEN}
FROM generate_series(1, %s) AS n, grants_jurisdiction g WHERE mod(g.protocol_order, 3) = 0"""
COLLECTIVE = f"""
SELECT t.id AS term_id, g.code AS government_id, 'collective' AS origin, f.id AS front_id,
  {STANCE} AS stance, {GRADE} AS grade, {WHEN}
FROM generate_series(1, %s) AS n, grants_jurisdiction g, negotiations_term t, negotiations_front f
WHERE t.negotiation_id = %s AND f.negotiation_id = %s"""


def run(sql: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values or None)


@contextmanager
def database() -> Iterator[None]:
    """An empty database of our own, which is dropped at the end; whoever is left asks as its owner."""
    connection.settings_dict["TEST"]["NAME"] = NAME
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        run("RESET ROLE")
        connection.creation.destroy_test_db(name, verbosity=0)


@contextmanager
def without_triggers() -> Iterator[None]:
    """Rows are neither stamped nor judged; keys are."""
    tables = [table for table in connection.introspection.table_names() if table.startswith("negotiations_")]
    for table in tables:
        run(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    yield
    for table in tables:
        run(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def multiply(seed: Model, sets: str, *values: object) -> None:
    """*sets* is a query whose columns are what differs from *seed*."""
    run(MULTIPLY.format(table=seed._meta.db_table, sets=sets), *values, seed.pk)


def make_governments() -> None:
    for place, code in enumerate(GOVERNMENTS):
        Jurisdiction.objects.create(
            code=code, name_en=code, name_fr=code, short_en=code, short_fr=code,
            kind="province" if place else "federal", protocol_order=place + 1)


def make_talks(reader: User, slug: str, terms: int, role: str = "viewer") -> dict:
    """A negotiation with 27 meetings, *terms* terms and a reader, and no position; its first rows by name."""
    talks = models.Negotiation.objects.create(
        slug=slug, title_en="Talks", title_fr="Pourparlers", opened_on=DAY, home_id="CA")
    models.Membership.objects.create(
        negotiation=talks, user=reader, role=role, clearance=2, starts_on=DAY, reason="Reads")
    source = models.Source.objects.create(
        negotiation=talks, code="S1", title="Note", publisher="Us", kind="note")
    of = {"negotiation": talks, "source": source}
    event = models.Event.objects.create(
        **of, slug="meeting-1", kind="meeting", title_en="Meeting", title_fr="Rencontre",
        effective_on=DAY.replace(day=1))
    term = models.Term.objects.create(
        negotiation=talks, code="T01", number=1, name_en="A term", name_fr="Un terme", family="money",
        value_kind="money", recorded_at=LONG_AGO)
    multiply(event, "SELECT 'meeting-' || n AS slug, date '2013-11-01' + n - 1 AS effective_on "
                    "FROM generate_series(2, 27) AS n")
    multiply(term, "SELECT 'T' || lpad(n::text, 2, '0') AS code, n AS number "
                   "FROM generate_series(2, %s) AS n", terms)
    return {"negotiation": talks, "source": source, "event": event, "term": term}


def lay_positions(talks: dict, revisions: int) -> models.Position:
    """*revisions* lines of each government on each term, three days apart; the seed of them."""
    one = models.Position.objects.create(
        negotiation=talks["negotiation"], source=talks["source"], government_id="CA", term=talks["term"],
        stance="open", firmness="firm", grade="E1", effective_on=DAY.replace(year=2003), recorded_at=LONG_AGO)
    multiply(one, INDIVIDUAL, revisions, talks["negotiation"].pk)
    return one


def lay_other_lines(talks: dict, one: models.Position, package: int, collective: int) -> None:
    """Lines of some governments on the whole package, and of a front on each term for each government."""
    models.Front.objects.create(
        negotiation=talks["negotiation"], source=talks["source"], name_en="Front", name_fr="Front",
        short_en="Front", short_fr="Front")
    key = talks["negotiation"].pk
    multiply(one, PACKAGE, package)
    multiply(one, COLLECTIVE, collective, key, key)
