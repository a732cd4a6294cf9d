"""What counted before an event equals the slow obvious reference, and reads little."""

import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from negotiations.models import Position
from negotiations.standing.before import before
from negotiations.standing.movement import moves
from tests import builders
from tests.conftest import as_user
from tests.negotiations.reads import rows_read
from tests.negotiations.standing.test_asof import (
    FIRST,
    asked,
    fact,
    lay_long_history,
    make_place,
    moment,
    values,
)

ELSEWHERE, HERE = 1, 2
histories = st.lists(st.tuples(fact, st.sampled_from([None, ELSEWHERE, HERE, HERE])), max_size=12)


def make_events(place):
    """None, one on the first day, and the one that is read, two days later."""
    of = {"negotiation": place["negotiation"], "source": place["source"]}
    days = {ELSEWHERE: FIRST, HERE: FIRST + datetime.timedelta(2)}
    return {None: None, **{which: builders.make_event(**of, effective_on=day) for which, day in days.items()}}


def lay(place, facts):
    rows = []
    with builders.behind_the_wall():
        for one, event in facts:
            said = values(place, rows, one) | {"event": place["events"][event]}
            rows.append(Position.objects.create(**said))


def told(found):
    return [(one.row.pk, one.before and (one.before.row.pk, one.before.whole_package), one.changed,
             one.governments) for one in found]


class RandomHistories(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.place = make_place()
        cls.place["events"] = make_events(cls.place)

    @settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(histories, asked)
    def test_moves_are_those_of_the_whole_history(self, facts, dates):
        lay(self.place, facts)
        event, on, known = self.place["events"][HERE], FIRST + datetime.timedelta(dates[0]), moment(dates[1])
        for reader in self.place["readers"]:
            as_user(reader)
            rows = list(Position.objects.of(self.place["negotiation"]).at(on, known))
            taken = [row for row in rows if row.event_id == event.pk]
            assert told(moves([*taken, *before(taken, event, on, known)], event)) == told(moves(rows, event))


@pytest.mark.django_db
@pytest.mark.parametrize("revisions", [4, 120])
def test_no_more_than_one_row_of_a_grade_is_read(revisions):
    negotiation = lay_long_history(revisions)
    day = FIRST + datetime.timedelta(revisions)
    event = builders.make_event(negotiation=negotiation, effective_on=day)
    taken = [Position(government_id=code, term_id=term)
             for code in builders.GOVERNMENTS for term in negotiation_terms(negotiation)]
    as_user(builders.make_member(negotiation))
    read = rows_read("negotiations_position")
    before(taken, event, day, None)
    assert rows_read("negotiations_position") - read == len(taken) * 3 // 2


def negotiation_terms(negotiation):
    return list(Position.objects.of(negotiation).filter(term__isnull=False).values_list("term", flat=True)
                .distinct())
