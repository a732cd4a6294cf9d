"""Figures by name, worked out when asked for; cents that add up at the edge."""

import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grants.engine import Range, Refused, compile_document, evaluate
from grants.engine.exact import ends
from tests.grants.engine.documents import document, programme, release, releases, results

MEASURED = "a: {allocate: envelope, by: people}"
MEASURE = "measures: {a: {en: A, fr: A}}\n"


def test_a_certain_zero_divisor_fails_that_figure_alone():
    found = results("a: price / (envelope - 500)\nb: a * 2\nc: price * 2")
    assert found.figure("c").at() == 30_000
    for name in ("a", "b"):
        with pytest.raises(Refused) as caught:
            found.figure(name)
        fault = caught.value.faults[0]
        assert (fault.code, fault.line, fault.value("cell")) == ("division_by_zero", 16, "")


def test_the_cell_of_a_zero_divisor_is_named():
    values = {"earmark": {"NL": {"2015-16": 0, "others": 1}, "others": 1}}
    with pytest.raises(Refused) as caught:
        results("a: envelope / earmark", values).figure("a")
    assert caught.value.faults[0].value("cell") == "2015-16, NL"


def test_a_chain_of_squarings_stops_at_once():
    lines = "\n".join(["q0: growth", *(f"q{i}: q{i - 1} * q{i - 1}" for i in range(1, 31))])
    start = time.process_time()
    with pytest.raises(Refused) as caught:
        results(lines).figure("q30")
    assert caught.value.faults[0].code == "figure_too_long"
    assert time.process_time() - start < 0.5


def test_an_uncertain_if_gives_both_branches():
    found = results("a: if(part > 1/2, 10, 20)", {"part": "unknown"})
    assert found.figure("a").at() == Range(10, 20)


def test_today_continues_under_the_base_offer():
    compiled = compile_document(document("a: envelope@status_quo - envelope"))
    assert evaluate(compiled, {"envelope": "0"}).figure("a").at("2014-15") == 500
    offered = evaluate(compiled, {"envelope": "0"}, base={"envelope": "450"})
    assert offered.figure("a").at("2014-15") == 450


def test_shown_cents_add_up_to_the_pool():
    compiled = compile_document(document(MEASURED, MEASURE))
    shown = evaluate(compiled, {"envelope": "0.05"}, [release()]).shown("a")
    cells = [shown.cells["2014-15", name] for name in ("NL", "QC", "ON", "NU")]
    assert cells == ["0.01", "0.01", "0.00", "0.00"]
    assert shown.totals == dict.fromkeys([("2014-15",), ("2015-16",), ("2016-17",)], "0.05")


def test_a_range_is_shown_end_by_end():
    compiled = compile_document(document(MEASURED, MEASURE))
    shown = evaluate(compiled, {"envelope": "100.."}, [release()]).shown("a")
    assert shown.cells["2014-15", "ON"] == {"low": "7.69"}
    assert shown.totals["2014-15",] == {"low": "100.00"}


pools = st.integers(-(10**15), 10**15).map(lambda n: Fraction(n, 100))


@settings(max_examples=80, deadline=None)
@given(pools.map(abs), st.lists(st.integers(0, 10**8), min_size=13, max_size=13).filter(any))
def test_an_allocation_shown_adds_up_to_any_pool(pool, people):
    compiled = compile_document(document(MEASURED, MEASURE))
    names = compiled.frame.axes["government"]
    found = evaluate(compiled, {"envelope": str(pool)}, [release(dict(zip(names, people, strict=True)))])
    assert {Fraction(total) for total in found.shown("a").totals.values()} == {pool}


OPEN = {"shares": "unknown", "taken_from": "unknown", "earmark": "0..60%", "federal_cap": "unlimited"}


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_figures_at_sampled_values_lie_in_their_ranges(data):
    grant = programme("canada-job-grant")
    wide = evaluate(grant, OPEN, releases())
    parts = data.draw(st.tuples(st.integers(1, 9), st.integers(0, 9), st.integers(0, 9)))
    funds = data.draw(st.tuples(st.integers(1, 9), st.integers(0, 9), st.integers(0, 9)))
    stated = {
        "shares": " : ".join(map(str, parts)),
        "taken_from": " : ".join(map(str, funds)),
        "earmark": f"{data.draw(st.integers(0, 60))}%",
        "federal_cap": str(data.draw(st.integers(1, 20_000))),
    }
    exact = evaluate(grant, stated, releases())
    for name in ("kept", "burden", "employers", "one_grant", "training", "elsewhere"):
        held = wide.figure(name).cells
        for cell, value in exact.figure(name).cells.items():
            low, high = ends(held[cell])
            assert low <= value <= high, (name, cell)


def test_a_figure_s_marks_are_those_of_its_own_cells():
    grant = programme("canada-job-grant")
    found = evaluate(grant, grant.laid("agreement-2014"), releases())
    assert found.sure("grants", "ON", "2015-16") == ("assumed",)
    assert found.sure("grants", "ON", "2017-18") == ("agreed",)
    assert found.sure("allocation", "ON", "2017-18") == ()


def test_the_order_of_governments_changes_nothing():
    text = document(MEASURED, MEASURE)
    names = ["NL", "PE", "NS", "NB", "QC", "ON", "MB", "SK", "AB", "BC", "YT", "NT", "NU"]
    turned = text.replace("axes:", f"governments: [{', '.join(names[::-1])}]\naxes:")
    figures = {name: 1000 + 37 * i * i for i, name in enumerate(names)}
    there, back = (
        evaluate(compile_document(one), {"envelope": "1000000.01"}, [release(figures)]).shown("a").cells
        for one in (text, turned)
    )
    assert {cell: there[cell] for cell in back} == back
