"""The working of a figure for its page: each step in words, down to the inputs and their sources.

Knows what the engine's working gives and the names of labels; the templates only print it.
"""

from dataclasses import dataclass
from typing import Any

from grants import engine, telling
from grants.naming import SURE, Names, name_of


@dataclass(frozen=True)
class Line:
    """A field of an expression: as written, and with the values filled in."""

    field: str
    text: str
    filled: str


@dataclass(frozen=True)
class Step:
    """A figure of a working: its value or values, where it comes from, and what it rests on."""

    name: str
    title: str
    kind: str
    where: str
    value: str
    values: tuple[tuple[str, str], ...]
    faults: tuple[str, ...]
    lines: tuple[Line, ...]
    sure: tuple[str, ...]
    stated: bool
    notes: tuple[str, ...]
    sources: tuple[dict[str, str], ...]
    releases: tuple[dict[str, Any], ...]
    seen: bool
    rests_on: tuple["Step", ...]


def worked(results: engine.Results, name: str, labels: tuple[str, ...], names: Names) -> Step:
    """The working of one figure. Raises engine.Refused for a name or label nobody knows."""
    return _step(results.document, engine.working(results, name, *labels), names)


def _step(document: engine.Document, told: dict[str, Any], names: Names) -> Step:
    unit = told["unit"]
    kind = document.parameters[told["name"]].kind if told["name"] in document.parameters else ""
    values = tuple((names.labels(at.split(",")), telling.exact(value, unit, kind))
                   for at, value in told.get("values", {}).items())
    value = "" if told["value"] is None else telling.exact(told["value"], unit, kind)
    return Step(
        name=told["name"], title=name_of(document, told["name"]), kind=told.get("kind", ""),
        where=names.labels(told["labels"].values()), value=value, values=values,
        faults=tuple(telling.fault_sentence(engine.Fault(**one)) for one in told.get("faults", ())),
        lines=tuple(_line(one) for one in told.get("lines", ())),
        sure=tuple(str(SURE[one]) for one in told.get("sure", ())), stated=told.get("stated", False),
        notes=tuple(told.get("notes", ())), sources=tuple(map(_source, told.get("sources", ()))),
        releases=tuple(told.get("releases", ())), seen=told.get("seen", False),
        rests_on=tuple(_step(document, one, names) for one in told.get("rests_on", ())))


def _line(told: dict[str, str]) -> Line:
    return Line(told["field"], told["text"], telling.readable(told["filled"]))


def _source(told: dict[str, str]) -> dict[str, str]:
    return {"title": told["id"], "publisher": "", "date": "", "url": "", **told}
