"""The newest lines and those that counted equal the slow obvious reference, and little is read."""

import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from negotiations.models import Position
from negotiations.standing.newest import newest
from negotiations.standing.positions import by_cell, effective
from tests import builders
from tests.conftest import as_user
from tests.negotiations.reads import rows_read
from tests.negotiations.standing.test_asof import (
    FIRST,
    asked,
    fact,
    histories,
    lay,
    lay_long_history,
    make_place,
    moment,
)

ONE = "ON"
of_one = st.lists(fact.map(lambda one: {**one, "government": ONE}), max_size=12)


def counted(rows, terms):
    """What counts in each cell, with the signal beside it."""
    cells = by_cell(rows)
    found = [effective(cells, ONE, term) for term in terms]
    return [one and (one.row.pk, one.whole_package, one.signal and one.signal.pk) for one in found]


def newest_of(rows, terms, most):
    cells = by_cell(rows)
    return [[row.pk for row in cells.get((ONE, term), ())][::-1][:most] for term in terms]


class RandomHistories(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.place = make_place()

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(of_one, histories, asked, st.integers(-1, 5), st.integers(1, 4))
    def test_what_is_left_out_changes_nothing_that_counts(self, facts, others, dates, day, most):
        lay(self.place, [*facts, *others])
        known, days = moment(dates[1]), [FIRST + datetime.timedelta(day) for day in (dates[0], day)]
        negotiation, terms = self.place["negotiation"], [term and term.pk for term in self.place["terms"]]
        for reader in self.place["readers"]:
            as_user(reader)
            rows = list(Position.objects.of(negotiation).at(max(days), known).filter(government=ONE))
            keys = newest(negotiation.pk, ONE, days, known, most)
            kept = [row for row in rows if row.pk in keys]
            assert newest_of(kept, terms, most) == newest_of(rows, terms, most)
            assert counted(kept, terms) == counted(rows, terms)
            earlier = [[row for row in some if row.effective_on <= min(days)] for some in (kept, rows)]
            assert [one and one[:2] for one in counted(earlier[0], terms)] == [
                one and one[:2] for one in counted(earlier[1], terms)]


@pytest.mark.django_db
@pytest.mark.parametrize("revisions", [40, 400])
def test_of_a_long_history_the_newest_and_what_counts_are_read(revisions):
    negotiation = lay_long_history(revisions)
    as_user(builders.make_member(negotiation))
    before = rows_read("negotiations_position")
    found = newest(negotiation.pk, ONE, [FIRST + datetime.timedelta(revisions)], None, 5)
    assert len(found) == 3 * 5
    assert rows_read("negotiations_position") - before == 3 * (5 + 1)
