"""A programme is run on what is on record: the seed's figures, the checksum, the queries."""

from fractions import Fraction

import pytest

from grants import engine
from grants.calculating import NoCurrentVersion, calculate
from grants.models import Programme
from tests import builders
from tests.grants import programmes

pytestmark = pytest.mark.django_db

FULL_PHASE_IN = "2017-18"


def total(calculation, name: str, year: str = FULL_PHASE_IN) -> Fraction:
    cells = calculation.results[name]
    return sum(Fraction(value) for cell, value in cells.items() if year in cell.split(","))


# The seed's figures, with the source each was published in.
SEED = [
    ("budget-2013", {}, "grants", 300_000_000),  # Budget 2013: 60 % of $500M
    ("budget-2013", {}, "trainees", 60_000),  # $300M at $5,000 a grant
    ("budget-2013", {}, "backfill", 300_000_000),  # The Canadian Press, 2013-11-08
    ("budget-2013", {}, "match", 300_000_000),
    ("budget-2013", {}, "burden", 600_000_000),
    ("budget-2013", {}, "training", 900_000_000),  # iPolitics, 2014-02-28
    ("if-all-take-the-grant", {}, "training", 450_000_000),
    ("if-all-take-the-grant", {}, "employers", 150_000_000),
]


@pytest.mark.parametrize(("scenario", "values", "measure", "figure"), SEED)
def test_seed_figure_of_the_full_phase_in(scenario, values, measure, figure):
    programmes.lay_programme()
    assert total(calculate(programmes.CODE, values, scenarios=[scenario]), measure) == figure


@pytest.mark.parametrize(("scenario", "values", "payments"), [
    # Budget 2013: thirds of $15,000.
    ("budget-2013", {}, ("5000", "5000", "5000")),
    # The Canadian Press, 2013-11-08: the employer at 15 %, so $12,750 is left to the two.
    ("signal-2013-11", {"shares": {"federal": "1/3", "provincial": "rest", "employer": "15%"}},
     ("5000", "7750", "2250")),
    # CBC News, 2014-01-15: two thirds of it up to $10,000.
    ("letter-2013-12", {}, ("10000", "0", "5000")),
])
def test_seed_figure_of_one_grant(scenario, values, payments):
    programmes.lay_programme()
    paid = calculate(programmes.CODE, values, scenarios=[scenario]).results["one_grant"]
    parties = ("federal", "provincial", "employer")
    assert tuple(paid[f"{party},other"] for party in parties) == payments


def test_nova_scotia_gets_two_and_eight_of_thirteen_point_four_million():
    """House of Commons Debates, 2014-04-03."""
    programmes.lay_programme()
    run = calculate(programmes.CODE, scenarios=["agreement-2014"]).results
    figures = [run["allocation"]["2014-15,NS"], run["grants"]["2014-15,NS"], run["grants"]["2017-18,NS"]]
    assert [round(Fraction(figure) / 100_000) for figure in figures] == [134, 20, 80]


def test_same_inputs_give_the_same_checksum():
    programmes.lay_programme()
    runs = [calculate(programmes.CODE, {"training_cost": "9_000"}) for _ in range(2)]
    assert runs[0].checksum == runs[1].checksum
    assert runs[0].checksum != calculate(programmes.CODE).checksum


def test_a_calculation_keeps_what_it_was_made_from():
    programme = programmes.lay_programme()
    run = calculate(programme, scenarios=["budget-2013"])
    assert (run.programme, run.engine_version) == (programmes.CODE, engine.ENGINE_VERSION)
    assert run.formula_version == programme.current.sha256
    assert run.values["earmark"]["stated"] is True
    assert run.values["envelope"]["stated"] is False
    assert [one["release"] for one in run.releases["people"]] == ["population-2013-07-01-v2023"]
    assert run.releases["people"][0]["values"]["ON"] == "13510781"


def test_values_lie_over_the_scenario_and_the_scenario_over_the_base():
    programmes.lay_programme()
    base = {"envelope": "400_000_000", "training_cost": "12_000"}
    run = calculate(programmes.CODE, {"federal_cap": "4_000"}, scenarios=["budget-2013"], base=base)
    assert run.results["one_grant"]["federal,other"] == "4000"
    assert total(run, "allocation") == 400_000_000
    assert run.base["envelope"]["stated"] is True


def test_the_latest_release_is_read_unless_another_is_pinned():
    programmes.lay_programme()
    programmes.lay_release("population-2013-07-01-v2023", code="revised", factor=2)
    latest, pinned = calculate(programmes.CODE), calculate(
        programmes.CODE, pins={"people": "population-2013-07-01-v2023"})
    assert latest.releases["people"][0]["release"] == "revised"
    assert pinned.releases["people"][0]["release"] == "population-2013-07-01-v2023"


@pytest.mark.parametrize("others", [0, 12])
@pytest.mark.parametrize(("by_code", "queries"), [(True, 3), (False, 2)])
def test_calculating_takes_the_same_queries_for_one_release_and_for_many(
        others, by_code, queries, django_assert_num_queries):
    programme = programmes.lay_programme()
    for number in range(others):
        programmes.lay_release("population-2013-07-01-v2023", code=f"revised-{number}")
    version = programme.current
    with django_assert_num_queries(queries):
        calculate(programmes.CODE if by_code else version)


def test_bad_values_are_refused_with_every_fault():
    programmes.lay_programme()
    with pytest.raises(engine.Refused) as refused:
        calculate(programmes.CODE, {"training_cost": "1e999999999", "employer_minimum": "1.5"})
    assert sorted((one.field, one.code) for one in refused.value.faults) == [
        ("employer_minimum", "out_of_range"), ("training_cost", "exponent_notation")]


def test_a_programme_without_a_current_version_is_refused():
    programmes.lay_programme(current=False)
    with pytest.raises(NoCurrentVersion):
        calculate(programmes.CODE)
    with pytest.raises(Programme.DoesNotExist):
        calculate("nowhere")


def test_without_a_release_only_what_rests_on_it_fails():
    builders.make_governments()
    version = builders.make_programme_version(text=programmes.text_of())
    run = calculate(version, scenarios=["budget-2013"])
    assert run.results["allocation"] == {"fault": "no_release"}
    assert run.results["one_grant"]["federal,other"] == "5000"
