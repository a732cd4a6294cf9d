"""Reading the inputs of an operation from nodes; knows their shapes, not what they mean.

Every reader takes a node and a desk, tells its faults to the desk, and gives plain exact values.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grants.engine.expression import parse
from grants.engine.fault import Fault, Place, Refused, Told, fault, unknown_name
from grants.engine.frame import GOVERNMENTS
from grants.engine.notation import read_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grants.engine.reading import Node

    Number = int | Fraction

_FLOAT = re.compile(
    r"[-+]?(?:\d[\d_]*\.[\d_]*(?:e[-+]?\d+)?|\.\d[\d_]*(?:e[-+]?\d+)?|\d[\d_]*e[-+]?\d+"
    r"|\.inf|\.nan)",
    re.IGNORECASE | re.ASCII,
)
CANONICAL = (*GOVERNMENTS, "FN")


@dataclass
class Desk:
    """What readers share: the datasets, the order of governments, the faults found."""

    datasets: dict[str, dict[str, Number]] = field(default_factory=dict)
    order: tuple[str, ...] = CANONICAL
    faults: Told = field(default_factory=Told)
    case: str = ""

    def tell(self, code: str, place: Place, **values: object) -> None:
        """Keeps a fault, with the case it is in."""
        self.keep(fault(code, place, **values))

    def keep(self, told: Fault) -> None:
        """Keeps a fault made elsewhere, with the case it is in."""
        place = Fault(told.line, told.column, told.code, told.values, self.case)
        self.faults.append(place)

    def ordered(self, labels: Iterable[str]) -> list[str]:
        """Labels in the order that breaks ties: the governments' own, then as written."""
        written = list(dict.fromkeys(labels))
        rank = {label: i for i, label in enumerate(self.order)}
        return sorted(written, key=lambda label: rank.get(label, len(rank)))

    def keys(self, node: Node, allowed: Iterable[str], needed: Iterable[str]) -> dict[str, Node]:
        """A table's values by key; tells what is unknown, what is missing, and what is no table."""
        if node.kind != "table":
            self.tell("table_needed", node.place, name=self.case or "cases")
            return {}
        known, found = tuple(allowed), {}
        for key, value in node.items:
            if key.text in known:
                found[key.text] = value
            else:
                self.keep(unknown_name("unknown_key", key.text, known, key.place))
        for key in needed:
            if key not in found:
                self.tell("key_missing", node.place, name=key, entry=self.case)
        return found


@dataclass(frozen=True)
class PartOfPool:
    """An amount written as a percentage of the pool."""

    fraction: Number


def number(node: Node, desk: Desk) -> Number:
    """An exact number; a float (a number with a point outside quotes) is a fault."""
    if node.kind != "text":
        desk.tell("not_a_number", node.place, met="{ }" if node.kind == "table" else "[ ]")
        return 0
    if node.plain and _FLOAT.fullmatch(node.text):
        desk.tell("float_written", node.place, met=node.text)
        return 0
    try:
        return read_number(node.text, node.start)
    except Refused as refused:
        desk.keep(refused.faults[0])
        return 0


def floats(node: Node, desk: Desk) -> None:
    """Tells the floats in a part of a file that nobody reads."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if part.kind == "table":
            waiting.extend(value for _, value in part.items)
        elif part.kind == "list":
            waiting.extend(part.items)
        elif part.plain and _FLOAT.fullmatch(part.text):
            desk.tell("float_written", part.place, met=part.text)


def amount(node: Node, desk: Desk) -> Number | PartOfPool:
    """A number, or a percentage of the pool."""
    value = number(node, desk)
    return PartOfPool(value) if node.text.strip().endswith("%") else value


def share(node: Node, desk: Desk) -> Number:
    """A number from 0 to 1."""
    value = number(node, desk)
    if not 0 <= value <= 1:
        desk.tell("out_of_range", node.place, name="share", met=node.text, allowed="0..1")
    return value


def positive(node: Node, desk: Desk) -> Number:
    """A number above 0."""
    told = len(desk.faults)
    value = number(node, desk)
    if value <= 0 and len(desk.faults) == told:
        desk.tell("not_positive", node.place, met=node.text)
    return value


def text(node: Node, desk: Desk) -> str:
    """A plain text."""
    if node.kind != "text" or node.is_empty:
        desk.tell("text_needed", node.place, name=desk.case)
        return ""
    return node.text


def flag(node: Node, desk: Desk) -> bool:
    """true or false."""
    if node.text.lower() not in {"true", "false", "yes", "no"}:
        desk.tell("not_a_switch", node.place, met=node.text, name=desk.case)
    return node.text.lower() in {"true", "yes"}


def numbers(node: Node, desk: Desk) -> dict[str, Number]:
    """Numbers by label."""
    if node.kind != "table" or not node.items:
        desk.tell("table_needed", node.place, name=desk.case)
        return {}
    return {key.text: number(value, desk) for key, value in node.items}


def shares(node: Node, desk: Desk) -> dict[str, Number]:
    """Numbers from 0 to 1, by label."""
    if node.kind != "table" or not node.items:
        desk.tell("table_needed", node.place, name=desk.case)
        return {}
    return {key.text: share(value, desk) for key, value in node.items}


def amounts(node: Node, desk: Desk) -> dict[str, Number | PartOfPool]:
    """Amounts by label; `each` stands for every participant not named."""
    if node.kind != "table":
        return {"each": amount(node, desk)}
    return {key.text: amount(value, desk) for key, value in node.items}


def labels(node: Node, desk: Desk) -> list[str]:
    """A list of labels."""
    if node.kind != "list":
        desk.tell("list_needed", node.place, name=desk.case)
        return []
    return [text(part, desk) for part in node.items]


def dataset(node: Node, desk: Desk) -> dict[str, Number]:
    """The figures of a dataset named in the file."""
    name = text(node, desk)
    if name and name not in desk.datasets:
        desk.keep(unknown_name("unknown_dataset", name, desk.datasets, node.place))
    return desk.datasets.get(name, {})


def vector(node: Node, desk: Desk) -> dict[str, Number]:
    """Figures by label: a dataset's name, `{dataset: name}`, `{values: ...}` or the figures."""
    if node.kind == "text":
        return dataset(node, desk)
    if node.get("dataset") and len(node.items) == 1:
        return dataset(node.get("dataset"), desk)
    if node.get("values") and len(node.items) == 1:
        return numbers(node.get("values"), desk)
    return numbers(node, desk)


def years(node: Node, desk: Desk) -> int:
    """The calendar year of `2005` or of the fiscal year `2005-06` (its first)."""
    match = re.fullmatch(r"(\d{4})(-\d{2})?", node.text, re.ASCII)
    if not match:
        desk.tell("not_a_fiscal_year", node.place, met=node.text)
        return 0
    return int(match[1])


def whole(node: Node, desk: Desk) -> int:
    """A whole number from 0 to 30."""
    value = number(node, desk)
    if value not in range(31):
        desk.tell("out_of_range", node.place, name=desk.case, met=node.text, allowed="0..30")
        return 0
    return int(value)


def expressions(node: Node, desk: Desk) -> dict[str, tuple[Any, Place]]:
    """Expressions by name, as trees with their places."""
    found = {}
    for key, value in node.items if node.kind == "table" else ():
        if value.kind != "text" or (value.plain and _FLOAT.fullmatch(value.text)):
            code = "float_written" if value.kind == "text" else "expression_needed"
            desk.tell(code, value.place, met=value.text, name=key.text)
            continue
        try:
            found[key.text] = (parse(value.text, value.start), value.start)
        except Refused as refused:
            desk.keep(refused.faults[0])
    if not node.items:
        desk.tell("table_needed", node.place, name=desk.case)
    return found


def rows(
    node: Node, desk: Desk, readers: dict[str, Any], needed: tuple[str, ...]
) -> list[dict[str, Any]]:
    """A list of tables, each with its keys read."""
    if node.kind != "list" or not node.items:
        desk.tell("list_needed", node.place, name=desk.case)
        return []
    found = []
    for part in node.items:
        keys = desk.keys(part, readers, needed)
        found.append({key: readers[key](value, desk) for key, value in keys.items()})
    return found


def payers(node: Node, desk: Desk) -> list[dict[str, Any]]:
    """Who pays: `party`, and `share`, `amount`, `cap`, `min_share`, or `residual: true`."""
    readers = {"party": text, "share": share, "amount": number, "cap": number}
    told = len(desk.faults)
    found = rows(node, desk, readers | {"min_share": share, "residual": flag}, ("party",))
    names = [row.get("party", "") for row in found]
    if len(set(names)) < len(names):
        desk.tell("repeated_key", node.place, name=max(names, key=names.count))
    if sum(1 for row in found if row.get("residual")) > 1:
        desk.tell("two_rests", node.place)
    for row in found:
        if not {"share", "amount", "residual"} & set(row):
            desk.tell("key_missing", node.place, name="share", entry=row.get("party", ""))
    total = sum(Fraction(row.get("share", 0)) for row in found)
    if total > 1 and len(desk.faults) == told:
        desk.tell("shares_do_not_add", node.place, met=total)
    return found


def brackets(node: Node, desk: Desk) -> list[dict[str, Any]]:
    """Slices of a cost per person: `width` (null or left out for the last), the `federal` rate."""
    found = rows(node, desk, {"width": _width, "federal": share}, ("federal",))
    if any(row.get("width") is None for row in found[:-1]):
        desk.tell("width_missing", node.place)
    return found


def _width(node: Node, desk: Desk) -> Number | None:
    return None if node.is_empty else number(node, desk)


def drivers(node: Node, desk: Desk) -> list[dict[str, Any]]:
    """Figures by label that shares come from, each with its weight when there are several."""
    readers = {"dataset": dataset, "values": numbers, "weight": share}
    found = rows(node, desk, readers, ())
    for row in found:
        if ("dataset" in row) == ("values" in row):
            desk.tell("key_missing", node.place, name="dataset", entry="drivers")
    weighted = len(found) > 1 or any("weight" in row for row in found)
    if weighted and sum(row.get("weight", 0) for row in found) != 1:
        total = sum(Fraction(row.get("weight", 0)) for row in found)
        desk.tell("shares_do_not_add", node.place, met=total)
    return found
