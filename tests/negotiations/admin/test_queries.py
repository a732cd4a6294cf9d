"""What a page costs, with one row and with many: the same."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from negotiations.models import (
    Attendance,
    Claim,
    Condition,
    Event,
    Offer,
    OfferTerm,
    Position,
    Statement,
)
from tests import builders
from tests.negotiations.admin.typing import address, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def negotiation():
    return builders.make_negotiation()


@pytest.fixture
def browser(client, negotiation):
    return sign_in(client, builders.make_member(negotiation))


def cost(browser, url):
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(url).status_code == 200
    return [one["sql"] for one in asked.captured_queries]


def fill(event, government):
    """A delegation, an item, a statement and a question more."""
    own = {"negotiation": event.negotiation}
    speaker = builders.make_office_holder(**own, government=government)
    builders.make_attendance(event=event, government=government, person=speaker)
    builders.make_item(event=event, lead=government)
    builders.make_statement(event=event, government=government, speaker=speaker)


def test_page_of_an_event(browser, negotiation):
    event = builders.make_event(negotiation=negotiation)
    url = address(Event, "change", event.pk)
    governments = builders.make_governments()
    fill(event, governments[0])
    browser.get(url)  # what is asked once a process
    one = cost(browser, url)
    for government in governments[1:]:
        fill(event, government)
    many = cost(browser, url)
    assert len(many) == len(one) == 11, "\n".join(many)


@pytest.mark.parametrize(("model", "make", "queries"), [
    (Event, builders.make_event, 10), (Statement, builders.make_statement, 11),
    (Position, builders.make_position, 11), (Offer, builders.make_offer, 10),
    (Attendance, builders.make_attendance, 9), (OfferTerm, builders.make_offer_term, 9),
    (Claim, builders.make_claim, 8), (Condition, builders.make_condition, 9),
], ids=lambda value: getattr(value, "__name__", ""))
def test_list(browser, negotiation, model, make, queries):
    make(negotiation=negotiation)
    url = address(model, "changelist")
    browser.get(url)
    one = cost(browser, url)
    for _more in range(4):
        make(negotiation=negotiation)
    many = cost(browser, url)
    assert len(many) == len(one), "\n".join(many)
    assert len(many) <= queries


def test_list_counts_no_further_than_it_must(browser, negotiation):
    builders.make_event(negotiation=negotiation)
    counts = [sql for sql in cost(browser, address(Event, "changelist")) if "COUNT(*)" in sql]
    assert counts
    assert all("LIMIT 2001" in sql for sql in counts)


def test_page_of_an_offer(browser, negotiation):
    offer = builders.make_offer(negotiation=negotiation)
    url = address(Offer, "change", offer.pk)
    builders.make_offer_term(offer=offer)
    browser.get(url)
    one = cost(browser, url)
    for _more in range(5):
        builders.make_offer_term(offer=offer)
    assert len(cost(browser, url)) == len(one)
