"""Files of golden cases: all that are shipped pass, and what is malformed is told whole."""

# ruff: noqa: E501  (a table keeps each case, or each text, on one line)

import pytest

from grants.engine import check_cases
from tests.grants.engine.documents import GOLDEN

TEXT = GOLDEN.read_text(encoding="utf-8")
GOLDEN_CASES = check_cases(TEXT).outcomes


@pytest.mark.parametrize("outcome", GOLDEN_CASES, ids=[outcome.id for outcome in GOLDEN_CASES])
def test_a_golden_case_passes(outcome):
    assert (outcome.differences, outcome.faults) == ((), ())


def test_there_are_seventy_golden_cases():
    report = check_cases(TEXT)
    assert (report.passed, report.failed, report.exit_code) == (70, 0, 0)


def test_a_changed_figure_fails_with_exit_1():
    report = check_cases(
        TEXT.replace("value: '597'", "value: '1'").replace("value: '600000000'", "value: '1'")
    )
    assert report.exit_code == 1
    failed = [outcome for outcome in report.outcomes if not outcome.passed]
    assert [(o.id, o.differences[0].figure, o.differences[0].met) for o in failed] == [
        ("cjg-03-province-burden", "burden", "600000000")
    ]


def one(op, inputs, expected, rounding="", tolerance="{abs: '0'}"):
    """A file with one case."""
    wanted = "{" + ", ".join(f"{name}: {{value: '{value}'}}" for name, value in expected.items()) + "}"
    told = f"  rounding: {rounding}\n" if rounding else ""
    return (
        "datasets: {people: {values: {NL: '1', QC: '2', ON: '1'}}, riders: {values: {ON: '1'}}}\n"
        f"cases:\n- id: c\n  op: {op}\n  inputs: {inputs}\n  expected: {wanted}\n  tolerance: {tolerance}\n{told}"
    )


CENTS = "{unit: '0.01', mode: half_up, reconcile: largest_remainder}"
DOLLARS = "{unit: '1', reconcile: independent}"
THIRDS = "payers: [{party: a, share: 1/3}, {party: b, share: 1/3}, {party: c, share: 1/3, cap: '2'}]"
WORKED = [
    ("a cap without a residual payer leaves money unpaid", "split", f"{{cost: '9', {THIRDS}}}",
     {"a": "3", "b": "3", "c": "2", "unpaid": "1"}, ""),
    ("a residual payer has a cap too", "split",
     "{cost: '90', payers: [{party: a, share: '0.5'}, {party: b, residual: true, cap: '30'}]}",
     {"a": "45", "b": "30", "unpaid": "15"}, ""),
    ("a residual payer may stand first", "split",
     "{cost: '10000', payers: [{party: b, residual: true}, {party: a, share: 2/3, cap: '5000'}]}",
     {"a": "5000", "b": "5000"}, CENTS),
    ("a fixed amount is paid first", "split",
     "{cost: '90', payers: [{party: a, amount: '20'}, {party: b, residual: true}]}", {"a": "20", "b": "70"}, ""),
    ("two drivers are mixed by weight", "allocate",
     "{pool: '100', drivers: [{dataset: people, weight: '0.6'}, {dataset: riders, weight: '0.4'}]}",
     {"NL": "15", "QC": "30", "ON": "55"}, ""),
    ("a base for some", "allocate", "{pool: '100', bases: {NL: '20'}, drivers: [{dataset: people}]}",
     {"NL": "40", "QC": "40", "ON": "20"}, ""),
    ("a percentage set aside for who leaves the share", "allocate",
     "{pool: '100', reserves: {NL: 10%}, drivers: [{dataset: people}]}", {"NL": "10", "QC": "60", "ON": "30"}, ""),
    ("participants alone share", "allocate",
     "{pool: '100', participants: [ON, NL], drivers: [{dataset: people}]}", {"NL": "50", "ON": "50"}, ""),
    ("ties go in the order of governments, not as written", "allocate",
     "{pool: '0.01', drivers: [{values: {ON: '1', NL: '1'}}]}", {"NL": "0.01", "ON": "0.00"}, CENTS),
    ("shares are rounded before money", "allocate",
     "{pool: '1000', share_decimals: 1, drivers: [{values: {A: '1', B: '2'}}]}", {"A": "300", "B": "700"}, CENTS),
    ("a pool below zero adds up", "allocate", "{pool: '-100', drivers: [{values: {A: '1', B: '1', C: '1'}}]}",
     {"A": "-33.33", "B": "-33.33", "C": "-33.34"}, CENTS),
    ("independent figures need not add up", "allocate", "{pool: '2', drivers: [{values: {A: '1', B: '3'}}]}",
     {"A": "1", "B": "2"}, DOLLARS),
    ("one floor pushes another under", "reserve_floor",
     "{pool: '100', floors: {each: '6'}, drivers: [{values: {A: '90', B: '6', C: '4'}}]}",
     {"A": "88", "B": "6", "C": "6"}, ""),
    ("a floor for one alone", "reserve_floor",
     "{pool: '100', floors: {C: '10'}, drivers: [{values: {A: '90', B: '6', C: '4'}}]}",
     {"A": "84.375", "B": "5.625", "C": "10"}, ""),
    ("two opt out", "optout",
     "{pool: '100', drivers: [{dataset: people}], opted_out: [QC, NL], conditioned_fraction: '0.6'}",
     {"compensation_QC": "50", "compensation_NL": "25", "participants_total": "25", "conditioned_participants": "15"},
     CENTS),
    ("spending above the maximum is the province's", "match",
     "{allocation: '8965000', fed_share: 1/2, eligible_spending: '20000000'}",
     {"federal": "8965000", "provincial": "11035000"}, CENTS),
    ("a match to the cent", "match", "{allocation: '100', fed_share: 1/3, eligible_spending: '100'}",
     {"federal": "33.33", "provincial": "66.67"}, CENTS),
    ("a cost on the last threshold", "tiers",
     ("{cost: '18790000', population: '1000000', brackets: [{width: '3.75', federal: '0'},"
     " {width: '7.52', federal: '0.50'}, {width: '7.52', federal: '0.75'}, {width: null, federal: '0.90'}]}"),
     {"federal": "9400000", "provincial": "9390000"}, CENTS),
    ("nothing is paid above a last slice", "tiers",
     "{cost: '50', population: '10', brackets: [{width: '1', federal: '0'}, {width: '2', federal: '0.5'}]}",
     {"federal": "10", "provincial": "40"}, ""),
    ("all under the limit is carried", "carry", "{allocation: '100', spent: '60', max_fraction: '0.40'}",
     {"carry_out": "40", "lapsed": "0"}, ""),
    ("nothing is carried when all is spent", "carry", "{allocation: '100', spent: '130', max_fraction: '0.40'}",
     {"carry_out": "0", "lapsed": "0", "overspent": "30"}, ""),
    ("rounded every year before the next", "escalate",
     "{start_year: 2008, end_year: 2010, start_amount: '10537000000', rate: '0.03', round_each_year_to: '1000'}",
     {"2008": "10537000000", "2010": "11178703000"}, ""),
    ("fiscal years are keys too", "escalate",
     "{start_year: 2008-09, end_year: 2009-10, start_amount: '100', rate: '0.03'}", {"2009-10": "103"}, ""),
    ("an index in steps", "step_index",
     "{base: '1000', rate: '0.10', step: '100', first_indexed_year: 2000, end_year: 2002}",
     {"2000": "1100", "2001": "1200", "2002": "1300"}, ""),
    ("each year of a series is rounded alone", "series_times",
     "{factor: '0.5', series: {a: '1', b: '1', c: '1'}}", {"a": "1", "b": "1", "c": "1"}, CENTS.replace("0.01", "1")),
    ("a phase", "phase", "{base: '500', fractions: {'2014-15': '0.15'}}", {"2014-15": "75"}, ""),
    ("rounded by itself", "round_vector", "{values: {A: '0.5', B: '-0.5', C: '1.4'}}",
     {"A": "1", "B": "-1", "C": "1", "total": "1"}, DOLLARS),
    ("rounded to add up", "round_vector", "{values: {A: '0.5', B: '0.5'}}", {"A": "1", "B": "0"},
     "{unit: '1', reconcile: largest_remainder}"),
    ("what rounding leaves goes to one", "round_vector", "{values: {A: '0.5', B: '0.5', C: '1'}}",
     {"A": "1", "B": "0", "C": "1"}, "{unit: '1', reconcile: residual to B}"),
    ("halves to even when asked", "round_vector", "{values: {A: '0.5', B: '1.5'}}", {"A": "0", "B": "2"},
     "{unit: '1', mode: half_even, reconcile: independent}"),
    ("a part of a pool", "share_of_pool", "{pool: '300', numerator: '1', denominator: '3'}", {"amount": "100"}, ""),
    ("a sum of a list by label", "sum", "{values: {A: '1.10', B: '2.20'}}", {"total": "3.30"}, ""),
    ("gains and losses", "compare", "{status_quo: people, proposal: {NL: '0', QC: '4', ON: '1'}}",
     {"delta_NL": "-1", "delta_QC": "2", "losses_total": "1", "gains_total": "2", "net": "1"}, ""),
    ("expressions in any order, words as names", "arithmetic",
     "{variables: {share: '1/3', sum: '9'}, expressions: {b: a * 2, a: share * sum, c: 'max(a, -b, 1) ** 2'}}",
     {"a": "3", "b": "6", "c": "9"}, ""),
]  # fmt: skip


@pytest.mark.parametrize("row", WORKED, ids=[w[0] for w in WORKED])
def test_an_operation_means_what_it_says(row):
    _, op, inputs, expected, rounding = row
    report = check_cases(one(op, inputs, expected, rounding))
    assert report.faults == ()
    (outcome,) = report.outcomes
    assert (outcome.differences, outcome.faults) == ((), ())


FAILS = [
    ("a zero divisor", "arithmetic", "{variables: {a: '0'}, expressions: {b: 1 / a}}", "division_by_zero"),
    ("a circle", "arithmetic", "{expressions: {b: c, c: b}}", "cycle"),
    ("a name nobody declared", "arithmetic", "{variables: {pool: '1'}, expressions: {b: pol}}", "unknown_name"),
    ("an import", "arithmetic", "{expressions: {b: __import__(1)}}", "unknown_function"),
    ("a vast power", "arithmetic", "{variables: {a: '99'}, expressions: {b: a ** 100 ** 2}}", "exponent_too_big"),
    ("a long power", "arithmetic", "{variables: {a: '7'}, expressions: {c: a**99, b: c**99}}", "figure_too_long"),
    ("weights that add to zero", "allocate", "{pool: '1', drivers: [{values: {A: '0', B: '0'}}]}",
     "weights_add_to_zero"),
    ("a driver below zero", "allocate", "{pool: '1', drivers: [{values: {A: '-1', B: '3'}}]}", "negative_weight"),
    ("floors above the pool", "reserve_floor",
     "{pool: '9', floors: {each: '5'}, drivers: [{values: {A: '1', B: '1'}}]}", "minimums_above_pool"),
    ("a label nobody has", "optout",
     "{pool: '9', drivers: [{dataset: people}], opted_out: [BC], conditioned_fraction: '1'}", "unknown_label"),
    ("labels that differ", "compare", "{status_quo: people, proposal: {NL: '1'}}", "unknown_label"),
    ("years the wrong way", "step_index",
     "{base: '1', rate: '0', step: '1', first_indexed_year: 2020, end_year: 2010}", "years_bad"),
    ("a figure the operation does not give", "sum", "{dataset: riders}", "no_such_figure"),
]  # fmt: skip


@pytest.mark.parametrize("row", FAILS, ids=[f[0] for f in FAILS])
def test_a_case_that_cannot_be_worked_out_fails_by_name(row):
    _, op, inputs, code = row
    report = check_cases(one(op, inputs, {"b": "1"}))
    assert (report.faults, report.exit_code) == ((), 1)
    assert code in [fault.code for fault in report.outcomes[0].faults]


def test_a_minimum_share_is_a_check_and_no_plug():
    inputs = "{cost: '9000', payers: [{party: g, share: 5/6}, {party: e, residual: true, min_share: 1/3}]}"
    (outcome,) = check_cases(one("split", inputs, {"e": "1500"}, CENTS)).outcomes
    assert outcome.passed
    assert [note.code for note in outcome.notes] == ["below_minimum_share"]


def test_tolerances_are_absolute_or_relative():
    for tolerance, passed in [("{abs: '1'}", True), ("{rel: '0.01'}", True), ("{rel: '0.001'}", False)]:
        report = check_cases(one("sum", "{values: {A: '100'}}", {"total": "101"}, "", tolerance))
        assert report.outcomes[0].passed is passed


MALFORMED = [
    ("an unknown operation", "op: sum", "op: summ", ["unknown_operation"]),
    ("an unknown key of a case", "  op: sum", "  opp: sum", ["key_missing", "unknown_key"]),
    ("an unknown input", "values: {A", "valeus: {A", ["key_missing", "unknown_key"]),
    ("a missing dataset", "values: {A: '100'}", "dataset: nobody", ["unknown_dataset"]),
    ("a float", "A: '100'", "A: 100.5", ["float_written"]),
    ("a float in a figure expected", "value: '101'", "value: 1.5", ["float_written"]),
    ("a float in a tolerance", "abs: '1'", "abs: 0.5", ["float_written"]),
    ("a float in a dataset", "QC: '2'", "QC: 2.0", ["float_written"]),
    ("a float with an exponent", "A: '100'", "A: 1e5", ["float_written"]),
    ("an infinite float", "A: '100'", "A: .inf", ["float_written"]),
    ("not a number", "A: '100'", "A: NaN", ["not_finite"]),
    ("a vast exponent", "A: '100'", "A: '1e999999999'", ["exponent_notation"]),
    ("no inputs", "  inputs: {values: {A: '100'}}\n", "", ["key_missing"]),
    ("no expected figures", "  expected: {total: {value: '101'}}\n", "", ["key_missing"]),
    ("an anchor", "A: '100'", "A: &a '100'", ["anchor"]),
    ("an unknown word in rounding", "abs: '1'}", "abs: '1'}\n  rounding: {unit: '1', mode: up_half}",
     ["unknown_word"]),
    ("a step of rounding of zero", "abs: '1'}", "abs: '1'}\n  rounding: {unit: 0}", ["not_positive"]),
    ("a key twice", "op: sum", "op: sum\n  op: sum", ["repeated_key"]),
]  # fmt: skip


@pytest.mark.parametrize("row", MALFORMED, ids=[m[0] for m in MALFORMED])
def test_a_malformed_file_is_told_with_exit_2(row):
    _, old, new, codes = row
    text = one("sum", "{values: {A: '100'}}", {"total": "101"}, "", "{abs: '1'}")
    assert old in text
    report = check_cases(text.replace(old, new))
    assert (report.exit_code, report.outcomes) == (2, ())
    assert sorted(fault.code for fault in report.faults) == codes


def test_every_problem_of_a_file_is_named_at_once():
    text = one("summ", "{values: {A: 1.5}}", {"total": "x"}) + "  extra: 1\n- id: c\n  op: sum\n"
    codes = {fault.code for fault in check_cases(text).faults}
    assert codes == {
        "unknown_operation", "float_written", "not_a_number", "unknown_key", "repeated_id", "key_missing",
    }


BAD_VALUES = [
    ("a share above 1", "split", "{cost: '1', payers: [{party: a, share: '1.5'}]}", "out_of_range"),
    ("shares above 1 together", "split", "{cost: '1', payers: [{party: a, share: 2/3}, {party: b, share: 2/3}]}",
     "shares_do_not_add"),
    ("a population of zero", "tiers", "{cost: '1', population: '0', brackets: [{width: null, federal: '1'}]}",
     "not_positive"),
    ("two residual payers", "split", "{cost: '1', payers: [{party: a, residual: true}, {party: b, residual: true}]}",
     "two_rests"),
    ("weights of drivers that do not add to 1", "allocate",
     "{pool: '1', drivers: [{dataset: people, weight: '0.5'}, {dataset: riders, weight: '0.4'}]}",
     "shares_do_not_add"),
    ("a step of zero", "step_index", "{base: '1', rate: '0', step: '0', first_indexed_year: 2000, end_year: 2001}",
     "not_positive"),
    ("brackets nested ten thousand deep", "arithmetic",
     "{expressions: {b: '" + "(" * 10_000 + "1" + ")" * 10_000 + "'}}", "too_many_words"),
]  # fmt: skip


@pytest.mark.parametrize("row", BAD_VALUES, ids=[b[0] for b in BAD_VALUES])
def test_a_bad_input_is_named(row):
    _, op, inputs, code = row
    report = check_cases(one(op, inputs, {"b": "1"}))
    assert [fault.code for fault in report.faults] == [code]
    assert report.faults[0].field == "c"
