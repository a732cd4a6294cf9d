"""Readers of what is more than one word: lists, parties, amounts, values read later."""

from collections.abc import Iterable

from negotiations import scales
from negotiations.exchange.faults import Faults, shown
from negotiations.exchange.kinds import Parts, Reader, code, government, text
from negotiations.exchange.notation import is_year, number_fault
from negotiations.exchange.reading import Node


def codes_of(scale: Iterable[scales.Value]) -> list[str]:
    """What may be typed of a scale."""
    return [word for word, _shown in scales.choices(scale)]


def items_of(node: Node, faults: Faults) -> tuple[Node, ...]:
    """The entries of a list; nothing after a fault."""
    if node.kind == "list":
        return node.items
    faults.tell(node.place, f"Here a list is wanted, not a {node.kind}.")
    return ()


def list_of(read: Reader) -> Reader:
    """A reader of a list whose entries *read* reads."""

    def entries(node: Node, faults: Faults) -> list | None:
        told = len(faults.found)
        found = [read(item, faults) for item in items_of(node, faults)]
        return found if len(faults.found) == told else None

    return entries


def raw(node: Node, faults: Faults) -> Node:
    """The node itself: how it is read depends on the term that the row names."""
    return node


def party(node: Node, faults: Faults) -> Parts | None:
    """{government: CA}, {front: PT}, or both."""
    if node.kind != "table" or not node.items:
        faults.tell(node.place, "Write {government: CA} or {front: PT}.")
        return None
    told = len(faults.found)
    found = Parts(_government=None, _front=None)
    for key, value in node.items:
        if key.text == "government":
            found["_government"] = government(value, faults)
        elif key.text == "front":
            found["_front"] = code(value, faults)
        else:
            faults.tell(key.place, f"{shown(key.text)} is not known here; "
                                   "only government and front.")  # fmt: skip
    return found if len(faults.found) == told else None


def amount(node: Node, faults: Faults) -> str | None:
    """One plain number, as text."""
    word = text(node, faults)
    sentence = number_fault(word, "number") if word else ""
    if word is None or (not sentence and word not in ("unlimited", "rest") and ".." not in word):
        return word
    faults.tell(node.place, sentence or f"{shown(word)} is not a number.")
    return None


def money_by_year(node: Node, faults: Faults) -> dict[str, str] | None:
    """{2014-15: 13_400_000}: dollars by fiscal year."""
    if node.kind != "table" or not node.items:
        faults.tell(node.place, 'Write the money by fiscal year: {2014-15: "13400000"}.')
        return None
    told = len(faults.found)
    for key, _value in node.items:
        if not is_year(key.text):
            faults.tell(key.place, f"{shown(key.text)} is not a fiscal year, as 2014-15 is.")
    found = {key.text: amount(value, faults) for key, value in node.items}
    return found if len(faults.found) == told else None
