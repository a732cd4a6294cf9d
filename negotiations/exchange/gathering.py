"""All rows of one negotiation that the asker may read, each with the name it goes by in files.

Runs behind the wall, as whoever asks; knows models, and no file.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import connection, transaction
from django.db.models import Model

from negotiations.exchange.rows import columns_of, model_of
from negotiations.models import Negotiation

# Each kind after those it names.
KINDS = (
    "source", "document", "officeholder", "front", "frontmember", "term", "termdependency", "event",
    "attendance", "agendaitem", "agendaitemterm", "statement", "statementterm", "offer",
    "offerterm", "offeraddressee", "position", "positionstatement", "condition", "difference",
    "account", "followup", "reporttext", "deadline", "claim", "claimstatement", "claimverdict",
    "agreement", "signatureblock", "signature", "clause", "trackstep", "contest", "openquestion",
    "mandate", "mandatelimit", "citation",
)  # fmt: skip
# What a list of a kind is sorted by, before the order of recording.
FIRST = {
    "term": ("number",), "event": ("effective_on",), "agendaitem": ("number",),
    "statement": ("sequence",), "condition": ("number",), "offer": ("effective_on",),
    "trackstep": ("effective_on",), "claimverdict": ("effective_on",), "signatureblock": ("order",),
    "reporttext": ("section",),
}  # fmt: skip
# A label that names another of its kind is loaded after it: its own order would not come back.
BY_NAME = ("agendaitem", "agreement")
DIGITS = re.compile(r"(\d+)")


@dataclass
class Gathered:
    """The rows by kind, in the order of the files, and their names by kind and key."""

    negotiation: Negotiation
    rows: dict[str, list[Model]] = field(default_factory=dict)
    names: dict[str, dict[int, str]] = field(default_factory=dict)
    parts: dict[tuple[str, str, int | None], list[Model]] = field(default_factory=dict)
    levels: dict[tuple[str, int], int] = field(default_factory=dict)

    def name(self, kind: str, key: int) -> str:
        return self.names[kind][key]

    def of(self, kind: str, column: str, key: int | None) -> list[Model]:
        """The rows of a kind whose *column* is that key."""
        if (kind, column) not in self.parts:
            self.parts[kind, column] = by_key = defaultdict(list)
            for row in self.rows[kind]:
                by_key[getattr(row, f"{column}_id")].append(row)
        return self.parts[kind, column].get(key, [])


@contextmanager
def one_moment() -> Iterator[None]:
    """All queries inside see the record as it is at the first of them."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def gather(slug: str) -> Gathered:
    """The negotiation of that address and its rows: one query a kind. Raises DoesNotExist."""
    with one_moment():
        found = Gathered(Negotiation.objects.select_related("programme").get(slug=slug))
        for kind in KINDS:
            rows = list(model_of(kind).objects.filter(negotiation=found.negotiation).order_by("pk"))
            found.names[kind] = names_of(rows)
            found.rows[kind] = sorted(rows, key=lambda row: place_of(row, found))
            found.levels |= {(kind, row.pk): row.sensitivity for row in rows}
    return found


def names_of(rows: list[Model]) -> dict[int, str]:
    """The code of each row, or row-57 for the one of that number that has none."""
    taken = {row.code for row in rows if row.code}
    names = {}
    for row in rows:
        name, number = row.code or f"row-{row.pk}", 1
        while not row.code and name in taken:
            number += 1
            name = f"row-{row.pk}-{number}"
        taken.add(name)
        names[row.pk] = name
    return names


def place_of(row: Model, found: Gathered) -> tuple:
    """What a row is sorted by: the same before a dump and after its load."""
    kind = row._meta.model_name
    first = tuple(natural(getattr(row, column)) for column in FIRST.get(kind, ()))
    if kind in BY_NAME:
        return *first, natural(found.names[kind][row.pk])
    if "supersedes" in columns_of(kind):
        return *first, row.recorded_at, row.pk
    return *first, row.pk


def natural(value: object) -> object:
    """A text so that 1.10 comes after 1.9; anything else as it is."""
    if not isinstance(value, str):
        return value
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in DIGITS.split(value)]
