"""Nothing silent: every change leaves what was and what is, who and in which request."""

import pytest

from config import identity
from config.rules import AppendOnly, History
from negotiations import models
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.rows import every_record, make_row, refused, sql

ENTRIES = models.HistoryEntry.objects


@pytest.fixture
def negotiation(db):
    return builders.make_negotiation()


@pytest.fixture
def lead(negotiation):
    user = builders.make_member(negotiation, "approver", 4)
    identity.current.set(identity.Identity(str(user.pk), "request-7"))
    return user


def kept(row, action="update") -> list:
    """The entries on *row*, oldest first."""
    with behind_the_wall():
        return list(ENTRIES.filter(
            table_name=row._meta.db_table, row_key=row.pk, action=action).order_by("id"))  # fmt: skip


@every_record
def test_every_table_keeps_its_history(model):
    """Append-only tables are their own history; what may change of them is kept."""
    (rule,) = [rule for rule in model._meta.constraints if isinstance(rule, History)]
    if any(isinstance(other, AppendOnly) for other in model._meta.constraints):
        assert rule.events == "UPDATE"
    else:
        assert set(rule.events.split(" OR ")) >= {"UPDATE", "DELETE"}


def paths(row):
    """Every way Django and SQL know to change *row*."""
    model, rows = type(row), type(row).objects.filter(pk=row.pk)
    table = row._meta.db_table

    def save(text):
        row.title_en = text
        row.save()

    def save_one_field(text):
        row.title_en = text
        row.save(update_fields=["title_en"])

    def bulk_update(text):
        row.title_en = text
        model.objects.bulk_update([row], ["title_en"])

    def upsert(text):
        row.title_en = text
        model.objects.bulk_create([row], update_conflicts=True, update_fields=["title_en"],
                                  unique_fields=["id"])  # fmt: skip

    def update_or_create(text):
        model.objects.update_or_create(pk=row.pk, defaults={"title_en": text})

    return {
        "save": save,
        "save one field": save_one_field,
        "update": lambda text: rows.update(title_en=text),
        "bulk_update": bulk_update,
        "upsert": upsert,
        "update_or_create": update_or_create,
        "sql": lambda text: sql(f"UPDATE {table} SET title_en = %s WHERE id = %s", text, row.pk),
    }


WAYS = ["save", "save one field", "update", "bulk_update", "upsert", "update_or_create", "sql"]


@pytest.mark.parametrize("as_owner", [False, True])
@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_writing_is_kept(negotiation, lead, way, as_owner):
    event = builders.make_event(negotiation=negotiation, title_en="Before")
    assert list(paths(event)) == WAYS
    if as_owner:
        with behind_the_wall():
            paths(event)[way]("After")
    else:
        paths(event)[way]("After")
    (entry,) = kept(event)
    assert (entry.before["title_en"], entry.after["title_en"]) == ("Before", "After")
    assert (entry.user, entry.request_id, entry.negotiation) == (lead, "request-7", negotiation)


@pytest.mark.parametrize("way", ["delete", "queryset", "raw", "sql"])
def test_every_way_of_deleting_is_kept(negotiation, lead, way):
    part = builders.make_offer_term(negotiation=negotiation, value="600000000")
    rows = models.OfferTerm.objects.filter(pk=part.pk)
    pk = part.pk
    {
        "delete": part.delete,
        "queryset": rows.delete,
        "raw": lambda: rows._raw_delete("default"),
        "sql": lambda: sql("DELETE FROM negotiations_offerterm"),
    }[way]()
    part.pk = pk
    (entry,) = kept(part, "delete")
    assert (entry.before["value"], entry.after, entry.user) == ("600000000", None, lead)


@pytest.mark.parametrize("way", ["create", "bulk_create", "sql"])
def test_every_way_of_adding_a_label_is_kept(negotiation, lead, way):
    values = {"negotiation": negotiation, "title": "Letter", "publisher": "ON", "kind": "letter"}
    if way == "create":
        models.Source.objects.create(**values)
    elif way == "bulk_create":
        models.Source.objects.bulk_create([models.Source(**values)])
    else:
        source = models.Source(**values)
        source.save()
    (entry,) = ENTRIES.filter(table_name="negotiations_source", action="insert")
    assert (entry.before, entry.after["title"], entry.user) == (None, "Letter", lead)
    assert entry.after["recorded_by_id"] == lead.pk


@every_record
def test_a_change_of_any_table_is_kept(negotiation, lead, model):
    """By SQL, the only column that every table may change."""
    row = make_row(model, negotiation)
    if row.sensitivity == 4:
        sql(f"UPDATE {row._meta.db_table} SET version = 2 WHERE id = %s", row.pk)
    else:
        sql(f"UPDATE {row._meta.db_table} SET sensitivity = 3 WHERE id = %s", row.pk)
    (entry,) = kept(row)
    assert (entry.negotiation, entry.user, entry.request_id) == (negotiation, lead, "request-7")


def test_a_change_that_changes_nothing_is_not_kept(negotiation, lead):
    event = builders.make_event(negotiation=negotiation)
    event.save()
    assert kept(event) == []


def test_only_the_rows_that_changed_are_kept(negotiation, lead):
    rows = [builders.make_event(negotiation=negotiation) for _ in range(3)]
    rows[1].title_en = "Renamed"
    models.Event.objects.bulk_update(rows, ["title_en"])
    assert [len(kept(row)) for row in rows] == [0, 1, 0]


def test_what_is_rolled_back_leaves_nothing(negotiation, lead):
    event = builders.make_event(negotiation=negotiation)
    with refused("event_slug"):
        models.Event.objects.filter(pk=event.pk).update(title_en="Renamed")
        builders.make_event(negotiation=negotiation, slug=event.slug)
    assert kept(event) == []


def test_a_change_without_a_user_says_so(negotiation):
    with behind_the_wall():
        models.Negotiation.objects.filter(pk=negotiation.pk).update(title_en="By the loader")
    (entry,) = kept(negotiation)
    assert (entry.user, entry.request_id) == (None, "")


def test_memberships_are_kept(negotiation, lead):
    person = builders.make_user()
    membership = builders.make_membership(negotiation, person, clearance=2)
    (entry,) = kept(membership, "insert")
    assert (entry.after["clearance"], entry.negotiation, entry.user) == (2, negotiation, lead)


def test_reference_data_is_kept_for_whoever_signed_in(db):
    """It belongs to no negotiation; nobody in particular still sees no row."""
    government = builders.make_government("ON")
    as_user(builders.make_user())
    rows = ENTRIES.filter(table_name="grants_jurisdiction", row_key="ON")
    assert [entry.after["name_en"] for entry in rows] == [government.name_en]
    as_user(None)
    assert ENTRIES.count() == 0


ATTACKS = [
    "UPDATE negotiations_history SET user_id = 1",
    "UPDATE negotiations_history SET sensitivity = 4",
    "UPDATE negotiations_history SET after = before",
    "DELETE FROM negotiations_history",
    "TRUNCATE negotiations_history",
    """INSERT INTO negotiations_history
       (table_name, row_key, action, sensitivity, request_id, at, transaction_id)
       VALUES ('negotiations_source', '1', 'update', 1, '', now(), 1)""",
    "INSERT INTO negotiations_history SELECT * FROM negotiations_history",
    "COPY negotiations_history FROM STDIN",
    "ALTER TABLE negotiations_history DISABLE TRIGGER ALL",
    "ALTER TABLE negotiations_history DISABLE ROW LEVEL SECURITY",
    "DROP TABLE negotiations_history",
    "DROP TRIGGER source_history ON negotiations_source",
    "SELECT public.entente_keep_history()",
    "SELECT setval(pg_get_serial_sequence('negotiations_history', 'id'), 1)",
    "LOCK TABLE negotiations_history IN ACCESS EXCLUSIVE MODE",
    "SELECT * FROM negotiations_history FOR UPDATE",
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_web_writes_no_history(negotiation, lead, attack):
    builders.make_source(negotiation=negotiation)
    with refused("permission denied|must be owner|can only be called as triggers"):
        sql(attack)


@pytest.mark.parametrize("attack", ["UPDATE negotiations_history SET user_id = 99",
                                    "UPDATE negotiations_history SET after = '{}'",
                                    "DELETE FROM negotiations_history"])  # fmt: skip
def test_the_owner_changes_no_history_either(negotiation, attack):
    with behind_the_wall(), refused("never changed or deleted"):
        sql(attack)


def test_the_level_of_an_entry_does_not_fall_even_for_the_owner(negotiation):
    builders.make_source(negotiation=negotiation, sensitivity=3)
    with behind_the_wall(), refused("lowered by two people"):
        sql("UPDATE negotiations_history SET sensitivity = 1 WHERE table_name = 'negotiations_source'")


def test_who_changed_it_is_whom_postgresql_was_told(negotiation, lead):
    """Not what the row says: a forged author has no effect."""
    other = builders.make_user()
    source = builders.make_source(negotiation=negotiation)
    models.Source.objects.filter(pk=source.pk).update(title="New", recorded_by=other)
    (entry,) = kept(source)
    assert (entry.user, entry.after["recorded_by_id"]) == (lead, None)
