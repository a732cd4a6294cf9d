"""The working of a figure through the client: down to the inputs and their sources."""

import pytest
from django.urls import reverse

from tests import builders
from tests.grants import programmes

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(client):
    client.force_login(builders.make_user(is_staff=False))
    return client


def ask(client, **asked):
    return client.get(reverse("working", args=[programmes.CODE]), asked)


def steps(step):
    yield step
    for one in step.rests_on:
        yield from steps(one)


def test_working_goes_down_to_the_inputs_and_their_sources(reader):
    programmes.lay_programme()
    answer = ask(reader, scenario="budget-2013", measure="burden", cell="2017-18,ON", step="cent")
    page = answer.context["page"]
    assert (page.title, page.where) == ("Backfill and match", "2017-18, Ontario")
    assert page.shown == "$231,065,736.37"
    found = {step.name: step for step in steps(page.step) if not step.seen}
    assert page.step.lines[0].text == "backfill + match"
    assert page.step.lines[0].filled == "≈115_532_868.18 + ≈115_532_868.18"
    assert found["earmark"].value == "60%"
    assert found["earmark"].sources[0]["title"] == "Budget 2013: the Canada Job Grant"
    assert found["earmark"].sure == ("offered",)
    assert found["people"].releases[0]["release"] == "population-2013-07-01-v2023"
    assert ("Ontario", "13,510,781") in found["people"].values
    assert (found["training_cost"].value, found["training_cost"].stated) == ("$15,000", False)


def test_each_figure_of_the_calculator_leads_to_its_working(reader):
    programmes.lay_programme()
    answer = reader.get(reverse("calculator", args=[programmes.CODE]), {"scenario": "budget-2013"})
    page = answer.context["page"]
    for table in [*page.shown.tables, *page.shown.split_tables]:
        for row in (table.rows[0], table.total):
            address = f"{page.working}{table.measure}&cell={row.cells[0].at}"
            assert address.replace("&", "&amp;") in answer.content.decode()
            worked = reader.get(address).context["page"]
            assert worked.shown == row.cells[0].text


@pytest.mark.parametrize("asked", [
    {"measure": "nothing", "cell": "2017-18,ON"},
    {"measure": "burden", "cell": "2017-18,XX"},
    {"measure": "burden", "cell": "2031-32,ON"},
    {"measure": "burden", "cell": "2017-18,ON", "p-envelope": "NaN"},
])
def test_a_figure_that_is_not_there_is_missing(reader, asked):
    programmes.lay_programme()
    assert ask(reader, **asked).status_code == 404


def test_working_of_a_figure_that_fails_tells_why(reader):
    programme = builders.make_programme(code=programmes.CODE)
    builders.make_programme_version(programme, text=programmes.text_of())
    page = ask(reader, measure="allocation", cell="2017-18,ON", version="1").context["page"]
    assert page.shown == ""
    assert page.step.faults == ("No release of population for 2013-07-01 is known for 'people'.",)


def test_working_takes_six_queries(reader, django_assert_num_queries):
    programmes.lay_programme()
    with django_assert_num_queries(6):
        ask(reader, measure="burden", cell="2017-18,ON")


def test_french_working_prints_french_figures(reader):
    programmes.lay_programme()
    answer = reader.get(f"/fr/programmes/{programmes.CODE}/working/",
                        {"measure": "allocation", "cell": "2017-18,QC", "step": "cent"})
    page = answer.context["page"]
    assert page.title == "Transfert"
    assert page.shown.replace("\N{NO-BREAK SPACE}", " ") == "115 595 739,17 $"
