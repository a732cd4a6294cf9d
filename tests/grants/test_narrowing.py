"""The parts of a split are paid together once: their total is the cost, or no more than it."""

import pytest

from grants import engine, tables
from tests.grants import programmes


def total(scenario: str, **values: object):
    document = engine.compile_document(programmes.text_of())
    results = engine.evaluate(document, {**document.laid(scenario), **values})
    return tables.shown(results, "one_grant").totals[("other",)]


@pytest.mark.parametrize(("scenario", "values", "told"), [
    ("budget-2013", {}, "15000.00"),
    ("signal-2013-11", {}, "15000.00"),
    ("signal-2013-11", {"training_cost": "9_000..12_000"}, {"low": "9000.00", "high": "12000.00"}),
    ("signal-2013-11", {"employer_cap": "2_250"}, {"low": "2250.00", "high": "15000.00"}),
    ("signal-2013-11", {"employer_cap": "2_250..5_000"}, {"low": "2250.00", "high": "15000.00"}),
    ("signal-2013-11", {"shares": {"federal": "rest", "provincial": "0", "employer": "15%"},
                        "federal_cap": "10_000", "employer_cap": "2_250"}, "12250.00"),
])
def test_total_of_a_split(scenario, values, told):
    assert total(scenario, **values) == told


def test_other_measures_keep_their_totals():
    document = engine.compile_document(programmes.text_of())
    results = engine.evaluate(document, document.laid("lapses"))
    shown = results.shown("one_grant")
    assert tables.shown(results, "one_grant").cells == shown.cells
