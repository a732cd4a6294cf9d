"""Who sees and who writes: row-level security on every table, as the web role."""

import datetime

import pytest
from django.utils import timezone

from config.rules import Wall
from negotiations import models
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.rows import (
    DENIED,
    MAKERS,
    OTHERWISE,
    every_record,
    make_row,
    record_models,
    refused,
    sql,
)

TODAY = datetime.date(2026, 1, 1)


@pytest.fixture
def negotiation(db):
    return builders.make_negotiation()


def counted(model, row) -> int:
    return model._base_manager.filter(pk=row.pk).count()


def seen_by(user, model, row) -> int:
    as_user(user)
    return counted(model, row)


def test_every_table_of_the_record_is_tried():
    assert set(MAKERS) == set(record_models())
    assert len(record_models()) == 41
    assert [name for name in OTHERWISE if not hasattr(models, name)] == []


@every_record
def test_a_table_carries_what_the_wall_reads(model):
    names = {field.name for field in model._meta.fields}
    assert {"negotiation", "sensitivity", "recorded_at", "entered_at", "recorded_by"} <= names
    assert model._meta.local_many_to_many == []


@every_record
def test_a_table_has_its_wall(db, model):
    walls = [rule for rule in model._meta.constraints if isinstance(rule, Wall)]
    (wall,) = walls
    assert (wall.column, wall.levels, wall.also) == ("negotiation_id", True, "")
    standing = sql("SELECT polname, polcmd FROM pg_policy WHERE polrelid = %s::regclass "
                   "ORDER BY polname", model._meta.db_table)  # fmt: skip
    assert standing[0] == (wall.name, "r")
    assert sql("SELECT relrowsecurity FROM pg_class WHERE oid = %s::regclass",
               model._meta.db_table) == [(True,)]  # fmt: skip


@every_record
def test_a_row_is_seen_by_the_cleared_alone(negotiation, model):
    row = make_row(model, negotiation)
    level = row.sensitivity
    cleared = builders.make_member(negotiation, "viewer", level)
    uncleared = builders.make_member(negotiation, "approver", level - 1)
    stranger = builders.make_member(builders.make_negotiation(), "approver", 4)
    seen = [seen_by(user, model, row) for user in (cleared, uncleared, stranger, None)]
    assert seen == [1, 0, 0, 0]


@every_record
def test_a_viewer_and_a_stranger_insert_nothing(negotiation, model):
    row = make_row(model, negotiation)
    viewer = builders.make_member(negotiation, "viewer", 4)
    stranger = builders.make_member(builders.make_negotiation(), "approver", 4)
    row.pk = row.code = None
    row._state.adding = True
    for user in (viewer, stranger, None):
        as_user(user)
        with refused(DENIED):
            row.save(force_insert=True)


@every_record
def test_a_viewer_changes_and_deletes_nothing(negotiation, model):
    row = make_row(model, negotiation)
    as_user(builders.make_member(negotiation, "viewer", 4))
    table = model._meta.db_table
    assert sql(f"UPDATE {table} SET sensitivity = 4 WHERE id = %s RETURNING id", row.pk) == []
    with behind_the_wall():
        assert model._base_manager.get(pk=row.pk).sensitivity == row.sensitivity
    delete = f"DELETE FROM {table} WHERE id = {row.pk} RETURNING id"
    if sql("SELECT has_table_privilege(%s, 'DELETE')", table) == [(True,)]:
        assert sql(delete) == []
        return
    with refused("permission denied"):
        sql(delete)


def test_an_analyst_inserts_up_to_the_own_clearance(negotiation):
    analyst = builders.make_member(negotiation, "analyst", 3)
    as_user(analyst)
    values = {"negotiation": negotiation, "number": 1, "name_en": "a", "name_fr": "a",
              "family": "money", "value_kind": "money"}  # fmt: skip
    term = models.Term.objects.create(**values, sensitivity=3)
    term.refresh_from_db()
    assert term.recorded_by == analyst
    with refused("row-level security"):
        models.Term.objects.create(**{**values, "number": 2}, sensitivity=4)


@pytest.mark.parametrize(
    ("role", "may"),
    [("viewer", False), ("analyst", False), ("records_officer", False), ("approver", True)],
)
def test_only_an_approver_approves(negotiation, role, may):
    event = builders.make_event(negotiation=negotiation)
    as_user(builders.make_member(negotiation, role, 4))
    if may:
        assert models.Approval.objects.create(negotiation=negotiation, verdict="approved", event=event)
        return
    with refused("row-level security"):
        models.Approval.objects.create(negotiation=negotiation, verdict="approved", event=event)


@pytest.mark.parametrize("role", ["analyst", "approver", "records_officer"])
def test_writers_write(negotiation, role):
    source = builders.make_source(negotiation=negotiation)
    as_user(builders.make_member(negotiation, role, 2))
    assert models.Source.objects.filter(pk=source.pk).update(title="New title") == 1


def test_two_memberships_add_up_without_mixing(negotiation):
    """Who views Strategy and writes up to Internal, does not write Strategy."""
    person = builders.make_member(negotiation, "viewer", 4)
    builders.make_membership(negotiation, person, "analyst", 2)
    secret = builders.make_source(negotiation=negotiation, sensitivity=4)
    plain = builders.make_source(negotiation=negotiation, sensitivity=2)
    as_user(person)
    assert models.Source.objects.count() == 2
    assert models.Source.objects.filter(pk=secret.pk).update(title="Mine") == 0
    assert models.Source.objects.filter(pk=plain.pk).update(title="Mine") == 1


def test_a_row_cannot_be_moved_to_another_negotiation(negotiation):
    other = builders.make_negotiation()
    person = builders.make_member(negotiation, "analyst", 4)
    builders.make_membership(other, person, "analyst", 4)
    source = builders.make_source(negotiation=negotiation)
    as_user(person)
    models.Source.objects.filter(pk=source.pk).update(negotiation=other)
    source.refresh_from_db()
    assert source.negotiation == negotiation


def test_a_negotiation_is_changed_by_its_approver_alone(negotiation):
    for role, changed in (("viewer", 0), ("analyst", 0), ("records_officer", 0), ("approver", 1)):
        as_user(builders.make_member(negotiation, role, 4))
        rows = models.Negotiation.objects.filter(pk=negotiation.pk)
        assert (rows.count(), rows.update(title_en="Renamed")) == (1, changed)
    with refused("permission denied"):
        models.Negotiation.objects.create(
            slug="mine", title_en="a", title_fr="a", opened_on=TODAY, home_id="CA")


@pytest.mark.parametrize(
    ("changes", "rows"),
    [
        ({}, 1),
        ({"ends_on": "today"}, 1),
        ({"starts_on": "today"}, 1),
        ({"ends_on": "yesterday"}, 0),
        ({"starts_on": "tomorrow"}, 0),
        ({"expires_at": "in an hour"}, 1),
        ({"expires_at": "an hour ago"}, 0),
    ],
)
def test_a_membership_opens_within_its_dates(negotiation, changes, rows):
    today = sql("SELECT current_date")[0][0]
    day, hour = datetime.timedelta(days=1), datetime.timedelta(hours=1)
    when = {"today": today, "yesterday": today - day, "tomorrow": today + day,
            "in an hour": timezone.now() + hour, "an hour ago": timezone.now() - hour}  # fmt: skip
    person = builders.make_user()
    builders.make_membership(
        negotiation, person, **{name: when[word] for name, word in changes.items()})
    as_user(person)
    assert models.Negotiation.objects.count() == rows


def test_a_deactivated_user_sees_nothing_on_the_next_query(negotiation):
    person = builders.make_member(negotiation)
    as_user(person)
    assert models.Negotiation.objects.count() == 1
    with behind_the_wall():
        type(person).objects.filter(pk=person.pk).update(is_active=False)
    assert models.Negotiation.objects.count() == 0


def test_a_superuser_sees_nothing_without_a_membership(negotiation):
    as_user(builders.make_user(is_superuser=True))
    assert models.Negotiation.objects.count() == 0


def test_members_see_their_memberships_and_nobody_writes_them(negotiation):
    viewer = builders.make_member(negotiation, "viewer", 1)
    approver = builders.make_member(negotiation, "approver", 4)
    former = builders.make_user()
    builders.make_membership(negotiation, former, ends_on=datetime.date(2013, 2, 1))
    for user, seen in ((viewer, 3), (approver, 3), (former, 1), (builders.make_user(), 0)):
        as_user(user)
        assert models.Membership.objects.count() == seen
    as_user(approver)
    for attack in (
        "UPDATE negotiations_membership SET clearance = 4",
        "DELETE FROM negotiations_membership",
        """INSERT INTO negotiations_membership
           (negotiation_id, user_id, role, clearance, starts_on, reason, break_glass)
           SELECT negotiation_id, user_id, 'approver', 4, starts_on, 'x', false
           FROM negotiations_membership""",
    ):
        with refused("permission denied"):
            sql(attack)


def test_an_id_that_is_no_number_sees_nothing_but_an_error(negotiation):
    builders.make_member(negotiation)
    with refused("invalid input syntax"):
        sql("SELECT set_config('entente.user_id', '1 OR 1=1', true)")
        sql("SELECT count(*) FROM negotiations_negotiation")
