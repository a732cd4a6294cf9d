"""Each operation against the same thing worked out another way: by hand, or by a plain search.

The oracles here know nothing of the engine. They follow formulas.md, section 4, word by word.
"""

# ruff: noqa: E501  (a table keeps each case on one line)

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grants.engine import check_cases
from tests.grants.engine.test_case_file import CENTS, DOLLARS, one

ORDER = ["NL", "PE", "NS", "NB", "QC", "ON", "MB", "SK", "AB", "BC", "YT", "NT", "NU", "FN"]
CENT = Fraction(1, 100)
MILLIONS = "{unit: '1000000', mode: half_up, reconcile: independent}"


def told(values):
    return "{" + ", ".join(f"{name}: '{value}'" for name, value in values.items()) + "}"


def verdict(op, inputs, expected, rounding="", tolerance="{abs: '0'}"):
    report = check_cases(one(op, inputs, expected, rounding, tolerance))
    assert report.faults == ()
    return [(d.figure, d.expected, d.met) for d in report.outcomes[0].differences], report.outcomes[0].faults


BY_HAND = [
    # rounding
    ("halves go away from zero below it too", "round_vector", "{values: {A: '-1500000', B: '500000', C: '1499999'}}",
     {"A": -2_000_000, "B": 1_000_000, "C": 1_000_000, "total": 0}, MILLIONS),
    ("down is toward zero", "round_vector", "{values: {A: '-1.9', B: '1.9'}}", {"A": -1, "B": 1},
     "{unit: '1', mode: down, reconcile: independent}"),
    ("floor is not", "round_vector", "{values: {A: '-1.9', B: '1.9'}}", {"A": -2, "B": 1},
     "{unit: '1', mode: floor, reconcile: independent}"),
    ("up is away from zero", "round_vector", "{values: {A: '-1.1', B: '1.1'}}", {"A": -2, "B": 2},
     "{unit: '1', mode: up, reconcile: independent}"),
    ("ceiling is not", "round_vector", "{values: {A: '-1.1', B: '1.1'}}", {"A": -1, "B": 2},
     "{unit: '1', mode: ceiling, reconcile: independent}"),
    ("half down", "round_vector", "{values: {A: '-0.5', B: '0.5', C: '0.51'}}", {"A": 0, "B": 0, "C": 1},
     "{unit: '1', mode: half_down, reconcile: independent}"),
    ("a rounding that names no step rounds to the cent", "sum", "{values: {A: 2/3}}", {"total": "0.67"}, "{mode: half_up}"),
    ("a total rounded half to even is kept", "allocate", "{pool: '0.125', drivers: [{values: {A: '1', B: '1'}}]}",
     {"A": "0.06", "B": "0.06", "total": "0.12"}, CENTS.replace("half_up", "half_even")),
    # pools
    ("ties below zero: the first in order loses least", "allocate",
     "{pool: '-0.05', drivers: [{values: {ON: '1', NL: '1', QC: '1'}}]}", {"NL": "-0.01", "QC": "-0.02", "ON": "-0.02"}, CENTS),
    ("no weight, no odd cent", "allocate", "{pool: '0.02', drivers: [{values: {NL: '0', QC: '1', ON: '1', BC: '1'}}]}",
     {"NL": 0, "QC": "0.01", "ON": "0.01", "BC": 0}, CENTS),
    ("First Nations stand last", "allocate", "{pool: '0.01', drivers: [{values: {FN: '1', NU: '1'}}]}", {"NU": "0.01", "FN": 0}, CENTS),
    ("labels nobody ordered keep theirs", "allocate", "{pool: '0.01', drivers: [{values: {Z: '1', A: '1'}}]}", {"Z": "0.01", "A": 0}, CENTS),
    ("bases above the pool", "allocate", "{pool: '10', bases: {each: '6'}, drivers: [{values: {A: '1', B: '3'}}]}",
     {"A": "5.5", "B": "4.5"}, ""),
    ("a base and shares rounded to five places, as PTIC", "allocate",
     "{pool: '7000000', bases: {each: '500000'}, share_decimals: 5, drivers: [{values: {A: '1', B: '2'}}]}",
     {"A": 2_499_980, "B": 4_500_020, "total": 7_000_000}, DOLLARS),
    ("shares rounded one by one stand as they are", "allocate",
     "{pool: '1000', share_decimals: 1, drivers: [{values: {A: '1', B: '1', C: '1'}}]}",
     {"A": 300, "B": 300, "C": 300, "total": 900}, DOLLARS),
    ("a cap, which the others share", "allocate", "{pool: '100', caps: {A: '40'}, drivers: [{values: {A: '8', B: '1', C: '1'}}]}",
     {"A": 40, "B": 30, "C": 30}, ""),
    ("a base under a floor", "reserve_floor",
     "{pool: '100', bases: {each: '10'}, floors: {each: '20'}, drivers: [{values: {A: '8', B: '1', C: '1'}}]}",
     {"A": 60, "B": 20, "C": 20}, ""),
    ("a floor as a part of the pool", "reserve_floor", "{pool: '2000', floors: {each: 0.75%}, drivers: [{values: {A: '1', B: '999'}}]}",
     {"A": 15, "B": 1985}, ""),
    ("a floor for who has no weight", "reserve_floor", "{pool: '100', floors: {each: '5'}, drivers: [{values: {A: '0', B: '1'}}]}",
     {"A": 5, "B": 95}, CENTS),
    ("floors that take the whole pool", "reserve_floor", "{pool: '15', floors: {each: '5'}, drivers: [{dataset: people}]}",
     {"NL": 5, "QC": 5, "ON": 5}, CENTS),
    ("independent totals are rounded by themselves", "optout",
     "{pool: '100', drivers: [{values: {A: '1', B: '1', C: '1'}}], opted_out: [A], conditioned_fraction: '0.5'}",
     {"compensation_A": 33, "participants_total": 67, "conditioned_participants": 33}, DOLLARS),
    ("a part below zero", "share_of_pool", "{pool: '-300', numerator: '1', denominator: '8'}", {"amount": -38}, DOLLARS),
    # costs
    ("three payers, a cap and the rest", "split",
     "{cost: '100', payers: [{party: a, share: 1/2, cap: '30'}, {party: b, share: 1/4}, {party: c, residual: true}]}",
     {"a": 30, "b": 25, "c": 45}, CENTS),
    ("an unemployed hire: all of it, to a cap", "split",
     "{cost: '20000', payers: [{party: government, share: '1', cap: '15000.00'}, {party: employer, residual: true}]}",
     {"government": 15_000, "employer": 5_000}, CENTS),
    ("no cost", "split", "{cost: '0', payers: [{party: g, share: 2/3}, {party: e, residual: true}]}", {"g": 0, "e": 0}, CENTS),
    ("a match that releases nothing", "match", "{allocation: '0', fed_share: 1/2, eligible_spending: '20'}",
     {"federal": 0, "provincial": 20}, CENTS),
    ("disaster slices of 2019", "tiers",
     ("{cost: '20000000', population: '1000000', brackets: [{width: '3.19', federal: '0'}, {width: '6.39', federal: '0.50'},"
      " {width: '6.39', federal: '0.75'}, {federal: '0.90'}]}"), {"federal": 11_614_500, "provincial": 8_385_500}, CENTS),
    ("British Columbia carries 89 per cent", "carry", "{allocation: '359000000', spent: '0', max_fraction: '0.89'}",
     {"carry_out": 319_510_000, "lapsed": 39_490_000}, ""),
    ("what came from the year before counts as unspent, not as allocation", "carry",
     "{allocation: '100', spent: '60', max_fraction: '0.4', carry_in: '10'}", {"carry_out": 40, "lapsed": 10}, ""),
    # years
    ("the Canada Social Transfer over sixteen years", "escalate",
     "{start_year: 2008, end_year: 2025, start_amount: '10537000000', rate: '0.03', round_each_year_to: '1000'}",
     {"2010": 11_178_703_000, "2017": 13_748_395_000, "2025": 17_416_055_000}, ""),
    ("a transfer that shrinks, unrounded", "escalate", "{start_year: 2008, end_year: 2010, start_amount: '100', rate: '-0.1'}",
     {"2010": 81}, ""),
    ("an index that falls", "step_index", "{base: '1000', rate: '-0.10', step: '100', first_indexed_year: 2000, end_year: 2002}",
     {"2000": 900, "2001": 800, "2002": 700}, ""),
    ("a phase of thirds", "phase", "{base: '500000000', fractions: {2014-15: 15%, 2015-16: 1/3}}",
     {"2014-15": 75_000_000, "2015-16": "166666666.67"}, CENTS),
    # arithmetic
    ("functions, powers, words as names", "arithmetic",
     "{variables: {on: '2', min: '3', p: '0.3'}, expressions: {a: 'abs(-on) ** -1', b: 'floor(-1.5)', c: '-p ** 2', d: 'if(on > 1, min, 0)', e: 'round(2.5)'}}",
     {"a": "0.5", "b": -2, "c": "-0.09", "d": 3, "e": 3}, ""),
    ("nothing is rounded on the way", "arithmetic", "{variables: {a: '1'}, expressions: {b: a / 3, c: b * 3}}", {"b": "0.33", "c": 1}, CENTS),
    ("losses are told above zero", "compare", "{status_quo: {A: '1', B: '5'}, proposal: {A: '3', B: '1'}}",
     {"delta_A": 2, "delta_B": -4, "losses_total": 4, "gains_total": 2, "net": -2}, ""),
]  # fmt: skip


@pytest.mark.parametrize("row", BY_HAND, ids=[row[0] for row in BY_HAND])
def test_an_operation_gives_what_a_hand_does(row):
    _, op, inputs, expected, rounding = row
    assert verdict(op, inputs, expected, rounding) == ([], ())


@pytest.mark.parametrize(("tolerance", "value", "passes"), [
    ("{rel: '0.003'}", "-100.3", True), ("{rel: '0.003'}", "-100.31", False), ("{abs: '0.30'}", "-99.7", True),
    ("{abs: '0.29'}", "-99.7", False), ("{abs: '0', rel: '0.01'}", "-101", True), ("{}", "-100", True), ("{}", "-100.01", False),
])  # fmt: skip
def test_a_tolerance_holds_its_edge_below_zero_too(tolerance, value, passes):
    differences, _ = verdict("sum", f"{{values: {{A: '{value}'}}}}", {"total": -100}, "", tolerance)
    assert (differences == []) is passes


def test_a_status_nobody_knows_is_named():
    text = one("sum", "{values: {A: '1'}}", {"total": "1"}).replace("value: '1'", "value: '1', status: publisehd")
    report = check_cases(text)
    assert (report.exit_code, [fault.code for fault in report.faults]) == (2, ["unknown_word"])


# --- the oracles ---------------------------------------------------------------------------


def to_the_cent(values):
    """Largest remainder: floors, then a cent each to the largest fractions, ties in order."""
    total = sum(values)
    doubled = abs(total) * 200 + 1
    cents = int(doubled // 2) * (1 if total >= 0 else -1)
    floors = [value * 100 // 1 for value in values]
    fractions = [value * 100 - floor for value, floor in zip(values, floors, strict=True)]
    for _ in range(cents - sum(floors)):
        best = max(range(len(values)), key=lambda i: (fractions[i], -i))
        floors[best], fractions[best] = floors[best] + 1, -1
    return [floor * CENT for floor in floors]


def pays(cost, payers):
    """Each its share up to its cap; the residual payer what is left, up to its own."""
    paid = {name: min(share * cost, cost if cap is None else cap) for name, share, cap, rest in payers if not rest}
    for name, _share, cap, rest in payers:
        if rest:
            left = cost - sum(paid.values())
            paid[name] = left if cap is None else min(left, cap)
    return {name: paid[name] for name, *_ in payers}


def by_slices(cost, people, brackets):
    """Dollar by dollar: the part of each slice that the cost fills, at its rate."""
    start, federal = Fraction(0), Fraction(0)
    for width, rate in brackets:
        top = cost if width is None else min(cost, (start + width) * people)
        federal += rate * max(top - start * people, 0)
        start += width or 0
    return federal


def floored(pool, weights, floors):
    """Who falls under its floor gets it and leaves; again, until nobody is under."""
    held = {}
    while True:
        free = [name for name in weights if name not in held]
        total, left = sum(weights[name] for name in free), pool - sum(held.values())
        parts = {name: left * weights[name] / total for name in free} if total else {}
        under = [name for name in free if parts.get(name, Fraction(0)) < floors[name]]
        if not under:
            return {name: held.get(name, parts.get(name)) for name in weights}
        held |= {name: floors[name] for name in under}


amounts = st.integers(-(10**13), 10**13).map(lambda cents: cents * CENT)
some = st.sets(st.sampled_from(ORDER), min_size=2, max_size=14)


@settings(max_examples=150, deadline=None)
@given(amounts, some, st.data())
def test_allocate_is_base_and_share_to_the_cent(pool, labels, data):
    written = data.draw(st.permutations(sorted(labels)))
    weights = {name: data.draw(st.integers(0, 10**7)) for name in written}
    base = data.draw(st.integers(0, 10**6)) * CENT
    if not any(weights.values()):
        weights[written[0]] = 1
    left = pool - base * len(weights)
    names = sorted(weights, key=ORDER.index)
    exact = [base + left * Fraction(weights[name], sum(weights.values())) for name in names]
    expected = dict(zip(names, to_the_cent(exact), strict=True)) | {"total": pool}
    inputs = f"{{pool: '{pool}', bases: {{each: '{base}'}}, drivers: [{{values: {told(weights)}}}]}}"
    assert verdict("allocate", inputs, expected, CENTS) == ([], ())


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), some, st.data())
def test_floors_are_paid_by_the_others_until_nobody_is_under(cents, labels, data):
    weights = {name: Fraction(data.draw(st.integers(1, 10**4))) for name in sorted(labels)}
    floors = {name: Fraction(data.draw(st.integers(0, cents // len(weights)))) / 100 for name in weights}
    expected = floored(cents * CENT, weights, floors)
    inputs = f"{{pool: '{cents * CENT}', floors: {told(floors)}, drivers: [{{values: {told(weights)}}}]}}"
    assert verdict("reserve_floor", inputs, expected) == ([], ())


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**8), st.lists(st.integers(0, 12), min_size=2, max_size=4), st.data())
def test_split_is_share_and_cap_and_the_rest(cents, twelfths, data):
    cost, rest = cents * CENT, data.draw(st.integers(0, len(twelfths) - 1))
    scale = max(sum(twelfths), 12)
    caps = [data.draw(st.none() | st.integers(0, 10**6)) for _ in twelfths]
    payers = [(f"p{i}", Fraction(part, scale), caps[i], i == rest) for i, part in enumerate(twelfths)]
    paid = pays(cost, payers)
    names = [*paid, "unpaid"]
    expected = dict(zip(names, to_the_cent([*paid.values(), cost - sum(paid.values())]), strict=True))
    written = ", ".join(
        f"{{party: {name}, {'residual: true' if left else f'share: {share}'}" + (f", cap: '{cap}'}}" if cap is not None else "}")
        for name, share, cap, left in payers)
    assert verdict("split", f"{{cost: '{cost}', payers: [{written}]}}", expected, CENTS) == ([], ())


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 10**6), st.lists(st.tuples(st.integers(0, 900), st.integers(0, 100)), min_size=1, max_size=5))
def test_tiers_pay_each_slice_at_its_rate(cents, people, slices):
    brackets = [(Fraction(width, 100), Fraction(rate, 100)) for width, rate in slices[:-1]] + [(None, Fraction(slices[-1][1], 100))]
    cost = cents * CENT
    federal = by_slices(cost, people, brackets)
    written = ", ".join(f"{{width: {'null' if width is None else repr(str(width))}, federal: '{rate}'}}" for width, rate in brackets)
    inputs = f"{{cost: '{cost}', population: '{people}', brackets: [{written}]}}"
    assert verdict("tiers", inputs, {"federal": federal, "provincial": cost - federal}) == ([], ())


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 100), st.integers(0, 10**6))
def test_carry_and_match_add_up(allocation, spent, percent, came):
    limit = Fraction(percent, 100) * allocation
    unspent = max(allocation + came - spent, 0)
    kept = min(unspent, limit)
    inputs = f"{{allocation: '{allocation}', spent: '{spent}', max_fraction: {percent}%, carry_in: '{came}'}}"
    assert verdict("carry", inputs, {"carry_out": kept, "lapsed": unspent - kept}) == ([], ())
    federal = min(Fraction(percent, 100) * spent, allocation)
    inputs = f"{{allocation: '{allocation}', fed_share: {percent}%, eligible_spending: '{spent}'}}"
    assert verdict("match", inputs, {"federal": federal, "provincial": spent - federal}) == ([], ())


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 10**12), st.integers(-500, 500), st.integers(1, 10**6), st.integers(1, 15))
def test_a_step_index_and_an_escalator_year_by_year(base, per_mille, step, years):
    growth, figures, chained = 1 + Fraction(per_mille, 1000), {}, {"2000": base}
    for n in range(1, years + 1):
        figures[str(1999 + n)] = base * growth**n // step * step
    for before, year in pairwise(range(2000, 2000 + years)):
        steps = (2 * chained[str(before)] * growth / step + 1) // 2
        chained[str(year)] = steps * step
    inputs = f"base: '{base}', rate: '{growth - 1}', step: '{step}', first_indexed_year: 2000, end_year: {1999 + years}"
    assert verdict("step_index", f"{{{inputs}}}", figures) == ([], ())
    inputs = f"start_year: 2000, end_year: {1999 + years}, start_amount: '{base}', rate: '{growth - 1}', round_each_year_to: '{step}'"
    assert verdict("escalate", f"{{{inputs}}}", chained) == ([], ())
