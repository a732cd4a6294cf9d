"""Puts the rows of a table on the desk: itself, its links and further sources, its parts."""

import re
from collections.abc import Mapping

from negotiations.exchange import drafting, marking
from negotiations.exchange.faults import Faults, Place, shown
from negotiations.exchange.kinds import code
from negotiations.exchange.reading import Node
from negotiations.exchange.rows import Desk, Draft, Row, columns_of
from negotiations.exchange.schema import Link, Section
from negotiations.exchange.schema.readers import items_of
from negotiations.models.source import CITED

CODE_LENGTH = 80
NOT_OF_A_CODE = re.compile(r"[^A-Za-z0-9._-]+", re.ASCII)
OF_A_CORRECTION = re.compile(r".*\.v\d+")


def add_row(
    desk: Desk,
    section: Section,
    node: Node,
    owner: Row | None = None,
    suffix: str = "",
    given: Mapping[str, object] | None = None,
) -> Row | None:
    """The row of one table, with its links and further sources, put on the desk; then its parts.

    *suffix* is added to its id and those of its parts, for what stands for several rows; *given*
    are values that hold where the table does not say otherwise.
    """
    if not drafting.is_table(node, desk.faults):
        return None
    told = len(desk.faults.found)
    draft = Draft(section, node, owner)
    drafting.check_keys(draft, desk.faults)
    drafting.read_fields(draft, desk)
    draft.values = {**(given or {}), **draft.values}
    drafting.read_clock(draft, desk.faults)
    drafting.read_sources(draft, desk.faults)
    drafting.read_french(draft, desk.faults)
    drafting.check_lengths(draft, desk.faults)
    row = finished(draft, desk, suffix, told)
    desk.rows.append(row)
    add_citations(desk, draft, row)
    add_links(desk, section, node, row)
    for name, part in section.parts.items():
        items = items_of(found, desk.faults) if (found := node.get(name)) else ()
        for number, item in enumerate(items, start=1):
            add_row(desk, part, item, row, suffix, {part.numbered: number} if part.numbered else {})
    return row


def finished(draft: Draft, desk: Desk, suffix: str, told: int) -> Row:
    """The draft as a frozen row; *told* is how many faults there were before it."""
    section, owner = draft.section, draft.owner
    if owner is not None:
        draft.values[section.owner] = owner.code
        draft.refs[section.owner] = owner.kind
    row_level, said = marking.level_of(draft, desk)
    known = marking.known_of(draft, desk)
    name = code_of(draft, desk, suffix)
    return Row(
        kind=section.kind, code=name, place=draft.node.place, values=draft.values,
        places=draft.places, refs=draft.refs, owner=owner, level=row_level, known=known,
        sound=len(desk.faults.found) == told, said=said,
    )  # fmt: skip


def code_of(draft: Draft, desk: Desk, suffix: str) -> str:
    """The row's id, or one made of its owner's id and what tells it from its sisters."""
    kind, node = draft.section.kind, draft.node.get("id")
    if node is not None:
        written = code(node, desk.faults)
        if written and OF_A_CORRECTION.fullmatch(written) and not is_a_version(draft):
            desk.faults.tell(node.place, f"The id {shown(written)} ends as those of corrections do.")
        return taken_code(desk, kind, f"{written}{suffix}", node.place) if written else ""
    if draft.section.needs_id or draft.owner is None:
        return ""
    columns = ("effective_on" if column == "date" else column for column in draft.section.code)
    bits = [str(draft.values[column]) for column in columns if draft.values.get(column) is not None]
    return free_code(desk, kind, "-".join([draft.owner.code, *bits]), draft.node.place)


def is_a_version(draft: Draft) -> bool:
    """Whether a row is a correction, or a part of one, or stood in a database as it is here."""
    says = draft.values.get("supersedes") or draft.node.get("recorded")
    return bool(says) or draft.owner is not None and bool(OF_A_CORRECTION.fullmatch(draft.owner.code))


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
            target = named_in(item, desk.faults)
            if target in seen:
                desk.faults.tell(item.place, f"{shown(target)} is named twice.")
            elif target:
                seen.add(target)
                add_link(desk, link, row, target, item)


def named_in(item: Node, faults: Faults) -> str | None:
    """The row that an entry names: an id, or a table of its id and the marks of the link."""
    if item.kind != "table":
        return code(item, faults)
    for key, _value in item.items:
        if key.text not in ("id", *marking.MARKS):
            faults.tell(key.place, f"The key {shown(key.text)} is not known here; "
                                   f"only id, {', '.join(marking.MARKS)}.")  # fmt: skip
    if (name := item.get("id")) is None:
        faults.tell(item.place, "The key 'id' is missing.")
        return None
    return code(name, faults)


def add_link(desk: Desk, link: Link, row: Row, target: str, node: Node) -> None:
    values = {link.owner: row.code, link.column: target}
    refs = {link.owner: row.kind, link.column: link.to}
    add_bare(desk, link.kind, f"{row.code}-{target}", row, values, refs, node)


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
        add_bare(desk, "citation", name, row, values, refs, one.node)


def add_bare(desk: Desk, kind: str, name: str, row: Row, values, refs, node: Node) -> None:
    """A row that only joins others: as sensitive and known as its owner, unless it says more."""
    place = node.place
    made = Row(
        kind=kind, code=free_code(desk, kind, name, place), place=place, values=values,
        places=dict.fromkeys(values, place), refs=refs, owner=row, sound=True,
        **marking.marks_of(node, row, desk),
    )  # fmt: skip
    desk.rows.append(made)
