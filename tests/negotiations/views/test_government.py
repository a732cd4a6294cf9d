"""The profile of a government: what counts, what came before, what it will not accept."""

import datetime

import pytest
from django.urls import reverse

from tests import builders

pytestmark = pytest.mark.django_db

LATER = datetime.date(2014, 1, 15)


@pytest.fixture
def talks(client):
    builders.make_governments()
    negotiation = builders.make_negotiation(slug="talks")
    client.force_login(builders.make_member(negotiation))
    return {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}


def page(client, code="on", **dates):
    return client.get(reverse("government", args=["talks", code]), dates).context["page"]


def take(talks, term, **changes):
    return builders.make_position(**talks, term=term, grade="E2", **changes)


def test_the_position_that_counts_is_told_with_what_came_before(client, talks):
    term = builders.make_term(negotiation=talks["negotiation"])
    take(talks, term, stance="opposed_as_drafted")
    take(talks, term, stance="accept", effective_on=LATER)
    stand = page(client).stands[0]
    assert (stand.line.stance.code, [line.stance.code for _, line, _ in stand.history]) == (
        "accept", ["opposed_as_drafted"])
    assert page(client, on="2013-12-01").stands[0].line.stance.code == "opposed_as_drafted"


def test_a_term_without_a_row_is_not_stated(client, talks):
    term = builders.make_term(negotiation=talks["negotiation"])
    assert page(client).not_stated == (term,)


def test_a_later_word_of_lower_grade_is_a_signal(client, talks):
    term = builders.make_term(negotiation=talks["negotiation"])
    take(talks, term, stance="reject")
    builders.make_position(**talks, term=term, grade="E4", stance="open", effective_on=LATER)
    stand = page(client).stands[0]
    assert (stand.line.stance.code, stand.signal.stance.code) == ("reject", "open")


def test_red_lines_stand_first(client, talks):
    position = take(talks, builders.make_term(negotiation=talks["negotiation"]))
    builders.make_condition(position=position, source=talks["source"], text_en="No cut")
    assert [condition.text for condition, _, _ in page(client).red_lines] == ["No cut"]


def test_what_another_government_said_is_not_here(client, talks):
    event = builders.make_event(**talks)
    builders.make_statement(**talks, event=event, government_id="QC", state="approved")
    builders.make_statement(**talks, event=event, government_id="ON", state="approved")
    assert len(page(client).said) == 1


def test_an_unknown_government_is_missing(client, talks):
    assert client.get(reverse("government", args=["talks", "xx"])).status_code == 404


@pytest.mark.parametrize("rows", [1, 6])
@pytest.mark.parametrize("name", ["government", "government-list"])
def test_page_takes_the_same_queries_for_one_row_and_for_many(
        client, talks, name, rows, django_assert_num_queries):
    for _ in range(rows):
        event = builders.make_event(**talks)
        said = builders.make_statement(**talks, event=event, state="approved")
        term = builders.make_term(negotiation=talks["negotiation"])
        builders.make_condition(position=take(talks, term, event=event), source=talks["source"])
        builders.make_track_step(**talks)
        builders.make_offer(**talks, state="tabled", author_government_id="ON")
        builders.make_follow_up(**talks, owner_government_id="ON", statement=said)
        builders.make_front_member(front=builders.make_front(**talks), source=talks["source"])
    address = reverse(name, args=["talks", "on"] if name == "government" else ["talks"])
    with django_assert_num_queries(25 if name == "government" else 5):
        assert client.get(address).status_code == 200
