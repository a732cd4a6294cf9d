"""Each page says of a position what its last verdict said, as it was known on the day that is asked for."""

import datetime

import pytest

from negotiations import models
from negotiations.reports import cell, gaps, lines, matrix_rows, profile, rows
from negotiations.standing.asof import ALL
from negotiations.standing.clock import AsOf
from tests import builders
from tests.builders import DAY
from tests.conftest import as_user

pytestmark = pytest.mark.django_db


def day(number):
    return datetime.date(2014, 1, number)


def noon(number):
    return datetime.datetime(2014, 1, number, 12, tzinfo=datetime.UTC)


# The day on which it is read as known -> whether the position was approved by then.
KNOWN = {day(2): False, day(3): True, day(4): True, day(6): False, day(8): True, None: True}


@pytest.fixture
def position():
    """Approved on the third, returned on the fifth, approved again on the seventh."""
    negotiation = builders.make_negotiation()
    event = builders.make_event(negotiation=negotiation)
    row = builders.make_position(negotiation=negotiation, event=event, recorded_at=noon(1))
    as_user(builders.make_member(row.negotiation))
    for number, verdict in ((3, "approved"), (5, "returned"), (7, "approved")):
        builders.lay(models.Approval, negotiation=row.negotiation, position=row, verdict=verdict, note="Why",
                     recorded_by=builders.make_user(), recorded_at=noon(number))
    return row


def of_the_meeting(row, clock):
    (found,) = rows.positions(row.event, clock.on, clock.moment)
    return lines.position_line(found).approved


def of_the_cell(row, clock):
    (found,) = cell.positions(clock)
    return lines.position_line(found).approved


def of_the_profile(row, clock):
    of = {"negotiation": row.negotiation, "government": row.government}
    (found,) = profile.positions(of, clock, clock.on, whole=False)
    return lines.position_line(found).approved


def of_the_matrix(row, clock):
    found = matrix_rows.details({row.pk}, clock, ALL)
    return row.pk in {one.position_id for one in found["approval"]}


def of_the_gaps(row, clock):
    return not gaps.not_reviewed(row.negotiation, clock).exists()


@pytest.mark.parametrize("read", [of_the_meeting, of_the_cell, of_the_profile, of_the_matrix, of_the_gaps])
def test_the_last_verdict_known_counts(position, read):
    assert {known: read(position, AsOf(DAY, known)) for known in KNOWN} == KNOWN
