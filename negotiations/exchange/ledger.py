"""The rows that are stored, by kind and code, and rows to be as the model's own.

A correction that the loader made has the code of the row it corrects with .v2, .v3 ... behind it;
the root of both is the code in the file.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Model

from negotiations.exchange.rows import Row, columns_of, model_of
from negotiations.models import Negotiation

VERSION = re.compile(r"(?P<root>.+)\.v(?P<number>\d+)")
GOVERNMENTS = ("government", "received_from", "author_government", "owner_government", "lead",
               "set_by", "about", "by_government")  # fmt: skip


def root_of(code: str) -> str:
    match = VERSION.fullmatch(code)
    return match["root"] if match else code


def version_of(code: str) -> int:
    match = VERSION.fullmatch(code)
    return int(match["number"]) if match else 1


@dataclass
class Shelf:
    """The stored rows of one kind: the newest version by root, and the root of every key."""

    newest: dict[str, Model] = field(default_factory=dict)
    roots: dict[int, str] = field(default_factory=dict)

    def put(self, row: Model) -> None:
        root = root_of(row.code)
        self.roots[row.pk] = root
        stored = self.newest.get(root)
        if stored is None or version_of(stored.code) < version_of(row.code):
            self.newest[root] = row


@dataclass
class Ledger:
    """What is stored of one negotiation; a kind is read when it is first asked for: 1 query."""

    negotiation: Negotiation
    shelves: dict[str, Shelf] = field(default_factory=dict)

    def shelf(self, kind: str) -> Shelf:
        if kind not in self.shelves:
            shelf = self.shelves[kind] = Shelf()
            for row in model_of(kind).objects.filter(negotiation=self.negotiation).exclude(code=None):
                shelf.put(row)
        return self.shelves[kind]

    def stored(self, row: Row) -> Model | None:
        """The newest version of a row of the files, or None when it is new."""
        return self.shelf(row.kind).newest.get(row.code)

    def key(self, kind: str, code: str) -> int | None:
        """The key of the newest version; None when there is no such row yet."""
        found = self.shelf(kind).newest.get(code)
        return found.pk if found else None

    def made(self, row: Row, **changes: object) -> Model:
        """The row as the model's own, its keys resolved, not stored; *changes* as the model's."""
        values: dict[str, object] = {
            "negotiation": self.negotiation, "code": row.code, "sensitivity": row.level,
            "recorded_at": row.known, **self.resolved(row),
        }  # fmt: skip
        return model_of(row.kind)(**{**values, **changes})

    def resolved(self, row: Row) -> Mapping[str, object]:
        """The values of the row by the model's columns."""
        columns, values = columns_of(row.kind), {}
        for column, value in row.values.items():
            if value is None or column not in columns:
                continue
            if column in row.refs:
                values[f"{column}_id"] = self.key(row.refs[column], value)
            elif column in GOVERNMENTS:
                values[f"{column}_id"] = value
            else:
                values[column] = value
        if not row.get("supersedes"):
            values.pop("correction_reason", None)
        return values
