"""How a row names its sources: an id, an id with a place in it, or a list of these."""

from typing import NamedTuple

from negotiations.exchange.faults import Faults, Place, shown
from negotiations.exchange.kinds import code, text
from negotiations.exchange.reading import Node

LOCATOR_LENGTH = 200
# The last three are marks of a further source; marking.py reads them.
KEYS = ("id", "at", "sensitivity", "known_from", "recorded")


class Cited(NamedTuple):
    """A source by its id, where in it, the line that says so, and the entry it stands in."""

    source: str
    at: str
    place: Place
    node: Node


def cited(node: Node, faults: Faults) -> list[Cited]:
    """All the sources that are named, the main one first."""
    if node.kind == "list" and not node.items:
        faults.tell(node.place, "The list of sources is empty.")
    nodes = node.items if node.kind == "list" else (node,)
    found = [one for item in nodes if (one := cited_once(item, faults))]
    for number, one in enumerate(found):
        if any(one[:2] == earlier[:2] for earlier in found[:number]):
            faults.tell(one.place, f"The source {shown(one.source)} is named twice.")
    return found


def cited_once(node: Node, faults: Faults) -> Cited | None:
    if node.kind != "table":
        name = code(node, faults)
        return Cited(name, "", node.place, node) if name else None
    for key, _value in node.items:
        if key.text not in KEYS:
            faults.tell(key.place, f"The key {shown(key.text)} is not known here; only id and at.")
    source, at = node.get("id"), node.get("at")
    if source is None:
        faults.tell(node.place, "The key 'id' is missing.")
        return None
    name, where = code(source, faults), (text(at, faults) if at else "") or ""
    if len(where) > LOCATOR_LENGTH:
        faults.tell(at.place, f"The place in the source has more than {LOCATOR_LENGTH} characters.")
    return Cited(name, where, source.place, node) if name else None
