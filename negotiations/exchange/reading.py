"""YAML files into nodes that know their file and line; the only module here that knows PyYAML.

Every scalar stays text. What YAML would expand, guess or silently overwrite is refused.
"""

from dataclasses import dataclass
from pathlib import Path

import yaml

from negotiations.exchange.faults import Faults, Place, shown

MOST_BYTES = 2_000_000
MOST_LEVELS = 12
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
READ_AS = {"bool": "yes or no", "float": "a float", "null": "nothing"}


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of a file: `text`, `list` (items are nodes) or `table` (items are pairs).

    *read_as* is what YAML would have made of a text without quotes: str, int, bool, float ...
    """

    kind: str
    place: Place
    text: str = ""
    items: tuple = ()
    read_as: str = "str"

    def get(self, key: str) -> "Node | None":
        """The value under a key of a table, or None."""
        pairs = self.items if self.kind == "table" else ()
        return next((value for name, value in pairs if name.text == key), None)


def read_file(path: Path, name: str, faults: Faults) -> Node | None:
    """The one document of a file, or None after a fault; *name* is how faults call the file."""
    top = Place(name, 1)
    text = text_of_file(path, top, faults)
    if text is None:
        return None
    try:
        if not is_safe(text, name, faults):
            return None
        root = yaml.compose(text, Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = Place(name, mark.line + 1 if mark else 1)
        faults.tell(line, f"This is not YAML: {error.problem or error.context}.")
        return None
    except yaml.YAMLError as error:
        faults.tell(top, f"This is not YAML: {' '.join(str(error).split())}.")
        return None
    if root is None:
        faults.tell(top, "The file is empty.")
        return None
    return node_of(root, name, faults)


def text_of_file(path: Path, top: Place, faults: Faults) -> str | None:
    try:
        if path.stat().st_size > MOST_BYTES:
            faults.tell(top, f"The file is larger than {MOST_BYTES:,} bytes.")
            return None
        return path.read_bytes().decode()
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        faults.tell(Place(top.file, line), "The file is not UTF-8.")
    except OSError as error:
        faults.tell(top, f"The file cannot be read: {error.strerror}.")
    return None


def is_safe(text: str, name: str, faults: Faults) -> bool:
    """Whether the text has none of what YAML expands or calls code, and is not too deep."""
    told, level, documents = len(faults.found), 0, 0
    for event in yaml.parse(text, Loader=LOADER):
        place = Place(name, event.start_mark.line + 1)
        refuse_references(event, place, faults)
        if isinstance(event, yaml.CollectionStartEvent):
            level += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            level -= 1
        documents += isinstance(event, yaml.DocumentStartEvent)
        if level > MOST_LEVELS:
            faults.tell(place, f"This is nested more than {MOST_LEVELS} levels deep.")
            break
        if documents > 1:
            faults.tell(place, "A file holds one document; here a second one starts.")
            break
    return len(faults.found) == told


def refuse_references(event: yaml.Event, place: Place, faults: Faults) -> None:
    if isinstance(event, yaml.AliasEvent):
        faults.tell(place, f"The alias '*{event.anchor}' is not allowed: write the value again.")
    elif getattr(event, "anchor", None):
        faults.tell(place, f"The anchor '&{event.anchor}' is not allowed.")
    if getattr(event, "tag", None):
        faults.tell(place, f"The tag {shown(event.tag)} is not allowed: everything is text.")


def node_of(raw: yaml.Node, name: str, faults: Faults) -> Node:
    place = Place(name, raw.start_mark.line + 1)
    if isinstance(raw, yaml.ScalarNode):
        read_as = "str" if raw.style else raw.tag.rpartition(":")[2]  # no style: no quotes
        return Node("text", place, raw.value, (), read_as)
    if isinstance(raw, yaml.SequenceNode):
        return Node("list", place, "", tuple(node_of(item, name, faults) for item in raw.value))
    pairs = [(node_of(key, name, faults), node_of(value, name, faults)) for key, value in raw.value]
    return Node("table", place, "", tuple(with_own_keys(pairs, faults)))


def with_own_keys(pairs: list[tuple[Node, Node]], faults: Faults) -> list[tuple[Node, Node]]:
    """The pairs whose keys are words, each once; what else there is, is told."""
    kept: dict[str, tuple[Node, Node]] = {}
    for key, value in pairs:
        if key.kind != "text":
            faults.tell(key.place, "A key is a word, not a list or a table.")
        elif key.read_as in READ_AS:
            faults.tell(key.place, unquoted(key))
        elif key.text in kept:
            first = kept[key.text][0].place.line
            faults.tell(key.place, f"The key {shown(key.text)} stands already on line {first}.")
        else:
            kept[key.text] = (key, value)
    return list(kept.values())


def plain(node: Node) -> object:
    """Texts, lists and dictionaries, without their places."""
    if node.kind == "list":
        return [plain(item) for item in node.items]
    if node.kind == "table":
        return {key.text: plain(value) for key, value in node.items}
    return node.text


def unquoted(node: Node) -> str:
    """Why a text without quotes is refused."""
    if node.read_as == "null":
        return "Nothing is written here: leave the key out, or write a text."
    return (f"{shown(node.text)} without quotes is read as {READ_AS[node.read_as]} "
            f'by YAML: write "{node.text}" in quotes.')  # fmt: skip
