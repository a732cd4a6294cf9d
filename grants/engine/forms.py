"""The four forms of a quantity (allocate, split, tiers, first/then), read and made into plans.

Knows shapes, units and which fields a form has. Source: formula_language.md, section 3.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grants.engine import columns, sharing
from grants.engine.columns import Column, constant
from grants.engine.compiling import Compiler
from grants.engine.exact import LEAST, UNLIMITED, Range
from grants.engine.expression import Term, parse
from grants.engine.fault import Fault, Place, Refused, fault, refuse, unknown_name
from grants.engine.frame import GOVERNMENT, PURE, YEAR, Shape, combine, without, write_unit
from grants.engine.plan import Declared, Plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from grants.engine.reading import Node

FIELDS = {
    "allocate": (("allocate", "by"), ("base", "minimum", "maximum")),
    "split": (("split", "over", "shares"), ("caps", "rest")),
    "tiers": (("tiers", "per", "over", "starts", "rates"), ()),
    "first": (("first", "then"), ()),
}
_REMARKS = ("source", "note")
NO_MINIMUM = Range(LEAST, LEAST)


@dataclass(frozen=True)
class Entry:
    """A quantity or check as read: its form (empty: an expression), terms, and plain words."""

    name: str
    form: str
    node: Node
    terms: dict[str, Term]
    words: dict[str, Node] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def names(self) -> set[str]:
        """Every name the entry rests on."""
        return set().union(*(term.names() for term in self.terms.values()))


def read_entry(name: str, node: Node, faults: list[Fault]) -> Entry | None:
    """A quantity's node as terms; faults are added to the list."""
    if node.kind == "text":
        return _read_terms(Entry(name, "", node, {}), {"": node}, faults)
    keys = {key.text for key, _ in node.items} if node.kind == "table" else set()
    form = next((form for form in FIELDS if form in keys), None)
    if form is None:
        faults.append(fault("form_unknown", node.place, name=name))
        return None
    return _read_form(name, node, form, faults)


def _read_form(name: str, node: Node, form: str, faults: list[Fault]) -> Entry | None:
    required, optional = FIELDS[form]
    entry, expressions, before = Entry(name, form, node, {}), {}, len(faults)
    for key, value in node.items:
        if key.text in _REMARKS:
            entry.words[key.text] = value
        elif key.text not in required + optional:
            if not _is_torn(key, value):
                known = required + optional
                told = unknown_name("unknown_argument", key.text, known, key.place)
                faults.append(fault("unknown_argument", key.place, **dict(told.values), form=form))
        elif key.text in {"over", "rest"}:
            entry.words[key.text] = value
        elif key.text == "caps":
            _read_caps(value, expressions, faults)
        else:
            expressions[key.text] = value
    for missing in set(required) - {key.text for key, _ in node.items}:
        faults.append(fault("argument_missing", node.place, name=missing, form=form))
    read = _read_terms(entry, expressions, faults)
    return read if len(faults) == before else None


def _read_caps(value: Node, expressions: dict[str, Node], faults: list[Fault]) -> None:
    if value.kind != "table":
        faults.append(fault("table_needed", value.place, name="caps"))
        return
    for label, cap in value.items:
        expressions[f"caps.{label.text}"] = cap


def _is_torn(key: Node, value: Node) -> bool:
    """Whether a key is the rest of an expression that a comma inside { } tore apart."""
    return value.is_empty and ")" in key.text


def _read_terms(entry: Entry, nodes: dict[str, Node], faults: list[Fault]) -> Entry | None:
    for key, node in nodes.items():
        if node.kind != "text" or node.is_empty:
            faults.append(fault("expression_needed", node.place, name=key or entry.name))
            continue
        entry.places[key] = node.start
        entry.texts[key] = node.text
        try:
            entry.terms[key] = parse(node.text, node.start, node.flow and node.plain)
        except Refused as refused:
            faults.extend(refused.faults)
    return entry if set(entry.terms) == set(nodes) else None


class FormCompiler:
    """Makes plans of entries; the names they may use are already declared."""

    def __init__(self, frame: Any, names: dict[str, Declared | None]) -> None:
        self.frame, self.names = frame, names
        self.whole_shares: set[str] = set()
        self.faults: list[Fault] = []

    def compile(self, entry: Entry) -> Plan | None:
        """The plan of a quantity, or None with its faults added to the list."""
        if entry.form:
            return getattr(self, f"_{entry.form}")(entry)
        return self.term(entry, "")

    def test(self, entry: Entry) -> Plan | None:
        """The plan of a check: an answer."""
        compiler = self._compiler(entry, "")
        plan = compiler.compile(entry.terms[""])
        self.faults.extend(compiler.faults)
        if plan and not plan.answer:
            self.faults.append(fault("check_not_an_answer", entry.places[""], name=entry.name))
            return None
        return plan

    def _compiler(self, entry: Entry, key: str) -> Compiler:
        return Compiler(self.frame, self.names, entry.places[key])

    def term(self, entry: Entry, key: str, compiler: Compiler | None = None) -> Plan | None:
        """The plan of one field of an entry: a figure."""
        compiler = compiler or self._compiler(entry, key)
        plan = compiler.number(entry.terms[key])
        self.faults.extend(compiler.faults)
        return plan

    def _tell(self, code: str, place: Place, **values: object) -> None:
        self.faults.append(fault(code, place, **values))

    def _fields(self, entry: Entry) -> dict[str, Plan] | None:
        plans = {key: self.term(entry, key) for key in entry.terms}
        return plans if all(plans.values()) else None

    def _one_unit(self, entry: Entry, plans: dict[str, Plan], first: str) -> bool:
        """Whether the fields have the unit of the first; tells the one that has not."""
        for key, plan in plans.items():
            if None not in (plan.unit, plans[first].unit) and plan.unit != plans[first].unit:
                units = write_unit(plans[first].unit), write_unit(plan.unit)
                self._tell("units_mixed", entry.places[key], first=units[0], second=units[1])
                return False
        return True

    def _allocate(self, entry: Entry) -> Plan | None:
        plans = self._fields(entry)
        if not plans:
            return None
        if GOVERNMENT in plans["allocate"].shape:
            return self._tell("pool_by_government", entry.places["allocate"])
        if GOVERNMENT not in plans["by"].shape:
            return self._tell("by_not_government", entry.places["by"])
        amounts = {key: plan for key, plan in plans.items() if key != "by"}
        if not self._one_unit(entry, amounts, "allocate"):
            return None
        run = _running_allocate(self.frame, plans, entry.node.place)
        return Plan(run, self._union(plans), plans["allocate"].unit)

    def _union(self, plans: dict[str, Plan], *more: str) -> Shape:
        return self.frame.ordered(
            {*more, *(axis for plan in plans.values() for axis in plan.shape)}
        )

    def _axis(self, entry: Entry) -> str | None:
        word = entry.words["over"]
        if word.kind != "text" or word.text not in self.frame.axes:
            self.faults.append(unknown_name("unknown_axis", word.text, self.frame.axes, word.place))
            return None
        return word.text

    def _split(self, entry: Entry) -> Plan | None:
        axis, plans = self._axis(entry), self._fields(entry)
        if not axis or not plans:
            return None
        if axis in plans["split"].shape:
            return self._tell("cost_varies_over", entry.places["split"], axis=axis)
        if axis not in plans["shares"].shape:
            return self._tell("shares_do_not_vary", entry.places["shares"], axis=axis)
        if plans["shares"].unit not in (None, PURE):
            unit = write_unit(plans["shares"].unit)
            return self._tell("units_mixed", entry.places["shares"], first=unit, second="")
        amounts = {key: plan for key, plan in plans.items() if key != "shares"}
        if not self._labels_known(entry, axis) or not self._one_unit(entry, amounts, "split"):
            return None
        whole = entry.terms["shares"].text in self.whole_shares
        run = _running_split(self.frame, plans, axis, self._rest(entry, axis), whole)
        return Plan(run, self._union(plans), plans["split"].unit)

    def _rest(self, entry: Entry, axis: str) -> int | None:
        return (
            self.frame.axes[axis].index(entry.words["rest"].text) if "rest" in entry.words else None
        )

    def _labels_known(self, entry: Entry, axis: str) -> bool:
        told = [(key[5:], entry.places[key]) for key in entry.terms if key.startswith("caps.")]
        told += [(entry.words[w].text, entry.words[w].place) for w in ("rest",) if w in entry.words]
        labels = self.frame.axes[axis]
        wrong = [(label, place) for label, place in told if label not in labels]
        for label, place in wrong:
            self.faults.append(unknown_name("unknown_label", label, labels, place))
        return not wrong

    def _tiers(self, entry: Entry) -> Plan | None:
        axis, plans = self._axis(entry), self._fields(entry)
        if not axis or not plans:
            return None
        if axis in plans["tiers"].shape or axis in plans["per"].shape:
            return self._tell("cost_varies_over", entry.places["tiers"], axis=axis)
        for key in ("starts", "rates"):
            if axis not in plans[key].shape:
                return self._tell("shares_do_not_vary", entry.places[key], axis=axis)
        cost, per, start = (plans[key].unit for key in ("tiers", "per", "starts"))
        if None not in (cost, per, start) and combine(cost, per, -1) != start:
            want = write_unit(combine(cost, per, -1))
            return self._tell(
                "units_mixed", entry.places["starts"], first=want, second=write_unit(start)
            )
        run = _running_tiers(self.frame, plans, axis)
        return Plan(run, without(self._union(plans), axis), cost)

    def _first(self, entry: Entry) -> Plan | None:
        inside = self._compiler(entry, "first")
        inside.inside = True
        first = self.term(entry, "first", inside)
        if not first:
            return None
        shape, told = first.shape, len(self.faults)
        while True:
            compiler = self._compiler(entry, "then")
            compiler.inside, compiler.previous = True, Declared(shape, first.unit)
            then = self.term(entry, "then", compiler)
            if not then:
                return None
            wider = self.frame.union(first.shape, then.shape)
            if wider == shape:
                break
            shape = wider
            del self.faults[told:]
        if not self._one_unit(entry, {"first": first, "then": then}, "first"):
            return None
        run = _running_first(self.frame, first, then, entry.places["then"])
        unit = then.unit if first.unit is None else first.unit
        return Plan(run, self.frame.union(shape, (YEAR,)), unit)


def _running_allocate(frame: Any, plans: dict[str, Plan], place: Place) -> Callable:
    keys = ("allocate", "by", "base", "minimum", "maximum")
    missing = (None, None, constant(0), constant(NO_MINIMUM), constant(UNLIMITED))

    def run(scope: Any) -> Column:
        given = [
            plans[key].run(scope) if key in plans else other
            for key, other in zip(keys, missing, strict=True)
        ]
        axes, _ = columns.gather(frame, given)
        axes = frame.union(axes, (GOVERNMENT,))
        pool, *others = (columns.spread(frame, column, axes) for column in given)
        cells = list(pool)
        for group in frame.groups(axes, GOVERNMENT):
            try:
                parts = sharing.share_out(pool[group[0]], *([c[i] for i in group] for c in others))
            except Refused as refused:
                raise _at_cell(refused, place, frame, axes, group[0]) from None
            for i, part in zip(group, parts, strict=True):
                cells[i] = part
        return columns.bounded(Column(axes, cells), place)

    return run


def _at_cell(refused: Refused, place: Place, frame: Any, axes: Shape, index: int) -> Refused:
    """The same fault with the place of the form and the cell it happened in."""
    told, labels = refused.faults[0], zip(axes, frame.cells(axes)[index], strict=True)
    cell = ", ".join(label for axis, label in labels if axis != GOVERNMENT)
    return refuse(told.code, place, **dict(told.values), cell=cell)


def _running_split(
    frame: Any, plans: dict[str, Plan], axis: str, rest: int | None, whole: bool
) -> Callable:
    caps = [plans.get(f"caps.{label}") for label in frame.axes[axis]]

    def run(scope: Any) -> Column:
        cost, shares = plans["split"].run(scope), plans["shares"].run(scope)
        limits = [cap.run(scope) if cap else constant(UNLIMITED) for cap in caps]
        parts = [columns.take(frame, shares, axis, label) for label in frame.axes[axis]]
        axes, (amounts, *cells) = columns.gather(frame, [cost, *parts, *limits])
        paid = [
            sharing.split_cost(amount, row[: len(caps)], row[len(caps) :], rest, whole)
            for amount, *row in zip(amounts, *cells, strict=True)
        ]
        return columns.join(frame, axis, [Column(axes, list(p)) for p in zip(*paid, strict=True)])

    return run


def _running_tiers(frame: Any, plans: dict[str, Plan], axis: str) -> Callable:
    def run(scope: Any) -> Column:
        cost, people, starts, rates = (
            plans[key].run(scope) for key in ("tiers", "per", "starts", "rates")
        )
        labels = frame.axes[axis]
        slices = [columns.take(frame, c, axis, label) for c in (starts, rates) for label in labels]
        axes, (amounts, counts, *cells) = columns.gather(frame, [cost, people, *slices])
        count = len(labels)
        paid = [
            sharing.pay_by_slices(amount, number, row[:count], row[count:])
            for amount, number, *row in zip(amounts, counts, *cells, strict=True)
        ]
        return Column(axes, paid)

    return run


def _running_first(frame: Any, first: Plan, then: Plan, place: Place) -> Callable:
    def run(scope: Any) -> Column:
        parts = [first.run(scope.at_year(0, None))]
        for year in range(1, len(frame.axes[YEAR])):
            column = then.run(scope.at_year(year, parts[-1]))
            parts.append(columns.bounded(column, place))
        return columns.join(frame, YEAR, parts)

    return run
