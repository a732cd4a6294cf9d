"""YAML text into nodes that know their line and column; the only module that knows PyYAML.

Every scalar stays text. Anchors, aliases and tags are refused before anything is expanded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

from grants.engine.fault import Place, Refused, Told, fault, refuse

MOST_CHARACTERS = 100_000
MOST_LEVELS = 10
_LOADER = getattr(yaml, "CLoader", yaml.Loader)


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of a document: `text`, `list` (items are nodes) or `table` (items are pairs)."""

    kind: str
    text: str
    items: tuple[Any, ...]
    place: Place
    plain: bool = False
    flow: bool = False

    def get(self, key: str) -> Node | None:
        """The value under a key of a table, or None."""
        for name, value in self.items if self.kind == "table" else ():
            if name.text == key:
                return value
        return None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written here (`key:` alone, `~` or `null`)."""
        return self.kind == "text" and self.plain and self.text in {"", "~", "null"}

    @property
    def start(self) -> Place:
        """The place of the first character of the text, behind an opening quote."""
        return self.place if self.plain else self.place.shifted(1)


def read(text: str, most_characters: int = MOST_CHARACTERS) -> Node:
    """The document as nodes.

    Refuses a text over the limit before reading it, more than 10 levels, anchors, aliases,
    tags, several documents, repeated keys, and what is not YAML: every fault found is told.
    """
    if len(text) > most_characters:
        raise refuse("too_long", Place(1, 1), met=len(text), most=most_characters)
    builder = _Builder()
    try:
        text.encode()
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        if "nesting depth" in str(error.problem):
            raise refuse("too_deep", _mark(error.problem_mark), most=MOST_LEVELS) from None
        raise refuse("not_yaml", _mark(error.problem_mark), problem=error.problem) from None
    except (yaml.YAMLError, ValueError) as error:
        raise refuse("not_text", Place(1, 1), problem=type(error).__name__) from None
    return builder.finished()


def _mark(mark: Any) -> Place:
    return Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)


class _Builder:
    """Puts nodes together from the events of the parser, without recursion."""

    def __init__(self) -> None:
        self.open: list[tuple[str, Place, bool, list[Node]]] = []
        self.roots: list[Node] = []
        self.faults = Told()

    def take(self, event: Any) -> None:
        place = _mark(event.start_mark)
        self._refuse_references(event, place)
        if isinstance(event, yaml.ScalarEvent):
            plain = event.style not in ("'", '"', "|", ">")
            self._put(Node("text", event.value, (), place, plain, self._in_flow()))
        elif isinstance(event, yaml.CollectionStartEvent):
            self._begin(event, place)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._end()

    def _refuse_references(self, event: Any, place: Place) -> None:
        if isinstance(event, yaml.AliasEvent):
            self.faults.append(fault("alias", place, name=event.anchor))
            self._put(Node("text", "", (), place, plain=True))
        elif getattr(event, "anchor", None):
            self.faults.append(fault("anchor", place, name=event.anchor))
        if getattr(event, "tag", None):
            self.faults.append(fault("tag", place, name=event.tag))

    def _in_flow(self) -> bool:
        return bool(self.open) and self.open[-1][2]

    def _begin(self, event: Any, place: Place) -> None:
        if len(self.open) >= MOST_LEVELS:
            raise Refused(*self.faults, fault("too_deep", place, most=MOST_LEVELS))
        kind = "table" if isinstance(event, yaml.MappingStartEvent) else "list"
        self.open.append((kind, place, bool(event.flow_style), []))

    def _end(self) -> None:
        kind, place, flow, parts = self.open.pop()
        items: tuple[Any, ...] = tuple(parts)
        if kind == "table":
            items = tuple(zip(parts[::2], parts[1::2], strict=True))
            self._refuse_repeated(items)
        self._put(Node(kind, "", items, place, flow=flow))

    def _refuse_repeated(self, pairs: tuple[tuple[Node, Node], ...]) -> None:
        seen: set[str] = set()
        for key, _ in pairs:
            if key.kind != "text":
                self.faults.append(fault("key_not_text", key.place))
            elif key.text in seen:
                self.faults.append(fault("repeated_key", key.place, name=key.text))
            seen.add(key.text)

    def _put(self, node: Node) -> None:
        (self.open[-1][3] if self.open else self.roots).append(node)

    def finished(self) -> Node:
        if len(self.roots) > 1:
            self.faults.append(fault("several_documents", self.roots[1].place))
        if not self.roots:
            self.faults.append(fault("empty_document", Place(1, 1)))
        if self.faults:
            raise Refused(*self.faults)
        return self.roots[0]


def node_of(value: Any, field: str = "") -> Node:
    """Plain values (JSON of an offer's term) as nodes; the place is the form's field.

    Takes texts, whole numbers, yes and no, lists and tables. A float is refused: it is not exact.
    """
    return _node_of(value, Place(field=field), 0)


def plain(node: Node) -> Any:
    """A node as plain texts, lists and tables: what `node_of` reads, and JSON can hold."""
    if node.kind == "table":
        return {key.text: plain(value) for key, value in node.items}
    return [plain(part) for part in node.items] if node.kind == "list" else node.text


def _node_of(value: Any, place: Place, depth: int) -> Node:
    if depth > MOST_LEVELS:
        raise refuse("too_deep", place, most=MOST_LEVELS)
    if isinstance(value, bool):
        return Node("text", "yes" if value else "no", (), place, plain=True)
    if isinstance(value, int):
        if value.bit_length() > 110:
            raise refuse("too_many_digits", place, met=f"2**{value.bit_length() - 1}", most=30)
        return Node("text", str(value), (), place, plain=True)
    if isinstance(value, str):
        if len(value) > MOST_CHARACTERS:
            raise refuse("too_long", place, met=len(value), most=MOST_CHARACTERS)
        return Node("text", value, (), place, plain=True)
    return _collection_of(value, place, depth)


def _collection_of(value: Any, place: Place, depth: int) -> Node:
    if isinstance(value, dict):
        pairs = tuple(
            (Node("text", str(key), (), place, plain=True), _node_of(item, place, depth + 1))
            for key, item in value.items()
        )
        return Node("table", "", pairs, place)
    if isinstance(value, list | tuple):
        return Node("list", "", tuple(_node_of(i, place, depth + 1) for i in value), place)
    raise refuse("not_exact", place, met=type(value).__name__)
