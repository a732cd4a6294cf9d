"""Measures of any shape become tables whose rows add up as they are shown."""

from fractions import Fraction

import pytest

from grants import engine, results, tables
from grants.naming import Names
from tests.grants import programmes

NAMES = Names({})


def run(quantities: str, measures: str = "  a: {en: A, fr: B}\n", axes: str = "", parameters: str = ""):
    text = (f"language: 1\nprogramme: x\nyears: 2014-15..2015-16\ngovernments: [ON, QC, NS]\n{axes}"
            "parameters:\n  pool: {kind: money, by: year, status_quo: 100}\n"
            "  w: {kind: count, by: government, status_quo: 1}\n"
            f"{parameters}quantities:\n{quantities}measures:\n{measures}")
    return engine.evaluate(engine.compile_document(text))


def laid(made):
    return [([row.label for row in one.rows], one.columns, one.total is not None) for one in made]


@pytest.mark.parametrize(("quantity", "shape"), [
    ("{allocate: pool, by: w}", [(["ON", "QC", "NS"], ("2014-15", "2015-16"), True)]),
    ("w * 2", [(["ON", "QC", "NS"], ("A",), True)]),
    ("pool * 2", [(["A"], ("2014-15", "2015-16"), False)]),
    ("max(1, 2)", [(["A"], ("A",), False)]),
])
def test_measure_is_laid_out_by_its_shape(quantity, shape):
    made = run(f"  a: {quantity}\n")
    assert laid(tables.tables(made, "a", NAMES)) == shape


def test_axes_beyond_two_make_a_table_each():
    made = tables.tables(run(
        "  all: {allocate: pool, by: w}\n  a: all * t\n", axes="axes: {fund: [lma, own]}\n",
        parameters="  t: {kind: weights, over: fund, status_quo: '1 : 3'}\n"), "a", NAMES)
    assert [one.caption for one in made] == ["A, Labour Market Agreement", "A, Own revenue"]
    assert [one.total.cells[0].text for one in made] == ["$25.00", "$75.00"]
    assert [cell.text for cell in (row.cells[0] for row in made[0].rows)] == ["$8.34", "$8.33", "$8.33"]


def test_thirds_add_up_as_they_are_shown():
    shown = tables.shown(run("  a: {allocate: pool, by: w}\n"), "a")
    parts = [Fraction(value) for cell, value in shown.cells.items() if "2014-15" in cell]
    assert sum(parts) == Fraction(shown.totals[("2014-15",)]) == 100


def test_only_one_column_is_kept_with_its_total():
    made = tables.tables(run("  a: {allocate: pool, by: w}\n"), "a", NAMES)[0]
    kept = tables.only(made, "2015-16")
    assert (kept.columns, [len(row.cells) for row in kept.rows], len(kept.total.cells)) == (
        ("2015-16",), [1, 1, 1], 1)


def test_split_of_finds_the_measure_that_divides_a_parameter():
    found = results.split_of(engine.compile_document(programmes.text_of()))
    assert found == results.Split("one_grant", "training_cost", "shares", "party", "firm")
    assert results.split_of(engine.compile_document(programmes.text_of("labour-market-agreement"))) is None
