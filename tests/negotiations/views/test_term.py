"""The history of a term: versions, restatements folded, reactions, the gap."""

import datetime

import pytest
from django.urls import reverse

from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def talks(client):
    builders.make_governments()
    negotiation = builders.make_negotiation(slug="talks")
    client.force_login(builders.make_member(negotiation))
    return {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}


@pytest.fixture
def start(talks):
    return builders.make_term(negotiation=talks["negotiation"], code="T7", value_kind="date")


def table(talks, term, day, value, **changes):
    offer = builders.make_offer(**talks, state="tabled", effective_on=datetime.date.fromisoformat(day),
                                **changes)
    builders.make_offer_term(offer=offer, term=term, value=value, wording_en=f"begin on {value}")
    return offer


def talk_it_through(talks, term):
    front = builders.make_front(**talks)
    table(talks, term, "2013-03-21", "2014-04-01")
    table(talks, term, "2013-12-24", "2014-04-01")
    table(talks, term, "2014-02-04", "2014-10-01", author_front=front)
    table(talks, term, "2014-02-21", "2014-07-01")
    table(talks, term, "2014-02-28", "2014-07-01", kind="outcome", form="agreement", author_front=front,
          author_government=builders.make_government("CA"))


def page(client, code="t7", **dates):
    return client.get(reverse("term", args=["talks", code]), dates).context["page"]


def test_three_versions_are_told_and_what_repeats_them_is_folded(client, talks, start):
    talk_it_through(talks, start)
    found = page(client)
    assert [(one.value.replace("\xa0", " "), len(one.restated), one.gap.replace("\xa0", " "), one.closed)
            for one in found.versions] == [
        ("1 April 2014", 1, "", ""), ("1 October 2014", 0, "183 days", ""),
        ("1 July 2014", 1, "92 days", "49.7% closed")]
    assert found.status == "provisionally agreed"


def test_history_is_read_as_of_a_day(client, talks, start):
    talk_it_through(talks, start)
    found = page(client, on="2014-02-10")
    assert len(found.versions) == 2
    assert found.status == "bracketed: alternatives are on the table"
    assert page(client, on="2013-04-01").status == "open"


def test_two_sides_make_a_chart_and_one_does_not(client, talks, start):
    talk_it_through(talks, start)
    assert len(page(client).chart.dots) == 3
    assert page(client, on="2014-01-01").chart is None


def test_reactions_are_those_taken_while_the_version_stood(client, talks, start):
    talk_it_through(talks, start)
    builders.make_position(**talks, term=start, stance="concerned", effective_on=datetime.date(2014, 2, 10))
    found = page(client)
    assert [[str(one.stance.word) for one in version.reactions] for version in found.versions] == [
        [], ["concerned"], []]


def test_address_of_a_term_takes_either_case(client, talks, start):
    assert client.get(reverse("term", args=["talks", "T7"])).status_code == 200
    assert client.get(reverse("term", args=["talks", "t7"])).status_code == 200
    assert client.get(reverse("term", args=["talks", "t8"])).status_code == 404


def test_a_term_without_a_version_says_so(client, talks, start):
    answer = client.get(reverse("term", args=["talks", "t7"]))
    assert "No offer had said anything on this term by then." in answer.content.decode()


@pytest.mark.parametrize("rows", [1, 6])
@pytest.mark.parametrize(("name", "queries"), [("term", 7), ("term-list", 5)])
def test_page_takes_the_same_queries_for_one_row_and_for_many(
        client, talks, start, name, queries, rows, django_assert_num_queries):
    for number in range(rows):
        table(talks, start, f"2014-01-0{number + 1}", f"2014-04-0{number + 1}")
        builders.make_position(**talks, term=start, effective_on=datetime.date(2014, 1, 1))
        builders.make_term(negotiation=talks["negotiation"])
    address = reverse(name, args=["talks", "t7"] if name == "term" else ["talks"])
    with django_assert_num_queries(queries):
        assert client.get(address).status_code == 200
