"""A document's own cases and its conditions: what was expected, what came, yes or no.

Source: formula_language.md, section 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grants.engine import columns, exact
from grants.engine.compiling import Compiler
from grants.engine.evaluation import Results, evaluate, write_value
from grants.engine.exact import LEAST, MOST, Infinite, Range, ends
from grants.engine.expression import parse
from grants.engine.fault import Fault, Place, Refused, fault, refuse
from grants.engine.notation import read_number, read_plain, read_range
from grants.engine.plan import Declared
from grants.engine.values import expand_labels, first_labels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grants.engine.plan import Plan
    from grants.engine.programme import Case, Document, Expectation
    from grants.engine.reading import Node
    from grants.engine.releases import Release

_ANSWERS = {"yes": True, "no": False}


@dataclass(frozen=True)
class Difference:
    """A figure of a case that is not what was expected; all are texts in canonical form."""

    figure: str
    cell: str
    expected: Any
    met: Any


@dataclass(frozen=True)
class Outcome:
    """One case run: passed when there are no differences and no faults."""

    id: str
    title: str = ""
    published: bool = False
    differences: tuple[Difference, ...] = ()
    faults: tuple[Fault, ...] = ()
    notes: tuple[Fault, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every figure is what was expected."""
        return not self.differences and not self.faults


def run_cases(document: Document, releases: Iterable[Release] = ()) -> tuple[Outcome, ...]:
    """Every case of a document, in order. A case that cannot be worked out fails with faults."""
    known = tuple(releases)
    return tuple(_run(document, case, known) for case in document.cases)


def _run(document: Document, case: Case, releases: tuple[Release, ...]) -> Outcome:
    results = evaluate(document, case.values, releases)
    differences: list[Difference] = []
    faults: list[Fault] = []
    for expectation in case.expectations:
        try:
            differences += _compared(results, expectation, case)
        except Refused as refused:
            faults.extend(refused.faults)
    published = bool(case.written.sources)
    told = tuple(differences), tuple(dict.fromkeys(faults))
    return Outcome(case.written.id, "", published, *told)


def _compared(results: Results, expectation: Expectation, case: Case) -> list[Difference]:
    plan = expectation.plan
    column = plan.run(results)
    cells = columns.spread(results.frame, column, plan.shape)
    labels = results.frame.cells(plan.shape)
    met = {cell: _rounded(v, case.written.round) for cell, v in zip(labels, cells, strict=True)}
    differences = []
    for cell, node in _wanted(results, plan, expectation.node, {}):
        if not _agrees(met[cell], node, case.written.within):
            told = ", ".join(cell), node.text, _readable(met[cell])
            differences.append(Difference(expectation.text, *told))
    return differences


def _readable(value: Any) -> Any:
    """A figure met, short: a decimal where it ends."""
    written = write_value(value)
    return read_plain(written) if "/" in written else written


def _rounded(value: Any, step: Any) -> Any:
    if not step or value is None or isinstance(value, bool):
        return value
    return exact.on_ends(value, exact.round_half_away, step)


def _wanted(
    results: Results, plan: Plan, node: Node, fixed: dict[str, str]
) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Each cell of a figure with the node of what it should be; every label must meet one."""
    if node.kind == "text":
        for cell in results.frame.cells(plan.shape):
            named = dict(zip(plan.shape, cell, strict=True))
            if all(named[axis] == label for axis, label in fixed.items()):
                yield cell, node
        return
    axis = next((a for label in first_labels(node) if (a := results.frame.axis_of(label))), "")
    if node.kind != "table" or axis not in plan.shape or axis in fixed:
        raise refuse("expected_meets_nothing", node.place, axis=axis)
    labels, covered = results.frame.axes[axis], set()
    for key, part in node.items:
        others = [label for label in labels if label not in covered]
        spoken = others if key.text == "others" else expand_labels(key.text, labels, key.place)
        for label in spoken:
            covered.add(label)
            yield from _wanted(results, plan, part, {**fixed, axis: label})


def _agrees(met: Any, node: Node, within: Any) -> bool:
    text = node.text.strip()
    if met is None or isinstance(met, bool):
        return text == "unknown" if met is None else _ANSWERS.get(text) is met
    if text == "unlimited":
        return met == exact.UNLIMITED
    low, high = ends(met)
    if text == "unknown":
        return met.__class__ is Range and high is MOST and (low is LEAST or low <= 0)
    if ".." in text:
        wanted = read_range(text, node.start)
        return _near(low, wanted.low, within) and _near(high, wanted.high, within)
    number = read_number(text, node.start)
    return met.__class__ is not Range and _near(met, number, within)


def _near(met: Any, wanted: Any, within: Any) -> bool:
    if isinstance(met, Infinite) or isinstance(wanted, Infinite):
        return met is wanted
    return abs(met - wanted) <= within


@dataclass(frozen=True)
class Condition:
    """A comparison over measures, checks and parameters, ready to be asked of results."""

    text: str
    plan: Plan

    def ask(self, results: Results) -> bool | None:
        """Yes, no, or None when nobody can say. Refused when a figure it needs fails."""
        column = self.plan.run(results)
        return column.cells[0]


def read_condition(document: Document, text: str, field: str = "") -> Condition:
    """A condition or claim: `burden.ON.2017-18 <= 0`; every fault in it is told.

    It may name measures, checks and parameters, must be an answer, and must speak of one cell.
    """
    place = Place(1, 1, field)
    if len(text) > 10_000:
        raise refuse("too_long", place, met=len(text), most=10_000)
    term = parse(text, place)
    compiler = Compiler(document.frame, _condition_names(document), place)
    plan = compiler.test(term)
    if plan and plan.shape:
        compiler.faults.append(fault("condition_of_many", place, axes=", ".join(plan.shape)))
    if compiler.faults or not plan:
        raise Refused(*compiler.faults)
    return Condition(text, plan)


def _condition_names(document: Document) -> dict[str, Declared | None]:
    names: dict[str, Declared | None] = {}
    for name in (*document.measures, *document.checks):
        plan = document.plans[name]
        names[name] = Declared(plan.shape, plan.unit, plan.answer)
    for name, parameter in document.parameters.items():
        names[name] = Declared(parameter.shape(document.frame), parameter.unit)
    return names
