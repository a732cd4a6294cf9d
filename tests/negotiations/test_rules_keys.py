"""Keys that stay inside a negotiation, the two clocks, dates, memberships: each in a sentence."""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.db import models as fields
from django.utils import timezone

from config.rules import SameNegotiation
from negotiations import models
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.rows import (
    check_keys,
    every_record,
    make_row,
    record_models,
    refused,
    sql,
)

LONG_AGO = datetime.datetime(2013, 4, 1, tzinfo=datetime.UTC)
DAY = datetime.timedelta(days=1)


@pytest.fixture
def negotiation(db):
    return builders.make_negotiation()


def said(instance) -> set[str]:
    """Every sentence that a form would print on *instance*."""
    with pytest.raises(ValidationError) as fault:
        instance.validate_constraints()
    return set(fault.value.messages)


def inner_keys(model) -> set[str]:
    """Columns that point into another table of the record."""
    return {field.column for field in model._meta.fields
            if isinstance(field, fields.ForeignKey) and field.related_model in record_models()}  # fmt: skip


@every_record
def test_every_key_into_the_record_names_the_negotiation(db, model):
    rules = [rule for rule in model._meta.constraints if isinstance(rule, SameNegotiation)]
    assert {rule.column for rule in rules} == inner_keys(model)
    standing = sql(
        "SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'f' "
        "AND condeferrable AND condeferred AND convalidated AND cardinality(conkey) = 2",
        model._meta.db_table)  # fmt: skip
    assert {name for (name,) in standing} == {rule.name for rule in rules}
    for field in model._meta.fields:
        if field.column in inner_keys(model):
            assert (field.db_constraint, field.remote_field.on_delete) == (False, fields.PROTECT)


@every_record
def test_unique_keys_start_with_the_negotiation(model):
    """Otherwise a clash would tell of a row behind the wall."""
    uniques = [rule for rule in model._meta.constraints if isinstance(rule, fields.UniqueConstraint)]
    assert {rule.fields[0] for rule in uniques} == {"negotiation"}
    assert [field.name for field in model._meta.fields if field.unique] == ["id"]
    assert model._meta.unique_together == ()


PARENTS = [(model, column) for model in record_models() for column in sorted(inner_keys(model))]
every_parent = pytest.mark.parametrize(
    ("model", "column"), PARENTS, ids=[f"{model.__name__}-{column}" for model, column in PARENTS])
# Another rule of the same table may be the first to refuse the planted key.
FIRST = r"_of_one_row|_is_attached|offer_author|offer_replaces|statement_front|position_front"


WITH_THE_KEY = {
    **{(model.__name__, "supersedes"): {"correction_reason": "Misheard"}
       for model in record_models() if hasattr(model, "correction_reason")},
    ("IssuedReport", "corrects"): {"reason": "Misheard"},
    ("OfferAddressee", "front"): {"government": None},
}  # fmt: skip


def rule_of(model, column: str) -> SameNegotiation:
    (rule,) = [rule for rule in model._meta.constraints
               if isinstance(rule, SameNegotiation) and rule.column == column]  # fmt: skip
    return rule


@every_parent
def test_a_parent_in_another_negotiation_is_told_at_the_form(negotiation, model, column):
    field = model._meta.get_field(column.removesuffix("_id"))
    row = make_row(model, negotiation)
    setattr(row, field.name, make_row(field.related_model, builders.make_negotiation()))
    with pytest.raises(ValidationError) as fault:
        rule_of(model, column).validate(model, row)
    assert fault.value.message_dict == {field.name: ["This belongs to another negotiation."]}


@every_parent
def test_a_parent_in_another_negotiation_is_refused_at_commit(negotiation, model, column):
    """Even for the owner with every trigger off."""
    field = model._meta.get_field(column.removesuffix("_id"))
    stranger = make_row(field.related_model, builders.make_negotiation())
    row = make_row(model, negotiation)
    check_keys()
    with behind_the_wall(), refused(f"{rule_of(model, column).name}|{FIRST}"):
        sql(f"ALTER TABLE {model._meta.db_table} DISABLE TRIGGER USER")
        model._base_manager.filter(pk=row.pk).update(
            **{field.name: stranger}, **WITH_THE_KEY.get((model.__name__, field.name), {}))
        check_keys()


def test_the_web_meets_the_same_refusal_at_commit(negotiation):
    other = builders.make_negotiation()
    person = builders.make_member(negotiation, "analyst", 3)
    builders.make_membership(other, person)
    foreign = builders.make_term(negotiation=other)
    mine = builders.make_term(negotiation=negotiation)
    as_user(person)
    with refused("termdependency_subject_to_id_same"):
        models.TermDependency.objects.create(negotiation=negotiation, term=mine, subject_to=foreign)
        check_keys()


def test_a_code_may_be_used_again_in_another_negotiation(negotiation):
    builders.make_source(negotiation=negotiation, code="S1")
    builders.make_source(code="S1")
    source = models.Source(negotiation=negotiation, code="S1")
    with behind_the_wall():
        assert "This code cannot be given here: leave it empty, or choose another." in said(source)
    with refused("source_code"):
        builders.make_source(negotiation=negotiation, code="S1")


# The two clocks ------------------------------------------------------------------------------


@every_record
def test_the_owner_records_an_earlier_day_and_the_clock_stays(negotiation, model):
    laid = make_row(model, negotiation, recorded_at=LONG_AGO)
    with behind_the_wall():
        row = model._base_manager.get(pk=laid.pk)
        assert row.recorded_at == LONG_AGO
        assert timezone.now() - row.entered_at < DAY
        model._base_manager.filter(pk=row.pk).update(sensitivity=4)
        assert model._base_manager.get(pk=row.pk).recorded_at == LONG_AGO


def test_the_webs_row_carries_the_databases_clock_and_the_user(negotiation):
    forger, other = builders.make_member(negotiation), builders.make_user()
    as_user(forger)
    row = models.Source.objects.create(
        negotiation=negotiation, title="a", publisher="b", kind="news", recorded_at=LONG_AGO,
        entered_at=LONG_AGO, recorded_by=other)  # fmt: skip
    row.refresh_from_db()
    assert (row.recorded_by, row.recorded_at) == (forger, row.entered_at)
    assert timezone.now() - row.entered_at < DAY
    models.Source.objects.filter(pk=row.pk).update(
        recorded_at=LONG_AGO, entered_at=LONG_AGO, recorded_by=other, id=row.pk + 1)  # fmt: skip
    again = models.Source.objects.get(pk=row.pk)
    assert (again.recorded_by, again.recorded_at, again.entered_at) == (
        forger, row.recorded_at, row.entered_at)  # fmt: skip


def test_the_owner_records_no_row_in_the_future(negotiation):
    row = builders.make_source(negotiation=negotiation, recorded_at=timezone.now() + DAY)
    with behind_the_wall():
        row.refresh_from_db()
    assert row.recorded_at == row.entered_at


def test_the_owner_changes_no_clock_afterwards(negotiation):
    row = builders.make_source(negotiation=negotiation)
    with behind_the_wall():
        row.refresh_from_db()
        models.Source.objects.filter(pk=row.pk).update(recorded_at=LONG_AGO, entered_at=LONG_AGO)
        again = models.Source.objects.get(pk=row.pk)
    assert (again.recorded_at, again.entered_at) == (row.recorded_at, row.entered_at)


# Dates ---------------------------------------------------------------------------------------

DATED = [model for model in record_models() if hasattr(model, "effective_on")]
MONTH = "A month is recorded by its last day."
RANGE = "A range has a first day before its last; nothing else has one."


def day(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


@pytest.mark.parametrize(
    ("precision", "on", "start", "fault"),
    [
        ("day", "2013-11-08", None, None),
        ("about", "2013-11-08", None, None),
        ("month", "2013-11-30", None, None),
        ("month", "2012-02-29", None, None),
        ("range", "2013-11-08", "2013-11-07", None),
        ("month", "2013-11-29", None, MONTH),
        ("month", "2012-02-28", None, MONTH),
        ("month", "2013-11-01", None, MONTH),
        ("range", "2013-11-08", None, RANGE),
        ("range", "2013-11-08", "2013-11-08", RANGE),
        ("range", "2013-11-08", "2013-11-09", RANGE),
        ("day", "2013-11-08", "2013-11-07", RANGE),
        ("month", "2013-11-30", "2013-11-01", RANGE),
        ("weeks", "2013-11-08", None, "This is not a value of the scale."),
    ],
)
def test_a_date_and_its_precision_belong_together(negotiation, precision, on, start, fault):
    dates = {"effective_precision": precision, "effective_on": day(on), "effective_from": day(start)}
    if fault is None:
        assert builders.make_deadline(negotiation=negotiation, **dates)
        return
    row = builders.make_deadline(negotiation=negotiation)
    for name, value in dates.items():
        setattr(row, name, value)
    with behind_the_wall():
        assert fault in said(row)
    with refused("deadline_(month|range|effective_precision)"):
        builders.make_deadline(negotiation=negotiation, **dates)


@pytest.mark.parametrize("model", DATED, ids=lambda m: m.__name__)
def test_every_dated_table_has_the_rules_of_dates(db, model):
    name = model._meta.model_name
    standing = {row for (row,) in sql(
        "SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'c' "
        "AND convalidated", model._meta.db_table)}  # fmt: skip
    assert {f"{name}_month", f"{name}_range", f"{name}_effective_precision"} <= standing


# Memberships and negotiations ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "sentence", "name"),
    [
        ({"ends_on": datetime.date(2012, 12, 31)}, "A membership cannot end before it starts.",
         "membership_ends_after_it_starts"),
        ({"clearance": 5}, "A clearance is Public, Internal, In confidence or Strategy.",
         "membership_clearance|above the ceiling"),
        ({"clearance": 0}, "A clearance is Public, Internal, In confidence or Strategy.",
         "membership_clearance"),
        ({"role": "minister"}, "This is not a role.", "membership_role"),
        ({"reason": ""}, "Say why this person is given access.", "membership_says_why"),
        ({"break_glass": True}, "Break-glass access has an end.", "break_glass_expires"),
        ({"clearance": 4}, "This is above the ceiling of the negotiation.", "above the ceiling"),
        ({"given_by": "himself"}, "Nobody gives a membership to himself.",
         "membership_not_to_oneself"),
    ],
)  # fmt: skip
def test_a_membership_is_refused_in_a_sentence_and_by_the_database(db, changes, sentence, name):
    negotiation = builders.make_negotiation(ceiling=3)
    person = builders.make_user()
    if "given_by" in changes:
        changes = {"given_by": person}
    row = builders.make_membership(negotiation, person, clearance=2)
    for field, value in changes.items():
        setattr(row, field, value)
    with behind_the_wall():
        assert sentence in said(row)
    with refused(name):
        builders.make_membership(negotiation, person, **changes)


@every_record
def test_nothing_is_above_the_ceiling(db, model):
    negotiation = builders.make_negotiation(ceiling=1)
    with refused("above the ceiling"):
        make_row(model, negotiation, sensitivity=4)


def test_what_is_above_the_ceiling_is_told_at_the_form(db):
    row = models.Source(negotiation=builders.make_negotiation(ceiling=2), sensitivity=3)
    with behind_the_wall():
        assert "This is above the ceiling of the negotiation." in said(row)
    with refused("above the ceiling"):
        laid = builders.make_source(negotiation=row.negotiation)
        with behind_the_wall():
            models.Source.objects.filter(pk=laid.pk).update(sensitivity=3)


ABOVE = "stand above this ceiling"


@every_record
def test_a_ceiling_does_not_come_down_onto_a_row(negotiation, model):
    make_row(model, negotiation, sensitivity=4)
    rows = models.Negotiation.objects.filter(pk=negotiation.pk)
    with behind_the_wall(), refused(ABOVE):
        rows.update(ceiling=3)


def test_a_ceiling_comes_down_to_what_stands_below(negotiation):
    builders.make_source(negotiation=negotiation, sensitivity=3)
    builders.make_source(sensitivity=4)
    former, present = builders.make_user(), builders.make_user()
    builders.make_membership(negotiation, former, clearance=4, ends_on=datetime.date(2013, 2, 1))
    approver = builders.make_member(negotiation, "approver", 3)
    as_user(approver)
    rows = models.Negotiation.objects.filter(pk=negotiation.pk)
    assert rows.update(ceiling=3) == 1
    with refused(ABOVE):
        rows.update(ceiling=2)
    assert rows.update(ceiling=4) == 1
    builders.make_membership(negotiation, present, clearance=4)
    with refused(ABOVE):
        rows.update(ceiling=3)


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"withdrawn_on": day("2026-01-01")}, "negotiation_withdrawn_says_why"),
        ({"withdrawn_reason": "By mistake"}, "negotiation_withdrawn_says_why"),
        ({"ceiling": 5}, "negotiation_ceiling"),
    ],
)
def test_a_negotiation_is_refused(db, changes, name):
    with refused(name):
        builders.make_negotiation(**changes)


def test_a_correction_says_why_and_is_made_once(negotiation):
    first = builders.make_position(negotiation=negotiation)
    with refused("position_correction_says_why"):
        builders.make_position(negotiation=negotiation, supersedes=first)
    values = {"negotiation": negotiation, "supersedes": first, "correction_reason": "Misheard"}
    builders.make_position(**values)
    with refused("position_superseded_once"):
        builders.make_position(**values)
