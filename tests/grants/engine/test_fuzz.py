"""Damaged documents: whatever is written, the engine answers with faults or with figures."""

# ruff: noqa: E501  (a table keeps each case, or each text, on one line)

import random

import pytest

from grants.engine import Refused, check_cases, compile_document, evaluate, read_condition
from grants.faults import placed_sentence
from tests.grants.engine.documents import ROOT, document, releases

GRANT = (ROOT / "data/programmes/canada-job-grant.yaml").read_text(encoding="utf-8")
FORMS = document(
    "a: {allocate: envelope, by: people, base: 1, minimum: 2, maximum: 400}\n"
    "b: {split: price, over: party, shares: shares, caps: {federal: 5_000}, rest: employer}\n"
    "c: {first: envelope, then: 'max(0, (1 + growth) * (before(envelope) + previous) - envelope)'}\n"
    "d: if(part > 1/2 and not apart, round(a, 1 over government), floor(a) * (1 + growth) ** elapsed)\n",
    "measures: {a: {en: A, fr: A, better: more}, b: {en: B, fr: B, adds_up: party}}\n"
    "scenarios: {s: {part: 1%.., shares: {small: '1 : 2 : 3', other: {federal: rest}}}}\n"
    "cases: [{id: x, scenario: s, with: {growth: unknown}, expect: {c.2014-15: 500, a: {ON: 1}}}]\n",
)
GOLDEN = (ROOT / "tests/grants/cases/formula_cases.yaml").read_text(encoding="utf-8")
WORDS = ["{", "}", "[", "]", ":", ",", "-", "0", "1/0", "..", "unknown", "rest", "others", "over", "(", ")", "**",
         "''", "\n", "  ", "null", "previous", "elapsed", "QC", "2014-15", "&a", "*a", "!!int", "@status_quo", "'",
         "[1, 2]", "{a: b}", "NaN", "1e9", "%", "\t", "é", "#", "share(", "before(", "-1", "year", "party"]  # fmt: skip


def damaged(text, chance):
    """The text with a few places cut, doubled, moved or filled with other words."""
    for _ in range(chance.randint(1, 4)):
        text += "  "
        at, upto = sorted(chance.sample(range(len(text)), 2))
        upto = min(upto, at + chance.choice([1, 3, 12, 60]))
        put = chance.choice(["", chance.choice(WORDS), text[at:upto] * 2, text[upto : upto + 20]])
        text = text[:at] + put + text[upto:]
    return text


def survives(text):
    """Everything the engine can be asked of a text ends in figures or in its own faults."""
    try:
        compiled = compile_document(text)
    except Refused as refused:
        assert all(placed_sentence(fault, lang) for fault in refused.faults for lang in ("en", "fr"))
        return
    results = evaluate(compiled, {}, releases())
    for name in compiled.plans:
        try:
            results.shown(name) if name not in compiled.checks else results.figure(name)
        except Refused as refused:
            assert all(placed_sentence(fault, "fr") for fault in refused.faults)
    check_cases(text, releases())


@pytest.mark.parametrize("seed", range(4))
def test_damaged_documents_are_refused_cleanly(seed):
    chance = random.Random(seed)
    for _ in range(120):
        survives(damaged(chance.choice([GRANT, FORMS, FORMS]), chance))


@pytest.mark.drill
def test_thousands_of_damaged_documents_are_refused_cleanly():
    chance = random.Random(2014)
    for _ in range(8_000):
        survives(damaged(chance.choice([GRANT, FORMS, FORMS]), chance))


def test_damaged_case_files_are_refused_cleanly():
    chance = random.Random(7)
    start = GOLDEN.index("cases:\n- id")
    head = GOLDEN[: GOLDEN.index("datasets:")]
    cases = GOLDEN[start:].split("\n- id: ")
    for _ in range(150):
        some = "\n- id: ".join(["cases:", *chance.sample(cases[1:], 6)])
        report = check_cases(head + damaged(some, chance))
        told = [*report.faults, *(fault for o in report.outcomes for fault in (*o.faults, *o.notes))]
        assert all(placed_sentence(fault, lang) for fault in told for lang in ("en", "fr"))


def test_damaged_values_and_conditions_are_refused_cleanly():
    compiled, chance = compile_document(GRANT), random.Random(3)
    seeds = ["burden.ON.2017-18 <= 0 and sum(grants over government).2014-15 > 5", "15%..", "1 : 1 : 1"]
    for _ in range(400):
        text = damaged(chance.choice(seeds), chance)
        for ask in (
            lambda written: read_condition(compiled, written),
            lambda written: compiled.read_values({"shares": written, "earmark": {"QC": written}}),
        ):
            try:
                ask(text)
            except Refused as refused:
                assert refused.faults
