"""The functions an expression may call, each checked and made into a plan; no values here.

Source: formula_language.md, sections 3 and 4.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from grants.engine import columns, exact
from grants.engine.exact import on_ends, round_down
from grants.engine.fault import unknown_name
from grants.engine.frame import GOVERNMENT, PURE, YEAR
from grants.engine.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from grants.engine.compiling import Compiler
    from grants.engine.expression import Term


def compile_call(compiler: Compiler, term: Term) -> Plan | None:
    where = compiler.place.shifted(term.start)
    function = FUNCTIONS.get(term.text)
    if not function:
        compiler.faults.append(unknown_name("unknown_function", term.text, FUNCTIONS, where))
        return None
    met, wanted = len(term.args), function.fewest
    if not wanted <= met <= function.most:
        return compiler.tell("argument_count", term, name=term.text, met=met, wanted=wanted)
    if term.over and not function.takes_over:
        return compiler.tell("over_not_taken", term, name=term.text)
    return function.compile(compiler, term)


def _call_extreme(compiler: Compiler, term: Term) -> Plan | None:
    plans = [compiler.number(arg) for arg in term.args]
    if not all(plans):
        return None
    unit = compiler.one_unit(term, plans)
    work = exact.least if term.text == "min" else exact.most
    return reduce(lambda a, b: compiler.pair(term, [a, b], work, unit), plans)


def _call_sum(compiler: Compiler, term: Term) -> Plan | None:
    plan = compiler.number(term.args[0])
    if not term.over:
        return compiler.tell("sum_over_what", term)
    if not _axes_known(compiler, term) or not plan:
        return None
    missing = [axis for axis in term.over if axis not in plan.shape]
    if missing:
        return compiler.tell("does_not_vary_sum", term, axis=missing[0])
    frame, run, axes, total = compiler.frame, plan.run, term.over, columns.total
    shape = tuple(axis for axis in plan.shape if axis not in axes)
    return Plan(lambda scope: total(frame, run(scope), axes), shape, plan.unit)


def _axes_known(compiler: Compiler, term: Term) -> bool:
    for axis in term.over:
        if axis not in compiler.frame.axes:
            where = compiler.place.shifted(term.start)
            compiler.faults.append(unknown_name("unknown_axis", axis, compiler.frame.axes, where))
            return False
        if axis == YEAR and compiler.inside:
            compiler.tell("year_inside_then", term)
            return False
    return True


def _call_share(compiler: Compiler, term: Term) -> Plan | None:
    plan = compiler.number(term.args[0])
    if not plan:
        return None
    if GOVERNMENT not in plan.shape:
        return compiler.tell("does_not_vary_sum", term, axis=GOVERNMENT)
    frame, run, place = compiler.frame, plan.run, compiler.place.shifted(term.start)
    return Plan(lambda s: columns.share(frame, run(s), place), plan.shape, PURE)


def _call_floor(compiler: Compiler, term: Term) -> Plan | None:
    plan = compiler.number(term.args[0])
    return plan and compiler.each(plan, lambda value: on_ends(value, round_down, 1))


def _call_round(compiler: Compiler, term: Term) -> Plan | None:
    plans = [compiler.number(arg) for arg in term.args]
    if not all(plans) or not _axes_known(compiler, term):
        return None
    unit = compiler.one_unit(term, plans)
    frame, place = compiler.frame, compiler.place.shifted(term.start)
    value, step = plans[0].run, plans[1].run
    shape = frame.union(plans[0].shape, plans[1].shape)
    if not term.over:
        return Plan(lambda s: columns.rounded(frame, value(s), step(s), place), shape, unit)
    axis = term.over[0]
    if len(term.over) > 1 or axis not in plans[0].shape or axis in plans[1].shape:
        return compiler.tell("round_over_bad", term, axis=axis)
    return Plan(lambda s: columns.reconciled(frame, value(s), step(s), axis, place), shape, unit)


def _call_if(compiler: Compiler, term: Term) -> Plan | None:
    test = compiler.test(term.args[0])
    plans = [compiler.number(arg) for arg in term.args[1:]]
    if not test or not all(plans):
        return None
    unit = compiler.one_unit(term, plans)
    frame = compiler.frame
    ask, yes, no = test.run, plans[0].run, plans[1].run
    shape = reduce(frame.union, [test.shape, plans[0].shape, plans[1].shape])
    return Plan(lambda s: columns.choose(frame, ask(s), yes(s), no(s)), shape, unit)


def _call_before(compiler: Compiler, term: Term) -> Plan | None:
    if not compiler.previous or "previous" in term.args[0].names():
        return compiler.tell("before_outside_then", term)
    if any(t.op == "call" and t.text == "before" for t in term.args[0].walk()):
        return compiler.tell("before_outside_then", term)
    plan = compiler.number(term.args[0])
    if not plan:
        return None
    run = plan.run
    return Plan(lambda scope: run(scope.earlier()), plan.shape, plan.unit)


class Function(NamedTuple):
    """How a function is compiled, how many arguments it takes, and whether it takes `over`."""

    compile: Callable[[Compiler, Term], Plan | None]
    fewest: int
    most: int
    takes_over: bool = False


FUNCTIONS = {
    "min": Function(_call_extreme, 2, 99),
    "max": Function(_call_extreme, 2, 99),
    "sum": Function(_call_sum, 1, 1, takes_over=True),
    "share": Function(_call_share, 1, 1),
    "floor": Function(_call_floor, 1, 1),
    "round": Function(_call_round, 2, 2, takes_over=True),
    "if": Function(_call_if, 3, 3),
    "before": Function(_call_before, 1, 1),
}
