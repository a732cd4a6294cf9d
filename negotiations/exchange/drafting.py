"""Reads the fields of one table of a record file by its section of the schema."""

from negotiations.exchange.faults import Faults, did_you_mean, shown
from negotiations.exchange.kinds import Parts, code, dated, text
from negotiations.exchange.notation import value_of
from negotiations.exchange.reading import Node, plain
from negotiations.exchange.rows import Desk, Draft, columns_of
from negotiations.exchange.schema import Field, Section
from negotiations.exchange.sourcing import cited
from negotiations.models.source import CITED


def is_table(node: Node, faults: Faults) -> bool:
    if node.kind != "table":
        faults.tell(node.place, f"Here a table of keys is wanted, not a {node.kind}.")
    return node.kind == "table"


def allowed_keys(section: Section) -> set[str]:
    keys = {*section.fields, *section.parts, *section.links, *section.own, "sensitivity"}
    if section.kind != "negotiation":
        keys |= {"id", "known_from", "recorded"}
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
            value = value_as_written(draft, node, desk)
        if value is not None:
            put_field(draft, one, one.column or name, value, node)


def value_as_written(draft: Draft, node: Node, desk: Desk) -> object:
    """The value, if it is one of its term; what a site has dumped is kept as it stood there."""
    kind = desk.value_kinds.get(draft.values.get("term"), "text")
    if not desk.dumped:
        return value_of(node, kind, desk.faults)
    told = Faults()
    value = value_of(node, kind, told)
    desk.faults.notes.extend(told.found)
    return plain(node) if told.found else value


def put_field(draft: Draft, one: Field, column: str, value: object, node: Node) -> None:
    """The value into its column, or its parts into theirs, each with its line."""
    if not isinstance(value, Parts):
        draft.put(column, value, node.place)
        if one.to:
            draft.refs[column] = one.to
        return
    for ending, part in value.items():
        written = node.get(ending.removeprefix("_"))
        draft.put(column + ending, part, (written or node).place)
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
