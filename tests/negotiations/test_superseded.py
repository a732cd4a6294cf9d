"""What was corrected is left out, and of another negotiation nothing is read for that."""

import datetime

import pytest
from django.db import connection

from negotiations.models import Position
from tests import builders
from tests.conftest import as_user
from tests.negotiations.reads import rows_read

pytestmark = pytest.mark.django_db


def lay(negotiation, lines):
    """As many positions on as many days, each but the last corrected by the next."""
    of = {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation),
          "government": builders.make_government("ON"), "stance": "open", "grade": "E1", "sensitivity": 2}
    row = None
    with builders.behind_the_wall():
        for number in range(lines):
            row = Position.objects.create(
                **of, effective_on=builders.DAY + datetime.timedelta(number), supersedes=row,
                correction_reason="It was read wrongly." if row else "")
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE negotiations_position")
    return row


def test_the_last_of_a_chain_stands():
    last = lay(builders.make_negotiation(), 4)
    as_user(builders.make_member(last.negotiation))
    assert list(Position.objects.unsuperseded()) == [last]


def test_corrections_of_other_negotiations_are_not_read():
    ours = builders.make_negotiation()
    last, others = lay(ours, 3), builders.make_negotiation()
    reader = builders.make_member(ours)
    builders.make_membership(others, reader)
    lay(others, 300)
    as_user(reader)
    before = rows_read("negotiations_position")
    assert list(Position.objects.of(ours).unsuperseded()) == [last]
    assert rows_read("negotiations_position") - before < 30
