"""A negotiation as the files of a record folder, as far as the asker may read it.

The same record gives the same bytes, also after the folder was loaded into an empty database.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from django.db.models import Model

from negotiations.exchange import attached
from negotiations.exchange.emitting import Flag, document
from negotiations.exchange.entries import Entries
from negotiations.exchange.gathering import Gathered, gather
from negotiations.exchange.levels import WORDS
from negotiations.exchange.schema import EVENT, LISTS, NEGOTIATION, PEOPLE
from negotiations.files import keeping

HEAD = "# Written by the site: what stood there is told when it is loaded, and refuses nothing.\n"


@dataclass(frozen=True)
class Dump:
    """The texts of the files by name, where attached files lie by name, and what is missing.

    *level* is that of the most sensitive row.
    """

    texts: dict[str, str]
    files: dict[str, Path]
    missing: tuple[str, ...]
    level: int


def dump(slug: str) -> Dump:
    """The record of that address. Raises Negotiation.DoesNotExist."""
    found = gather(slug)
    files, missing = attached_files(found)
    if missing:
        found.rows["document"] = [row for row in found.rows["document"] if row.pk not in missing]
    entries = Entries(found)
    texts = {"negotiation.yaml": HEAD + document(negotiation(found, entries)), **dict(lists(found, entries)),
             **dict(events(found, entries))}  # fmt: skip
    return Dump(texts, files, tuple(missing.values()), max(found.levels.values(), default=1))


def attached_files(found: Gathered) -> tuple[dict[str, Path], dict[int, str]]:
    """Where the files are, by their name in the folder; the names of those that are gone, by key."""
    files, missing = {}, {}
    for row in found.rows["document"]:
        path = keeping.find(row.stored_name)
        if path is None:
            missing[row.pk] = row.name
        else:
            files[attached.file_name(row.sha256, row.content_type)] = path
    return files, missing


def negotiation(found: Gathered, entries: Entries) -> dict:
    row = found.negotiation
    told = entries.fields(NEGOTIATION, row)
    return {"format": "1", **told, "dumped": Flag("yes"), "sensitivity": WORDS[entries.lowest]}


def lists(found: Gathered, entries: Entries) -> Iterator[tuple[str, str]]:
    """The files that are lists, and that of the people; none for what there is not."""
    people = {key: [entries.entry(section, row) for row in found.rows[section.kind]]
              for key, section in PEOPLE.items() if found.rows[section.kind]}  # fmt: skip
    if people:
        yield "people.yaml", document(people)
    for name, section in LISTS.items():
        rows = alone(section.kind, found)
        if rows or name == "sources.yaml":
            yield name, document([entries.entry(section, row) for row in rows]) if rows else "[]\n"


def alone(kind: str, found: Gathered) -> list[Model]:
    """The rows of a list: those of no event, where an event's file may hold some."""
    return found.of(kind, "event", None) if kind in ("position", "followup") else found.rows[kind]


def events(found: Gathered, entries: Entries) -> Iterator[tuple[str, str]]:
    """One file an event; by their names they are in order of date."""
    for day, rows in groupby(found.rows["event"], key=lambda row: row.effective_on):
        for number, row in enumerate(rows, start=1):
            name = f"events/{day}-{number:02}-{found.name('event', row.pk)}.yaml"
            yield name, document(entries.entry(EVENT, row))


def write(made: Dump, folder: Path) -> None:
    """The files into a new folder, which only their owner reads: they have left the wall."""
    for name, text in made.texts.items():
        put(folder / name, text.encode())
    for name, path in made.files.items():
        put(folder / name, path.read_bytes())


def put(path: Path, content: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)

