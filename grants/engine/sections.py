"""The entries of a document's sections (axes, sources, drivers, parameters, measures ...), read.

Knows which keys an entry has and what may stand in them; not how sections rest on each other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grants.engine.fault import NOWHERE, Place, Refused, Told, fault, unknown_name
from grants.engine.frame import (
    GOVERNMENT,
    GOVERNMENTS,
    YEAR,
    Frame,
    Shape,
    Unit,
    read_unit,
    read_years,
)
from grants.engine.notation import read_number, read_range
from grants.engine.releases import Driver
from grants.engine.values import KINDS, Parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grants.engine.reading import Node

NAME = re.compile(r"[^\W\d]\w*")
MOST_LABELS = 100
RESERVED = frozenset(
    ("and", "or", "not", "over", "elapsed", "previous", "others", "rest", "unknown", "unlimited")
)
_REMARKS = ("source", "note")
_DATE = re.compile(r"(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)


@dataclass(frozen=True)
class Source:
    """Where a figure or rule stands."""

    title: str
    publisher: str = ""
    date: str = ""
    url: str = ""


@dataclass(frozen=True)
class Measure:
    """A quantity shown to readers: its names, whether more or less is better, what adds up."""

    quantity: str
    en: str
    fr: str
    better: str = ""
    adds_up: str = ""


@dataclass(frozen=True)
class Check:
    """A comparison answered for readers: its names, empty where the formula gives none."""

    name: str
    en: str = ""
    fr: str = ""


@dataclass(frozen=True)
class Scenario:
    """Named parameter values, laid over those of another scenario."""

    name: str
    extends: str
    values: dict[str, Node]
    place: Place
    en: str = ""
    fr: str = ""


@dataclass(frozen=True)
class CaseText:
    """A case as written: its scenarios, values laid over them, and what is expected."""

    id: str
    scenarios: tuple[str, ...]
    values: dict[str, Node]
    expect: tuple[tuple[Node, Node], ...]
    within: object = 0
    round: object = 0
    sources: tuple[str, ...] = ()
    place: Place = NOWHERE


@dataclass
class Sections:
    """Reads entries, gathering faults; remembers names already taken."""

    faults: Told = field(default_factory=Told)
    taken: dict[str, str] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)

    def tell(self, code: str, place: Place, **values: object) -> None:
        """Keeps a fault."""
        self.faults.append(fault(code, place, **values))

    def table(self, node: Node | None, name: str) -> Sequence[tuple[Node, Node]]:
        """The pairs of a section that is a table of names."""
        if node is None or node.is_empty:
            return ()
        if node.kind != "table":
            self.tell("table_needed", node.place, name=name)
            return ()
        return node.items

    def keys(
        self, node: Node, name: str, allowed: tuple[str, ...], needed: tuple[str, ...] = ()
    ) -> dict[str, Node] | None:
        """The values of an entry by key; tells unknown and missing keys."""
        if node.kind != "table":
            return self.tell("table_needed", node.place, name=name)
        found = {}
        for key, value in node.items:
            if key.text in allowed:
                found[key.text] = value
            else:
                self.faults.append(unknown_name("unknown_key", key.text, allowed, key.place))
        for key in needed:
            if key not in found:
                self.tell("key_missing", node.place, name=key, entry=name)
        return found if all(key in found for key in needed) else None

    def word(self, node: Node | None, name: str = "") -> str:
        """A plain text; a table or list in its place is a fault."""
        if node is None:
            return ""
        if node.kind != "text":
            self.tell("text_needed", node.place, name=name)
            return ""
        return node.text.strip()

    def words(self, node: Node | None, name: str) -> tuple[str, ...]:
        """One text or a list of texts."""
        if node is None:
            return ()
        parts = node.items if node.kind == "list" else (node,)
        return tuple(word for part in parts if (word := self.word(part, name)))

    def declare(self, key: Node, kind: str) -> bool:
        """Whether a name is well formed and new; tells why not."""
        name = key.text
        if not NAME.fullmatch(name) or name in RESERVED or len(name) > 60:
            self.tell("bad_name", key.place, name=name)
            return False
        if name in self.taken:
            self.tell("name_taken", key.place, name=name, kind=self.taken[name])
            return False
        self.taken[name] = kind
        return True

    def frame(self, root: Node) -> Frame:
        """Years, governments and further axes; with faults, whatever could be read."""
        axes: dict[str, tuple[str, ...]] = {YEAR: ("2000-01",), GOVERNMENT: GOVERNMENTS}
        self.taken |= {YEAR: "axis", GOVERNMENT: "axis"}
        years = root.get("years")
        try:
            axes[YEAR] = read_years(self.word(years, "years"), years.place) if years else axes[YEAR]
        except Refused as refused:
            self.faults.extend(refused.faults)
        governments = root.get("governments")
        axes[GOVERNMENT] = self._labels(governments) if governments else GOVERNMENTS
        self.taken |= dict.fromkeys(axes[GOVERNMENT], "label")
        for key, value in self.table(root.get("axes"), "axes"):
            if self.declare(key, "axis"):
                axes[key.text] = self._labels(value, declare=True)
        return Frame({name: labels for name, labels in axes.items() if labels})

    def _labels(self, node: Node, declare: bool = False) -> tuple[str, ...]:
        if node.kind != "list" or not node.items:
            self.tell("labels_needed", node.place)
            return ()
        if len(node.items) > MOST_LABELS:
            self.tell("too_many_labels", node.place, met=len(node.items), most=MOST_LABELS)
            return ()
        labels: list[str] = []
        for part in node.items:
            label = self.word(part, "label")
            if not re.fullmatch(r"\w+", label) or label in RESERVED or label in labels:
                self.tell(
                    "bad_name" if label not in labels else "label_twice",
                    part.place,
                    name=label,
                    label=label,
                )
            elif not declare or self.declare(part, "label"):
                labels.append(label)
        return tuple(labels)

    def read_sources(self, node: Node | None) -> None:
        """The sources by id."""
        for key, value in self.table(node, "sources"):
            found = self.keys(
                value, key.text, ("title", "publisher", "date", "url", "note"), ("title",)
            )
            if found:
                told = {k: self.word(v, k) for k, v in found.items() if k != "note"}
                self.sources[key.text] = Source(**told)

    def cited(self, node: Node | None) -> tuple[str, ...]:
        """The ids of an entry's `source`; an id nobody declared is a fault."""
        ids = self.words(node, "source")
        for name in ids:
            if name not in self.sources:
                self.faults.append(unknown_name("unknown_source", name, self.sources, node.place))
        return ids

    def driver(self, key: Node, node: Node) -> Driver | None:
        """One driver."""
        allowed = ("indicator", "date", "lag", "release", "unit", "missing", *_REMARKS)
        found = self.keys(node, key.text, allowed, ("indicator", "date"))
        if not found:
            return None
        date, missing = self.word(found["date"], "date"), self.word(found.get("missing"))
        if not _DATE.fullmatch(date):
            self.tell("not_a_date", found["date"].place, met=date)
        if missing not in ("", "zero"):
            self.tell("unknown_key", found["missing"].place, name=missing, near="zero")
        lag = self.number(found.get("lag"))
        if lag not in range(61):
            self.tell("not_a_number", found["lag"].place, met=lag)
        self.cited(found.get("source"))
        unit = self.unit(found.get("unit"), (("person", 1),))
        words = (self.word(found["indicator"]), date, int(lag), self.word(found.get("release")))
        return Driver(key.text, *words, unit, missing == "zero", key.place)

    def unit(self, node: Node | None, default: Unit) -> Unit:
        """The unit an entry states."""
        try:
            return read_unit(self.word(node, "unit"), node.place) if node else default
        except Refused as refused:
            self.faults.extend(refused.faults)
            return default

    def number(self, node: Node | None) -> object:
        """A number, 0 where nothing is written."""
        try:
            return read_number(self.word(node), node.start) if node else 0
        except Refused as refused:
            self.faults.extend(refused.faults)
            return 0

    def parameter(self, key: Node, node: Node, frame: Frame) -> Parameter | None:
        """One parameter, its status quo not yet read."""
        allowed = ("kind", "unit", "by", "over", "range", "status_quo", "en", "fr", *_REMARKS)
        found = self.keys(node, key.text, allowed, ("kind",))
        if not found:
            return None
        if "status_quo" not in found:
            return self.tell("no_status_quo", key.place, name=key.text)
        kind = self.word(found["kind"], "kind")
        if kind not in KINDS:
            self.faults.append(unknown_name("unknown_kind", kind, KINDS, found["kind"].place))
            return None
        over = self.word(found.get("over"), "over")
        if (kind == "weights") != bool(over):
            return self.tell("weights_over", key.place, name=key.text)
        if not all([self._axes(found.get("by"), frame), self._axes(found.get("over"), frame)]):
            return None
        by = frame.ordered(set(self.words(found.get("by"), "by")))
        if over in by:
            return self.tell("name_taken", key.place, name=over, kind="axis")
        low, high, unit = KINDS[kind]
        low, high = self._range(found.get("range"), low, high)
        unit = self.unit(found.get("unit"), unit)
        status_quo, note = found["status_quo"], self.word(found.get("note"))
        told = (self.cited(found.get("source")), note, *self._names(found))
        return Parameter(key.text, kind, unit, by, over, low, high, status_quo, *told)

    def _names(self, found: dict[str, Node]) -> tuple[str, str]:
        """The English and French names of an entry that may have them."""
        return self.word(found.get("en"), "en"), self.word(found.get("fr"), "fr")

    def _axes(self, node: Node | None, frame: Frame) -> bool:
        told = len(self.faults)
        for axis in self.words(node, "by"):
            if axis not in frame.axes:
                self.faults.append(unknown_name("unknown_axis", axis, frame.axes, node.place))
        return len(self.faults) == told

    def _range(self, node: Node | None, low: object, high: object) -> tuple:
        if node is None:
            return low, high
        try:
            written = read_range(self.word(node, "range"), node.start)
        except Refused as refused:
            self.faults.extend(refused.faults)
            return low, high
        return written.low, written.high

    def measure(self, key: Node, node: Node, shapes: dict[str, Shape | None]) -> Measure | None:
        """One measure; `shapes` gives the shape of each quantity (None: faulty already)."""
        found = self.keys(
            node, key.text, ("en", "fr", "better", "adds_up", *_REMARKS), ("en", "fr")
        )
        if key.text not in shapes:
            self.faults.append(unknown_name("unknown_quantity", key.text, shapes, key.place))
            return None
        shape = shapes[key.text]
        if not found or shape is None:
            return None
        better = self.word(found.get("better"))
        if better not in ("", "more", "less"):
            self.faults.append(
                unknown_name("unknown_better", better, ("more", "less"), found["better"].place)
            )
        adds_up = self.word(found.get("adds_up"))
        if adds_up and adds_up not in shape:
            self.tell("does_not_vary_sum", found["adds_up"].place, axis=adds_up)
        default = GOVERNMENT if GOVERNMENT in shape else ""
        names = self.word(found["en"]), self.word(found["fr"])
        return Measure(key.text, *names, better, adds_up or default)

    def check(self, key: Node, node: Node) -> tuple[Check, Node]:
        """A check and its comparison: written alone, or under `is` beside the check's names."""
        if not node.get("is"):
            return Check(key.text), node
        found = self.keys(node, key.text, ("is", "en", "fr", *_REMARKS)) or {}
        self.cited(found.get("source"))
        return Check(key.text, *self._names(found)), node.get("is")

    def scenario(self, key: Node, node: Node) -> Scenario | None:
        """One scenario; its values are read once every scenario is known."""
        pairs = self.table(node, key.text)
        if not NAME.fullmatch(key.text.replace("-", "_").lstrip("0123456789") or "x"):
            self.tell("bad_name", key.place, name=key.text)
        own = ("extends", "en", "fr", *_REMARKS)
        values = {k.text: v for k, v in pairs if k.text not in own}
        words = {k.text: v for k, v in pairs if k.text in own}
        self.cited(words.get("source"))
        extends = self.word(words.get("extends"))
        return Scenario(key.text, extends, values, key.place, *self._names(words))

    def case(self, node: Node, ids: set[str]) -> CaseText | None:
        """One case; its expectations are compiled later."""
        allowed = ("id", "scenario", "with", "expect", "within", "round", *_REMARKS)
        found = self.keys(node, "case", allowed, ("id", "expect"))
        if not found:
            return None
        name = self.word(found["id"], "id")
        if name in ids:
            self.tell("repeated_id", found["id"].place, name=name)
        ids.add(name)
        step = self.number(found.get("round"))
        if step < 0 or (found.get("round") and not step):
            self.tell("unit_not_positive", found["round"].place, met=step)
        return CaseText(
            name,
            self.words(found.get("scenario"), "scenario"),
            {k.text: v for k, v in self.table(found.get("with"), "with")},
            tuple(self.table(found["expect"], "expect")),
            self.number(found.get("within")),
            step,
            self.cited(found.get("source")),
            node.place,
        )
