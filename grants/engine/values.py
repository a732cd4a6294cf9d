"""The values parameters take: written forms into columns of exact values, checked.

Knows kinds, ranges and the forms of formula_language.md, section 2; not where values come from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grants.engine.columns import Column
from grants.engine.exact import (
    LEAST,
    MOST,
    UNLIMITED,
    End,
    Exact,
    Infinite,
    Range,
    add,
    between,
    ends,
    subtract,
)
from grants.engine.fault import Fault, Place, Refused, fault, refuse, unknown_name
from grants.engine.frame import DOLLARS, GOVERNMENT, PURE, YEAR, Frame, Shape, Unit
from grants.engine.notation import read_number, read_range, simple, write_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grants.engine.reading import Node

KINDS: dict[str, tuple[End, End, Unit]] = {
    "money": (0, MOST, DOLLARS),
    "ratio": (0, 1, PURE),
    "rate": (LEAST, MOST, PURE),
    "count": (0, MOST, PURE),
    "weights": (0, 1, PURE),
    "switch": (0, 1, PURE),
}
SURE = ("agreed", "offered", "assumed")
_NOTES = ("is", "sure", "source", "note")
_SWITCH = {"yes": 1, "no": 0, "1": 1, "0": 0}


@dataclass(frozen=True)
class Parameter:
    """What an offer may set: its kind, unit, the axes it may vary by, bounds and status quo."""

    name: str
    kind: str
    unit: Unit
    by: Shape
    over: str
    low: End
    high: End
    status_quo: Node
    sources: tuple[str, ...] = ()
    note: str = ""
    en: str = ""
    fr: str = ""

    def shape(self, frame: Frame) -> Shape:
        """The axes it varies by, and those of its weights."""
        return frame.ordered({*self.by, *([self.over] if self.over else [])})

    def bounds(self) -> str:
        """The allowed values as a text: `0..1`."""
        return _written(self.low) + ".." + _written(self.high)


def _written(end: End) -> str:
    return "" if isinstance(end, Infinite) else write_number(end)


@dataclass(frozen=True, slots=True)
class Mark:
    """What is noted beside a value: how sure it is, its sources, a remark."""

    sure: str = ""
    sources: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Value:
    """A parameter's value: a column, and for each of its cells what is noted beside it."""

    column: Column
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class _Branch:
    """Values by label of one axis."""

    axis: str
    by_label: dict[str, Any]


@dataclass(frozen=True)
class _Leaf:
    """One figure, or one for each label of the weights; with marks."""

    figures: dict[str, Exact]
    marks: dict[str, Mark]


def read_value(parameter: Parameter, node: Node, frame: Frame) -> Value:
    """The column a written value stands for; every fault in it is told at once.

    Refuses a value out of range, shares that do not add to 1, labels missing or twice,
    an axis the parameter does not vary by, and what is no number.
    """
    reader = _ValueReader(parameter, frame)
    tree = reader.read(node, parameter.by, Mark())
    if reader.faults:
        raise Refused(*reader.faults)
    axes = frame.ordered({*_axes_of(tree), *([parameter.over] if parameter.over else [])})
    cells = [_at(tree, dict(zip(axes, labels, strict=True))) for labels in frame.cells(axes)]
    return Value(Column(axes, [v for v, _ in cells]), tuple(mark for _, mark in cells))


def _axes_of(tree: Any) -> Iterator[str]:
    if isinstance(tree, _Branch):
        yield tree.axis
        for branch in tree.by_label.values():
            yield from _axes_of(branch)


def _at(tree: Any, labels: dict[str, str]) -> tuple[Exact, Mark]:
    while isinstance(tree, _Branch):
        tree = tree.by_label[labels[tree.axis]]
    key = next((label for label in labels.values() if label in tree.figures), "")
    return tree.figures[key], tree.marks[key]


def expand_labels(text: str, labels: tuple[str, ...], place: Place) -> list[str]:
    """The labels a key speaks of: one, several with spaces, or from..to along the axis.

    An open end runs to the axis's first or last label.
    """
    found: list[str] = []
    for word in text.split():
        first, dots, last = word.partition("..")
        if not dots:
            found += [_known(first, labels, place)]
            continue
        start = labels.index(_known(first, labels, place)) if first else 0
        end = labels.index(_known(last, labels, place)) if last else len(labels) - 1
        if start > end:
            raise refuse("range_upside_down", place, met=word)
        found += labels[start : end + 1]
    return found


def _known(label: str, labels: tuple[str, ...], place: Place) -> str:
    if label not in labels:
        raise Refused(unknown_name("unknown_label", label, labels, place))
    return label


def first_labels(node: Node) -> set[str]:
    """The labels a table's keys name, ends of ranges included, `others` left out."""
    words = {word for key, _ in node.items for word in key.text.replace("..", " ").split()}
    return words - {"others"}


@dataclass
class _ValueReader:
    parameter: Parameter
    frame: Frame
    faults: list[Fault] = field(default_factory=list)

    def read(self, node: Node, axes: Shape, mark: Mark) -> Any:
        """The node as branches and leaves; None after a fault."""
        if node.kind == "table" and node.get("is"):
            mark, node = self._unwrap(node, mark)
        if node.kind == "list":
            return self._tell("not_a_number", node.place, met="[ ]")
        if node.kind == "text":
            return self._text(node, mark)
        return self._table(node, axes, mark)

    def _tell(self, code: str, place: Place, **values: object) -> None:
        self.faults.append(fault(code, place, **values))

    def _unwrap(self, node: Node, mark: Mark) -> tuple[Mark, Node]:
        told = {"sure": mark.sure, "note": mark.note}
        sources = mark.sources
        for key, value in node.items:
            if key.text not in _NOTES:
                self.faults.append(unknown_name("unknown_key", key.text, _NOTES, key.place))
            elif key.text == "source":
                parts = value.items if value.kind == "list" else (value,)
                sources = tuple(part.text for part in parts)
            elif key.text == "sure" and value.text not in SURE:
                self.faults.append(unknown_name("unknown_sure", value.text, SURE, value.place))
            elif key.text != "is":
                told[key.text] = value.text
        return Mark(told["sure"], sources, told["note"]), node.get("is")

    def _text(self, node: Node, mark: Mark) -> _Leaf | None:
        try:
            if self.parameter.kind == "weights":
                return self._proportions(node, mark)
            return _Leaf({"": self.figure(node)}, {"": mark})
        except Refused as refused:
            self.faults.extend(refused.faults)
            return None

    def figure(self, node: Node) -> Exact:
        """One figure from a text, within the parameter's bounds."""
        parameter, text = self.parameter, node.text.strip()
        if text == "unknown":
            return between(parameter.low, parameter.high)
        if text == "unlimited" and parameter.high is MOST:
            return UNLIMITED
        if parameter.kind == "switch":
            return self._switch(text, node.start)
        value = self._number(text, node.start)
        low, high = ends(value)
        if low < parameter.low or high > parameter.high:
            values = {"name": parameter.name, "met": text, "allowed": parameter.bounds()}
            raise refuse("out_of_range", node.start, **values)
        return value

    def _switch(self, text: str, place: Place) -> Exact:
        if text not in _SWITCH:
            raise refuse("not_a_switch", place, met=text, name=self.parameter.name)
        return _SWITCH[text]

    def _number(self, text: str, place: Place) -> Exact:
        if ".." not in text:
            return read_number(text, place)
        written = read_range(text, place)
        low = self.parameter.low if written.low is LEAST else written.low
        high = self.parameter.high if written.high is MOST else written.high
        if low > high:
            values = {"met": text, "allowed": self.parameter.bounds()}
            raise refuse("out_of_range", place, name=self.parameter.name, **values)
        return between(low, high)

    def _proportions(self, node: Node, mark: Mark) -> _Leaf:
        labels = self.frame.axes[self.parameter.over]
        if node.text.strip() == "unknown":
            return _Leaf(dict.fromkeys(labels, Range(0, 1)), dict.fromkeys(labels, mark))
        parts = [read_number(part, node.start) for part in node.text.split(":")]
        if len(parts) != len(labels):
            values = {"met": len(parts), "wanted": " : ".join(labels)}
            raise refuse("proportions_count", node.start, **values)
        if any(part < 0 for part in parts):
            raise refuse("negative_weight", node.start, met=write_number(min(parts)))
        if not sum(parts):
            raise refuse("weights_add_to_zero", node.start)
        shares = [simple(Fraction(part) / sum(parts)) for part in parts]
        return _Leaf(dict(zip(labels, shares, strict=True)), dict.fromkeys(labels, mark))

    def _table(self, node: Node, axes: Shape, mark: Mark) -> Any:
        over = self.parameter.over
        spoken = {a for label in first_labels(node) if (a := self.frame.axis_of(label))}
        if over and (spoken == {over} or not spoken):
            return self._weights(node, mark)
        if len(spoken) > 1:
            return self._tell("two_axes", node.place, axes=", ".join(self.frame.ordered(spoken)))
        axis = next(iter(spoken), axes[0] if len(axes) == 1 else "")
        if not axis:
            return self._tell_unread(node, axes)
        if axis not in axes:
            return self._tell("does_not_vary_by", node.place, name=self.parameter.name, axis=axis)
        return self._by(node, axis, tuple(a for a in axes if a != axis), mark)

    def _tell_unread(self, node: Node, axes: Shape) -> None:
        """Tells the labels of a table that belong to no axis."""
        known = [name for axis in axes for name in self.frame.axes[axis]]
        for key, _ in node.items:
            self.faults.append(unknown_name("unknown_label", key.text, known, key.place))

    def _labels(self, node: Node, axis: str) -> dict[str, Node]:
        """The node for each label of the axis a table covers; `others` covers what is left."""
        labels, covered = self.frame.axes[axis], {}
        others = node.get("others")
        for key, value in node.items:
            if key.text == "others":
                continue
            try:
                for label in expand_labels(key.text, labels, key.place):
                    if label in covered:
                        self._tell("label_twice", key.place, label=label)
                    covered[label] = value
            except Refused as refused:
                self.faults.extend(refused.faults)
        if others:
            covered |= {label: others for label in labels if label not in covered}
        return covered

    def _by(self, node: Node, axis: str, rest: Shape, mark: Mark) -> _Branch | None:
        told = len(self.faults)
        covered = self._labels(node, axis)
        missing = [label for label in self.frame.axes[axis] if label not in covered]
        if missing and len(self.faults) == told:
            labels = _listed(missing, axis)
            self._tell("no_value_for", node.place, name=self.parameter.name, labels=labels)
        nodes = {id(part): part for part in covered.values()}
        read = {key: self.read(part, rest, mark) for key, part in nodes.items()}
        return _Branch(axis, {label: read[id(n)] for label, n in covered.items()})

    def _weights(self, node: Node, mark: Mark) -> _Leaf | None:
        labels, told = self.frame.axes[self.parameter.over], len(self.faults)
        figures: dict[str, Exact] = {}
        marks, rest = dict.fromkeys(labels, mark), []
        for label, part in self._labels(node, self.parameter.over).items():
            if part.kind == "table" and part.get("is"):
                marks[label], part = self._unwrap(part, mark)
            if part.text.strip() == "rest":
                rest.append(label)
                continue
            figures[label] = self._weight(part)
        if len(self.faults) > told:
            return None
        if len(rest) > 1:
            return self._tell("two_rests", node.place)
        figures = self._completed(figures, rest, labels, node)
        return _Leaf(figures, marks) if figures else None

    def _weight(self, part: Node) -> Exact:
        try:
            if part.kind != "text":
                raise refuse("not_a_number", part.place, met="{ }")
            return self.figure(part)
        except Refused as refused:
            self.faults.extend(refused.faults)
            return 0

    def _completed(
        self, figures: dict[str, Exact], rest: list[str], labels: tuple[str, ...], node: Node
    ) -> dict[str, Exact] | None:
        """All the shares, the rest worked out, ranges narrowed to what leaves a sum of 1."""
        total: Exact = 0
        for value in figures.values():
            total = add(total, value)
        open_parts = total.__class__ is Range
        missing = [label for label in labels if label not in figures and label not in rest]
        if open_parts and missing:
            return self._tell("every_part_written", node.place, labels=", ".join(missing))
        if rest and ends(total)[0] <= 1:
            figures[rest[0]] = _within_one(subtract(1, total))
            total = add(total, figures[rest[0]])
        if not ends(total)[0] <= 1 <= ends(total)[1]:
            return self._tell("shares_do_not_add", node.place, met=_total_text(total))
        complete = {label: figures.get(label, 0) for label in labels}
        return {label: _narrowed(complete, label) for label in labels}


def _listed(labels: list[str], axis: str) -> str:
    """The labels as a text; a run of years stays short."""
    if axis in {YEAR, GOVERNMENT} and len(labels) > 6:
        return ", ".join(labels[:3]) + ", ... " + labels[-1]
    return ", ".join(labels)


def _total_text(total: Exact) -> str:
    low, high = ends(total)
    return _written(low) if low == high else f"{_written(low)}..{_written(high)}"


def _within_one(value: Exact) -> Exact:
    low, high = ends(value)
    return between(max(low, 0), min(high, 1))


def _narrowed(shares: dict[str, Exact], label: str) -> Exact:
    """One share as far as the others leave room for it: all add to 1."""
    others: Exact = 0
    for name, value in shares.items():
        if name != label:
            others = add(others, value)
    low, high = ends(shares[label])
    least, most = ends(subtract(1, others))
    return simple(between(max(low, least), min(high, most)))
