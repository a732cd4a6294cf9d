"""Labels that state facts: who may be recorded in a front twice, and until when a kind of value changes."""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from negotiations import models
from negotiations.standing.fronts import once
from tests import builders
from tests.conftest import as_user
from tests.negotiations.rows import refused

pytestmark = pytest.mark.django_db
DAY = datetime.date(2014, 3, 1)
JOINED = "This government is in the front from that day already."
LONG_AGO = datetime.datetime(2014, 1, 1, 12, tzinfo=datetime.UTC)


@pytest.fixture
def talks():
    builders.make_governments()
    negotiation = builders.make_negotiation(ceiling=4)
    of = {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}
    return {**of, "front": builders.make_front(**of)}


def joins(talks, **changes):
    return models.FrontMember(**{**talks, "government_id": "ON", "starts_on": DAY, **changes})


def analyst(talks, clearance=3):
    as_user(builders.make_member(talks["negotiation"], clearance=clearance))


def test_a_membership_that_may_be_read_is_not_recorded_twice(talks):
    builders.make_front_member(**talks, government_id="ON", starts_on=DAY)
    analyst(talks)
    with pytest.raises(ValidationError, match=JOINED):
        joins(talks).full_clean()
    with refused("There is such a row already."):
        joins(talks).save()
    joins(talks, starts_on=DAY + datetime.timedelta(1)).save()


def test_one_above_the_clearance_does_not_stand_in_the_way(talks):
    hidden = builders.make_front_member(**talks, government_id="ON", starts_on=DAY, sensitivity=4)
    analyst(talks)
    own = joins(talks)
    own.full_clean()
    own.save()
    assert models.FrontMember.objects.get() == own
    analyst(talks, clearance=4)
    assert set(models.FrontMember.objects.all()) == {hidden, own}
    assert len(once(models.FrontMember.objects.all())) == 1


def test_two_of_one_day_rise_to_one_level(talks):
    builders.make_front_member(**talks, government_id="ON", starts_on=DAY, sensitivity=4)
    analyst(talks)
    joins(talks).save()
    analyst(talks, clearance=4)
    assert models.Front.objects.update(sensitivity=4) == 1
    assert [row.sensitivity for row in models.FrontMember.objects.all()] == [4, 4]


def test_a_code_is_refused_in_the_same_words_whoever_reads_the_row_that_has_it(talks):
    said = set()
    for level in (2, 4):
        builders.make_source(negotiation=talks["negotiation"], code=f"S{level}", sensitivity=level)
        analyst(talks)
        with pytest.raises(IntegrityError) as caught, transaction.atomic():
            models.Source.objects.create(
                negotiation=talks["negotiation"], code=f"S{level}", title="A", publisher="B", kind="news")
        said.add(caught.value.__cause__.diag.constraint_name)
    assert said == {"source_code"}


@pytest.mark.parametrize(("recorded_at", "settled"), [(LONG_AGO, True), (None, False)])
def test_the_kind_of_a_terms_values_is_settled_an_hour_after_it_was_recorded(talks, recorded_at, settled):
    changes = {"recorded_at": recorded_at} if recorded_at else {}
    term = builders.make_term(negotiation=talks["negotiation"], value_kind="money", **changes)
    analyst(talks)
    term.name_en, term.value_kind = "Another name", "date"
    if not settled:
        term.save()
        return
    with refused("This is settled an hour after it was recorded."):
        term.save()
    term.value_kind = "money"
    term.save()


def test_a_file_may_still_say_otherwise(talks):
    """It is the owner who loads it."""
    builders.make_term(negotiation=talks["negotiation"], value_kind="money", recorded_at=LONG_AGO)
    with builders.behind_the_wall():
        assert models.Term.objects.update(value_kind="date") == 1
