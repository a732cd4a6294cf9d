"""The page of an event and the report of a meeting, through the client."""

import datetime

import pytest
from django.db import connection
from django.urls import reverse

from negotiations import models
from tests import builders
from tests.negotiations.meetings import make_meeting
from tests.negotiations.reads import rows_read

pytestmark = pytest.mark.django_db


def address(name, event):
    return reverse(name, args=[event.negotiation.slug, event.slug])


@pytest.mark.parametrize("rows", [1, 6])
@pytest.mark.parametrize(("name", "queries"), [("meeting-report", 34), ("meeting", 35)])
def test_page_takes_the_same_queries_for_one_row_and_for_many(
        client, name, queries, rows, django_assert_num_queries):
    event = make_meeting(rows)
    client.force_login(builders.make_member(event.negotiation))
    with django_assert_num_queries(queries):
        assert client.get(address(name, event)).status_code == 200


@pytest.mark.parametrize("name", ["meeting-report", "meeting"])
def test_page_is_missing_for_who_is_no_member(client, name):
    event = make_meeting(1)
    client.force_login(builders.make_member(builders.make_negotiation()))
    assert client.get(address(name, event)).status_code == 404


def test_page_asks_to_sign_in(client):
    event = make_meeting(1)
    answer = client.get(address("meeting", event))
    assert answer.status_code == 302
    assert answer.url == f"/en/accounts/login/?next={address('meeting', event)}"


def test_report_is_read_as_of_the_day_of_the_meeting(client):
    event = make_meeting(1)
    client.force_login(builders.make_member(event.negotiation))
    answer = client.get(address("meeting-report", event))
    assert answer.context["as_of"].on == event.effective_on
    assert [one.days for one in answer.context["page"].countdowns] == [143]


def test_a_bad_date_is_named_and_what_was_typed_is_kept(client):
    event = make_meeting(1)
    client.force_login(builders.make_member(event.negotiation))
    answer = client.get(address("meeting", event), {"on": "2013-02-31"})
    assert answer.status_code == 400
    assert answer.context["dates"].typed_on == "2013-02-31"
    assert answer.context["dates"].fault == (
        "“2013-02-31” is not a day: February 2013 has 28 days. Write year, month and day, as in 2013-11-08.")


def test_an_event_that_is_no_gathering_has_its_own_address(client):
    event = make_meeting(1, slug="budget", kind="announcement", outcomes=[])
    client.force_login(builders.make_member(event.negotiation))
    answer = client.get(address("meeting", event))
    assert (answer.status_code, answer.url) == (302, address("event", event))
    assert client.get(address("event", event)).status_code == 200


def test_rows_above_the_clearance_are_not_there(client):
    event = make_meeting(2)
    builders.make_statement(event=event, source=models.Source(pk=event.source_id), sensitivity=4,
                            text="our red line", state="approved")
    client.force_login(builders.make_member(event.negotiation, clearance=3))
    answer = client.get(address("meeting", event))
    assert len(answer.context["page"].statements) == 2
    assert b"our red line" not in answer.content


def strip(client, event):
    page = client.get(address("meeting-report", event)).context["page"]
    return {one.government.code: one.state for one in page.strip}, page.headline.counts.signed


def test_one_signature_of_two_is_signed_in_part(client):
    """Whatever the step says: the home and the tracker say so as well."""
    event = make_meeting(1)
    of = {"negotiation": event.negotiation, "source": models.Source(pk=event.source_id)}
    agreement = builders.make_agreement(**of, government_id="QC")
    blocks = [builders.make_block(agreement=agreement, government_id="QC", order=order) for order in (1, 2)]
    builders.make_signature(block=blocks[0], source=of["source"])
    for state in ("J1", "J7", "J10"):
        builders.make_track_step(**of, government_id="QC", state=state, agreement=agreement, event=event)
    client.force_login(builders.make_member(event.negotiation))
    states, signed = strip(client, event)
    assert (states["QC"], signed) == ("signed in part", 0)
    builders.make_signature(block=blocks[1], source=of["source"])
    states, signed = strip(client, event)
    assert (states["QC"], signed) == ("signed by all", 1)


def lay_history(event, lines):
    """As many earlier lines of the government that took a position there, on its term and on the package."""
    taken = models.Position.objects.get(event=event)
    of = {"negotiation": event.negotiation, "source_id": event.source_id, "sensitivity": 2, "stance": "open",
          "government_id": taken.government_id, "grade": "E2"}
    models.Position.objects.bulk_create(
        models.Position(**of, term_id=term, effective_on=event.effective_on - datetime.timedelta(number))
        for number in range(1, lines + 1) for term in (taken.term_id, None))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE negotiations_position")


@pytest.mark.parametrize("name", ["meeting-report", "meeting"])
def test_page_reads_no_more_positions_of_a_long_history(client, name):
    event, read = make_meeting(1), {}
    client.force_login(builders.make_member(event.negotiation))
    for lines in (20, 400):
        with builders.behind_the_wall():
            lay_history(event, lines)
        before = rows_read("negotiations_position")
        assert len(client.get(address(name, event)).context["page"].moves) == 1
        read[lines] = rows_read("negotiations_position") - before
    assert 0 < read[400] <= read[20]
