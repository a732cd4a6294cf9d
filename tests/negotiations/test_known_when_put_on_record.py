"""A draft is known from when it is tabled or submitted; a withdrawal counts from its own day."""

import datetime

import pytest

from negotiations.models import Offer, Statement
from tests import builders
from tests.conftest import as_user, behind_the_wall

pytestmark = pytest.mark.django_db
FIRST, LAST = datetime.date(2014, 2, 1), datetime.date(2014, 3, 5)
EARLY = datetime.datetime(2014, 2, 1, 12, tzinfo=datetime.UTC)
BEFORE = datetime.datetime(2014, 2, 2, tzinfo=datetime.UTC)


@pytest.fixture
def talks():
    negotiation = builders.make_negotiation()
    as_user(builders.make_member(negotiation, role="approver"))
    return {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}


def offers(on, moment=None):
    return [(row.pk, row.state) for row in Offer.objects.on_the_table(on, moment)]


def test_an_offer_drafted_before_and_tabled_later_was_not_known_before(talks):
    offer = builders.make_offer(**talks, state="draft", effective_on=FIRST, recorded_at=EARLY)
    with behind_the_wall():
        Offer.objects.filter(pk=offer.pk).update(title_en="As it was tabled", state="tabled")
    assert (offers(FIRST, BEFORE), offers(FIRST)) == ([], [(offer.pk, "tabled")])


def test_a_draft_that_is_edited_or_cleared_keeps_its_moment(talks):
    offer = builders.make_offer(**talks, state="draft", effective_on=FIRST, recorded_at=EARLY)
    with behind_the_wall():
        Offer.objects.filter(pk=offer.pk).update(title_en="Another", state="cleared")
    assert Offer.objects.get().recorded_at == EARLY


def test_words_drafted_before_and_submitted_later_were_not_known_before(talks):
    event = builders.make_event(**talks, recorded_at=EARLY)
    said = builders.make_statement(event=event, source=talks["source"], state="draft", recorded_at=EARLY)
    with behind_the_wall():
        Statement.objects.filter(pk=said.pk).update(text="As it was submitted", state="in_review")
    assert list(Statement.objects.known(BEFORE)) == []


def test_an_offer_stands_until_the_day_on_which_it_is_withdrawn(talks):
    offer = builders.make_offer(**talks, state="tabled", effective_on=FIRST)
    back = builders.make_offer(
        **talks, state="withdrawn", effective_on=LAST, supersedes=offer, correction_reason="Taken back")
    day = datetime.timedelta(1)
    assert offers(LAST - day) == [(offer.pk, "tabled")]
    assert offers(LAST) == [(back.pk, "withdrawn")]


def test_a_correction_of_an_offer_counts_at_once(talks):
    offer = builders.make_offer(**talks, state="tabled", effective_on=FIRST)
    builders.make_offer(
        **talks, state="tabled", effective_on=LAST, supersedes=offer, correction_reason="The day was wrong")
    assert offers(FIRST) == []
