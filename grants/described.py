"""A formula told to a reader: its text by lines, what each entry says, and how its cases went.

Knows the engine's documents and no page; the templates only print it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from grants import engine, telling
from grants.engine.frame import write_unit
from grants.naming import KINDS, axis_name, name_of, scenario_name


@dataclass(frozen=True)
class Entry:
    """A quantity or check: its line, what it says, its unit and axes, what it rests on."""

    name: str
    line: int
    says: tuple[tuple[str, str], ...]
    unit: str
    axes: str
    rests_on: tuple[str, ...]


@dataclass(frozen=True)
class Input:
    """A parameter: its line and what may stand there."""

    name: str
    title: str
    line: int
    kind: str
    unit: str
    axes: str
    bounds: str
    status_quo: str
    note: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Measure:
    name: str
    title: str
    better: str
    adds_up: str


@dataclass(frozen=True)
class Scenario:
    """A scenario, what it is called, and the one it extends, if any: its name and what that is called."""

    name: str
    title: str
    line: int
    extends: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Case:
    """A case, what it expects, and how it went; published when it has a source."""

    id: str
    line: int
    scenarios: tuple[tuple[str, str], ...]
    sources: tuple[str, ...]
    expects: tuple[tuple[str, str], ...]
    passed: bool
    problems: tuple[str, ...]


@dataclass(frozen=True)
class Described:
    """A formula document for its page."""

    lines: tuple[str, ...]
    measures: tuple[Measure, ...]
    quantities: tuple[Entry, ...]
    checks: tuple[Entry, ...]
    parameters: tuple[Input, ...]
    drivers: tuple[Any, ...]
    scenarios: tuple[Scenario, ...]
    sources: tuple[tuple[str, Any], ...]
    cases: tuple[Case, ...]

    @property
    def passed(self) -> int:
        return sum(1 for case in self.cases if case.passed)

    @property
    def failed(self) -> int:
        return len(self.cases) - self.passed


def described(document: engine.Document, releases: tuple[engine.Release, ...]) -> Described:
    """The whole of a formula, its cases run on these releases."""
    entries = {name: _entry(document, name) for name in document.entries}
    return Described(
        lines=tuple(document.text.splitlines()),
        measures=tuple(_measure(document, name) for name in document.measures),
        quantities=tuple(one for name, one in entries.items() if name not in document.checks),
        checks=tuple(one for name, one in entries.items() if name in document.checks),
        parameters=tuple(_parameter(document, one) for one in document.parameters.values()),
        drivers=tuple(document.drivers.values()),
        scenarios=tuple(_scenario(document, one) for one in document.scenarios.values()),
        sources=tuple(document.sources.items()),
        cases=tuple(_cases(document, outcomes(document.text, releases))),
    )


@lru_cache(maxsize=16)
def outcomes(text: str, releases: tuple[engine.Release, ...]) -> tuple[engine.Outcome, ...]:
    """The cases of a formula run on releases, remembered: both never change."""
    return engine.run_cases(engine.compile_document(text), releases)


def _axes(shape: Iterable[str]) -> str:
    return ", ".join(axis_name(axis) for axis in shape)


def _entry(document: engine.Document, name: str) -> Entry:
    entry, plan = document.entries[name], document.plans[name]
    says = [(field, text) for field, text in entry.texts.items()]
    says += [(word, telling.notation(node)) for word, node in entry.words.items()]
    direct = sorted(entry.names() - {"elapsed", "previous", name})
    return Entry(name, entry.node.place.line, tuple(says), write_unit(plan.unit), _axes(plan.shape),
                 tuple(direct))


def _measure(document: engine.Document, name: str) -> Measure:
    measure = document.measures[name]
    return Measure(name, name_of(document, name), measure.better,
                   axis_name(measure.adds_up) if measure.adds_up else "")


def _parameter(document: engine.Document, one: engine.Parameter) -> Input:
    axes = [*one.by, *([one.over] if one.over else [])]
    return Input(
        one.name, name_of(document, one.name), one.status_quo.place.line, str(KINDS[one.kind]),
        write_unit(one.unit), _axes(axes), telling.bounds(one), telling.notation(one.status_quo), one.note,
        one.sources)


def _scenario(document: engine.Document, one: Any) -> Scenario:
    values = tuple((name, telling.notation(node)) for name, node in one.values.items())
    extends = ((one.extends, scenario_name(document, one.extends)),) if one.extends else ()
    return Scenario(one.name, scenario_name(document, one.name), one.place.line, extends, values)


def _cases(document: engine.Document, found: tuple[engine.Outcome, ...]) -> Iterable[Case]:
    for case, outcome in zip(document.cases, found, strict=True):
        written = case.written
        problems = (*map(telling.difference, outcome.differences), *map(telling.placed_fault, outcome.faults))
        yield Case(
            written.id, written.place.line,
            tuple((name, scenario_name(document, name)) for name in written.scenarios), written.sources,
            tuple((key.text, telling.notation(node)) for key, node in written.expect),
            outcome.passed, problems)
