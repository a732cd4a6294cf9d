"""Mutated copies of a record: one fault of a given kind, put at a place that chance chooses.

A mutation replaces a piece of one file's text, found by YAML's own marks; it gives the new text
and the line on which the fault must be told.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import yaml

FLAGS = {"main", "hard", "settled", "claimed_final", "invented", "single_package",
         "confidence_in_writing"}  # fmt: skip
DATES = {"date", "due", "starts_on", "ends_on", "opened_on", "response_due", "in_force_on",
         "due_on", "answered_on", "given_on", "known_from"}  # fmt: skip
SCALES = {"stance", "firmness", "grade", "channel", "manner", "behalf", "status", "state", "kind",
          "family", "value_kind", "verdict", "basis", "operator", "level", "mode", "form"}  # fmt: skip
NAMES = {"source", "term", "front", "event", "offer", "statement", "item", "person", "speaker",
         "agreement", "replaces", "attached_to", "amends"}  # fmt: skip
LISTS = {"terms", "statements", "source", "subject_to"}
NEEDED = {"title", "kind", "stance", "grade", "source", "date", "publisher", "government", "status",
          "manner", "channel", "language", "text", "state", "number", "family"}  # fmt: skip


class Spot(NamedTuple):
    """A scalar of a file: its key (or its list's), whether it is one, and the keys above."""

    node: yaml.ScalarNode
    key: str
    is_key: bool
    in_list: bool
    above: tuple[str, ...]
    inside: yaml.Node | None

    @property
    def line(self) -> int:
        return self.node.start_mark.line + 1


def spots(node: yaml.Node, above: tuple[str, ...] = (), inside=None, listed=False) -> Iterator[Spot]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield Spot(key, key.value, True, False, above, node)
            yield from spots(value, (*above, key.value), node)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from spots(item, above, inside, True)
    elif above:
        yield Spot(node, above[-1], False, listed, above, inside)


def put(text: str, node: yaml.Node, new: str) -> str:
    return text[: node.start_mark.index] + new + text[node.end_mark.index :]


def on_values(allowed: Callable[[Spot], bool], new: Callable[[Spot], str]):
    """A mutation that writes *new* for a value of which *allowed* holds."""

    def mutate(text: str, found: list[Spot], chance: random.Random):
        fit = [spot for spot in found if not spot.is_key and allowed(spot)]
        if not fit:
            return None
        spot = chance.choice(fit)
        return put(text, spot.node, new(spot)), spot.line

    return mutate


def on_keys(allowed: Callable[[Spot], bool], new: Callable[[Spot], str]):
    """A mutation that writes *new* for a key of which *allowed* holds."""

    def mutate(text: str, found: list[Spot], chance: random.Random):
        fit = [spot for spot in found if spot.is_key and allowed(spot)]
        if not fit:
            return None
        spot = chance.choice(fit)
        return put(text, spot.node, new(spot)), spot.line + new(spot).count("\n")

    return mutate


def key_twice(spot: Spot) -> str:
    if spot.inside.flow_style:
        return f"{spot.key}: x, {spot.key}"
    return f"{spot.key}: x\n{' ' * spot.node.start_mark.column}{spot.key}"


def is_block(spot: Spot) -> bool:
    return not spot.inside.flow_style


def needed_key_left_out(text: str, found: list[Spot], chance: random.Random):
    """Takes a key and its value away; the table it stood in is told."""
    fit = []
    for spot in found:
        if spot.is_key and is_block(spot) and spot.key in NEEDED and len(spot.above) < 2:
            keys = [key for key, _value in spot.inside.value]
            place = next(i for i, key in enumerate(keys) if key is spot.node)
            if 0 < place < len(keys) - 1 and is_required(spot, keys):
                fit.append((spot, keys[place + 1]))
    if not fit:
        return None
    spot, following = chance.choice(fit)
    new = text[: spot.node.start_mark.index] + text[following.start_mark.index :]
    return new, spot.inside.start_mark.line + 1


def is_required(spot: Spot, keys: list[yaml.Node]) -> bool:
    """What is required depends on the table; these are so wherever they stand beside these."""
    beside = {key.value for key in keys}
    if "manner" in beside:
        return spot.key in {"kind", "manner", "channel", "language", "text", "grade", "source"}
    if "stance" in beside:
        return spot.key in {"stance", "grade", "source"}
    if "publisher" in beside:
        return spot.key in {"title", "publisher", "kind"}
    return "value_kind" in beside and spot.key in {"number", "family", "value_kind"}


def id_twice(text: str, found: list[Spot], chance: random.Random):
    """A statement, position or source gets the id of the one before it."""
    ids = [spot for spot in found if spot.key == "id" and not spot.is_key
           and len(spot.above) in (1, 2) and is_block(spot) and "at" not in keys_of(spot)]  # fmt: skip
    pairs = [(first, second) for first, second in zip(ids, ids[1:], strict=False)
             if first.above == second.above]  # fmt: skip
    if not pairs:
        return None
    first, second = chance.choice(pairs)
    return put(text, second.node, first.node.value), second.line


def keys_of(spot: Spot) -> set[str]:
    return {key.value for key, _value in spot.inside.value}


def circle(text: str, found: list[Spot], chance: random.Random):
    """A statement supersedes itself."""
    fit = [spot for spot in found if spot.key == "id" and not spot.is_key
           and "manner" in keys_of(spot)]  # fmt: skip
    if not fit:
        return None
    spot = chance.choice(fit)
    indent = " " * (spot.node.start_mark.column - len("id: "))
    more = f"{spot.node.value}\n{indent}supersedes: {spot.node.value}\n{indent}correction_reason: x"
    return put(text, spot.node, more), spot.line + 1


def broken(text: str, found: list[Spot], chance: random.Random):
    """A line that is no YAML."""
    lines = text.splitlines(keepends=True)
    at = chance.choice([i for i, line in enumerate(lines) if line.startswith("- ")] or [0])
    return "".join([*lines[:at], "}{\n", *lines[at:]]), at + 1


def is_word(spot: Spot) -> bool:
    return "value" not in spot.above and spot.key not in FLAGS


def everything(_spot: Spot) -> bool:
    return True


KINDS = {
    "a key nobody knows": on_keys(
        lambda spot: not {"value", "money_by_year"} & set(spot.above), lambda spot: f"{spot.key}x"),
    "a key twice": on_keys(everything, key_twice),
    "an anchor": on_values(lambda spot: not spot.node.style, lambda spot: f"&a {spot.node.value}"),
    "an alias": on_values(everything, lambda spot: "*a"),
    "a tag": on_values(lambda spot: not spot.node.style, lambda spot: f"!!str {spot.node.value}"),
    "a float": on_values(everything, lambda spot: "0.15"),
    "ON without quotes": on_values(everything, lambda spot: "ON"),
    "nothing where a word belongs": on_values(everything, lambda spot: "~"),
    "a table for a word": on_values(is_word, lambda spot: "{nobody: knows}"),
    "a list for a word": on_values(
        lambda spot: is_word(spot) and (spot.in_list or spot.key not in LISTS | {"amounts"}),
        lambda spot: "[[a, b]]"),
    "a dangling id": on_values(
        lambda spot: spot.key in NAMES or spot.in_list and spot.key in LISTS, lambda spot: "NOPE"),
    "a day that is none": on_values(lambda spot: spot.key in DATES, lambda spot: "2013-02-30"),
    "a value off the scale": on_values(
        lambda spot: spot.key in SCALES, lambda spot: "nonsense"),
    "a government nobody knows": on_values(
        lambda spot: spot.key == "government", lambda spot: "XX"),
    "an address that is none": on_values(lambda spot: spot.key == "url", lambda spot: "http//no"),
    "a control character": on_values(
        lambda spot: is_word(spot), lambda spot: '"a\\x07b"'),
    "a title too long": on_values(
        lambda spot: spot.key in ("en", "fr") and "title" in spot.above, lambda spot: "x" * 500),
    "a key left out": needed_key_left_out,
    "an id twice": id_twice,
    "a circle": circle,
    "no YAML": broken,
}


def mutate(folder: Path, kind: str, seed: int) -> tuple[str, str, int]:
    """A file of *folder* with one fault of that kind: its name, its text, the line to be told."""
    chance = random.Random(f"{kind} {seed}")
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.yaml"))
    while True:
        name = chance.choice(names)
        text = (folder / name).read_text(encoding="utf-8")
        root = yaml.compose(text, Loader=yaml.CSafeLoader)
        found = KINDS[kind](text, list(spots(root)), chance)
        if found is not None:
            return name, *found
