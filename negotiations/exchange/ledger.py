"""The rows that are stored, by kind and code, and rows to be as the model's own.

A correction that the loader made has the code of the row it corrects with .v2, .v3 ... behind it;
the root of both is the code in the file.
"""

import datetime
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db.models import Model

from negotiations.exchange.rows import Row, columns_of, model_of
from negotiations.exchange.schema import ALL
from negotiations.models import Negotiation
from negotiations.models.source import CITED

VERSION = re.compile(r"(?P<root>.+)\.v(?P<number>\d+)")
GOVERNMENTS = ("government", "received_from", "author_government", "owner_government", "lead",
               "set_by", "about", "by_government")  # fmt: skip

JOINS = {link.kind: (link.owner, section.kind, link.column, link.to)
         for section in ALL for link in section.links.values()} | {"citation": ()}  # fmt: skip


def join_of(kind: str, row: Model) -> tuple[str, str, str, str]:
    """The column and kind of a joining row's owner, and those of what it joins to it."""
    if kind != "citation":
        return JOINS[kind]
    owner = next(name for name in CITED if getattr(row, f"{name}_id"))
    return owner, owner, "source", "source"


def root_of(code: str) -> str:
    match = VERSION.fullmatch(code)
    return match["root"] if match else code


def version_of(code: str) -> int:
    match = VERSION.fullmatch(code)
    return int(match["number"]) if match else 1


@dataclass
class Shelf:
    """The stored rows of one kind: the newest version by root, and the root of every key.

    A root that is *spelled* stands in the files with its versions: then each version is its own.
    """

    spelled: frozenset[str] = frozenset()
    newest: dict[str, Model] = field(default_factory=dict)
    roots: dict[int, str] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)

    def put(self, row: Model, name: str) -> None:
        root = name if root_of(name) in self.spelled else root_of(name)
        self.roots[row.pk] = root
        if root not in self.newest or self.versions[root] < version_of(name):
            self.newest[root], self.versions[root] = row, version_of(name)


@dataclass
class Ledger:
    """What is stored of one negotiation; a kind is read when it is first asked for: 1 query.

    *rows* are those of the files; *dumped* when a site wrote them, perhaps this one.
    """

    negotiation: Negotiation
    rows: Sequence[Row] = ()
    dumped: bool = False
    shelves: dict[str, Shelf] = field(default_factory=dict)

    @cached_property
    def moments(self) -> dict[tuple[str, str], datetime.datetime]:
        return {(row.kind, row.code): row.known for row in self.rows}

    @cached_property
    def spelled(self) -> dict[str, set[str]]:
        """The roots, by kind, of which the files hold further versions."""
        found = defaultdict(set)
        for row in self.rows:
            if VERSION.fullmatch(row.code):
                found[row.kind].add(root_of(row.code))
        return found

    def has_versions(self, row: Row) -> bool:
        return root_of(row.code) in self.spelled[row.kind]

    def shelf(self, kind: str) -> Shelf:
        if kind not in self.shelves:
            shelf = self.shelves[kind] = Shelf(frozenset(self.spelled[kind]))
            for row in model_of(kind).objects.filter(negotiation=self.negotiation).order_by("pk"):
                if name := self.name_of(kind, row, shelf):
                    shelf.put(row, name)
        return self.shelves[kind]

    def name_of(self, kind: str, row: Model, shelf: Shelf) -> str:
        """What a stored row is called in the files; empty for what people typed since."""
        if self.dumped and kind in JOINS:
            return self.name_of_join(kind, row, shelf) or row.code or ""
        if row.code or not self.dumped:
            return row.code or ""
        name = f"row-{row.pk}"
        return name if self.moments.get((kind, name)) == row.recorded_at else ""

    def name_of_join(self, kind: str, row: Model, shelf: Shelf) -> str:
        """A row that only joins others goes by what it joins, as building.py calls it."""
        column, owner_kind, to_column, to = join_of(kind, row)
        owner = self.shelf(owner_kind).roots.get(getattr(row, f"{column}_id"))
        target = self.shelf(to).roots.get(getattr(row, f"{to_column}_id"))
        base = f"{owner_kind}.{owner}-{target}" if kind == "citation" else f"{owner}-{target}"
        name, number = base, 1
        while name in shelf.newest:
            number += 1
            name = f"{base}-{number}"
        return name if owner and (kind, name) in self.moments else ""

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
            "recorded_at": row.known, "entered_at": None, **self.resolved(row),  # the database says when
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
