"""How sure the figures of a whole measure are: what the engine says of each one alone."""

import pytest

from grants import engine
from grants.sureness import Sureness
from tests.grants import programmes


@pytest.mark.parametrize("name", ["allocation", "grants", "burden", "one_grant"])
@pytest.mark.parametrize("scenario", ["budget-2013", "signal-2013-11", "agreement-2014"])
def test_every_cell_is_as_sure_as_the_engine_says(name, scenario):
    document = engine.compile_document(programmes.text_of())
    results = engine.evaluate(document, document.laid(scenario))
    shape = document.plans[name].shape
    sureness = Sureness(results, name, shape)
    for cell in results.frame.cells(shape):
        assert sureness.at(cell) == results.sure(name, *cell)


def test_marks_are_found():
    document = engine.compile_document(programmes.text_of())
    results = engine.evaluate(document, document.laid("agreement-2014"))
    sureness = Sureness(results, "grants", document.plans["grants"].shape)
    assert sureness.at(("2014-15", "NS")) == ("agreed",)
    assert sureness.at(("2015-16", "NS")) == ("assumed",)
