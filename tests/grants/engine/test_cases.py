"""A document's own cases, and conditions asked of results."""

import pytest

from grants.engine import Refused, compile_document, evaluate, read_condition, run_cases
from tests.grants.engine.documents import document, programme, release, releases

GRANT = programme("canada-job-grant")
EXPECTED = [
    ("a number met", "a: 12_500", True),
    ("a number not met", "a: 12_501", False),
    ("a range met", "b: 0..15_000", True),
    ("a number is not a range", "b: 15_000", False),
    ("an answer", "a > 12_000: yes", True),
    ("a wrong answer", "a > 12_000: no", False),
    ("an unknown answer", "b > 12_000: unknown", True),
    ("unknown is not a bounded range", "b: unknown", False),
    ("a table by label", "envelope: {2014-15: 500, others: 500}", True),
    ("one label wrong", "envelope: {2014-15: 500, 2015-16..: 501}", False),
    ("a label that meets nothing", "a: {2014-15: 12_500}", False),
]
LINES = "a: price * 5 / 6\nb: price * part"


@pytest.mark.parametrize(("line", "passed"), [e[1:] for e in EXPECTED], ids=[e[0] for e in EXPECTED])
def test_a_case_compares_exactly(line, passed):
    case = f"cases:\n  - id: c\n    with: {{part: unknown}}\n    expect:\n      {line}\n"
    (outcome,) = run_cases(compile_document(document(LINES, case)), [release()])
    assert outcome.passed is passed


def test_a_case_allows_its_tolerance_and_rounding():
    cases = (
        "cases: [{id: near, within: 1, expect: {a: 12_501}}, {id: far, within: 1, expect: {a: 12_502}},"
        " {id: round, round: 1000, expect: {a: 13_000}}]\n"
    )
    outcomes = run_cases(compile_document(document(LINES, cases)))
    assert [outcome.passed for outcome in outcomes] == [True, False, True]


def test_a_difference_names_its_cell():
    case = "cases: [{id: c, expect: {envelope: {2014-15: 500, 2015-16: 400}}}]\n"
    (outcome,) = run_cases(compile_document(document("a: part", case)))
    (difference,) = outcome.differences
    assert (difference.figure, difference.cell, difference.expected, difference.met) == (
        "envelope",
        "2015-16",
        "400",
        "500",
    )


ASKED = [
    ("sum(burden over government).2017-18 > 600_000_000", False),
    ("sum(burden over government).2017-18 >= 600_000_000", True),
    ("burden.ON.2017-18 <= 0 or match.QC.2017-18 > 0", True),
    ("sum(grants over government).2014-15 > 100_000_000", None),
    ("employers_pay_the_minimum.small", True),
    ("federal_cap == 5_000 and not one_grant_is_paid_in_full.other", False),
]


@pytest.mark.parametrize(("text", "answer"), ASKED)
def test_a_condition_is_asked_of_results(text, answer):
    found = evaluate(GRANT, GRANT.laid("budget-2013"), releases())
    assert read_condition(GRANT, text).ask(found) is answer


REFUSED = [
    ("burden.ON <= 0", "condition_of_many"),
    ("sum(burden over government).2017-18", "answer_needed"),
    ("unpaid.small > 0", "unknown_name"),
    ("burden.ON.2021-22 > 0", "unknown_label"),
    ("__import__('os')", "bad_character"),
    ("(" * 5000, "too_many_words"),
    ("x" * 20_000, "too_long"),
    ("", "stops_early"),
]


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_a_wrong_condition_is_refused_by_name(text, code):
    with pytest.raises(Refused) as caught:
        read_condition(GRANT, text, "claim")
    assert [(fault.code, fault.field) for fault in caught.value.faults] == [(code, "claim")]
