"""A stored row as an entry of a record file, with its sources, links, parts, level and moment.

What a reader of the file would assume by itself is left out (marking.py, levels.py).
"""

import datetime
from collections.abc import Iterator

from django.db.models import Model

from negotiations.exchange import marking, spelling
from negotiations.exchange.gathering import Gathered
from negotiations.exchange.levels import WORDS
from negotiations.exchange.rows import columns_of
from negotiations.exchange.schema import Section
from negotiations.models.source import CITED

NOT_NAMED = ("negotiation", "supersedes")


class Entries:
    """Writes the entries of one negotiation; *lowest* is the level of a row that says nothing."""

    def __init__(self, found: Gathered) -> None:
        self.found = found
        self.lowest = min(found.levels.values(), default=min(2, found.negotiation.ceiling))
        self.published = {row.pk: row.published_on for row in found.rows["source"]}
        self.corrections = {
            (kind, row.supersedes_id): row.sensitivity
            for kind, rows in found.rows.items() if "supersedes" in columns_of(kind)
            for row in rows if row.supersedes_id
        }  # fmt: skip

    def entry(self, section: Section, row: Model, owner: Model | None = None) -> dict:
        """The whole entry of a row, in the order of the description."""
        found = {"id": self.found.name(section.kind, row.pk)}
        if when := self.date(section, row, owner):
            found["date"] = when
        texts = self.fields(section, row)
        found |= texts
        if section.source and (sources := self.sources(section, row, owner)):
            found["source"] = sources
        found |= self.correction(section, row)
        found |= self.level(section, row, owner) | self.known(row, owner, found)
        for name, link in section.links.items():
            rows = self.found.of(link.kind, link.owner, row.pk)
            found |= {name: [self.link(one, link.column, link.to, row) for one in rows]} if rows else {}
        for name, part in section.parts.items():
            rows = self.found.of(part.kind, part.owner, row.pk)
            found |= {name: [self.entry(part, one, row) for one in rows]} if rows else {}
        return found

    def fields(self, section: Section, row: Model) -> dict:
        found = {}
        for name, one in section.fields.items():
            value = spelling.spelled(row, name, one, self.found.names)
            if value is not None:
                found[name] = value
        spelling.french_by(row, found)
        return found

    def date(self, section: Section, row: Model, owner: Model | None) -> str | None:
        if not section.date:
            return None
        columns = ("effective_on", "effective_precision", "effective_from")
        own = [getattr(row, column) for column in columns]
        if section.date == "owner" and owner and own == [getattr(owner, name, None) for name in columns]:
            return None
        return spelling.date(*own)

    def correction(self, section: Section, row: Model) -> dict:
        if not section.fact or row.supersedes_id is None:
            return {}
        return {"supersedes": self.found.name(section.kind, row.supersedes_id),
                "correction_reason": spelling.clean(row.correction_reason)}  # fmt: skip

    def sources(self, section: Section, row: Model, owner: Model | None) -> object:
        """The main source and the further ones; nothing where it is the owner's."""
        cited = self.citations(section.kind, row)
        main = (row.source_id, getattr(row, "locator", ""))
        if main[0] is None:
            return None
        if section.source == "owner" and owner and not cited and hasattr(owner, "source_id"):
            inherited = getattr(owner, "locator", "") if hasattr(row, "locator") else ""
            if main == (owner.source_id, inherited):
                return None
        found, told = [self.cited(*main)], [self.cited(*main)]
        for one in cited:
            if (again := self.cited(one.source_id, one.locator)) not in told:
                told.append(again)
                found.append(self.marked(again, one, row))
        return found[0] if len(found) == 1 else found

    def citations(self, kind: str, row: Model) -> list[Model]:
        return self.found.of("citation", kind, row.pk) if kind in CITED else []

    def cited(self, source: int, at: str) -> object:
        name, at = self.found.name("source", source), spelling.clean(at)
        return {"id": name, "at": at} if at else name

    def link(self, row: Model, column: str, kind: str, owner: Model) -> object:
        return self.marked(self.found.name(kind, getattr(row, f"{column}_id")), row, owner)

    def marked(self, told: object, row: Model, owner: Model) -> object:
        """An id, or a table of it and the marks that its owner has not."""
        marks = {}
        if row.sensitivity > max(owner.sensitivity, *self.named(row)):
            marks["sensitivity"] = WORDS[row.sensitivity]
        marks |= said_moment(row.recorded_at, owner.recorded_at)
        if not marks:
            return told
        return {**(told if isinstance(told, dict) else {"id": told}), **marks}

    def level(self, section: Section, row: Model, owner: Model | None) -> dict:
        """The sensitivity, where it is more than what the row names makes it."""
        values = {"basis": getattr(row, "basis", ""), "received_from": getattr(row, "received_from_id", "")}
        least, _why = marking.least_level(section, values)
        corrected = self.corrections.get((section.kind, row.pk), 1)
        implied = max(self.lowest, least, corrected, owner.sensitivity if owner else 1, *self.named(row))
        return {"sensitivity": WORDS[row.sensitivity]} if row.sensitivity > implied else {}

    def named(self, row: Model) -> Iterator[int]:
        """The levels of the rows that a row names; 1 for none."""
        yield 1
        for one in row._meta.concrete_fields:
            into_record = one.is_relation and one.remote_field.model._meta.app_label == "negotiations"
            if into_record and one.name not in NOT_NAMED and getattr(row, one.attname):
                to = one.remote_field.model._meta.model_name
                yield self.found.levels[to, getattr(row, one.attname)]

    def known(self, row: Model, owner: Model | None, entry: dict) -> dict:
        """When it was recorded, where that is not what its dates make it."""
        sources = [row.source_id] if getattr(row, "source_id", None) else []
        if "source" in entry:
            sources += [one.source_id for one in self.citations(row._meta.model_name, row)]
        days = [day for one in sources if (day := self.published.get(one))]
        own = getattr(row, "effective_on", None) or getattr(row, "published_on", None)
        speaks = "source" in entry or "date" in entry
        return said_moment(row.recorded_at, marking.known_by_default(
            owner.recorded_at if owner else None, speaks, own, days, self.found.negotiation.opened_on))


def said_moment(at: datetime.datetime, assumed: datetime.datetime) -> dict:
    """Nothing, a day, or the moment itself."""
    if at == assumed:
        return {}
    if at == marking.at_noon(at.astimezone(datetime.UTC).date()):
        return {"known_from": f"{at.astimezone(datetime.UTC):%Y-%m-%d}"}
    return {"recorded": spelling.moment(at)}
