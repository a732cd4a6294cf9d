"""The list, the home, offers and sources of a negotiation, through the client."""

import datetime

import pytest
from django.urls import reverse

from negotiations.models import ClaimStatement, Event, Negotiation, Offer, Source, Statement
from tests import builders
from tests.negotiations.meetings import make_meeting

pytestmark = pytest.mark.django_db

PAGES = [("negotiation-home", 25), ("negotiation-json", 25), ("offer-list", 6), ("source-list", 5),
         ("claim-list", 10)]


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


def test_home_tells_what_comes_next_only_if_it_was_known(client, member):
    event = make_meeting(1)
    of = {"negotiation": event.negotiation, "effective_on": datetime.date(2013, 11, 15)}
    early = datetime.datetime(2013, 11, 1, tzinfo=datetime.UTC)
    builders.make_event(**of, slug="planned", recorded_at=early)
    builders.make_event(**{**of, "effective_on": datetime.date(2013, 11, 10)}, slug="letter", kind="letter")
    member(event)
    home = reverse("negotiation-home", args=["talks"])
    page = client.get(home, {"on": "2013-11-09"}).context["page"]
    assert (page.next_meeting.event.slug, page.next_event.event.slug) == ("planned", "letter")
    known = client.get(home, {"on": "2013-11-09", "known": "2013-11-09"}).context["page"]
    assert (known.next_meeting.event.slug, known.next_event.event.slug) == ("planned", "planned")


def test_home_counts_what_is_due_and_overdue_on_the_day_shown(client, member):
    event = make_meeting(1)
    of = {"negotiation": event.negotiation, "source": event.source}
    builders.make_follow_up(**of, due_on=datetime.date(2013, 12, 1), action_en="Draft")
    member(event)

    def told(on):
        page = client.get(reverse("negotiation-home", args=["talks"]), {"on": on}).context["page"]
        return [(one.action, one.overdue) for one in page.promises][0], page.overdue

    assert told("2013-12-01") == (("Draft", False), 0)
    assert told("2013-12-02") == (("Draft", True), 1)


def test_home_says_what_follows_from_a_hard_deadline_to_come(client, member):
    event = make_meeting(1)
    of = {"negotiation": event.negotiation, "source": event.source, "hard": True}
    builders.make_deadline(**of, title_en="LMA expires", consequence_en="$500M a year stops.",
                           due_on=datetime.date(2014, 3, 31))
    for title, consequence in (("Reply", ""), ("Second reply", "Ottawa pays."),
                               ("Last reply", "Otherwise, none.")):
        builders.make_deadline(**of, title_en=title, kind="response", consequence_en=consequence,
                               due_on=datetime.date(2014, 2, 28))
    member(event)

    def told(on):
        unless = client.get(reverse("negotiation-home", args=["talks"]), {"on": on}).context["page"].unless
        return [words.replace("\xa0", " ") for words in unless]

    assert told("2013-11-09") == ["Reply: by 28 February 2014.",
                                  "Second reply: by 28 February 2014. Otherwise: Ottawa pays.",
                                  "Last reply: by 28 February 2014. Otherwise, none.",
                                  "If nothing is signed by 31 March 2014: LMA expires. $500M a year stops."]
    assert told("2014-04-01") == []


def test_home_names_the_claims_being_checked_first(client, member):
    event = make_meeting(1)
    with builders.behind_the_wall():
        said = Statement.objects.first()
    claim = builders.make_claim(negotiation=event.negotiation, source=event.source, title_en="$600M")
    builders.lay(ClaimStatement, negotiation=event.negotiation, claim=claim, statement=said)
    member(event)
    numbers = client.get(reverse("negotiation-home", args=["talks"])).context["page"].numbers
    assert [(one.title == "$600M", one.verdict) for one in numbers.shown] == [
        (True, ""), (False, "confirmed")]
    assert (numbers.unchecked, numbers.more) == (1, 0)


def test_home_as_a_file_says_what_the_page_says(client, member):
    member(make_meeting(1))
    told = client.get(reverse("negotiation-json", args=["talks"]), {"on": "2013-11-08"}).json()
    page = client.get(reverse("negotiation-home", args=["talks"]), {"on": "2013-11-08"}).context["page"]
    assert (told["on"], told["known"], told["clearance"]) == ("2013-11-08", None, "In confidence")
    assert (told["headline"], told["counts"]["of"]) == (page.headline.words, 13)
    assert [one["days"] for one in told["deadlines"]] == [one.days for one in page.countdowns]
    assert told["last_meeting"]["slug"] == "2013-11-08-toronto"


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
