"""Small formula documents and the shipped ones, for the tests of the engine."""

from functools import cache
from pathlib import Path

from grants import engine
from grants.engine.frame import GOVERNMENTS

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "tests/grants/cases/formula_cases.yaml"
HEAD = """language: 1
programme: trial
years: 2014-15..2016-17
axes: {party: [federal, provincial, employer], firm: [small, other]}
sources: {budget: {title: Budget}}
drivers: {people: {indicator: population, date: 2013-07-01}}
parameters:
  envelope: {kind: money, by: year, status_quo: 500}
  price:    {kind: money, unit: CAD/grant, status_quo: 15_000}
  earmark:  {kind: ratio, by: [year, government], status_quo: 0}
  part:     {kind: ratio, status_quo: 25%}
  growth:   {kind: rate, status_quo: 2%}
  apart:    {kind: switch, by: government, status_quo: {QC: yes, others: no}}
  shares:   {kind: weights, over: party, by: firm, status_quo: "1 : 1 : 1"}
quantities:
"""


def document(quantities: str, more: str = "", **changed: str) -> str:
    """A document with these quantities; `changed` replaces a parameter's status quo."""
    head = HEAD
    for name, value in changed.items():
        line = next(line for line in HEAD.splitlines() if line.strip().startswith(f"{name}:"))
        head = head.replace(line, line[: line.index("status_quo:")] + f"status_quo: {value}}}")
    return head + "".join(f"  {line}\n" for line in quantities.strip().splitlines()) + more


def release(figures: dict[str, int] | None = None, name: str = "trial", date: str = "2013-07-01"):
    """A release with these figures; by default 1 for each government."""
    from_all = dict.fromkeys(GOVERNMENTS, 1)
    values = tuple((from_all | (figures or {})).items())
    return engine.Release(name, "population", date, "2013-09-26", "Trial", "Nobody", "", values)


def results(quantities: str, values=None, figures=None, **changed: str) -> engine.Results:
    """The results of such a document."""
    compiled = engine.compile_document(document(quantities, **changed))
    return engine.evaluate(compiled, values, [release(figures)])


def codes(text: str) -> list[str]:
    """The codes of a text's faults."""
    return [fault.code for fault in engine.check(text)]


@cache
def releases() -> tuple[engine.Release, ...]:
    """Every release that is shipped."""
    paths = sorted((ROOT / "data/releases").glob("*.yaml"))
    return tuple(engine.read_release(path.read_text(encoding="utf-8")) for path in paths)


@cache
def programme(name: str) -> engine.Document:
    """A programme that is shipped."""
    text = (ROOT / f"data/programmes/{name}.yaml").read_text(encoding="utf-8")
    return engine.compile_document(text)
