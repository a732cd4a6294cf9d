"""Rows to be: what a table of a record file becomes; knows which columns a model has.

`Desk` is what is known while the files are read in their order; *dumped* when a site wrote them.
"""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from django.apps import apps
from django.db.models import Model

from negotiations.exchange.faults import Faults, Place
from negotiations.exchange.reading import Node
from negotiations.exchange.schema import Section
from negotiations.exchange.sourcing import Cited

STRATEGY, IN_CONFIDENCE = 4, 3


@dataclass(slots=True, eq=False)
class Row:
    """One row to be: its values by column, keys as codes, and where each stands in the files.

    *refs* are the columns that name other rows, with the kind they name. *level* rises once more
    when all files are read (levels.py); *said* is the level that the file states, if any. *known*
    is the moment from which it was known. A row that is not *sound* has a fault of its own already.
    """

    kind: str
    code: str
    place: Place
    values: Mapping[str, object]
    places: Mapping[str, Place]
    refs: Mapping[str, str]
    owner: "Row | None"
    level: int
    known: datetime.datetime
    sound: bool
    said: int | None = None

    def get(self, column: str) -> object:
        return self.values.get(column)

    def where(self, column: str) -> Place:
        """The line of a column's value, or of the row."""
        return self.places.get(column, self.place)


@dataclass
class Desk:
    """What is known while the files are read in their order: negotiation, sources, people ..."""

    faults: Faults
    default_level: int = 2
    ceiling: int = STRATEGY
    dumped: bool = False
    opened_on: datetime.date = datetime.date(1867, 7, 1)
    source_days: dict[str, datetime.date] = field(default_factory=dict)
    value_kinds: dict[str, str] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    taken: dict[tuple[str, str], Place] = field(default_factory=dict)

    def of(self, *kinds: str) -> Iterator[Row]:
        return (row for row in self.rows if row.kind in kinds)


@dataclass
class Draft:
    """A row while its fields are read."""

    section: Section
    node: Node
    owner: Row | None
    values: dict[str, object] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    refs: dict[str, str] = field(default_factory=dict)
    cited: list[Cited] = field(default_factory=list)

    def put(self, column: str, value: object, place: Place) -> None:
        self.values[column] = value
        self.places[column] = place


@cache
def model_of(kind: str) -> type[Model]:
    return apps.get_model("negotiations", kind)


@cache
def columns_of(kind: str) -> dict[str, int | None]:
    """The columns of a kind's table, with the length each may have."""
    return {f.name: f.max_length for f in model_of(kind)._meta.concrete_fields}
