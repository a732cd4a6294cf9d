"""A level rises at once, with all versions, parts and history; no edit lowers it."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import connections, transaction

from config import identity
from config.rules import PartOf
from negotiations import models
from tests import builders
from tests.builders import DAY
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.rows import every_record, make_row, record_models, refused, sql

TWO_PEOPLE = "lowered by two people"
AS_ITS_OWNER = "at least as sensitive as what it belongs to"


@pytest.fixture
def negotiation(db):
    return builders.make_negotiation()


@pytest.fixture
def lead(negotiation):
    user = builders.make_member(negotiation, "approver", 4)
    as_user(user)
    return user


def levels(rows) -> list[int]:
    with behind_the_wall():
        return list(rows.order_by("pk").values_list("sensitivity", flat=True))


def history_levels(table: str) -> list[int]:
    return levels(models.HistoryEntry.objects.filter(table_name=f"negotiations_{table}"))


@every_record
def test_a_level_rises_and_never_falls_by_an_edit(negotiation, lead, model):
    row = make_row(model, negotiation)
    rows = model._base_manager.filter(pk=row.pk)
    assert rows.update(sensitivity=4) == 1
    for below in (3, 1):
        with refused(f"{TWO_PEOPLE}|{AS_ITS_OWNER}"):
            rows.update(sensitivity=below)
        with behind_the_wall(), refused(f"{TWO_PEOPLE}|{AS_ITS_OWNER}"):
            rows.update(sensitivity=below)
    assert levels(rows) == [4]


@every_record
def test_a_rise_is_kept_with_its_user(negotiation, lead, model):
    if (row := make_row(model, negotiation)).sensitivity == 4:
        return
    model._base_manager.filter(pk=row.pk).update(sensitivity=3)
    with behind_the_wall():
        entry = models.HistoryEntry.objects.get(
            table_name=model._meta.db_table, row_key=row.pk, action="update")  # fmt: skip
    changed = (entry.before["sensitivity"], entry.after["sensitivity"], entry.sensitivity)
    assert (changed, entry.user) == ((2, 3, 3), lead)


def test_a_drafts_level_does_not_fall_either(negotiation, lead):
    statement = builders.make_statement(negotiation=negotiation, sensitivity=3)
    with refused(TWO_PEOPLE):
        models.Statement.objects.filter(pk=statement.pk).update(sensitivity=2, text="Other words")


def versions(negotiation, count=3, **changes):
    """A position corrected *count* - 1 times, the newest last."""
    rows = [builders.make_position(negotiation=negotiation, **changes)]
    for _ in range(count - 1):
        rows.append(builders.make_position(
            negotiation=negotiation, supersedes=rows[-1], correction_reason="Misheard", **changes))
    return rows


@pytest.mark.parametrize("raised", [0, 1, 2])
def test_a_rise_reaches_earlier_and_later_versions(negotiation, lead, raised):
    rows = versions(negotiation)
    other = builders.make_position(negotiation=negotiation)
    models.Position.objects.filter(pk=rows[raised].pk).update(sensitivity=4)
    assert levels(models.Position.objects.all()) == [4, 4, 4, other.sensitivity]
    reader = builders.make_member(negotiation, "viewer", 3)
    as_user(reader)
    assert list(models.Position.objects.all()) == [other]


def test_a_more_sensitive_correction_raises_what_it_corrects(negotiation, lead):
    rows = versions(negotiation, 2)
    builders.make_position(negotiation=negotiation, supersedes=rows[-1], sensitivity=4,
                           correction_reason="It was said in confidence")  # fmt: skip
    assert levels(models.Position.objects.all()) == [4, 4, 4]


def test_a_correction_is_at_least_as_sensitive(negotiation, lead):
    first = builders.make_position(negotiation=negotiation, sensitivity=3)
    with refused("at least as sensitive"):
        builders.make_position(negotiation=negotiation, supersedes=first, sensitivity=2,
                               correction_reason="Misheard")  # fmt: skip


def test_a_draft_does_not_come_to_supersede_a_more_sensitive_row(negotiation, lead):
    secret = builders.make_statement(negotiation=negotiation, sensitivity=4)
    draft = builders.make_statement(negotiation=negotiation)
    with refused("at least as sensitive"):
        models.Statement.objects.filter(pk=draft.pk).update(
            supersedes=secret, correction_reason="Misheard")


PARTS = [(model, rule) for model in record_models() for rule in model._meta.constraints
         if isinstance(rule, PartOf)]  # fmt: skip


# What a row must say besides, when it names one of these.
BESIDE = {
    "statement_front_id_part": {"behalf": "front"},
    "position_front_id_part": {"origin": "collective"},
    "offer_attached_to_id_part": {"kind": "signal", "form": "oral"},
    "offer_author_front_id_part": {"author_government": None},
    "offeraddressee_front_id_part": {"government": None},
    "issuedreport_corrects_id_part": {"reason": "A figure was wrong", "number": 2},
}


@pytest.mark.parametrize(("model", "rule"), PARTS, ids=[rule.name for _, rule in PARTS])
def test_a_row_is_as_sensitive_as_what_it_names_and_rises_with_it(negotiation, lead, model, rule):
    field = model._meta.get_field(rule.column.removesuffix("_id"))
    owner = make_row(field.related_model, negotiation)
    kept = {field.name: owner, **BESIDE.get(rule.name, {})}
    if model is models.Citation and field.name != "source":
        kept = {"event": None, **kept}
    if model is models.Approval:
        part = builders.lay(model, negotiation=negotiation, verdict="approved", **kept)
    else:
        part = make_row(model, negotiation, **kept)
    if owner.sensitivity < 4:
        field.related_model._base_manager.filter(pk=owner.pk).update(sensitivity=4)
    assert levels(model._base_manager.filter(pk=part.pk)) == [4]


def test_a_part_laid_too_low_takes_the_level_of_its_owner(negotiation, lead):
    event = builders.make_event(negotiation=negotiation, sensitivity=3)
    statement = builders.make_statement(event=event, sensitivity=1)
    assert levels(models.Statement.objects.filter(pk=statement.pk)) == [3]
    with refused(AS_ITS_OWNER):
        models.Statement.objects.filter(pk=statement.pk).update(sensitivity=1)


def test_a_part_that_moves_takes_the_level_of_its_new_owner(negotiation, lead):
    """With its own parts, and with what its history said."""
    item = builders.make_item(negotiation=negotiation)
    link = make_row(models.AgendaItemTerm, negotiation, item=item)
    models.AgendaItem.objects.filter(pk=item.pk).update(title_en="Renamed")
    secret = builders.make_event(negotiation=negotiation, sensitivity=4)
    models.AgendaItem.objects.filter(pk=item.pk).update(event=secret)
    assert levels(models.AgendaItem.objects.filter(pk=item.pk)) == [4]
    assert levels(models.AgendaItemTerm.objects.filter(pk=link.pk)) == [4]
    assert set(history_levels("agendaitem")) == {4}


def test_a_rise_reaches_parts_of_parts(negotiation, lead):
    statement = builders.make_statement(negotiation=negotiation)
    link = make_row(models.StatementTerm, negotiation, statement=statement)
    models.Event.objects.filter(pk=statement.event_id).update(sensitivity=4)
    assert levels(models.Statement.objects.filter(pk=statement.pk)) == [4]
    assert levels(models.StatementTerm.objects.filter(pk=link.pk)) == [4]


def test_a_rise_closes_the_history_before_it(negotiation, lead):
    source = builders.make_source(negotiation=negotiation, title="The red line is 5")
    models.Source.objects.filter(pk=source.pk).update(title="A letter")
    reader = builders.make_member(negotiation, "viewer", 2)
    entries = models.HistoryEntry.objects.filter(table_name="negotiations_source")
    as_user(reader)
    assert entries.filter(before__title="The red line is 5").count() == 1
    as_user(lead)
    models.Source.objects.filter(pk=source.pk).update(sensitivity=3)
    as_user(reader)
    assert entries.count() == 0
    assert history_levels("source") == [3, 3, 3]


def test_a_rise_closes_the_history_of_parts_that_are_gone(negotiation, lead):
    part = builders.make_offer_term(negotiation=negotiation, value="600000000")
    models.OfferTerm.objects.filter(pk=part.pk).delete()
    models.Offer.objects.filter(pk=part.offer_id).update(sensitivity=4)
    assert history_levels("offerterm") == [4]


def test_history_stands_at_the_higher_of_both_levels(negotiation, lead):
    source = builders.make_source(negotiation=negotiation, sensitivity=2)
    models.Source.objects.filter(pk=source.pk).update(sensitivity=4, title="Secret now")
    as_user(builders.make_member(negotiation, "viewer", 3))
    assert models.HistoryEntry.objects.filter(table_name="negotiations_source").count() == 0


def test_nobody_raises_what_is_not_his_to_read(negotiation):
    source = builders.make_source(negotiation=negotiation, sensitivity=2)
    secret = builders.make_source(negotiation=negotiation, sensitivity=4)
    as_user(builders.make_member(negotiation, "analyst", 3))
    assert models.Source.objects.filter(pk=secret.pk).update(sensitivity=4) == 0
    with refused("row-level security"):
        models.Source.objects.filter(pk=source.pk).update(sensitivity=4)
    assert models.Source.objects.filter(pk=source.pk).update(sensitivity=3) == 1


def test_mandates_and_what_we_assess_are_strategy(negotiation):
    for make, changes, name in (
        (builders.make_mandate, {"sensitivity": 3}, "mandate_is_strategy"),
        (builders.make_condition, {"basis": "assessed"}, "condition_assessed_is_strategy"),
        (builders.make_source, {"received_from_id": "CA"}, "source_received_in_confidence"),
    ):
        builders.make_government()
        with refused(name):
            make(negotiation=negotiation, **changes)


@pytest.mark.django_db(transaction=True)
def test_a_correction_waits_for_a_rise_and_a_rise_for_a_correction():
    """Two at once: whoever comes second sees what the first did."""
    negotiation = builders.make_negotiation()
    lead = builders.make_member(negotiation, "approver", 4)
    first = builders.make_position(negotiation=negotiation)
    raised, commit = Event(), Event()

    def raise_it():
        with identity.acting_as(lead), transaction.atomic():
            models.Position.objects.filter(pk=first.pk).update(sensitivity=4)
            raised.set()
            commit.wait(5)
        connections.close_all()

    def correct_it():
        raised.wait(5)
        try:
            with identity.acting_as(lead), transaction.atomic():
                sql("SET LOCAL lock_timeout = '10s'")
                models.Position.objects.create(
                    negotiation=negotiation, source=first.source, supersedes=first,
                    correction_reason="Misheard", government=first.government, stance="open",
                    grade="E1", effective_on=DAY)  # fmt: skip
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        rise, correction = pool.submit(raise_it), pool.submit(correct_it)
        raised.wait(5)
        commit.wait(0.3)
        commit.set()
        rise.result()
        with refused("at least as sensitive"):
            correction.result()
    assert levels(models.Position.objects.all()) == [4]


@pytest.mark.django_db(transaction=True)
def test_a_part_waits_for_a_rise_of_its_owner():
    """Or it would stand below what it names, for good."""
    negotiation = builders.make_negotiation()
    lead = builders.make_member(negotiation, "approver", 4)
    event = builders.make_event(negotiation=negotiation)
    raised, commit = Event(), Event()

    def raise_it():
        with identity.acting_as(lead), transaction.atomic():
            models.Event.objects.filter(pk=event.pk).update(sensitivity=4)
            raised.set()
            commit.wait(5)
        connections.close_all()

    def add_a_part():
        raised.wait(5)
        with identity.acting_as(lead), transaction.atomic():
            sql("SET LOCAL lock_timeout = '10s'")
            part = models.Difference.objects.create(
                negotiation=negotiation, event=event, question_en="Who?", question_fr="Qui ?")
        connections.close_all()
        return part.pk

    with ThreadPoolExecutor(2) as pool:
        rise, part = pool.submit(raise_it), pool.submit(add_a_part)
        raised.wait(5)
        assert not commit.wait(0.3)
        assert not part.done()
        commit.set()
        rise.result()
        key = part.result()
    assert levels(models.Difference.objects.filter(pk=key)) == [4]
