"""Expression trees into checked, runnable plans; knows shapes and units, never a value.

Source: formula_language.md, sections 3 and 4. A plan is a closure over columns; its shape and
unit are known, and every fault of the text told, before anything is worked out.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grants.engine import columns, exact
from grants.engine.columns import Column, constant
from grants.engine.fault import Fault, Place, fault, refuse, unknown_name
from grants.engine.frame import (
    PURE,
    YEAR,
    Frame,
    Shape,
    Unit,
    combine,
    without,
    write_unit,
)
from grants.engine.functions import compile_call
from grants.engine.notation import simple
from grants.engine.plan import Declared, Plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from grants.engine.expression import Term
    from grants.engine.plan import Scope

MOST_EXPONENT = 100

_PAIRS = {"+": exact.add, "-": exact.subtract, "*": exact.multiply, "/": exact.divide}
_NEUTRAL = {"+": 0, "-": 0, "*": 1, "/": 1}  # a lone one of these changes nothing
_ORDERS = {
    "<": exact.is_less,
    ">": lambda a, b: exact.is_less(b, a),
    "<=": lambda a, b: exact.opposite(exact.is_less(b, a)),
    ">=": lambda a, b: exact.opposite(exact.is_less(a, b)),
    "==": exact.is_equal,
    "!=": lambda a, b: exact.opposite(exact.is_equal(a, b)),
}


@dataclass
class Compiler:
    """Turns the terms of one entry into plans, gathering every fault it meets.

    `inside` is set within first/then, where a name is its value that year; `previous` declares
    what that word stands for there, or is None where it is not allowed.
    A term that rests on a broken one gives no plan (None) and no fault of its own.
    """

    frame: Frame
    names: dict[str, Declared | None]
    place: Place
    faults: list[Fault] = field(default_factory=list)
    inside: bool = False
    previous: Declared | None = None

    def compile(self, term: Term) -> Plan | None:
        """The plan of a term, or None when it is faulty."""
        return getattr(self, _METHODS.get(term.op, "_comparison"))(term)

    def number(self, term: Term) -> Plan | None:
        """The plan of a term that must be a figure, not an answer."""
        plan = self.compile(term)
        if plan and plan.answer:
            return self.tell("number_needed", term)
        return plan

    def test(self, term: Term) -> Plan | None:
        """The plan of a term that must be an answer; a pure number is a switch."""
        plan = self.compile(term)
        if not plan or plan.answer:
            return plan
        if plan.unit:
            return self.tell("answer_needed", term)
        run = plan.run
        as_answer = columns.as_answer

        def switch(scope: Scope) -> Column:
            column = run(scope)
            return Column(column.axes, [as_answer(value) for value in column.cells])

        return Plan(switch, plan.shape, PURE, answer=True)

    def tell(self, code: str, term: Term, **values: object) -> None:
        """Keeps a fault at a term's place."""
        self.faults.append(fault(code, self.place.shifted(term.start), **values))

    def one_unit(self, term: Term, plans: list[Plan]) -> Unit | None:
        """The unit all the plans share; a fault at the term when there are two."""
        units = sorted({plan.unit for plan in plans if plan.unit is not None}, reverse=True)
        if len(units) > 1:
            self.tell("units_mixed", term, first=write_unit(units[0]), second=write_unit(units[1]))
        return units[0] if units else None

    def _call(self, term: Term) -> Plan | None:
        return compile_call(self, term)

    def _number(self, term: Term) -> Plan:
        column = constant(term.number)
        return Plan(lambda scope: column, (), None)

    def _group(self, term: Term) -> Plan | None:
        return self.compile(term.args[0])

    def _name(self, term: Term) -> Plan | None:
        name = term.text
        if name == "elapsed":
            return self._elapsed()
        if name == "previous" and self.previous:
            return Plan(lambda scope: scope.previous, self.previous.shape, self.previous.unit)
        declared = self._declared(term)
        if not declared:
            return None
        shape = without(declared.shape, YEAR) if self.inside else declared.shape
        return Plan(lambda scope: scope.column(name), shape, declared.unit, declared.answer)

    def _declared(self, term: Term) -> Declared | None:
        if term.text in self.names:
            return self.names[term.text]
        where = self.place.shifted(term.start)
        if term.text == "previous":
            self.faults.append(fault("previous_outside_then", where))
        else:
            self.faults.append(unknown_name("unknown_name", term.text, self.names, where))
        return None

    def _elapsed(self) -> Plan:
        years = Column((YEAR,), list(range(len(self.frame.axes[YEAR]))))
        if self.inside:
            return Plan(lambda scope: constant(scope.year), (), PURE)
        return Plan(lambda scope: years, (YEAR,), PURE)

    def _status_quo(self, term: Term) -> Plan | None:
        declared, name = self._declared(term), term.text
        if not declared:
            return None
        shape = without(declared.shape, YEAR) if self.inside else declared.shape
        return Plan(lambda scope: scope.status_quo(name), shape, declared.unit, declared.answer)

    def _take(self, term: Term) -> Plan | None:
        plan, label = self.compile(term.args[0]), term.text
        axis = self.frame.axis_of(label)
        if axis is None:
            labels = [name for names in self.frame.axes.values() for name in names]
            where = self.place.shifted(term.end - len(label))
            self.faults.append(unknown_name("unknown_label", label, labels, where))
            return None
        if self.inside and axis == YEAR:
            return self.tell("year_inside_then", term)
        if not plan:
            return None
        if axis not in plan.shape:
            return self.tell("does_not_vary", term, axis=axis, label=label)
        run, frame, take = plan.run, self.frame, columns.take
        return Plan(
            lambda scope: take(frame, run(scope), axis, label),
            without(plan.shape, axis),
            plan.unit,
            plan.answer,
        )

    def _negative(self, term: Term) -> Plan | None:
        plan = self.number(term.args[0])
        return plan and self.each(plan, exact.negate)

    def each(self, plan: Plan, work: Callable[[Any], Any], answer: bool = False) -> Plan:
        run = plan.run

        def each_cell(scope: Scope) -> Column:
            column = run(scope)
            return Column(column.axes, [work(value) for value in column.cells])

        return Plan(each_cell, plan.shape, PURE if answer else plan.unit, answer)

    def _not(self, term: Term) -> Plan | None:
        plan = self.test(term.args[0])
        return plan and self.each(plan, exact.opposite, answer=True)

    def _logic(self, term: Term) -> Plan | None:
        pair = [self.test(arg) for arg in term.args]
        work = exact.both if term.op == "and" else exact.either
        return self.pair(term, pair, work, PURE, answer=True) if all(pair) else None

    def _comparison(self, term: Term) -> Plan | None:
        pair = [self.number(arg) for arg in term.args]
        if not all(pair):
            return None
        self.one_unit(term, pair)
        return self.pair(term, pair, _ORDERS[term.op], PURE, answer=True)

    def _sum_or_product(self, term: Term) -> Plan | None:
        pair = [self.number(arg) for arg in term.args]
        if not all(pair):
            return None
        if term.op in "+-":
            unit = self.one_unit(term, pair)
        elif pair[0].unit is None and pair[1].unit is None:
            unit = None
        else:
            sign = 1 if term.op == "*" else -1
            unit = combine(pair[0].unit or PURE, pair[1].unit or PURE, sign)
        return self.pair(term, pair, _PAIRS[term.op], unit)

    def pair(
        self, term: Term, pair: list[Plan], work: Callable, unit: Unit | None, answer: bool = False
    ) -> Plan:
        """The plan of work(a, b) for each cell, of the union of both shapes."""
        frame, place = self.frame, self.place.shifted(term.start)
        first, second = pair[0].run, pair[1].run
        neutral, either_side = _NEUTRAL.get(term.op), term.op in "+*"
        combined, bounded = columns.combine, columns.bounded

        def run(scope: Scope) -> Column:
            a, b = first(scope), second(scope)
            if neutral is not None and not b.axes and b.cells[0] == neutral:
                return a
            if either_side and not a.axes and a.cells[0] == neutral:
                return b
            column = combined(frame, work, a, b, place)
            return column if answer else bounded(column, place)

        return Plan(run, frame.union(pair[0].shape, pair[1].shape), unit, answer)

    def _power(self, term: Term) -> Plan | None:
        base = self.number(term.args[0])
        exponents = self._exponents(term.args[1])
        if not base or exponents is None:
            return None
        if len(set(exponents)) > 1:
            if base.unit:
                return self.tell("power_of_unit", term, unit=write_unit(base.unit))
            return self._power_by_year(term, base, exponents)
        unit = base.unit and tuple((n, p * exponents[0]) for n, p in base.unit if exponents[0])
        return self._power_of(term, base, lambda scope: constant(exponents[0]), base.shape, unit)

    def _power_by_year(self, term: Term, base: Plan, exponents: list[int]) -> Plan:
        if self.inside:
            return self._power_of(
                term, base, lambda scope: constant(exponents[scope.year]), base.shape, base.unit
            )
        column = Column((YEAR,), exponents)
        shape = self.frame.union(base.shape, (YEAR,))
        return self._power_of(term, base, lambda scope: column, shape, base.unit)

    def _power_of(
        self, term: Term, base: Plan, exponent: Callable, shape: Shape, unit: Unit | None
    ) -> Plan:
        frame, place, run = self.frame, self.place.shifted(term.start), base.run

        def raised(value: Any, by: int) -> Any:
            if (exact.bits(value) - 1) * abs(by) > columns.MOST_BITS:
                raise refuse("figure_too_long", place, most=columns.MOST_BITS)
            if value == 0 and by < 0:
                raise refuse("division_by_zero", place, cell="")
            return simple(exact.power(value, by))

        return Plan(
            lambda s: columns.combine(frame, raised, run(s), exponent(s), place), shape, unit
        )

    def _exponents(self, term: Term) -> list[int] | None:
        """The exponent in each year; it is made of literals and `elapsed` and is whole."""
        known = all(
            t.op in {"number", "group", "negative", "+", "-", "*"}
            or (t.op == "name" and t.text == "elapsed")
            for t in term.walk()
        )
        years = range(len(self.frame.axes[YEAR]))
        found = [_literal(term, year) for year in years] if known else []
        if not known or any(e.denominator != 1 for e in found):
            return self.tell("exponent_not_whole", term)
        if any(abs(e) > MOST_EXPONENT for e in found):
            return self.tell("exponent_too_big", term, met=max(found, key=abs), most=MOST_EXPONENT)
        return [int(e) for e in found]


_METHODS = {
    "number": "_number",
    "group": "_group",
    "name": "_name",
    "status_quo": "_status_quo",
    "take": "_take",
    "negative": "_negative",
    "not": "_not",
    "and": "_logic",
    "or": "_logic",
    "**": "_power",
    "call": "_call",
    **dict.fromkeys("+-*/", "_sum_or_product"),
}


def _literal(term: Term, elapsed: int) -> Any:
    """The value of an exponent in one year."""
    parts = [_literal(arg, elapsed) for arg in term.args]
    if term.op == "number":
        return term.number
    if term.op == "name":
        return elapsed
    if term.op == "group":
        return parts[0]
    if term.op == "negative":
        return -parts[0]
    return {"+": operator.add, "-": operator.sub, "*": operator.mul}[term.op](*parts)
