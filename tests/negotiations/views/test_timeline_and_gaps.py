"""The timeline and what the record lacks, through the client."""

import pytest
from django.urls import reverse

from tests import builders
from tests.negotiations.meetings import make_meeting

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(client):
    def sign_in(event):
        client.force_login(builders.make_member(event.negotiation))
        return event
    return sign_in


@pytest.mark.parametrize("rows", [1, 6])
@pytest.mark.parametrize(("name", "queries"), [("timeline", 10), ("gaps", 42)])
def test_page_takes_the_same_queries_for_one_row_and_for_many(
        client, member, name, queries, rows, django_assert_num_queries):
    member(make_meeting(rows))
    with django_assert_num_queries(queries):
        assert client.get(reverse(name, args=["talks"])).status_code == 200


@pytest.mark.parametrize("name", ["timeline", "gaps", "search", "search-file"])
def test_page_is_missing_for_who_is_no_member(client, name):
    make_meeting(1)
    client.force_login(builders.make_member(builders.make_negotiation()))
    assert client.get(reverse(name, args=["talks"]), {"q": "words"}).status_code == 404


def test_the_drawing_is_one_picture_with_its_table(client, member):
    event = member(make_meeting(2))
    page = client.get(reverse("timeline", args=["talks"]), {"on": "2013-11-08"}).content.decode()
    drawing = page[page.index("<svg"):page.index("</svg>")]
    assert 'role="img"' in drawing
    assert "<title" in drawing
    assert "<a " not in drawing
    assert "style=" not in drawing
    assert f"/en/negotiations/talks/meetings/{event.slug}/?on=2013-11-08" in page
    assert "after this day" in page


@pytest.mark.parametrize("span", ["2013", "all", "1", "'", "9" * 50])
def test_any_span_is_answered(client, member, span):
    member(make_meeting(1))
    assert client.get(reverse("timeline", args=["talks"]), {"span": span}).status_code == 200


@pytest.mark.parametrize("name", ["timeline", "gaps"])
def test_pages_speak_french_and_stand_empty(client, member, name):
    builders.make_governments()
    negotiation = builders.make_negotiation(slug="talks")
    client.force_login(builders.make_member(negotiation))
    answer = client.get(f"/fr/negotiations/talks/{name}/")
    assert answer.status_code == 200
    assert '<html lang="fr">' in answer.content.decode()


def test_gaps_lead_to_the_place_of_a_row(client, member):
    event = member(make_meeting(1))
    page = client.get(reverse("gaps", args=["talks"])).content.decode()
    assert f"/en/negotiations/talks/meetings/{event.slug}/#position-" in page
    assert "Positions: 1" in page
