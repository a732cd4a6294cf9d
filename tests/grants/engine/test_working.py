"""The working of a figure, down to its inputs."""

import pytest

from grants.engine import Refused, evaluate, working
from tests.grants.engine.documents import programme, releases, results

GRANT = programme("canada-job-grant")


def agreement():
    return evaluate(GRANT, GRANT.laid("agreement-2014"), releases())


def found(step, *path):
    """The step at a path of names."""
    for name in path:
        step = next(part for part in step["rests_on"] if part["name"] == name)
    return step


def test_a_quantity_shows_its_expression_with_values_filled_in():
    step = working(agreement(), "grants", "QC", "2017-18")
    assert step["lines"] == [
        {"field": "", "text": "allocation * earmark", "filled": "2027720000000000/17541477 * 0"}
    ]
    assert (step["value"], step["en"], step["kind"]) == ("0", "Money for the grant", "quantity")


def test_inputs_come_with_their_sources():
    step = found(working(agreement(), "grants", "ON", "2014-15"), "earmark")
    assert (step["value"], step["stated"], step["sure"]) == ("3/20", True, ["agreed"])
    assert [source["id"] for source in step["sources"]] == ["hansard"]
    people = found(working(agreement(), "grants", "ON", "2014-15"), "allocation", "people")
    assert [r["release"] for r in people["releases"]] == ["population-2013-07-01-v2023"]
    assert people["values"]["ON"] == "13510781"


def test_the_status_quo_is_worked_under_the_base():
    results_ = evaluate(GRANT, {"envelope": "0"}, releases())
    step = working(results_, "backfill", "QC", "2017-18")
    assert step["lines"][0]["filled"] == "2027720000000000/17541477 - 0"


def test_a_year_of_first_and_then_shows_its_own_field():
    found_ = results("a: {first: envelope, then: 'round(previous * (1 + growth), 1)'}")
    assert working(found_, "a", "2014-15")["lines"][0]["filled"] == "500"
    assert working(found_, "a", "2016-17")["lines"][0]["filled"] == "round(510 * (1 + 0.02), 1)"


def test_a_sum_lists_what_is_summed():
    step = working(results("a: sum(envelope over year)"), "a")
    assert found(step, "envelope")["values"] == {"2014-15": "500", "2015-16": "500", "2016-17": "500"}


def test_a_figure_that_fails_says_why():
    step = working(results("a: price / (part - 25%)"), "a")
    assert [fault["code"] for fault in step["faults"]] == ["division_by_zero"]


def test_every_figure_of_the_job_grant_has_a_working():
    for name in GRANT.plans:
        labels = [GRANT.frame.axes[axis][0] for axis in GRANT.plans[name].shape]
        assert working(agreement(), name, *labels)["name"] == name


def test_an_unknown_label_is_refused():
    with pytest.raises(Refused):
        working(agreement(), "grants", "XX")
    with pytest.raises(Refused):
        working(agreement(), "grant")
