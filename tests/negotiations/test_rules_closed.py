"""What was approved is not edited by anybody: an approver returns it first, with a note."""

import threading

import pytest
from django.db import IntegrityError, connection, transaction

from negotiations import models
from negotiations.approving import judge
from tests import builders
from tests.conftest import as_user, behind_the_wall, play
from tests.negotiations.rows import refused

EDITED = "What was approved is not edited"
PART = "What this belongs to was approved"
TAKEN_BACK = "An approver takes an approved row back"
FROZEN = "What is frozen is never changed again"
ROWS = {
    "event": (builders.make_event, "title_en"),
    "statement": (builders.make_statement, "text"),
    "offer": (builders.make_offer, "title_en"),
}


@pytest.fixture
def negotiation(db):
    return builders.make_negotiation()


@pytest.fixture
def analyst(negotiation):
    return builders.make_member(negotiation, "analyst", 4)


@pytest.fixture
def approver(negotiation):
    return builders.make_member(negotiation, "approver", 4)


def write(table, key, column, words="Changed"):
    """By hand, in SQL, as the web role."""
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE negotiations_{table} SET {column} = %s WHERE id = %s", [words, key])
        return cursor.rowcount


@pytest.mark.parametrize("name", ROWS)
def test_a_draft_that_was_approved_is_closed_until_it_is_returned(negotiation, analyst, approver, name):
    make, column = ROWS[name]
    row = make(negotiation=negotiation, state="draft")
    as_user(analyst)
    assert write(name, row.pk, column) == 1
    as_user(approver)
    judge([row], "approved")
    for person in (analyst, approver):
        as_user(person)
        with refused(EDITED):
            write(name, row.pk, column, "Otherwise")
    as_user(approver)
    judge([row], "returned", note="The second line")
    as_user(analyst)
    assert write(name, row.pk, column, "Mended") == 1
    as_user(approver)
    judge([row], "approved")
    with refused(EDITED):
        write(name, row.pk, column, "Again")


@pytest.mark.parametrize("name", ROWS)
def test_a_new_level_or_state_is_no_edit(negotiation, analyst, approver, name):
    row = ROWS[name][0](negotiation=negotiation, state="draft", sensitivity=2)
    as_user(approver)
    judge([row], "approved")
    as_user(analyst)
    assert write(name, row.pk, "sensitivity", 3) == 1
    assert write(name, row.pk, "state", "cleared" if name == "offer" else "in_review") == 1


@pytest.mark.parametrize("state", ["approved", "frozen"])
def test_the_state_of_an_event_closes_it(negotiation, analyst, approver, state):
    event = builders.make_event(negotiation=negotiation, state=state, sensitivity=2)
    for person in (analyst, approver):
        as_user(person)
        with refused(EDITED if state == "approved" else FROZEN):
            write("event", event.pk, "title_en")
    assert write("event", event.pk, "sensitivity", 3) == 1


@pytest.mark.parametrize("state", ["draft", "in_review"])
def test_an_approved_event_is_taken_back_by_an_approver_who_said_why(negotiation, analyst, approver, state):
    event = builders.make_event(negotiation=negotiation, state="approved")
    for person in (analyst, approver):
        as_user(person)
        with refused(TAKEN_BACK):
            write("event", event.pk, "state", state)
    models.Approval.objects.create(
        negotiation=negotiation, verdict="returned", note="The second line", event=event)
    as_user(analyst)
    with refused(TAKEN_BACK):
        write("event", event.pk, "state", state)
    as_user(approver)
    with refused(EDITED):
        write("event", event.pk, "title_en")
    assert write("event", event.pk, "state", state) == 1
    as_user(analyst)
    assert write("event", event.pk, "title_en") == 1


def test_an_event_that_is_returned_is_a_draft_again(negotiation, approver):
    event = builders.make_event(negotiation=negotiation, state="approved")
    as_user(approver)
    judge([event], "returned", note="The second line")
    event.refresh_from_db()
    assert (event.state, event.version) == ("draft", 2)


def test_what_is_frozen_stays(negotiation, approver):
    event = builders.make_event(negotiation=negotiation, state="frozen")
    as_user(approver)
    with refused(FROZEN):
        models.Approval.objects.create(
            negotiation=negotiation, verdict="returned", note="Open it", event=event)
    for state in ("draft", "approved"):
        with refused(FROZEN):
            write("event", event.pk, "state", state)


def test_an_agenda_is_closed_with_its_event(negotiation, analyst, approver):
    event = builders.make_event(negotiation=negotiation)
    item = builders.make_item(event=event)
    other = builders.make_item(negotiation=negotiation)
    as_user(approver)
    judge([event], "approved")
    as_user(analyst)
    with refused(PART):
        write("agendaitem", item.pk, "outcome_en")
    with refused(PART):
        write("agendaitem", other.pk, "event_id", event.pk)
    with refused(PART):
        models.AgendaItem.objects.create(
            negotiation=negotiation, event=event, number="9", title_en="New", title_fr="Nouveau")
    assert write("agendaitem", other.pk, "outcome_en") == 1
    assert write("agendaitem", item.pk, "sensitivity", 4) == 1
    as_user(approver)
    judge([event], "returned", note="The second item")
    as_user(analyst)
    assert write("agendaitem", item.pk, "outcome_en") == 1


def test_the_terms_of_a_statement_are_closed_with_it(negotiation, analyst, approver):
    said = builders.make_statement(negotiation=negotiation, state="draft")
    first, second = (builders.make_term(negotiation=negotiation) for _one in range(2))
    link = builders.lay(models.StatementTerm, negotiation=negotiation, statement=said, term=first)
    as_user(approver)
    judge([said], "approved")
    as_user(analyst)
    with refused(PART):
        models.StatementTerm.objects.create(negotiation=negotiation, statement=said, term=second)
    with refused(PART):
        models.StatementTerm.objects.filter(pk=link.pk)._raw_delete("default")


def test_the_terms_of_an_offer_are_closed_with_it(negotiation, analyst, approver):
    offer = builders.make_offer(negotiation=negotiation, state="draft")
    term = builders.make_offer_term(negotiation=negotiation, offer=offer)
    as_user(approver)
    judge([offer], "approved")
    as_user(analyst)
    with refused(PART):
        write("offerterm", term.pk, "note_en")


def test_the_owner_of_the_database_is_left_alone(negotiation, approver):
    """A record that is loaded again changes titles; `changed_since` tells of it."""
    event = builders.make_event(negotiation=negotiation)
    as_user(approver)
    judge([event], "approved")
    with behind_the_wall():
        assert write("event", event.pk, "title_en") == 1


@pytest.mark.django_db(transaction=True)
def test_who_edits_while_it_is_being_approved_waits_and_is_refused():
    negotiation = builders.make_negotiation()
    analyst = builders.make_member(negotiation, "analyst", 4)
    approver = builders.make_member(negotiation, "approver", 4)
    event = builders.make_event(negotiation=negotiation)
    item = builders.make_item(event=event)
    for table, key, column in (("event", event.pk, "title_en"), ("agendaitem", item.pk, "outcome_en")):
        said = []
        as_user(approver)
        waiting = threading.Thread(target=tried, args=(said, analyst, table, key, column))
        with transaction.atomic():
            judge([event], "approved")
            waiting.start()
            waiting.join(0.5)
            assert waiting.is_alive()
        waiting.join()
        assert said[0].startswith(EDITED if table == "event" else PART)
        judge([event], "returned", note="Once more")


def tried(said, person, *edit) -> None:
    """Adds what the database answered, on a connection of its own."""
    play("entente_web")
    as_user(person)
    try:
        write(*edit)
        said.append("done")
    except IntegrityError as error:
        said.append(str(error))
    finally:
        connection.close()
