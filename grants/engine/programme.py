"""A whole formula document: read, checked and compiled in one go; no values are worked out.

Source: formula_language.md, section 1. `check` tells every fault; `compile_document` gives
the document ready to be evaluated, remembered by its text.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from grants.engine.compiling import Compiler
from grants.engine.expression import parse
from grants.engine.fault import NOWHERE, Fault, Place, Refused, refuse, unknown_name
from grants.engine.forms import Entry, FormCompiler, read_entry
from grants.engine.frame import GOVERNMENT
from grants.engine.ordering import extended, working_order
from grants.engine.plan import Declared, Plan
from grants.engine.reading import Node, node_of, read
from grants.engine.sections import Sections
from grants.engine.values import Parameter, Value, read_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grants.engine.frame import Frame
    from grants.engine.releases import Driver
    from grants.engine.sections import CaseText, Check, Measure, Scenario, Source

MOST_CELLS = 50_000
MOST_WORK = 2_000_000
_KEYS = ("language", "programme", "en", "fr", "years", "governments", "axes", "sources", "drivers")
_KEYS += ("parameters", "quantities", "checks", "measures", "scenarios", "cases", "note", "source")


@dataclass(frozen=True)
class Expectation:
    """One line of a case: its text, its plan, what it should come to."""

    text: str
    plan: Plan
    node: Node


@dataclass(frozen=True)
class Case:
    """A case with its expectations compiled and its values laid over each other."""

    written: CaseText
    values: dict[str, Value]
    expectations: tuple[Expectation, ...]


@dataclass(frozen=True, eq=False)
class Document:
    """A checked formula document; never changed. `sha256` is of its text in UTF-8."""

    text: str
    sha256: str
    programme: str
    en: str
    fr: str
    frame: Frame
    sources: dict[str, Source]
    drivers: dict[str, Driver]
    parameters: dict[str, Parameter]
    status_quo: dict[str, Value]
    entries: dict[str, Entry]
    plans: dict[str, Plan]
    checks: dict[str, Check]
    measures: dict[str, Measure]
    scenarios: dict[str, Scenario]
    cases: tuple[Case, ...] = ()
    _read: dict[tuple[str, int], tuple[Node, Value]] = field(default_factory=dict, repr=False)
    _chains: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)

    def chain(self, name: str) -> tuple[str, ...]:
        """The quantities and checks a name rests on, each after what it rests on itself."""
        if name not in self._chains:
            self._chains[name] = working_order(self.entries, [name])
        return self._chains[name]

    def laid(self, *scenarios: str) -> dict[str, Node]:
        """The written values of scenarios, each laid over the one it extends and those before."""
        values: dict[str, Node] = {}
        for name in scenarios:
            if name not in self.scenarios:
                raise Refused(unknown_name("unknown_scenario", name, self.scenarios, NOWHERE))
            for scenario in extended(self.scenarios, name):
                values |= scenario.values
        return values

    def read_values(self, written: Mapping[str, object]) -> dict[str, Value]:
        """Values by parameter from nodes or plain values; every fault is told, by its field."""
        faults: list[Fault] = []
        values = {}
        for name, value in written.items():
            if name not in self.parameters:
                place = Place(field=name)
                faults.append(unknown_name("unknown_parameter", name, self.parameters, place))
                continue
            try:
                values[name] = self._value(name, value)
            except Refused as refused:
                faults.extend(refused.faults)
        if faults:
            raise Refused(*faults)
        return values

    def _value(self, name: str, written: object) -> Value:
        if isinstance(written, Value):
            return written
        if not isinstance(written, Node):
            return read_value(self.parameters[name], node_of(written, name), self.frame)
        key = (name, id(written))
        if key not in self._read:
            self._read[key] = (written, read_value(self.parameters[name], written, self.frame))
        return self._read[key][1]


def check(text: str) -> list[Fault]:
    """Every fault of a document's text, in order of place; empty when it can be used."""
    try:
        compile_document(text)
    except Refused as refused:
        return list(refused.faults)
    return []


def compile_document(text: str) -> Document:
    """The document of a text, compiled once and remembered (64 texts); refuses with all faults."""
    if not isinstance(text, str) or len(text) > 100_000:
        raise refuse("too_long", Place(1, 1), met=len(text), most=100_000)
    return _compile(text)


@lru_cache(maxsize=64)
def _compile(text: str) -> Document:
    root = read(text)
    if root.kind != "table":
        raise refuse("table_needed", root.place, name="document")
    return _Assembly(text, root).document()


class _Assembly:
    """Puts a document together section by section, gathering every fault."""

    def __init__(self, text: str, root: Node) -> None:
        self.text, self.root = text, root
        self.sections = Sections()
        self.faults = self.sections.faults
        self.names: dict[str, Declared | None] = {}

    def document(self) -> Document:
        """The document; refuses with all its faults."""
        self._head()
        self.frame = self.sections.frame(self.root)
        self.sections.read_sources(self.root.get("sources"))
        self._drivers()
        self._parameters()
        self._entries()
        self._measures()
        self._scenarios()
        self._cases()
        if self.faults:
            raise Refused(*dict.fromkeys(self.faults))
        return self._assembled()

    def _assembled(self) -> Document:
        words = [self.sections.word(self.root.get(key)) for key in ("programme", "en", "fr")]
        sha256 = hashlib.sha256(self.text.encode()).hexdigest()
        document = Document(
            self.text,
            sha256,
            *words,
            self.frame,
            self.sections.sources,
            self.drivers,
            self.parameters,
            self.status_quo,
            self.entries,
            self.plans,
            self.checks,
            self.measures,
            self.scenarios,
        )
        cases = tuple(self._case_of(document, case, plans) for case, plans in self.cases)
        if self.faults:
            raise Refused(*dict.fromkeys(self.faults))
        object.__setattr__(document, "cases", cases)
        return document

    def _head(self) -> None:
        found = self.sections.keys(
            self.root, "document", _KEYS, ("language", "programme", "years", "quantities")
        )
        language = self.root.get("language")
        if found and language and self.sections.word(language) != "1":
            self.sections.tell("language_unknown", language.place, met=language.text)
        for key in ("programme", "en", "fr"):
            self.sections.word(self.root.get(key), key)

    def _drivers(self) -> None:
        self.drivers = {}
        for key, node in self.sections.table(self.root.get("drivers"), "drivers"):
            if self.sections.declare(key, "driver"):
                driver = self.sections.driver(key, node)
                self.names[key.text] = driver and Declared(driver.shape(), driver.unit)
                if driver:
                    self.drivers[key.text] = driver

    def _parameters(self) -> None:
        self.parameters: dict[str, Parameter] = {}
        self.status_quo: dict[str, Value] = {}
        for key, node in self.sections.table(self.root.get("parameters"), "parameters"):
            if not self.sections.declare(key, "parameter"):
                continue
            parameter = self.sections.parameter(key, node, self.frame)
            self.names[key.text] = None
            if parameter:
                self.parameters[key.text] = parameter
                self.names[key.text] = Declared(parameter.shape(self.frame), parameter.unit)
                self._read_status_quo(parameter)

    def _read_status_quo(self, parameter: Parameter) -> None:
        try:
            self.status_quo[parameter.name] = read_value(
                parameter, parameter.status_quo, self.frame
            )
        except Refused as refused:
            self.faults.extend(refused.faults)

    def _entries(self) -> None:
        self.entries: dict[str, Entry] = {}
        self.checks: dict[str, Check] = {}
        for section in ("quantities", "checks"):
            for key, node in self.sections.table(self.root.get(section), section):
                if self.sections.declare(key, section):
                    self.names[key.text] = None
                    self._entry(key, node, section == "checks")
        self.plans = self._plans()

    def _entry(self, key: Node, node: Node, is_check: bool) -> None:
        check, node = self.sections.check(key, node) if is_check else (None, node)
        entry = read_entry(key.text, node, self.faults)
        if not entry:
            return
        if check and entry.form:
            self.sections.tell("expression_needed", node.place, name=key.text)
            return
        self.sections.cited(entry.words.get("source"))
        self.entries[key.text] = entry
        if check:
            self.checks[key.text] = check

    def _plans(self) -> dict[str, Plan]:
        try:
            order = working_order(self.entries, self.entries)
        except Refused as refused:
            self.faults.extend(refused.faults)
            return {}
        compiler = FormCompiler(self.frame, self.names)
        compiler.faults = self.faults
        compiler.whole_shares = {n for n, p in self.parameters.items() if p.kind == "weights"}
        plans: dict[str, Plan] = {}
        for name in order:
            entry = self.entries[name]
            plan = compiler.test(entry) if name in self.checks else compiler.compile(entry)
            self.names[name] = plan and Declared(plan.shape, plan.unit, plan.answer)
            if plan:
                plans[name] = plan
        self._refuse_too_big(plans)
        return plans

    def _refuse_too_big(self, plans: dict[str, Plan]) -> None:
        """The limits on cells (each figure, and all together) and on the work of one evaluation."""
        cells = work = 0
        for name, plan in plans.items():
            size = self.frame.size(plan.shape)
            cells += size
            work += size * self._weight(self.entries[name])
            if cells > MOST_CELLS or work > MOST_WORK:
                place = self.entries[name].node.place
                self.sections.tell("too_many_cells", place, name=name, met=cells, most=MOST_CELLS)
                return

    def _weight(self, entry: Entry) -> int:
        """The work of one cell: its words, and what it takes to share a pool with bounds."""
        words = sum(1 for term in entry.terms.values() for _ in term.walk())
        sharing = 10 * len(self.frame.axes[GOVERNMENT]) if entry.form == "allocate" else 0
        return words + sharing

    def _measures(self) -> None:
        shapes = {name: None for name in self.sections.taken if name in self.names}
        shapes = {
            name: plan.shape if (plan := self.plans.get(name)) else None
            for name in shapes
            if self.sections.taken[name] == "quantities"
        }
        self.measures = {}
        for key, node in self.sections.table(self.root.get("measures"), "measures"):
            measure = self.sections.measure(key, node, shapes)
            if measure:
                self.measures[key.text] = measure

    def _scenarios(self) -> None:
        self.scenarios: dict[str, Scenario] = {}
        for key, node in self.sections.table(self.root.get("scenarios"), "scenarios"):
            scenario = self.sections.scenario(key, node)
            if scenario:
                self.scenarios[key.text] = scenario
        for scenario in self.scenarios.values():
            self._refuse_scenario(scenario)

    def _refuse_scenario(self, scenario: Scenario) -> None:
        if scenario.extends and scenario.extends not in self.scenarios:
            told = unknown_name(
                "unknown_scenario", scenario.extends, self.scenarios, scenario.place
            )
            self.faults.append(told)
        line = extended(self.scenarios, scenario.name)
        if line and line[0].extends in self.scenarios:
            path = " -> ".join(s.name for s in line[::-1])
            self.sections.tell("cycle", scenario.place, name=scenario.name, path=path)
        self._refuse_values(scenario.values)

    def _refuse_values(self, values: Mapping[str, Node]) -> None:
        for name, node in values.items():
            if name not in self.sections.taken or self.sections.taken[name] != "parameter":
                known = [n for n, kind in self.sections.taken.items() if kind == "parameter"]
                self.faults.append(unknown_name("unknown_parameter", name, known, node.place))
            elif name in self.parameters:
                try:
                    read_value(self.parameters[name], node, self.frame)
                except Refused as refused:
                    self.faults.extend(refused.faults)

    def _cases(self) -> None:
        self.cases: list[tuple[CaseText, list[Expectation]]] = []
        section, ids = self.root.get("cases"), set()
        if section is None:
            return
        if section.kind != "list":
            self.sections.tell("list_needed", section.place, name="cases")
            return
        for node in section.items:
            case = self.sections.case(node, ids)
            if not case:
                continue
            for name in case.scenarios:
                if name not in self.scenarios:
                    told = unknown_name("unknown_scenario", name, self.scenarios, node.place)
                    self.faults.append(told)
            self._refuse_values(case.values)
            found = [self._expectation(key, value) for key, value in case.expect]
            self.cases.append((case, [expectation for expectation in found if expectation]))

    def _expectation(self, key: Node, value: Node) -> Expectation | None:
        try:
            term = parse(key.text, key.start, key.flow and key.plain)
        except Refused as refused:
            self.faults.extend(refused.faults)
            return None
        compiler = Compiler(self.frame, self.names, key.start)
        plan = compiler.compile(term)
        self.faults.extend(compiler.faults)
        return plan and Expectation(key.text, plan, value)

    def _case_of(self, document: Document, case: CaseText, expectations: list[Expectation]) -> Case:
        written = document.laid(*case.scenarios) | case.values
        return Case(case, document.read_values(written), tuple(expectations))
