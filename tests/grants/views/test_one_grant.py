"""One worker's training through the client: who pays what, at any cost and size of firm."""

import pytest
from django.urls import reverse

from tests import builders
from tests.grants import programmes

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(client):
    client.force_login(builders.make_user(is_staff=False))
    return client


def ask(client, code=programmes.CODE, **asked):
    return client.get(reverse("one-grant", args=[code]), asked)


def paid(cost):
    """What each pays and the total, by size of firm."""
    rows = [*cost.table.rows, cost.table.total]
    return {column: [row.cells[at].text for row in rows] for at, column in enumerate(cost.table.columns)}


def test_the_seed_s_fifteen_thousand_is_split_in_thirds(reader):
    programmes.lay_programme()
    costs = ask(reader, scenario="budget-2013").context["page"].costs
    assert [cost.title for cost in costs] == ["Training at $15,000"]
    assert paid(costs[0])["Other employer"] == ["$5,000", "$5,000", "$5,000", "$15,000"]


def test_another_cost_stands_above_the_seed_s(reader):
    programmes.lay_programme()
    costs = ask(reader, scenario="agreement-2014", **{"p-training_cost": "9_000"}).context["page"].costs
    assert [cost.title for cost in costs] == ["Training at $9,000", "Training at $15,000"]
    assert paid(costs[0]) == {"Small employer": ["$7,500", "$0", "$1,500", "$9,000"],
                              "Other employer": ["$6,000", "$0", "$3,000", "$9,000"]}


def test_one_size_of_firm_can_be_chosen(reader):
    programmes.lay_programme()
    costs = ask(reader, scenario="agreement-2014", of="small").context["page"].costs
    assert paid(costs[0]) == {"Small employer": ["$10,000", "$0", "$5,000", "$15,000"]}
    assert len(costs[0].charts) == 1


def test_a_bad_cost_is_told_at_its_field_and_kept(reader):
    programmes.lay_programme()
    answer = ask(reader, **{"p-training_cost": "dear"})
    page = answer.context["page"]
    assert (answer.status_code, page.costs) == (400, [])
    assert page.form["p-training_cost"].value() == "dear"
    assert page.faults[0][1:] == ("Cost of the training", "'dear' is not a number.")


def test_values_of_the_calculator_are_kept(reader):
    programmes.lay_programme()
    page = ask(reader, scenario="letter-2013-12", **{"p-federal_cap": "8_000"}).context["page"]
    assert paid(page.costs[0])["Other employer"] == ["$8,000", "$0", "$7,000", "$15,000"]
    assert ("p-federal_cap", "8_000") in page.kept


def test_a_programme_that_splits_no_cost_has_no_such_page(reader):
    programmes.lay_programme("labour-market-agreement")
    assert ask(reader, "labour-market-agreement").status_code == 404


def test_employer_at_fifteen_per_cent_of_the_seed_s_fifteen_thousand(reader):
    programmes.lay_programme()
    page = ask(reader, scenario="signal-2013-11",
               **{"p-shares": "{federal: 1/3, provincial: rest, employer: 15%}"}).context["page"]
    assert paid(page.costs[0])["Other employer"] == ["$5,000", "$7,750", "$2,250", "$15,000"]
    assert (page.is_open, page.unseen, "p-shares" in page.form.shown_fields) == (False, [], True)


def test_eighteen_thousand_is_over_the_cap_and_ten_thousand_has_odd_cents(reader):
    programmes.lay_programme()
    for cost, other in [("18_000", ["$10,000", "$0", "$8,000", "$18,000"]),
                        ("10_000", ["$6,666.67", "$0.00", "$3,333.33", "$10,000.00"])]:
        page = ask(reader, scenario="agreement-2014", **{"p-training_cost": cost}).context["page"]
        assert paid(page.costs[0])["Other employer"] == other


def test_values_that_the_form_does_not_show_are_told(reader):
    programmes.lay_programme()
    answer = ask(reader, scenario="letter-2013-12", **{"p-federal_cap": "8_000"})
    assert answer.context["page"].unseen == [("Federal maximum", "8_000")]
    assert "<li>Federal maximum: <code>8_000</code></li>" in answer.content.decode()


def test_where_nobody_stated_who_pays_the_page_says_so(reader):
    programmes.lay_programme()
    assert "nobody has stated who pays what" in ask(reader).content.decode()
    assert not ask(reader, scenario="signal-2013-11").context["page"].is_open
