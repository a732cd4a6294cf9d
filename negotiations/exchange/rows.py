"""Tables of a record file into frozen rows, ready to be checked and stored.

Knows the schema and which columns a model has; stores nothing.
"""

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from django.apps import apps
from django.db.models import Model

from negotiations.exchange.faults import Faults, Place, did_you_mean, shown
from negotiations.exchange.kinds import Parts, code, dated, day, level, text
from negotiations.exchange.notation import value_of
from negotiations.exchange.reading import Node
from negotiations.exchange.schema import Field, Link, Section
from negotiations.exchange.schema.readers import items_of
from negotiations.exchange.sourcing import Cited, cited
from negotiations.models.source import CITED

STRATEGY, IN_CONFIDENCE = 4, 3
CODE_LENGTH = 80
NOT_OF_A_CODE = re.compile(r"[^A-Za-z0-9._-]+", re.ASCII)


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One row to be: its values by column, keys as codes, and where each stands in the files.

    *refs* are the columns that name other rows, with the kind they name. *known* is the day from
    which it was known. A row that is not *sound* has a fault of its own already.
    """

    kind: str
    code: str
    place: Place
    values: Mapping[str, object]
    places: Mapping[str, Place]
    refs: Mapping[str, str]
    owner: "Row | None"
    level: int
    known: datetime.date
    sound: bool

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
    by: dict[str, Place] = field(default_factory=dict)
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


def is_table(node: Node, faults: Faults) -> bool:
    if node.kind != "table":
        faults.tell(node.place, f"Here a table of keys is wanted, not a {node.kind}.")
    return node.kind == "table"


def add_row(
    desk: Desk,
    section: Section,
    node: Node,
    owner: Row | None = None,
    suffix: str = "",
    given: Mapping[str, object] | None = None,
) -> Row | None:
    """The row of one table, with its links and further sources, put on the desk; then its parts.

    *suffix* is added to its id and those of its parts, *given* to its values: both are for what
    stands for several rows.
    """
    if not is_table(node, desk.faults):
        return None
    told = len(desk.faults.found)
    draft = Draft(section, node, owner)
    check_keys(draft, desk.faults)
    read_fields(draft, desk)
    draft.values.update(given or {})
    read_clock(draft, desk.faults)
    read_sources(draft, desk.faults)
    read_french(draft, desk.faults)
    check_lengths(draft, desk.faults)
    row = finished(draft, desk, suffix, told)
    desk.rows.append(row)
    add_citations(desk, draft, row)
    add_links(desk, section, node, row)
    for name, part in section.parts.items():
        for item in items_of(found, desk.faults) if (found := node.get(name)) else ():
            add_row(desk, part, item, row, suffix)
    return row


def finished(draft: Draft, desk: Desk, suffix: str, told: int) -> Row:
    """The draft as a frozen row; *told* is how many faults there were before it."""
    section, owner = draft.section, draft.owner
    if owner is not None:
        draft.values[section.owner] = owner.code
        draft.refs[section.owner] = owner.kind
    row_level = level_of(draft, desk)
    known = known_day(draft, desk)
    name = code_of(draft, desk, suffix)
    return Row(
        kind=section.kind, code=name, place=draft.node.place, values=draft.values,
        places=draft.places, refs=draft.refs, owner=owner, level=row_level, known=known,
        sound=len(desk.faults.found) == told,
    )  # fmt: skip


def allowed_keys(section: Section) -> set[str]:
    keys = {*section.fields, *section.parts, *section.links, *section.own, "sensitivity"}
    if section.kind != "negotiation":
        keys |= {"id", "known_from"}
    if section.date:
        keys.add("date")
    if section.source:
        keys.add("source")
    if section.fact:
        keys |= {"supersedes", "correction_reason"}
    return keys


def check_keys(draft: Draft, faults: Faults) -> None:
    """Tells the keys that nobody knows and those that are missing."""
    section, node = draft.section, draft.node
    allowed = allowed_keys(section)
    for key, _value in node.items:
        if key.text not in allowed:
            near = did_you_mean(key.text, allowed)
            faults.tell(key.place, f"The key {shown(key.text)} is not known here.{near}")
    required = {name for name, one in section.fields.items() if one.required}
    required |= {"id"} if section.needs_id else set()
    required |= {name for name in ("date", "source") if getattr(section, name) == "required"}
    for name in sorted(required):
        if node.get(name) is None:
            faults.tell(node.place, f"The key '{name}' is missing.")


def read_fields(draft: Draft, desk: Desk) -> None:
    """Reads each field that is there, in the order of the schema."""
    for name, one in draft.section.fields.items():
        node = draft.node.get(name)
        if node is None:
            continue
        value = one.read(node, desk.faults)
        if isinstance(value, Node):
            kind = desk.value_kinds.get(draft.values.get("term"), "text")
            value = value_of(node, kind, desk.faults)
        if value is not None:
            put_field(draft, one, one.column or name, value, node.place)


def put_field(draft: Draft, one: Field, column: str, value: object, place: Place) -> None:
    if not isinstance(value, Parts):
        draft.put(column, value, place)
        if one.to:
            draft.refs[column] = one.to
        return
    if value.pop("by", ""):
        draft.by[column] = place
        draft.put("french_by", draft.values.get("french_by") or "", place)
    for ending, part in value.items():
        draft.put(column + ending, part, place)
    if one.to and value.get("_front"):
        draft.refs[f"{column}_front"] = one.to


def read_clock(draft: Draft, faults: Faults) -> None:
    """The date, what is superseded and why."""
    node, section = draft.node, draft.section
    if section.date and (date := node.get("date")):
        found = dated(date, faults) or {}
        for ending, part in found.items():
            draft.put(f"effective{ending}", part, date.place)
    elif section.date == "owner" and draft.owner:
        for column in ("effective_on", "effective_from", "effective_precision"):
            draft.values[column] = draft.owner.get(column)
    if section.fact and (earlier := node.get("supersedes")):
        draft.put("supersedes", code(earlier, faults), earlier.place)
        draft.refs["supersedes"] = section.kind
        if node.get("correction_reason") is None:
            faults.tell(node.place, "Say why the earlier row is corrected: correction_reason.")
    if section.fact and (reason := node.get("correction_reason")):
        draft.put("correction_reason", text(reason, faults), reason.place)


def read_sources(draft: Draft, faults: Faults) -> None:
    """The main source into the row; the further ones wait for their citations."""
    section = draft.section
    if not section.source:
        return
    node = draft.node.get("source")
    if node is not None:
        draft.cited = cited(node, faults)
    elif section.source == "owner" and draft.owner:
        draft.values["source"] = draft.owner.get("source")
        draft.refs["source"] = "source"
        if "locator" in columns_of(section.kind):
            draft.values["locator"] = draft.owner.get("locator") or ""
    if not draft.cited:
        return
    main = draft.cited[0]
    draft.put("source", main.source, main.place)
    draft.refs["source"] = "source"
    if "locator" in columns_of(section.kind):
        draft.values["locator"] = main.at
    elif not main.at:
        return
    elif section.kind not in CITED:
        faults.note(main.place, "The place in the source is not kept for this row.")


def read_french(draft: Draft, faults: Faults) -> None:
    """Whose the French is: one answer for the row."""
    kind, node = draft.section.kind, draft.node
    said = {}
    for name in draft.section.fields:
        by = (value.get("by") if (value := node.get(name)) is not None else None)
        if by is not None and by.kind == "text":
            said.setdefault(by.text, by.place)
    draft.values.pop("french_by", None)
    if "french_by" not in columns_of(kind):
        for word in said.keys() - {"ours"}:
            faults.note(said[word], "Whose the French is, is not kept for this row.")
        return
    if len(said) > 1:
        first, second = list(said)[:2]
        faults.tell(said[second], f"A row has one 'by'; here it is '{second}' and '{first}'.")
    has_french = any(v for c, v in draft.values.items() if c.endswith("_fr"))
    draft.values["french_by"] = next(iter(said), "ours" if has_french else "none")


def check_lengths(draft: Draft, faults: Faults) -> None:
    lengths = columns_of(draft.section.kind)
    for column, value in draft.values.items():
        most = lengths.get(column)
        if most and isinstance(value, str) and len(value) > most:
            faults.tell(draft.places.get(column, draft.node.place),
                        f"The text has {len(value)} characters; {most} are allowed.")  # fmt: skip


def level_of(draft: Draft, desk: Desk) -> int:
    """How sensitive the row is: as it says, or by default; never less than its owner."""
    node, values = draft.node.get("sensitivity"), draft.values
    least, why = 1, ""
    if draft.section.level or values.get("basis") == "assessed":
        least, why = STRATEGY, "This is always strategy"
    elif values.get("received_from"):
        least, why = IN_CONFIDENCE, "What was received in confidence is in_confidence or strategy"
    said = level(node, desk.faults) if node else None
    if said and said < least:
        desk.faults.tell(node.place, f"{why}; leave 'sensitivity' out or write it so.")
    found = max(said or desk.default_level, least, draft.owner.level if draft.owner else 1)
    if found > desk.ceiling and draft.section.kind != "negotiation":
        place = node.place if node else draft.node.place
        desk.faults.tell(place, "This is more sensitive than the ceiling in negotiation.yaml.")
    return found


def known_day(draft: Draft, desk: Desk) -> datetime.date:
    """known_from, or the later of the row's date and its earliest dated source."""
    if node := draft.node.get("known_from"):
        draft.places["known_from"] = node.place
        return day(node, desk.faults) or desk.opened_on
    owner = draft.owner
    if owner and not draft.cited and draft.node.get("date") is None:
        return owner.known
    sources = [one.source for one in draft.cited] or [draft.values.get("source")]
    days = [desk.source_days[source] for source in sources if source in desk.source_days]
    own = draft.values.get("effective_on") or draft.values.get("published_on")
    found = [*([own] if own else []), *([min(days)] if days else [])]
    return max(found, default=desk.opened_on)


def code_of(draft: Draft, desk: Desk, suffix: str) -> str:
    """The row's id, or one made of its owner's id and what tells it from its sisters."""
    kind, node = draft.section.kind, draft.node.get("id")
    if node is not None:
        written = code(node, desk.faults)
        return taken_code(desk, kind, f"{written}{suffix}", node.place) if written else ""
    if draft.section.needs_id or draft.owner is None:
        return ""
    columns = ("effective_on" if column == "date" else column for column in draft.section.code)
    bits = [str(draft.values[column]) for column in columns if draft.values.get(column) is not None]
    return free_code(desk, kind, "-".join([draft.owner.code, *bits]), draft.node.place)


def taken_code(desk: Desk, kind: str, name: str, place: Place) -> str:
    """The code, when no other row of its kind has it."""
    first = desk.taken.setdefault((kind, name), place)
    if first is not place:
        desk.faults.tell(place, f"The id {shown(name)} stands already at {first}.")
    if len(name) > CODE_LENGTH:
        desk.faults.tell(place, f"The id {shown(name)} has more than {CODE_LENGTH} characters.")
    return name


def free_code(desk: Desk, kind: str, wanted: str, place: Place) -> str:
    """The wanted code, or with -2, -3 ... behind it when sisters have it."""
    base = NOT_OF_A_CODE.sub("-", wanted)
    name, number = base, 1
    while (kind, name) in desk.taken:
        number += 1
        name = f"{base}-{number}"
    return taken_code(desk, kind, name, place)


def add_links(desk: Desk, section: Section, node: Node, row: Row) -> None:
    for name, link in section.links.items():
        seen: set[str] = set()
        for item in items_of(found, desk.faults) if (found := node.get(name)) else ():
            target = code(item, desk.faults)
            if target in seen:
                desk.faults.tell(item.place, f"{shown(target)} is named twice.")
            elif target:
                seen.add(target)
                add_link(desk, link, row, target, item.place)


def add_link(desk: Desk, link: Link, row: Row, target: str, place: Place) -> None:
    values = {link.owner: row.code, link.column: target}
    refs = {link.owner: row.kind, link.column: link.to}
    add_bare(desk, link.kind, f"{row.code}-{target}", row, values, refs, place)


def add_citations(desk: Desk, draft: Draft, row: Row) -> None:
    """A row of its own for each further source, and for a place that the row cannot keep."""
    keeps_place = "locator" in columns_of(row.kind)
    for number, one in enumerate(draft.cited):
        if number == 0 and (keeps_place or not one.at or row.kind not in CITED):
            continue
        if row.kind not in CITED:
            desk.faults.note(one.place, "Only the first source is kept for this row.")
            continue
        values = {"source": one.source, "locator": one.at, row.kind: row.code}
        refs = {"source": "source", row.kind: row.kind}
        name = f"{row.kind}.{row.code}-{one.source}"
        add_bare(desk, "citation", name, row, values, refs, one.place)


def add_bare(desk: Desk, kind: str, name: str, row: Row, values, refs, place: Place) -> None:
    """A row that only joins others: as sensitive and known as its owner."""
    made = Row(
        kind=kind, code=free_code(desk, kind, name, place), place=place, values=values,
        places=dict.fromkeys(values, place), refs=refs, owner=row, level=row.level,
        known=row.known, sound=True,
    )  # fmt: skip
    desk.rows.append(made)
