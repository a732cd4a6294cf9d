"""The claims page: verdicts by date, overtaken by a newer offer, one number with two meanings."""

import datetime

import pytest

from negotiations import models
from negotiations.reports.claims import claims
from negotiations.reports.home import home
from negotiations.standing.clock import AsOf
from tests import builders
from tests.conftest import as_user

pytestmark = pytest.mark.django_db

DAY = datetime.date(2013, 11, 8)
LATER = datetime.date(2014, 1, 15)


@pytest.fixture
def talks():
    negotiation = builders.make_negotiation()
    as_user(builders.make_member(negotiation))
    return {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}


def make_claim(talks, **changes):
    claim = builders.make_claim(**talks, **changes)
    builders.make_verdict(claim=claim, source=talks["source"])
    return claim


def read(talks, on=DAY):
    return claims(talks["negotiation"], AsOf(on))


def test_a_later_verdict_is_not_read_before_its_day(talks):
    claim = make_claim(talks)
    builders.make_verdict(claim=claim, source=talks["source"], verdict="overtaken", effective_on=LATER)
    assert [one.word for one in read(talks)[0].verdicts] == ["confirmed"]
    assert [one.word for one in read(talks, LATER)[0].verdicts] == ["overtaken", "confirmed"]


def test_a_claim_is_overtaken_when_the_offer_of_the_day_is_newer_than_its_own(talks):
    first = builders.make_offer(**talks, state="tabled")
    make_claim(talks, offer=first)
    second = builders.make_offer(**talks, state="tabled", effective_on=LATER)
    assert read(talks)[0].overtaken_by is None
    assert read(talks, LATER)[0].overtaken_by == second


def test_one_number_in_two_claims_is_a_warning_on_both(talks):
    one = make_claim(talks, amounts=["116_000_000"])
    other = make_claim(talks, amounts=["116000000"])
    assert [line.same_number for line in read(talks)] == [
        (("$116M", f"claim-{other.pk}", other.title),), (("$116M", f"claim-{one.pk}", one.title),)]


def test_repeats_are_the_statements_made_by_then(talks):
    claim = make_claim(talks)
    event = builders.make_event(**talks)
    for day in (DAY, LATER):
        said = builders.make_statement(**talks, event=event, effective_on=day, state="approved")
        builders.lay(models.ClaimStatement, negotiation=talks["negotiation"], claim=claim, statement=said)
    assert [len(read(talks, day)[0].repeats) for day in (DAY, LATER)] == [1, 2]


def test_a_claim_that_nobody_had_made_yet_is_not_there(talks):
    make_claim(talks)
    assert read(talks, datetime.date(2013, 1, 1)) == ()


def test_the_home_holds_a_claim_against_the_offer_whose_earlier_version_it_names(talks):
    """The day of the offer was corrected to an earlier one: so another is newer than it was."""
    early = DAY - datetime.timedelta(20)
    wrong = builders.make_offer(**talks, state="tabled")
    make_claim(talks, offer=wrong)
    builders.make_offer(**talks, state="tabled", effective_on=early, supersedes=wrong,
                        correction_reason="The letter was dated earlier")
    builders.make_offer(**talks, state="tabled", effective_on=DAY - datetime.timedelta(10))
    assert read(talks)[0].overtaken_by is not None
    number, = home(talks["negotiation"], AsOf(DAY)).numbers.shown
    assert number.overtaken
