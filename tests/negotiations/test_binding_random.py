"""Whatever stood before, each cell shows after the act what the plan said of it."""

import datetime

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from negotiations.binding import bind
from negotiations.binding_plan import plan
from negotiations.standing import asof
from tests import builders
from tests.conftest import as_user
from tests.negotiations.fronts import asks, line, make_talks

DAY = builders.DAY
NOTE = {"footnote_en": "Opts out with compensation", "footnote_fr": "Se retire avec compensation"}
GOVERNMENTS = ("ON", "QC", "NS")
fact = st.fixed_dictionaries({
    "government": st.sampled_from(GOVERNMENTS), "term": st.integers(0, 2), "own": st.booleans(),
    "grade": st.sampled_from(asof.GRADES), "day": st.integers(-2, 1),
    "stance": st.sampled_from(["accept", "reject"])})
start, length, footnote = st.integers(-3, 1), st.none() | st.integers(0, 3), st.booleans()
membership = st.tuples(start, length, footnote)


class RandomFronts(TestCase):
    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(fact, max_size=8), st.tuples(membership, membership, membership),
           st.sampled_from(asof.GRADES), st.sets(st.integers(0, 2), min_size=1),
           st.sets(st.sampled_from(GOVERNMENTS), min_size=1))
    def test_each_cell_shows_afterwards_what_the_plan_said(self, facts, memberships, grade, about, ticked):
        talks = make_talks([], terms=2, grade=grade)
        terms = [None, *talks.terms]
        lay(talks, facts, memberships, terms)
        as_user(talks.analyst)
        filling = asks(talks, *(line(terms[at]) for at in sorted(about)), members=frozenset(ticked),
                       reasoning="It follows.")
        found = plan(talks.statement, filling)
        members = {code for code, (start, length, _note) in zip(GOVERNMENTS, memberships, strict=True)
                   if start <= 0 and (length is None or start + length >= 0)}
        assert {row.government_id for row in found.roll.present} == members
        assert {one.member.government_id for one in found.planned} == members & ticked
        if found.added:
            found = bind(talks.statement, filling, found.marks)
        cells = asof.as_of(talks.negotiation.pk, [DAY], None)[DAY]
        said = {(one.member.government_id, one.line.term_id): told(one.after) for one in found.planned}
        assert said == {cell: told(asof.stand(cells, *cell)) for cell in said}


def lay(talks, facts, memberships, terms):
    for code, (start, length, note) in zip(GOVERNMENTS, memberships, strict=True):
        starts_on = DAY + datetime.timedelta(start)
        builders.make_front_member(
            **talks.of, front=talks.front, government=builders.make_government(code), starts_on=starts_on,
            ends_on=None if length is None else starts_on + datetime.timedelta(length),
            **(NOTE if note else {}))
    for one in facts:
        builders.make_position(
            **talks.of, government=builders.make_government(one["government"]), term=terms[one["term"]],
            origin="individual" if one["own"] else "collective", front=None if one["own"] else talks.front,
            grade=one["grade"], reasoning="It follows.", stance=one["stance"],
            effective_on=DAY + datetime.timedelta(one["day"]))


def told(stand):
    return stand and (stand.row.pk, stand.whole_package, stand.signal and stand.signal.pk)
