"""Nine ways of writing, tried on every table of the record: each leaves what was and what is."""

import pytest
from django.db import DatabaseError, transaction
from django.db.models import ProtectedError
from django.test import Client

from config import identity
from negotiations.models import Document, HistoryEntry, IssuedFile, IssuedReport
from tests import builders
from tests.conftest import behind_the_wall
from tests.negotiations.admin.typing import address
from tests.negotiations.rows import every_record, make_row, sql

pytestmark = [pytest.mark.django_db, pytest.mark.ignore_template_errors]


@pytest.fixture
def negotiation():
    return builders.make_negotiation(ceiling=4)


@pytest.fixture
def lead(negotiation):
    user = builders.make_member(negotiation, "approver", 4)
    identity.current.set(identity.of(user, "request-9"))
    return user


def change(row) -> tuple[str, int]:
    """The one column that every table lets change: upward, or the count of edits at the top."""
    return ("sensitivity", 3) if row.sensitivity < 3 else ("version", 2)


def save(row, name, value):
    setattr(row, name, value)
    row.save()


def save_one_field(row, name, value):
    setattr(row, name, value)
    row.save(update_fields=[name])


def update(row, name, value):
    type(row).objects.filter(pk=row.pk).update(**{name: value})


def bulk_update(row, name, value):
    setattr(row, name, value)
    type(row).objects.bulk_update([row], [name])


def upsert(row, name, value):
    setattr(row, name, value)
    with behind_the_wall():  # a row of an offer that is closed is nobody else's to add
        type(row).objects.bulk_create(
            [row], update_conflicts=True, update_fields=[name], unique_fields=["id"])


def update_or_create(row, name, value):
    type(row).objects.update_or_create(pk=row.pk, defaults={name: value})


def by_sql(row, name, value):
    sql(f"UPDATE {row._meta.db_table} SET {name} = %s WHERE id = %s", value, row.pk)


def as_owner(row, name, value):
    """As the loader and the migrations write."""
    with behind_the_wall():
        update(row, name, value)


def through_the_admin(row, name, value):
    """By whom the page is open to: the page that raises, for every table with a level above."""
    if name == "version":
        return by_sql(row, name, value)
    client = Client()
    client.force_login(row.by)
    answer = client.post(address(type(row), "raise", row.pk), {name: value})
    assert answer.status_code == 302
    return None


WAYS = [save, save_one_field, update, bulk_update, upsert, update_or_create, by_sql, as_owner,
        through_the_admin]  # fmt: skip


def entries(row, action: str) -> list:
    with behind_the_wall():
        return list(HistoryEntry.objects.filter(
            table_name=row._meta.db_table, row_key=row.pk, action=action).order_by("id"))  # fmt: skip


@every_record
def test_nine_ways_of_writing_are_kept(negotiation, lead, model):
    assert len(WAYS) == 9
    for way in WAYS:
        row = other_row(model, negotiation)
        row.by = lead
        name, value = change(row)
        was = getattr(row, name)
        as_web_or_owner(way, row, name, value)
        kept = [(one.before[name], one.after[name], one.user) for one in entries(row, "update")]
        assert kept == [(was, value, lead)], way.__name__


def as_web_or_owner(way, row, name, value) -> None:
    """A row that is never edited is the owner's to write whole: the web may only raise it."""
    try:
        with transaction.atomic():
            way(row, name, value)
    except DatabaseError:
        with behind_the_wall():
            way(row, name, value)


def other_row(model, negotiation):
    """One more of the table: each way finds a row that nobody changed."""
    number = {"number": next(builders._numbers)}
    if model is IssuedReport:
        return make_row(model, negotiation, **number)
    if model is IssuedFile:
        return make_row(model, negotiation, report=make_row(IssuedReport, negotiation, **number))
    if model is Document:
        return make_row(model, negotiation, stored_name=f"stored{number['number']}")
    return make_row(model, negotiation)


@every_record
def test_a_deletion_is_refused_or_kept(negotiation, lead, model):
    row = make_row(model, negotiation)
    key = row.pk
    try:
        with transaction.atomic():
            row.delete()
    except (DatabaseError, ProtectedError):
        with behind_the_wall():
            assert model._base_manager.filter(pk=key).exists()
        return
    row.pk = key
    assert [one.user for one in entries(row, "delete")] == [lead]
