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


@pytest.mark.parametrize("state", ["draft", "cleared"])
def test_a_correction_takes_no_place_before_it_is_tabled(talks, state):
    offer = builders.make_offer(**talks, state="tabled", effective_on=FIRST, recorded_at=EARLY)
    drafted = builders.make_offer(
        **talks, state=state, effective_on=FIRST, supersedes=offer, correction_reason="A slip",
        recorded_at=BEFORE)
    between = BEFORE + datetime.timedelta(1)
    assert (offers(FIRST), offers(FIRST, between)) == ([(offer.pk, "tabled")], [(offer.pk, "tabled")])
    with behind_the_wall():
        Offer.objects.filter(pk=drafted.pk).update(state="tabled")
    assert (offers(FIRST), offers(FIRST, between)) == ([(drafted.pk, "tabled")], [(offer.pk, "tabled")])


def test_a_correction_of_words_takes_no_place_before_it_is_submitted(talks):
    event = builders.make_event(**talks, recorded_at=EARLY)
    said = builders.make_statement(
        event=event, source=talks["source"], state="in_review", recorded_at=EARLY)
    drafted = builders.make_statement(
        event=event, source=talks["source"], state="draft", supersedes=said, correction_reason="A slip",
        recorded_at=BEFORE)
    between = BEFORE + datetime.timedelta(1)
    assert set(Statement.objects.unsuperseded()) == {said, drafted}
    assert list(Statement.objects.unsuperseded(between)) == [said]
    with behind_the_wall():
        Statement.objects.filter(pk=drafted.pk).update(state="in_review")
    assert list(Statement.objects.unsuperseded()) == [drafted]
    assert list(Statement.objects.unsuperseded(between)) == [said]


def test_a_withdrawal_knows_what_was_tabled_and_when(talks):
    offer = builders.make_offer(**talks, state="tabled", effective_on=FIRST)
    corrected = builders.make_offer(
        **talks, state="tabled", effective_on=FIRST, supersedes=offer, correction_reason="A slip")
    back = builders.make_offer(
        **talks, state="withdrawn", effective_on=LAST, supersedes=corrected, correction_reason="Taken back")
    found = Offer.objects.on_the_table(LAST).get()
    assert (found.pk, found.tabled_as, found.tabled_on) == (back.pk, corrected.pk, FIRST)
    assert sorted(found.earlier_versions) == [offer.pk, corrected.pk]


def test_an_offer_stands_until_the_day_to_which_its_withdrawal_was_corrected(talks):
    offer = builders.make_offer(**talks, state="tabled", effective_on=FIRST)
    day = datetime.timedelta(1)
    back = builders.make_offer(
        **talks, state="withdrawn", effective_on=LAST - day, supersedes=offer, correction_reason="Taken back")
    later = builders.make_offer(
        **talks, state="withdrawn", effective_on=LAST, supersedes=back, correction_reason="A day later")
    assert offers(LAST - day) == [(offer.pk, "tabled")]
    assert offers(LAST) == [(later.pk, "withdrawn")]
    assert Offer.objects.on_the_table(LAST).get().tabled_as == offer.pk
