"""The programmes that are shipped, and the figures people published about them."""

# ruff: noqa: E501  (a table keeps each case, or each text, on one line)

import pytest

from grants.engine import evaluate, run_cases
from tests.grants.engine.documents import programme, releases

NAMES = ["labour-market-agreement", "canada-job-grant"]
GRANT = programme("canada-job-grant")


@pytest.mark.parametrize("name", NAMES)
def test_what_readers_see_has_both_names(name):
    document = programme(name)
    named = [*document.parameters.values(), *document.measures.values(), *document.scenarios.values()]
    assert [one for one in named if not (one.en and one.fr)] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_case_of_a_programme_passes(name):
    outcomes = run_cases(programme(name), releases())
    assert [outcome for outcome in outcomes if not outcome.passed] == []
    assert sum(outcome.published for outcome in outcomes) >= 5


def shown(figure, *labels, scenario="budget-2013", total=False, **stated):
    """A measure's figure as readers see it."""
    found = evaluate(GRANT, {**GRANT.laid(scenario), **stated}, releases()).shown(figure)
    return (found.totals if total else found.cells)[labels]


FULL = "2017-18"
SEED = "The Canadian Press, Toronto, November 8, 2013"
IPOLITICS = "iPolitics, February 28, 2014"
HANSARD = "House of Commons Debates, April 3, 2014"
FIFTEEN = {"shares": {"federal": "1/3", "provincial": "rest", "employer": "15%"}}
PUBLISHED = [
    ("Ottawa pays 5,000 of 15,000", SEED, "one_grant", ("federal", "other"), {}, "5000.00"),
    ("a province pays 5,000 of 15,000", SEED, "one_grant", ("provincial", "other"), {}, "5000.00"),
    ("an employer pays 5,000 of 15,000", SEED, "one_grant", ("employer", "other"), {}, "5000.00"),
    ("300 million are 60 per cent of 500", SEED, "grants", (FULL,), {"total": True}, "300000000.00"),
    ("the transfer is 500 million", SEED, "allocation", (FULL,), {"total": True}, "500000000.00"),
    ("300 million buy 60,000 grants", "300 million / 5,000", "trainees", (FULL,), {"total": True}, "60000.00"),
    ("300 million to keep programmes", SEED, "backfill", (FULL,), {"total": True}, "300000000.00"),
    ("300 million to match", SEED, "match", (FULL,), {"total": True}, "300000000.00"),
    ("600 million in all", SEED, "burden", (FULL,), {"total": True}, "600000000.00"),
    ("2,250 at 15 per cent", SEED, "one_grant", ("employer", "other"),
     {"scenario": "signal-2013-11", **FIFTEEN}, "2250.00"),
    ("900 million at thirds", IPOLITICS, "training", (FULL,), {"total": True}, "900000000.00"),
    ("450 million at the end", IPOLITICS, "training", (FULL,),
     {"total": True, "scenario": "if-all-take-the-grant"}, "450000000.00"),
    ("150 million from employers", IPOLITICS, "employers", (FULL,),
     {"total": True, "scenario": "if-all-take-the-grant"}, "150000000.00"),
]  # fmt: skip


@pytest.mark.parametrize("row", PUBLISHED, ids=[p[0] for p in PUBLISHED])
def test_a_published_figure_comes_out(row):
    _, source, figure, labels, how, expected = row
    assert source
    assert shown(figure, *labels, **how) == expected


def test_fifteen_per_cent_leaves_12_750_to_the_governments():
    parts = [shown("one_grant", party, "other", scenario="signal-2013-11", **FIFTEEN)
             for party in ("federal", "provincial")]  # fmt: skip
    assert parts == ["5000.00", "7750.00"]
    assert 5000 + 7750 == 12_750


NOVA_SCOTIA = [
    ("the transfer of 13.4 million", "allocation", "2014-15", 13_400_000),
    ("2 million in the first year", "grants", "2014-15", 2_000_000),
    ("1 million from employers", "employers", "2014-15", 1_000_000),
    ("8 million in the fourth year", "grants", FULL, 8_000_000),
    ("4 million from employers then", "employers", FULL, 4_000_000),
]


@pytest.mark.parametrize("row", NOVA_SCOTIA, ids=[n[0] for n in NOVA_SCOTIA])
def test_nova_scotia_is_as_told_in_the_house_of_commons(row):
    _, figure, year, published = row
    exact = evaluate(GRANT, GRANT.laid("agreement-2014"), releases()).figure(figure).at("NS", year)
    assert abs(exact - published) <= 50_000, HANSARD


def test_each_offer_is_the_formula_with_other_values():
    names = ["budget-2013", "signal-2013-11", "letter-2013-12", "offer-2014-02", "agreement-2014"]
    burdens = [shown("burden", FULL, total=True, scenario=name) for name in names]
    assert burdens == [
        "600000000.00",
        {"low": "300000000.00"},
        {"low": "150000000.00", "high": "300000000.00"},
        {"low": "0.00", "high": "300000000.00"},
        {"low": "0.00", "high": "230642556.50"},
    ]
