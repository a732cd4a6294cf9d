"""Files of golden cases: operations with inputs and expected figures, read, checked and run.

Knows the format of such a file. Source: the `meta.conventions` of the file itself, and
formulas.md, section 4. A case that cannot be worked out fails; a file that cannot be read
as cases is refused with everything that is wrong in it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grants.engine.cases import Difference, Outcome
from grants.engine.fault import Fault, Place, Refused, unknown_name
from grants.engine.notation import read_plain, write_number
from grants.engine.operations import OPERATIONS, Operation
from grants.engine.operations.inputs import CANONICAL, Desk, floats, labels, number, numbers, positive
from grants.engine.operations.rounding import MODES, RECONCILES, Rounding
from grants.engine.reading import Node, read

if TYPE_CHECKING:
    Number = int | Fraction

MOST_CHARACTERS = 2_000_000
_CENT = Fraction(1, 100)  # the step where a rounding names none: formulas.md, section 4
_FILE = ("meta", "sources", "datasets", "cases")
_DATASET = ("what", "date", "vintage", "source", "values", "unit", "note", "notes", "url")
_CASE = ("id", "program", "programme", "title", "op", "primitives", "inputs", "expected")
_CASE += ("tolerance", "rounding", "source", "confidence", "notes", "note")
_EXPECTED = ("value", "status", "source", "note", "notes")
_STATUS = ("published", "derived", "inferred")


@dataclass(frozen=True)
class FileCase:
    """One case, ready to be run."""

    id: str
    title: str
    operation: Operation
    inputs: dict[str, Any]
    expected: dict[str, Number]
    absolute: Number
    relative: Number
    rounding: Rounding
    published: bool


@dataclass(frozen=True)
class CaseFile:
    """A checked file of cases."""

    cases: tuple[FileCase, ...]
    desk: Desk


def read_case_file(text: str) -> CaseFile:
    """The cases of a file. Refused with every fault: unknown operations and keys, datasets
    and sources nobody declared, floats, missing inputs, ids given twice."""
    root = read(text, MOST_CHARACTERS)
    desk = Desk()
    sections = desk.keys(root, _FILE, ("cases",))
    desk.order = _order(sections.get("meta"), desk)
    sources = _names(sections.get("sources"), desk)
    _read_datasets(sections.get("datasets"), sources, desk)
    cases = _read_cases(sections.get("cases"), sources, desk)
    if desk.faults:
        raise Refused(*desk.faults)
    desk.case = ""
    return CaseFile(tuple(case for case in cases if case), desk)


def _order(meta: Node | None, desk: Desk) -> tuple[str, ...]:
    given = meta.get("jurisdictions") if meta else None
    named = tuple(labels(given, desk)) if given else ()
    return (*named, *(label for label in CANONICAL if label not in named))


def _names(node: Node | None, desk: Desk) -> set[str] | None:
    """The ids of the sources; None when the file has no such section."""
    if node is None:
        return None
    if node.kind != "table":
        desk.tell("table_needed", node.place, name="sources")
        return None
    return {key.text for key, _ in node.items}


def _read_datasets(node: Node | None, sources: set[str] | None, desk: Desk) -> None:
    if node is None:
        return
    if node.kind != "table":
        desk.tell("table_needed", node.place, name="datasets")
        return
    for key, value in node.items:
        desk.case = key.text
        found = desk.keys(value, _DATASET, ("values",))
        _cite(found.get("source"), sources, desk)
        desk.datasets[key.text] = numbers(found["values"], desk) if "values" in found else {}
    desk.case = ""


def _cite(node: Node | None, sources: set[str] | None, desk: Desk) -> list[str]:
    if node is None or node.is_empty:
        return []
    ids = [part.text for part in node.items] if node.kind == "list" else [node.text]
    for name in ids if sources is not None else ():
        if name not in sources:
            desk.keep(unknown_name("unknown_source", name, sources, node.place))
    return ids


def _read_cases(node: Node | None, sources: set[str] | None, desk: Desk) -> list[FileCase | None]:
    if node is None:
        return []
    if node.kind != "list" or not node.items:
        desk.tell("list_needed", node.place, name="cases")
        return []
    seen: set[str] = set()
    cases = []
    for position, part in enumerate(node.items, 1):
        given = part.get("id")
        desk.case = given.text if given and given.text else f"case {position}"
        if desk.case in seen:
            desk.tell("repeated_id", given.place, name=desk.case)
        seen.add(desk.case)
        cases.append(_read_case(part, sources, desk))
    return cases


def _read_case(node: Node, sources: set[str] | None, desk: Desk) -> FileCase | None:
    told = len(desk.faults)
    found = desk.keys(node, _CASE, ("id", "op", "inputs", "expected"))
    _cite(found.get("source"), sources, desk)
    absolute, relative = _tolerance(found.get("tolerance"), desk)
    rounding = _rounding(found.get("rounding"), desk)
    expected, published = _expected(found.get("expected"), desk)
    operation = _operation(found.get("op"), desk)
    given = _inputs(found.get("inputs"), operation, desk)
    if len(desk.faults) > told or operation is None:
        return None
    title = found["title"].text if "title" in found else ""
    given_tolerance = (absolute, relative)
    return FileCase(
        desk.case, title, operation, given, expected, *given_tolerance, rounding, published
    )


def _operation(node: Node | None, desk: Desk) -> Operation | None:
    if node is None:
        return None
    if node.text not in OPERATIONS:
        desk.keep(unknown_name("unknown_operation", node.text, OPERATIONS, node.place))
    return OPERATIONS.get(node.text)


def _inputs(node: Node | None, operation: Operation | None, desk: Desk) -> dict[str, Any]:
    if node is None:
        return {}
    if operation is None:
        floats(node, desk)
        return {}
    readers = operation.needed | operation.optional
    found = desk.keys(node, readers, operation.needed)
    for key, value in node.items if node.kind == "table" else ():
        if key.text not in readers:
            floats(value, desk)
    if not operation.needed and len(found) != 1:
        desk.tell("key_missing", node.place, name=" / ".join(readers), entry=desk.case)
    return {key: readers[key](value, desk) for key, value in found.items()}


def _tolerance(node: Node | None, desk: Desk) -> tuple[Number, Number]:
    if node is None or node.is_empty:
        return 0, 0
    found = desk.keys(node, ("abs", "rel"), ())
    read_ = {key: number(value, desk) for key, value in found.items()}
    for key, value in read_.items():
        if value < 0:
            desk.tell("out_of_range", node.place, name=key, met=value, allowed="0..")
    return read_.get("abs", 0), read_.get("rel", 0)


def _rounding(node: Node | None, desk: Desk) -> Rounding:
    if node is None or node.is_empty:
        return Rounding()
    found = desk.keys(node, ("unit", "mode", "reconcile", "party"), ())
    unit = positive(found["unit"], desk) if "unit" in found else _CENT
    mode = _one_of(found.get("mode"), MODES, "half_up", desk)
    written, _, party = (found["reconcile"].text if "reconcile" in found else "").partition(" to ")
    if written and written not in RECONCILES:
        desk.keep(unknown_name("unknown_word", written, RECONCILES, found["reconcile"].place))
    party = party or (found["party"].text if "party" in found else "")
    return Rounding(unit, mode, written or RECONCILES[0], party)


def _one_of(node: Node | None, known: Any, default: str, desk: Desk) -> str:
    if node is None:
        return default
    if node.text not in known:
        desk.keep(unknown_name("unknown_word", node.text, known, node.place))
        return default
    return node.text


def _expected(node: Node | None, desk: Desk) -> tuple[dict[str, Number], bool]:
    if node is None:
        return {}, False
    if node.kind != "table" or not node.items:
        desk.tell("table_needed", node.place, name="expected")
        return {}, False
    figures, published = {}, False
    for key, value in node.items:
        if value.kind == "text":
            figures[key.text] = number(value, desk)
            continue
        found = desk.keys(value, _EXPECTED, ("value",))
        if "value" in found:
            figures[key.text] = number(found["value"], desk)
        status = _one_of(found.get("status"), _STATUS, "derived", desk)
        published |= status == "published"
    return figures, published


def run_case_file(file: CaseFile) -> tuple[Outcome, ...]:
    """Every case of a file, in order."""
    return tuple(_run(case, file.desk) for case in file.cases)


def _run(case: FileCase, desk: Desk) -> Outcome:
    try:
        figures = case.operation.work(case.inputs, desk, case.rounding)
    except Refused as refused:
        faults = tuple(replace(told, field=case.id) for told in refused.faults)
        return Outcome(case.id, case.title, case.published, (), faults)
    differences, faults = _compared(case, figures)
    told = case.operation.notes
    notes = told(case.inputs, figures, case.rounding) if told else ()
    return Outcome(case.id, case.title, case.published, differences, faults, tuple(notes))


def _compared(
    case: FileCase, figures: dict[str, Number]
) -> tuple[tuple[Difference, ...], tuple[Fault, ...]]:
    differences, faults = [], []
    for name, wanted in case.expected.items():
        if name not in figures:
            place = Place(field=case.id)
            faults.append(unknown_name("no_such_figure", name, figures, place))
            continue
        allowed = max(case.absolute, case.relative * abs(wanted))
        if abs(figures[name] - wanted) > allowed:
            told = (read_plain(write_number(v)) for v in (wanted, figures[name]))
            differences.append(Difference(name, "", *told))
    return tuple(differences), tuple(faults)
