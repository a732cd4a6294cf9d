"""A condition that is met, dropped or added later moves the line: on the matrix, the home and the profile."""

import datetime

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import DAY
from tests.negotiations.matrices import cell, look, make_talks, page

pytestmark = pytest.mark.django_db
SINCE, LATER = datetime.date(2013, 11, 10), datetime.date(2013, 11, 15)
DATES = {"on": "2013-11-20", "since": str(SINCE)}


@pytest.fixture
def talks(client):
    return make_talks(client)


@pytest.fixture
def position(talks):
    return builders.make_position(**talks, stance="accept_if", grade="E2")


def condition(talks, position, **changes):
    return builders.make_condition(position=position, source=talks["source"], **changes)


def correct(talks, old, **changes):
    return condition(talks, old.position, supersedes=old, correction_reason="It was met", effective_on=LATER,
                     **changes)


@pytest.mark.parametrize(("status", "word"), [("met", "1 condition met"), ("dropped", "1 condition dropped")])
def test_condition_that_is_met_or_dropped_is_a_movement(client, talks, position, status, word):
    correct(talks, condition(talks, position), status=status)
    found = cell(page(client, **DATES), "T1-ON")
    assert (found.arrow, found.change.only_conditions) == ("≠", True)
    assert look(page(client, **DATES), "T1-ON")[1].endswith(f", {word}")
    told = client.get(reverse("matrix-json", args=["talks"]), DATES).json()
    assert [one["moved"] for line in told["terms"] for one in line["cells"]
            if one["cell"] == "T1-ON"] == ["≠"]


def test_condition_added_later_is_a_movement(client, talks, position):
    condition(talks, position, text_en="And again", text_fr="Et encore", effective_on=LATER)
    assert look(page(client, **DATES), "T1-ON")[1].endswith(", 1 condition added")


def test_condition_that_stands_is_none(client, talks, position):
    condition(talks, position)
    assert cell(page(client, **DATES), "T1-ON").change is None


def test_its_correction_of_the_same_day_is_none(client, talks, position):
    old = condition(talks, position)
    condition(talks, position, supersedes=old, correction_reason="A slip", effective_on=DAY, status="met")
    assert cell(page(client, **DATES), "T1-ON").change is None


def test_home_and_profile_tell_it(client, talks, position):
    correct(talks, condition(talks, position), status="met")
    home = client.get(reverse("negotiation-json", args=["talks"]), DATES).json()
    assert [(one["who"], one["change"]) for one in home["changes"]] == [
        ("ON", "accepts if, firm: 1 condition met")]
    profile = client.get(reverse("government", args=["talks", "on"]), DATES).context["page"]
    assert [(one.moved.arrow, one.moved.words) for one in profile.stands] == [("≠", "1 condition met")]
