"""The as-of query equals the slow obvious reference, forgets what came later, and reads little."""

import datetime

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from grants.models import Jurisdiction
from negotiations.models import Position, Term
from negotiations.standing import asof
from negotiations.standing.positions import by_cell, effective
from tests import builders
from tests.conftest import as_user
from tests.negotiations.plans import plan_of, rows_read

FIRST = datetime.date(2013, 11, 1)
RECORDED = datetime.datetime(2013, 11, 10, 12, tzinfo=datetime.UTC)
GOVERNMENTS, TERMS = ("CA", "ON", "QC"), 2

fact = st.fixed_dictionaries({
    "government": st.sampled_from(GOVERNMENTS),
    "term": st.integers(0, TERMS),
    "own": st.booleans(),
    "grade": st.sampled_from(asof.GRADES),
    "day": st.integers(0, 4),
    "recorded": st.integers(0, 4),
    "stance": st.sampled_from(["accept", "reject"]),
    "level": st.sampled_from([2, 2, 2, 4]),
    "corrects": st.integers(0, 30),
})
histories = st.lists(fact, max_size=10)
asked = st.tuples(st.integers(-1, 5), st.none() | st.integers(0, 5))


def lay(place, facts, rows=()):
    """The history as rows; a fact corrects an earlier one where its number points at one."""
    rows = list(rows)
    with builders.behind_the_wall():
        for one in facts:
            rows.append(Position.objects.create(**values(place, rows, one)))
    return rows


def values(place, rows, one):
    corrected = {row.supersedes_id for row in rows}
    standing = [row for row in rows if row.pk not in corrected]
    old = standing[one["corrects"]] if one["corrects"] < len(standing) else None
    return {
        "negotiation": place["negotiation"], "source": place["source"], "government_id": one["government"],
        "term": place["terms"][one["term"]], "origin": "individual" if one["own"] else "collective",
        "front": None if one["own"] else place["front"], "grade": one["grade"], "stance": one["stance"],
        "reasoning": "It follows.", "effective_on": FIRST + datetime.timedelta(one["day"]),
        "recorded_at": RECORDED + datetime.timedelta(one["recorded"]),
        "sensitivity": max(one["level"], old.sensitivity if old else 1),
        "supersedes": old, "correction_reason": "It was read wrongly." if old else ""}


def make_place():
    """A negotiation with its governments, terms and two readers, without a position."""
    negotiation = builders.make_negotiation()
    of = {"negotiation": negotiation, "recorded_at": RECORDED - datetime.timedelta(9)}
    for code in GOVERNMENTS:
        builders.make_government(code)
    return {
        "negotiation": negotiation, "source": builders.make_source(**of), "front": builders.make_front(**of),
        "terms": [None, *(builders.make_term(**of) for _ in range(TERMS))],
        "readers": [builders.make_member(negotiation, clearance=level) for level in (3, 4)]}


def moment(day):
    return None if day is None else RECORDED + datetime.timedelta(day)


def told(stand):
    return stand and (stand.row.pk, stand.row.stance, stand.row.grade, stand.whole_package,
                      stand.signal and (stand.signal.pk, stand.signal.stance))


def cells(negotiation):
    terms = [None, *Term.objects.of(negotiation).values_list("pk", flat=True)]
    return [(code, term) for code in GOVERNMENTS for term in terms]


def looked_up(negotiation, on, known):
    found = asof.as_of(negotiation.pk, [on], known)[on]
    return {cell: told(asof.stand(found, *cell)) for cell in cells(negotiation)}


def reference(negotiation, on, known):
    """All rows, one after another, by the rule in plain Python."""
    rows = by_cell(Position.objects.of(negotiation).at(on, known))
    return {cell: told(effective(rows, *cell)) for cell in cells(negotiation)}


class RandomHistories(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.place = make_place()

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(histories, asked)
    def test_standing_equals_the_reference(self, facts, dates):
        lay(self.place, facts)
        on, known = FIRST + datetime.timedelta(dates[0]), moment(dates[1])
        for reader in self.place["readers"]:
            as_user(reader)
            assert looked_up(self.place["negotiation"], on, known) == reference(
                self.place["negotiation"], on, known)

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(histories, st.lists(st.integers(-1, 5), min_size=1, max_size=3, unique=True))
    def test_days_asked_for_together_answer_as_each_alone(self, facts, numbers):
        lay(self.place, facts)
        as_user(self.place["readers"][1])
        negotiation, days = self.place["negotiation"], [FIRST + datetime.timedelta(n) for n in numbers]
        found = asof.as_of(negotiation.pk, days, None)
        for day in days:
            answers = {cell: told(asof.stand(found[day], *cell)) for cell in cells(negotiation)}
            assert answers == reference(negotiation, day, None)

    @settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(histories, histories, asked)
    def test_what_is_recorded_later_changes_no_answer(self, facts, later, dates):
        on, known = FIRST + datetime.timedelta(dates[0]), moment(dates[1] or 0)
        rows = lay(self.place, facts)
        as_user(self.place["readers"][1])
        before = looked_up(self.place["negotiation"], on, known)
        lay(self.place, [{**one, "recorded": max(one["recorded"], dates[1] or 0)} for one in later], rows)
        assert looked_up(self.place["negotiation"], on, known) == before


@pytest.mark.django_db
@pytest.mark.parametrize(("filters", "counted"), [
    (asof.Filters(), "own"), (asof.Filters(level=2), "front"), (asof.Filters(grade="E1"), "front"),
    (asof.Filters(grade="E1", own=True), None)])
def test_filters_leave_rows_out_before_one_is_chosen(filters, counted):
    negotiation = builders.make_negotiation()
    of = {"negotiation": negotiation, "term": builders.make_term(negotiation=negotiation)}
    rows = {
        builders.make_position(**of, grade="E2", sensitivity=3).pk: "own",
        builders.make_position(
            **of, origin="collective", front=builders.make_front(negotiation=negotiation)).pk: "front"}
    as_user(builders.make_member(negotiation, clearance=3))
    found = asof.as_of(negotiation.pk, [builders.DAY], None, filters)[builders.DAY]
    stand = asof.stand(found, "ON", of["term"].pk)
    assert (stand and rows[stand.row.pk]) == counted


def test_nobody_reads_nothing(db):
    position = builders.make_position()
    as_user(None)
    assert asof.as_of(position.negotiation_id, [builders.DAY], None) == {builders.DAY: {}}


def lay_long_history(revisions):
    """Two terms, every government; each cell revised, the grades falling and rising again."""
    negotiation = builders.make_negotiation()
    terms = [builders.make_term(negotiation=negotiation) for _ in range(2)]
    source = builders.make_source(negotiation=negotiation)
    front = builders.make_front(negotiation=negotiation)
    rows = [
        Position(negotiation=negotiation, source=source, government=government, term=term,
                 origin="individual" if term else "collective", front=None if term else front,
                 stance="open", grade=asof.GRADES[1 + n % 4], reasoning="It follows.",
                 effective_on=FIRST + datetime.timedelta(n), sensitivity=2)
        for government in builders.make_governments() for term in (*terms, None) for n in range(revisions)]
    with builders.behind_the_wall():
        Position.objects.bulk_create(rows)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE negotiations_position")
    return negotiation


def positions_read(negotiation, *days):
    given = asof.parameters(negotiation.pk, days, None, asof.Filters())
    return rows_read(plan_of(asof.STATEMENT, **given), "negotiations_position")


@pytest.mark.django_db
@pytest.mark.parametrize("revisions", [4, 120])
def test_no_more_than_two_rows_a_cell_are_read(revisions):
    negotiation = lay_long_history(revisions)
    as_user(builders.make_member(negotiation))
    governments = Jurisdiction.objects.count()
    read = positions_read(negotiation, FIRST + datetime.timedelta(revisions - 1))
    assert governments <= read <= 2 * governments * 3


@pytest.mark.django_db
def test_an_earlier_day_reads_nothing_again_where_nothing_has_moved_since():
    negotiation = lay_long_history(4)
    as_user(builders.make_member(negotiation))
    last = FIRST + datetime.timedelta(3)
    once = positions_read(negotiation, last)
    assert positions_read(negotiation, last, last + datetime.timedelta(9)) == once
    assert positions_read(negotiation, last, last - datetime.timedelta(1)) > once


@pytest.mark.django_db
def test_a_value_is_read_as_it_was_typed():
    negotiation = builders.make_negotiation()
    term = builders.make_term(negotiation=negotiation)
    builders.make_position(negotiation=negotiation, term=term, value="unknown")
    as_user(builders.make_member(negotiation))
    found = asof.as_of(negotiation.pk, [builders.DAY], None)[builders.DAY]
    assert asof.stand(found, "ON", term.pk).row.value == "unknown"
