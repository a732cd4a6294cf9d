"""Who takes part in a negotiation, and what follows for a negotiation of two governments."""

import datetime

import pytest
from django.urls import reverse

from negotiations.models import OfferAddressee
from negotiations.reports import parties
from negotiations.standing.clock import AsOf
from tests import builders
from tests.builders import DAY
from tests.conftest import as_user

pytestmark = pytest.mark.django_db

ALL = frozenset(builders.GOVERNMENTS)
LATER = AsOf(datetime.date(2014, 5, 1))


@pytest.fixture
def talks(client):
    builders.make_governments()
    negotiation = builders.make_negotiation(slug="talks")
    person = builders.make_member(negotiation)
    client.force_login(person)
    as_user(person)
    return {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}


def table(talks, *to, front=None, **changes):
    """A written offer of Canada, addressed to those governments or that front."""
    offer = builders.make_offer(**talks, **{"state": "tabled", **changes})
    for where in [*({"government_id": code} for code in to), *([{"front": front}] if front else [])]:
        builders.lay(OfferAddressee, negotiation=talks["negotiation"], offer=offer, **where)
    return offer


def found(talks, as_of=LATER):
    return parties.codes(talks["negotiation"], as_of)


def test_everybody_takes_part_while_no_offer_says_whom_it_speaks_to(talks):
    builders.make_track_step(**talks, government_id="ON")
    assert found(talks) == ALL
    builders.make_offer(**talks, state="tabled", author_government_id="ON")
    assert found(talks) == ALL


def test_who_is_addressed_takes_part_and_who_makes_the_offer(talks):
    table(talks, "ON")
    assert found(talks) == {"CA", "ON"}


def test_an_offer_of_canada_to_nobody_by_name_is_to_everybody(talks):
    table(talks, "ON")
    table(talks)
    assert found(talks) == ALL


def test_whoever_left_a_trace_takes_part(talks):
    table(talks, "ON")
    builders.make_track_step(**talks, government_id="QC")
    builders.make_position(**talks, government_id="NS")
    builders.make_attendance(event=builders.make_event(**talks), source=talks["source"], government_id="NB")
    builders.make_front_member(front=builders.make_front(**talks), source=talks["source"], government_id="MB")
    builders.make_offer(**talks, kind="demand", state="tabled", author_government_id="BC")
    agreement = builders.make_agreement(**talks, government_id="PE")
    builders.make_signature(block=builders.make_block(agreement=agreement, government_id="PE"),
                            source=talks["source"])
    assert found(talks) == {"CA", "ON", "QC", "NS", "NB", "MB", "BC", "PE"}


def test_an_absence_a_draft_or_a_line_recorded_of_another_is_no_trace(talks):
    table(talks, "ON")
    table(talks, "SK", state="draft")
    builders.make_attendance(event=builders.make_event(**talks), source=talks["source"], government_id="NB",
                             status="absent", reason_en="An election")
    wrong = builders.make_position(**talks, government_id="NS")
    builders.make_position(**talks, government_id="ON", supersedes=wrong, correction_reason="It was Ontario")
    assert found(talks) == {"CA", "ON"}


def test_both_clocks_are_obeyed(talks):
    table(talks, "ON")
    builders.make_track_step(**talks, government_id="QC", effective_on=DAY + datetime.timedelta(1))
    assert found(talks, AsOf(DAY)) == {"CA", "ON"}
    assert found(talks) == {"CA", "ON", "QC"}
    assert found(talks, AsOf(LATER.on, known=LATER.on)) == ALL


def test_an_agreement_is_a_trace_from_its_signature(talks):
    table(talks, "ON")
    agreement = builders.make_agreement(**talks, government_id="PE")
    builders.make_signature(block=builders.make_block(agreement=agreement, government_id="PE"),
                            source=talks["source"], effective_on=DAY + datetime.timedelta(1))
    assert found(talks, AsOf(DAY)) == {"CA", "ON"}
    assert found(talks) == {"CA", "ON", "PE"}


def test_it_is_asked_in_one_query(talks, django_assert_num_queries):
    table(talks, "ON")
    with django_assert_num_queries(1):
        found(talks)


def agree(talks, signed):
    """Canada and Ontario alone: an offer, what was agreed on its term, and Ontario's track."""
    offer, term = table(talks, "ON"), builders.make_term(negotiation=talks["negotiation"], code="T1")
    builders.make_offer_term(offer=offer, term=term)
    builders.make_position(**talks, government_id="ON", term=term, stance="accept", offer=offer)
    for state in ["J6", *(["J10"] if signed else [])]:
        builders.make_track_step(**talks, government_id="ON", state=state, effective_on=DAY)


@pytest.mark.parametrize(("signed", "status", "headline", "waiting"), [
    (False, "provisionally_agreed", "F4", ["ON"]), (True, "closed", "F6", [])])
def test_two_governments_agree_and_close_a_term(client, talks, signed, status, headline, waiting):
    agree(talks, signed)
    asked = {"on": "2014-05-01"}
    line, = client.get(reverse("term-list", args=["talks"]), asked).context["page"].lines
    assert (line.standing.status.code, line.standing.concerned) == (status, 2)
    assert [one.code for one in line.standing.missing] == waiting
    home = client.get(reverse("negotiation-home", args=["talks"]), asked).context["page"]
    assert (home.headline.state, home.headline.counts.governments) == (headline, 1)
    assert [one.government.code for one in home.strip] == ["ON"]
    tracker = client.get(reverse("tracker", args=["talks"]), asked).context["page"]
    assert [row.government.code for row in tracker.rows] == ["ON"]
    assert (tracker.coverage.governments, tracker.coverage.of_governments) == (1, 13)


def test_half_a_signature_closes_no_term(client, talks):
    """A step that says signed by all is read beside the agreement, as on the tracker."""
    agree(talks, signed=True)
    agreement = builders.make_agreement(**talks, government_id="ON")
    blocks = [builders.make_block(agreement=agreement, government_id="ON", order=order) for order in (1, 2)]
    for block, status in zip(blocks, ("provisionally_agreed", "closed"), strict=True):
        builders.make_signature(block=block, source=talks["source"])
        line, = client.get(reverse("term-list", args=["talks"]), {"on": "2014-05-01"}).context["page"].lines
        assert line.standing.status.code == status


def test_a_report_names_as_silent_only_who_takes_part(client, talks):
    table(talks, "ON", "QC")
    event = builders.make_event(**talks, slug="meeting", kind="meeting")
    builders.make_statement(**talks, event=event, government_id="ON")
    page = client.get(reverse("meeting-report", args=["talks", event.slug]), {"on": "2014-05-01"})
    assert page.context["page"].silent == ("Canada", "Quebec")


def test_the_profile_of_who_takes_no_part_says_so(client, talks):
    agree(talks, signed=False)
    told = client.get(reverse("government", args=["talks", "ns"]), {"on": "2014-05-01"}).content.decode()
    assert "Takes no part in this negotiation, by what is on record." in told
