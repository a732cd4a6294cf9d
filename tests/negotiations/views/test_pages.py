"""The list, the home, offers and sources of a negotiation, through the client."""

import datetime

import pytest
from django.urls import reverse

from negotiations.models import Event, Negotiation, Offer, Source
from tests import builders
from tests.negotiations.meetings import make_meeting

pytestmark = pytest.mark.django_db

PAGES = [("negotiation-home", 22), ("offer-list", 5), ("source-list", 5),
         ("claim-list", 9)]


@pytest.fixture
def member(client):
    def sign_in(event, **membership):
        user = builders.make_member(event.negotiation, **membership)
        client.force_login(user)
        return user
    return sign_in


@pytest.mark.parametrize("rows", [1, 6])
@pytest.mark.parametrize(("name", "queries"), PAGES)
def test_page_takes_the_same_queries_for_one_row_and_for_many(
        client, member, name, queries, rows, django_assert_num_queries):
    event = make_meeting(rows)
    member(event)
    with django_assert_num_queries(queries):
        assert client.get(reverse(name, args=["talks"])).status_code == 200


@pytest.mark.parametrize("rows", [1, 6])
def test_list_takes_the_same_queries_for_one_negotiation_and_for_many(
        client, rows, django_assert_num_queries):
    user = builders.make_member(builders.make_negotiation())
    for _ in range(rows - 1):
        builders.make_membership(builders.make_negotiation(), user)
    client.force_login(user)
    with django_assert_num_queries(5):
        answer = client.get(reverse("negotiation-list"))
        assert len(answer.context["negotiations"]) == rows


@pytest.mark.parametrize("rows", [1, 6])
@pytest.mark.parametrize(("name", "model", "queries"), [("offer", Offer, 9), ("source", Source, 12)])
def test_page_of_one_takes_the_same_queries_for_one_row_and_for_many(
        client, member, name, model, queries, rows, django_assert_num_queries):
    event = make_meeting(rows)
    member(event)
    with builders.behind_the_wall():
        offer = Offer.objects.order_by("pk").first()
    code = "S001" if model is Source else str(offer.code or offer.pk)
    with django_assert_num_queries(queries):
        assert client.get(reverse(name, args=["talks", code])).status_code == 200


@pytest.mark.parametrize("name", ["negotiation-home", "offer-list", "source-list", "claim-list"])
def test_page_is_missing_for_who_is_no_member(client, name):
    make_meeting(1)
    client.force_login(builders.make_member(builders.make_negotiation()))
    assert client.get(reverse(name, args=["talks"])).status_code == 404


def test_list_leaves_out_what_is_withdrawn(client):
    negotiation = builders.make_negotiation()
    client.force_login(builders.make_member(negotiation))
    with builders.behind_the_wall():
        Negotiation.objects.filter(pk=negotiation.pk).update(
            withdrawn_on=datetime.date(2014, 1, 1), withdrawn_reason="Opened by mistake")
    assert list(client.get(reverse("negotiation-list")).context["negotiations"]) == []


def test_list_says_what_to_do_when_nothing_may_be_read(client):
    client.force_login(builders.make_user())
    answer = client.get(reverse("negotiation-list"))
    assert "An approver of a negotiation gives memberships" in answer.content.decode()


def test_home_of_a_past_day_shows_what_was_by_then(client, member):
    event = make_meeting(1)
    later = builders.make_event(negotiation=event.negotiation, slug="later",
                                effective_on=datetime.date(2014, 2, 28))
    member(event)
    home = reverse("negotiation-home", args=["talks"])
    on_the_day = client.get(home, {"on": "2013-11-08"}).context["page"]
    assert [line.event.slug for line in on_the_day.events] == [event.slug]
    today = client.get(home).context["page"]
    assert [line.event.slug for line in today.events] == [later.slug, event.slug]


def test_home_says_of_a_passed_deadline_when_it_passed(client, member):
    member(make_meeting(1))
    words = client.get(reverse("negotiation-home", args=["talks"])).content.decode()
    assert "passed on 31\xa0March 2014" in words


def test_home_known_before_a_row_was_recorded_does_not_show_it(client, member):
    event = make_meeting(1)
    with builders.behind_the_wall():
        assert Event.objects.get(pk=event.pk).recorded_at.year > 2014
    member(event)
    page = client.get(reverse("negotiation-home", args=["talks"]),
                      {"on": "2013-11-08", "known": "2013-11-08"}).context["page"]
    assert (page.events, page.offers, page.countdowns) == ((), (), ())


def test_pages_speak_french(client, member):
    member(make_meeting(1))
    answer = client.get("/fr/negotiations/talks/")
    assert answer.context["page"].negotiation.title == "Pourparlers"
    assert '<html lang="fr">' in answer.content.decode()


def test_a_deadline_that_moved_is_read_at_its_old_date_until_the_day_it_moved(client, member):
    event = make_meeting(1)
    of = {"negotiation": event.negotiation, "source": event.source}
    first = builders.make_deadline(**of, due_on=datetime.date(2014, 4, 1), title_en="Start")
    builders.make_deadline(**of, due_on=datetime.date(2014, 7, 1), title_en="Start", supersedes=first,
                           correction_reason="Moved by the letter of 21 February",
                           effective_on=datetime.date(2014, 2, 21))
    member(event)

    def start(on):
        page = client.get(reverse("negotiation-home", args=["talks"]), {"on": on}).context["page"]
        return [str(one.row.due_on) for one in page.countdowns if one.row.title == "Start"]

    assert start("2014-02-20") == ["2014-04-01"]
    assert start("2014-02-21") == ["2014-07-01"]
