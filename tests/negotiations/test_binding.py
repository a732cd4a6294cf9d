"""A front's words in one act: exactly the rows looked at, all of them or none, and never twice."""

import datetime
import threading
from dataclasses import replace

import psycopg
import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DataError, OperationalError, connection, connections

from negotiations.binding import Changed, bind, refusal_of
from negotiations.binding_plan import Footnote, plan
from negotiations.models import Condition, FrontMember, HistoryEntry, Position, PositionStatement
from negotiations.standing import asof
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.fronts import PROVINCES, asks, line, make_talks

DAY = builders.DAY
EARLIER = datetime.date(2013, 7, 24)
NOTE = {"footnote_en": "Opts out with compensation", "footnote_fr": "Se retire avec compensation"}


def record(talks, filling):
    """As a person who looks and then confirms."""
    return bind(talks.statement, filling, plan(talks.statement, filling).marks)


def reasons(found):
    return {one.member.government_id: one.why for one in found.planned}


def stored():
    """Everything the act may write."""
    with behind_the_wall():
        return {model.__name__: set(model.objects.values_list("pk", flat=True))
                for model in (Position, PositionStatement, Condition, FrontMember)}  # fmt: skip


@pytest.fixture
def talks(db):
    found = make_talks()
    as_user(found.analyst)
    return found


@pytest.mark.django_db
def test_each_member_gets_the_row_that_the_statement_dates_and_proves():
    talks = make_talks(["ON", "QC"], grade="E2", locator="paragraph 3")
    as_user(talks.analyst)
    offer = builders.make_offer(**talks.of, state="tabled")
    said = line(talks.terms[0], value="15%..", summary_en="No.", summary_fr="Non.", offer=offer,
                combine="any", kind="red_line",
                conditions=(("New money", "De l’argent frais"), ("In July", "En juillet")))
    record(talks, asks(talks, said))
    shared = {"term_id": talks.terms[0].pk, "stance": "opposed_as_drafted", "firmness": "firm",
              "value": "15%..", "summary_en": "No.", "summary_fr": "Non.", "origin": "collective",
              "front_id": talks.front.pk, "offer_id": offer.pk, "event_id": talks.statement.event_id,
              "grade": "E2", "combine": "any",
              "salience": None, "reasoning": "", "effective_on": DAY, "effective_precision": "day",
              "effective_from": None, "source_id": talks.of["source"].pk, "locator": "paragraph 3",
              "sensitivity": 2, "recorded_by_id": talks.analyst.pk, "supersedes_id": None}
    rows = list(Position.objects.values("government_id", *shared).order_by("id"))
    assert rows == [{"government_id": code, **shared} for code in ("ON", "QC")]
    links = PositionStatement.objects.values_list("position__government", "statement").order_by("id")
    assert list(links) == [("ON", talks.statement.pk), ("QC", talks.statement.pk)]
    conditions = Condition.objects.order_by("position", "number").values_list(
        "position__government", "number", "text_en", "text_fr", "kind", "basis", "status", "term")
    told = [(1, "New money", "De l’argent frais"), (2, "In July", "En juillet")]
    assert list(conditions) == [(code, *words, "red_line", "stated", "open", talks.terms[0].pk)
                                for code in ("ON", "QC") for words in told]


def test_thirteen_members_of_whom_one_keeps_its_line_and_one_its_package(talks):
    """Story 6: thirteen rows, eleven of them seen."""
    builders.make_position(**talks.of, term=talks.terms[0], grade="E2")
    builders.make_position(**talks.of, government=builders.make_government("QC"), grade="E2", stance="reject")
    done = record(talks, asks(talks))
    assert reasons(done) == {**dict.fromkeys(PROVINCES, "visible"), "ON": "own", "QC": "package"}
    assert Position.objects.filter(origin="collective").count() == 13
    cells = asof.as_of(talks.negotiation.pk, [DAY], None)[DAY]
    found = {code: asof.stand(cells, code, talks.terms[0].pk) for code in PROVINCES}
    assert {code: one.row.origin for code, one in found.items()} == {
        **dict.fromkeys(PROVINCES, "collective"), "ON": "individual", "QC": "individual"}
    assert found["QC"].whole_package


@pytest.mark.parametrize(("behalf", "words"), [
    ("claims", "claim to speak for others"), ("own", "not on behalf")])
def test_nobody_is_bound_by_words_that_are_not_the_fronts(db, behalf, words):
    talks = make_talks(["ON"])
    other = {"front": talks.front} if behalf == "claims" else {}
    said = builders.make_statement(**talks.of, event=talks.statement.event, behalf=behalf, **other)
    as_user(talks.analyst)
    assert words in str(refusal_of(said))
    talks.statement, before = said, stored()
    with pytest.raises(ValidationError, match=words):
        bind(said, asks(talks), {})
    assert stored() == before


def test_a_corrected_statement_gives_way_to_its_correction_and_binds_nobody_twice(talks):
    record(talks, asks(talks))
    old = talks.statement
    talks.statement = builders.make_statement(
        **talks.of, event=old.event, behalf="front", front=talks.front, government=None, state="in_review",
        supersedes=old, correction_reason="It was read wrongly.")
    as_user(talks.analyst)
    with pytest.raises(ValidationError, match="has been corrected"):
        bind(old, asks(talks), {})
    assert set(reasons(plan(talks.statement, asks(talks))).values()) == {"stands"}


def test_sending_it_twice_adds_nothing_and_shows_what_stands(talks):
    filling = asks(talks)
    seen = plan(talks.statement, filling).marks
    bind(talks.statement, filling, seen)
    before = stored()
    with pytest.raises(Changed) as told:
        bind(talks.statement, filling, seen)
    assert stored() == before
    assert reasons(told.value.plan) == dict.fromkeys(PROVINCES, "stands")
    with pytest.raises(ValidationError, match="on record already"):
        record(talks, filling)
    assert stored() == before


def test_another_stance_from_the_same_words_is_a_correction_and_no_further_row(talks):
    record(talks, asks(talks))
    found = plan(talks.statement, asks(talks, line(talks.terms[0], stance="accept")))
    assert (reasons(found), found.added) == (dict.fromkeys(PROVINCES, "differs"), ())


def test_a_member_left_out_first_is_bound_later_by_the_same_words(talks):
    record(talks, asks(talks, members=frozenset(PROVINCES) - {"QC"}))
    done = record(talks, asks(talks))
    assert [one.member.government_id for one in done.added] == ["QC"]


@pytest.mark.parametrize("change", ["own line", "member", "typed", "statement"])
def test_what_has_changed_since_it_was_looked_at_is_not_recorded(talks, change):
    filling, asked = asks(talks), asks(talks)
    seen = plan(talks.statement, filling).marks
    if change == "own line":
        builders.make_position(**talks.of, term=talks.terms[0], grade="E2")
    elif change == "member":
        with behind_the_wall():
            FrontMember.objects.filter(government="NU").update(version=2, **NOTE)
    elif change == "statement":
        seen = {**seen, "statement": "another"}
    else:
        asked = replace(filling, lines=(line(talks.terms[0], firmness="signal"),))
    before = stored()
    with pytest.raises(Changed) as told:
        bind(talks.statement, asked, seen)
    now = told.value.plan.marks
    assert {name for name in now if now[name] != seen[name]} == {
        {"own line": f"ON-{talks.terms[0].pk}", "member": "NU"}.get(change, change)}
    assert stored() == before


def test_rows_are_never_less_sensitive_than_what_they_name(talks):
    term = builders.make_term(negotiation=talks.negotiation, sensitivity=3)
    as_user(talks.analyst)
    before = stored()
    with pytest.raises(ValidationError) as told:
        record(talks, asks(talks, line(term)))
    assert (list(told.value.message_dict), stored()) == (["sensitivity"], before)
    record(talks, asks(talks, line(term), sensitivity=3))
    assert set(Position.objects.values_list("sensitivity", flat=True)) == {3}


def test_rows_of_a_sensitive_statement_or_membership_are_as_sensitive(db):
    talks = make_talks(["ON", "QC"], sensitivity=2)
    said = builders.make_statement(**talks.of, event=talks.statement.event, behalf="front", front=talks.front,
                                   government=None, state="in_review", sensitivity=3)
    with behind_the_wall():
        FrontMember.objects.filter(government="QC").update(sensitivity=3)
    as_user(talks.analyst)
    record(talks, asks(talks))
    assert dict(Position.objects.values_list("government", "sensitivity")) == {"ON": 2, "QC": 3}
    talks.statement = said
    with pytest.raises(ValidationError, match="at least as sensitive"):
        record(talks, asks(talks))
    record(talks, asks(talks, sensitivity=3))
    links = PositionStatement.objects.filter(statement=said)
    assert set(links.values_list("position__sensitivity", "sensitivity")) == {(3, 3)}


@pytest.mark.parametrize(("ceiling", "words"), [
    (4, "You may not write this here"), (3, "This is above the ceiling of the negotiation.")])
def test_the_wall_and_the_ceiling_refuse_at_the_sensitivity_and_nothing_is_stored(db, ceiling, words):
    talks = make_talks(["ON"], ceiling=ceiling)
    as_user(talks.analyst)
    before = stored()
    with pytest.raises(ValidationError) as told:
        record(talks, asks(talks, sensitivity=4))
    assert words in told.value.message_dict["sensitivity"][0]
    assert stored() == before


def test_inferred_evidence_needs_its_reasoning(db):
    talks = make_talks(["ON"], grade="E5")
    as_user(talks.analyst)
    with pytest.raises(ValidationError) as told:
        record(talks, asks(talks))
    assert told.value.message_dict == {"reasoning": ["An inferred position states the reasoning."]}
    record(talks, asks(talks, reasoning="All of them signed."))


@pytest.mark.parametrize("role", ["viewer", None])
def test_who_does_not_write_there_records_nothing(talks, role):
    marks = plan(talks.statement, asks(talks)).marks
    as_user(builders.make_member(talks.negotiation, role) if role else builders.make_user())
    with pytest.raises(PermissionDenied):
        bind(talks.statement, asks(talks), marks)
    assert stored()["Position"] == set()


def test_a_fault_in_the_last_row_stores_none(talks):
    long = line(talks.terms[0], conditions=(("x" * 401, "y"),))
    before = stored()
    with pytest.raises(DataError):
        record(talks, asks(talks, long))
    assert stored() == before


@pytest.mark.parametrize("started", [DAY, EARLIER])
def test_a_footnote_counts_from_the_day_of_the_words(talks, started):
    with behind_the_wall():
        FrontMember.objects.filter(government="QC").update(starts_on=started)
    note = Footnote(government="QC", **NOTE)
    done = record(talks, asks(talks, members=frozenset(PROVINCES) - {"QC"}, footnote=note))
    assert "QC" not in reasons(done)
    rows = list(FrontMember.objects.filter(government="QC").order_by("starts_on").values_list(
        "starts_on", "ends_on", "footnote_en", "footnote_fr", "version"))
    last = (DAY, None, *NOTE.values())
    assert rows == ([(*last, 2)] if started == DAY else [(EARLIER, None, "", "", 1), (*last, 1)])


def test_a_footnote_written_onto_a_membership_keeps_who_wrote_it(talks):
    note = Footnote(government="QC", **NOTE)
    with behind_the_wall():
        FrontMember.objects.filter(government="QC").update(starts_on=DAY)
    record(talks, asks(talks, members=frozenset(PROVINCES) - {"QC"}, footnote=note))
    with behind_the_wall():
        kept = HistoryEntry.objects.filter(table_name="negotiations_frontmember", action="update")
        assert kept.order_by("-id").first().user_id == talks.analyst.pk


@pytest.mark.parametrize("code", ["QC", "CA"])
def test_a_footnote_is_for_a_member_that_has_none(talks, code):
    with behind_the_wall():
        FrontMember.objects.filter(government="QC").update(**NOTE)
    before = stored()
    with pytest.raises(ValidationError) as told:
        record(talks, asks(talks, footnote=Footnote(government=code, **NOTE)))
    assert (list(told.value.message_dict), stored()) == (["footnote_government"], before)


@pytest.mark.django_db
@pytest.mark.parametrize(("members", "terms"), [(["ON"], 1), (PROVINCES, 6)])
def test_the_act_takes_the_same_queries_for_one_row_and_for_many(members, terms, django_assert_num_queries):
    talks = make_talks(members, terms)
    as_user(talks.analyst)
    both = (("New money", "De l’argent frais"),)
    filling = asks(talks, *(line(term, conditions=both) for term in talks.terms))
    marks = plan(talks.statement, filling).marks
    with django_assert_num_queries(3):
        plan(talks.statement, filling)
    connection.ensure_connection()
    with django_assert_num_queries(10):
        bind(talks.statement, filling, marks)
    assert Condition.objects.count() == len(members) * terms


@pytest.mark.django_db(transaction=True)
def test_of_two_who_record_at_once_one_is_told_what_stands():
    talks = make_talks()
    people = [talks.analyst, builders.make_member(talks.negotiation)]
    as_user(talks.analyst)
    filling = asks(talks)
    seen, ready, said = plan(talks.statement, filling).marks, threading.Barrier(2), []

    def press(person):
        as_user(person)
        ready.wait(timeout=60)
        try:
            bind(talks.statement, filling, seen)
            said.append("recorded")
        except Changed as other:
            said.append(set(reasons(other.plan).values()))
        finally:
            connections.close_all()

    pressed = [threading.Thread(target=press, args=[person]) for person in people]
    for one in pressed:
        one.start()
    for one in pressed:
        one.join(60)
    assert sorted(said, key=str) == sorted(["recorded", {"stands"}], key=str)
    assert Position.objects.count() == len(PROVINCES)


@pytest.mark.django_db(transaction=True)
def test_a_connection_killed_between_the_rows_leaves_none():
    talks = make_talks()
    as_user(talks.analyst)
    filling, failed = asks(talks), []
    seen = plan(talks.statement, filling).marks

    def press():
        as_user(talks.analyst)
        try:
            bind(talks.statement, filling, seen)
        except OperationalError as cut:
            failed.append(cut)
        finally:
            connections.close_all()

    with owner() as sql:
        sql.execute("LOCK TABLE negotiations_positionstatement IN EXCLUSIVE MODE")
        pressed = threading.Thread(target=press)
        pressed.start()
        sql.execute(KILL_WHO_WAITS)
        pressed.join(60)
    assert len(failed) == 1
    assert stored()["Position"] == stored()["PositionStatement"] == set()


KILL_WHO_WAITS = """
DO $$ DECLARE waiting int; BEGIN
  FOR i IN 1 .. 600 LOOP
    SELECT pid INTO waiting FROM pg_locks WHERE NOT granted
      AND relation = 'negotiations_positionstatement'::regclass;
    IF waiting IS NOT NULL THEN PERFORM pg_terminate_backend(waiting); RETURN; END IF;
    PERFORM pg_sleep(0.1);
  END LOOP;
END $$"""


def owner():
    """A connection of the database's owner, whose work is thrown away."""
    settings_dict = connection.get_connection_params()
    kept = {name: settings_dict[name] for name in ("dbname", "host", "port", "user", "password")
            if settings_dict.get(name)}  # fmt: skip
    return psycopg.connect(**kept)
