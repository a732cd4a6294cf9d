"""What the database refuses of a track: moves for everybody, and contests that contest nothing."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import DatabaseError, connections, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from negotiations import stepping
from negotiations.models import Contest, TrackStep
from negotiations.scales import moves
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.rows import check_keys, refused, sql
from tests.negotiations.steps import day, lay, make_talks, sign_in, write

pytestmark = pytest.mark.django_db
STATES = tuple(moves.ONWARD)


@pytest.fixture
def talks():
    found = make_talks()
    sign_in(found)
    return found


def put(make, talks, *states):
    """Steps on one day after another, and what COMMIT would say of them."""
    for number, state in enumerate(states):
        row = make(talks, state, number, reference="1")
    check_keys()
    return row


# Moves ----------------------------------------------------------------------------------------

ROLES = pytest.mark.parametrize("make", [lay, write], ids=["owner", "web"])
CHAINS = ["J1 J2 J3 J6 J7 J8 J9", "J2 J3 J2 J5 J6", "J3 J21 J8", "J6 J6 J4 J1", "J20 J21", "J2 J23 J22"]


@ROLES
@pytest.mark.parametrize("chain", CHAINS)
def test_a_chain_of_allowed_moves_is_taken(talks, make, chain):
    put(lambda *given, **also: make(*given, **also, reason_en="They asked for time."), talks, *chain.split())
    assert TrackStep.objects.count() == len(chain.split())


@ROLES
@pytest.mark.parametrize("chain", ["J9", "J2 J9", "J2 J23 J9", "J3 J21 J20", "J2 J6 J9 J11"])
def test_a_move_outside_the_table_is_refused(talks, make, chain):
    with refused("ON cannot move from J"):
        put(make, talks, *chain.split())
    assert not TrackStep.objects.exists()


@ROLES
def test_a_step_back_needs_its_reason_in_one_language(talks, make):
    put(make, talks, "J2", "J6")
    for blank in ("", "  "):
        with refused("falls back from J6 to J3 .*: give the reason"):
            make(talks, "J3", 5, reason_en=blank)
            check_keys()
    make(talks, "J3", 5, reason_fr="Nouveau mandat.")
    check_keys()
    assert TrackStep.objects.count() == 3


@ROLES
def test_a_step_dated_back_leaves_what_follows_possible(talks, make):
    lay(talks, "J2", 0), lay(talks, "J6", 4)
    make(talks, "J3", 2)
    check_keys()
    with refused("ON cannot move from J23 to J20|ON falls back from J23 to J6"):
        make(talks, "J23", 3)
        check_keys()


@ROLES
def test_on_one_day_the_later_row_comes_second(talks, make):
    lay(talks, "J2", 0), lay(talks, "J3", 0)
    make(talks, "J6", 0)
    check_keys()
    with refused("ON cannot move from J6 to J11"):
        make(talks, "J11", 0)
        check_keys()


@ROLES
def test_a_correction_is_judged_against_the_state_before_the_corrected_row(talks, make):
    lay(talks, "J2", 0)
    wrong = lay(talks, "J20", 2)
    make(talks, "J5", 2, supersedes=wrong, correction_reason="A letter of intent, no opting out.")
    check_keys()
    with refused("ON cannot move from J5 to J11"):
        make(talks, "J11", 3)
        check_keys()


@ROLES
def test_a_correction_that_moves_away_leaves_no_hole(talks, make):
    lay(talks, "J2", 0)
    wrong = lay(talks, "J6", 2)
    lay(talks, "J9", 4)
    for changes in ({"on": 6, "state": "J10", "signed": "all"}, {"on": 2, "state": "J6", "government": "NS"}):
        government = builders.make_government(changes.get("government", "ON"))
        with refused("ON cannot move from J2 to J9"):
            lay(talks, changes["state"], changes["on"], government=government, supersedes=wrong,
                correction_reason="Wrong day or government.")  # fmt: skip
            check_keys()
    make(talks, "J6", 3, supersedes=wrong, correction_reason="A day later.")
    check_keys()


def test_steps_of_one_transaction_are_judged_together(talks):
    """A loader brings rows in the order in which they became known."""
    with behind_the_wall():
        TrackStep.objects.bulk_create([
            TrackStep(**{**talks, "state": state, "effective_on": day(number)})
            for state, number in (("J10", 9), ("J9", 8), ("J2", 0), ("J6", 4))])  # fmt: skip
    check_keys()
    assert TrackStep.objects.count() == 4


def test_a_step_above_the_writer_neither_refuses_nor_betrays_itself(talks):
    lay(talks, "J2", 0), lay(talks, "J8", 2, sensitivity=4)
    check_keys()
    sign_in(talks, clearance=2)
    write(talks, "J3", 3)
    check_keys()
    assert [step.state for step in TrackStep.objects.all()] == ["J2", "J3"]


@ROLES
def test_a_step_that_rises_before_the_end_is_judged_where_it_has_risen_to(talks, make):
    lay(talks, "J2", 0)
    check_keys()
    with refused("ON cannot move from J2 to J24"):
        step = make(talks, "J24", 3)
        TrackStep.objects.filter(pk=step.pk).update(sensitivity=4)
        check_keys()


def test_another_negotiation_and_another_government_have_tracks_of_their_own(talks):
    put(lay, talks, "J2", "J23")
    lay(talks, "J6", 3, government=builders.make_government("NS"))
    put(lay, make_talks(), "J2", "J6")


@pytest.mark.parametrize("role", ["owner", "web"])
def test_only_the_owner_restores_what_a_site_has_dumped(talks, role):
    sql("SELECT set_config('entente.restoring', 'on', true)")
    if role == "owner":
        put(lay, talks, "J2", "J24")
        assert TrackStep.objects.count() == 2
    else:
        with refused("ON cannot move from J2 to J24"):
            put(write, talks, "J2", "J24")


def test_raw_sql_of_the_web_is_judged_as_well(talks):
    step = lay(talks, "J2", 0)
    columns = ("negotiation_id, government_id, source_id, event_id, offer_id, grade, sensitivity, locator,"
               " effective_precision, correction_reason, reason_en, reason_fr, reference")  # fmt: skip
    with refused("ON cannot move from J2 to J24"):
        sql(f"INSERT INTO negotiations_trackstep (state, effective_on, {columns}) SELECT 'J24', %s, {columns}"
            " FROM negotiations_trackstep WHERE id = %s", day(1), step.pk)  # fmt: skip
        check_keys()


# Contests -------------------------------------------------------------------------------------


@ROLES
def test_a_contest_describes_another_state(talks, make):
    step = lay(talks, "J5", 0)
    values = {"negotiation": talks["negotiation"], "source": talks["source"], "step": step, "grade": "E2",
              "effective_on": day(0), "words_en": "A", "words_fr": "B"}  # fmt: skip
    create = Contest.objects.create if make is write else lambda **one: builders.lay(Contest, **one)
    with refused("A contest describes another state than the step itself"):
        create(**values, state="J5")
    assert create(**values, state="J6").pk


def test_a_contest_of_a_step_above_the_writer_does_not_tell_its_state(talks):
    step = lay(talks, "J5", 0, sensitivity=4)
    sign_in(talks, clearance=2)
    said = set()
    for state in ("J5", "J6"):
        with pytest.raises(DatabaseError) as error, transaction.atomic():
            Contest.objects.create(
                negotiation=talks["negotiation"], source=talks["source"], step_id=step.pk, grade="E2",
                effective_on=day(0), words_en="A", words_fr="B", state=state)  # fmt: skip
        said.add(str(error.value))
    assert said == {'new row violates row-level security policy for table "negotiations_contest"'}


# Two at once ----------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_recorders_cannot_both_pass():
    """Each would be valid alone, and neither after the other."""
    talks = make_talks()
    people = [builders.make_member(talks["negotiation"], "records_officer", 4) for _ in range(2)]
    lay(talks, "J2", 0)
    ready = Barrier(2, timeout=20)

    def record(person, state):
        try:
            as_user(person)
            with transaction.atomic():
                write(talks, state, 5)
                ready.wait()
        except DatabaseError as error:
            return str(error).splitlines()[0]
        finally:
            connections["default"].close()
        return "recorded"

    with ThreadPoolExecutor(2) as pool:
        said = list(pool.map(record, people, ("J21", "J23")))
    assert sorted(one == "recorded" for one in said) == [False, True]
    assert TrackStep.objects.filter(effective_on=day(5)).count() == 0  # nobody is signed in here
    with behind_the_wall():
        assert TrackStep.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_of_the_past_is_no_place_to_record_from():
    talks = make_talks()
    sign_in(talks)
    with pytest.raises(DatabaseError, match="sees what others have committed"), transaction.atomic():
        sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        write(talks, "J2", 0)


# A slow obvious reference ---------------------------------------------------------------------

operation = st.fixed_dictionaries({
    "state": st.sampled_from(STATES), "day": st.integers(0, 3), "reason": st.booleans(),
    "level": st.sampled_from([2, 2, 4]), "corrects": st.integers(0, 9),
    "government": st.sampled_from(["ON", "NS"]),
})  # fmt: skip


def joints(rows, government, level):
    """The pairs that follow one another on a track, as a reader of that level reads it."""
    corrected = {row.supersedes_id for row in rows}
    own = [row for row in rows if row.pk not in corrected and row.government_id == government
           and row.sensitivity <= level]  # fmt: skip
    own.sort(key=lambda row: (row.effective_on, first_version(row)))
    return list(zip([None, *own], own, strict=False))


def first_version(row):
    return first_version(row.supersedes) if row.supersedes else row.pk


def is_good(before, after):
    state = before.state if before else "J0"
    reason = bool(after.reason_en.strip())
    back, on = moves.BACKWARD.get(state, "").split(), moves.ONWARD[state].split()
    return after.state == state or after.state in on or (after.state in back and reason)


class AnySequence(TestCase):
    """The database takes exactly what leaves every new joint good, and the form says the same before."""

    def setUp(self):
        super().setUp()
        builders.make_government("ON"), builders.make_government("NS")
        negotiation = builders.make_negotiation()
        as_user(builders.make_member(negotiation, "records_officer", 4))
        self.here = {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}

    def step(self, one, rows):
        corrected = {row.supersedes_id for row in rows}
        free = [row for row in rows if row.pk not in corrected]
        old = free[one["corrects"]] if one["corrects"] < len(free) else None
        return TrackStep(
            **self.here, government_id=one["government"], state=one["state"], grade="E1",
            effective_on=day(one["day"]), reason_en="Why" if one["reason"] else "", supersedes=old,
            correction_reason="Wrong" if old else "",
            sensitivity=max(one["level"], old.sensitivity if old else 1))  # fmt: skip

    def told(self, step):
        steps = stepping.track(step.negotiation_id, step.government_id, step.sensitivity, step.supersedes_id)
        here = stepping.preceding(step, steps)
        return [*stepping.move_faults(step, here, steps), *stepping.gap_faults(step, steps)]

    def lay(self, step):
        """Whether the database took it; by the owner, of whom no evidence is asked."""
        try:
            with transaction.atomic():
                with behind_the_wall():
                    step.save(force_insert=True)
                check_keys()
        except DatabaseError:
            sql("SET ROLE entente_web")
            return False
        return True

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(operation, min_size=1, max_size=9))
    def test_new_joints_are_good(self, operations):
        rows = []
        for one in operations:
            step = self.step(one, rows)
            said = self.told(step)
            level, governments = step.sensitivity, {step.government_id, *(
                [step.supersedes.government_id] if step.supersedes else [])}
            before = {code: joints(rows, code, level) for code in governments}
            step.pk = None
            taken = self.lay(step)
            if taken:
                rows.append(step)
                wanted = rows
            else:
                step.pk = 10**9
                wanted = [*rows, step]
            new = [pair for code in governments for pair in joints(wanted, code, level)
                   if pair not in before[code]]  # fmt: skip
            assert taken is all(is_good(*pair) for pair in new)
            assert taken is (said == [])


# Corrections ----------------------------------------------------------------------------------


@ROLES
def test_a_correction_keeps_its_place_among_the_rows_of_its_day(talks, make):
    """J3 was put on record before J5 of that day: its correction does not come after J5."""
    wrong, second = put(make, talks, "J2", "J3"), make(talks, "J5", 1)
    first = make(talks, "J3", 1, supersedes=wrong, correction_reason="A slip", locator="p. 2")
    again = make(talks, "J3", 1, supersedes=first, correction_reason="Another", locator="p. 3")
    make(talks, "J6", 2)
    check_keys()
    first.refresh_from_db(), again.refresh_from_db()
    assert (second.in_place_of, first.in_place_of, again.in_place_of) == (None, wrong.pk, wrong.pk)
    steps = stepping.track(talks["negotiation"].pk, "ON", 4)
    assert [(step.state, step.locator) for step in steps] == [
        ("J2", ""), ("J3", "p. 3"), ("J5", ""), ("J6", "")]
    with refused("ON cannot move from J2 to J24"):
        make(talks, "J24", 1, supersedes=again, correction_reason="Nonsense")
        check_keys()


@ROLES
def test_nobody_says_in_whose_place_a_row_stands(talks, make):
    first = make(talks, "J2", 0)
    for values in ({}, {"supersedes": first, "correction_reason": "A slip"}):
        row = make(talks, "J2", 0, in_place_of=77, **values)
        row.refresh_from_db()
        assert row.in_place_of == (first.pk if values else None)
