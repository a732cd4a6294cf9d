"""The chain over history finds an edit, a removal, a forgery; with an anchor a cut tail, a rewrite."""

import re
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction

from config import identity
from negotiations import chain, models
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.rows import refused, sql

pytestmark = pytest.mark.django_db(transaction=True)
TABLE = "negotiations_historychain"


@pytest.fixture(autouse=True)
def record(transactional_db):
    """A short history in at least five links, on a chain of its own."""
    owner(f"TRUNCATE {TABLE}")
    negotiation = builders.make_negotiation()
    as_user(builders.make_member(negotiation, "analyst", 4))
    source = builders.make_source(negotiation=negotiation)
    for title in ("First", "Second"):
        models.Source.objects.filter(pk=source.pk).update(title=title)
    return source


def owner(*statements: str) -> list:
    """As the owner, who could take every trigger off."""
    with behind_the_wall():
        return [row for statement in statements for row in sql(statement)]


GUARDS = (("negotiations_history", "history_append_only"), ("negotiations_history", "history_chain"),
          (TABLE, "historychain_append_only"))  # fmt: skip


def unguarded(statement: str) -> None:
    """What a thief with the owner's password would do."""
    off, on = ([f"ALTER TABLE {table} {word} TRIGGER {name}" for table, name in GUARDS]
               for word in ("DISABLE", "ENABLE"))  # fmt: skip
    with transaction.atomic():
        owner(*off, statement, *on)


def links() -> list[tuple]:
    return owner(f"SELECT number, entry_ids FROM {TABLE} ORDER BY number")


def last_entry() -> int:
    return owner("SELECT max(id) FROM negotiations_history")[0][0]


def words() -> list[str]:
    return [re.sub(r"\d+", "N", fault) for fault in chain.faults()]


def test_an_untouched_history_agrees():
    assert (chain.faults(), len(links()) >= 5) == ([], True)
    entries = [entry for _, ids in links() for entry in ids]
    assert entries == [pk for (pk,) in owner("SELECT id FROM negotiations_history ORDER BY id")]


def test_one_transaction_makes_one_link(record):
    before = len(links())
    with transaction.atomic():
        for title in ("Third", "Fourth", "Fifth"):
            models.Source.objects.filter(pk=record.pk).update(title=title)
    assert len(links()) == before + 1
    assert len(links()[-1][1]) == 3


def test_an_early_check_of_constraints_breaks_nothing(record):
    before = len(links())
    with transaction.atomic():
        for title in ("Third", "Fourth"):
            models.Source.objects.filter(pk=record.pk).update(title=title)
            sql("SET CONSTRAINTS ALL IMMEDIATE")
    assert (len(links()), chain.faults()) == (before + 2, [])


def test_a_rollback_and_a_savepoint_leave_no_hole(record):
    with transaction.atomic():
        models.Source.objects.filter(pk=record.pk).update(title="Third")
        with refused("source_sensitivity|above the ceiling"):
            models.Source.objects.filter(pk=record.pk).update(title="Fourth")
            models.Source.objects.filter(pk=record.pk).update(sensitivity=9)
        models.Source.objects.filter(pk=record.pk).update(title="Fifth")
    with transaction.atomic():
        models.Source.objects.filter(pk=record.pk).update(title="Sixth")
        transaction.set_rollback(True)
    assert chain.faults() == []


def test_a_rise_of_old_entries_keeps_the_chain(record):
    models.Source.objects.filter(pk=record.pk).update(sensitivity=4)
    assert chain.faults() == []


def test_an_edit_is_found():
    unguarded(f"UPDATE negotiations_history SET after = '{{}}' WHERE id = {last_entry()}")
    assert words() == ["link N: an entry was changed, or the link itself"]


@pytest.mark.parametrize("column", ["user_id = 1", "request_id = 'x'", "at = at - interval '1 us'",
                                    "before = NULL", "row_key = '0'", "action = 'insert'"])  # fmt: skip
def test_an_edit_of_any_column_is_found(column):
    unguarded(f"UPDATE negotiations_history SET {column} WHERE id = {last_entry()}")
    assert words() == ["link N: an entry was changed, or the link itself"]


def test_a_removal_is_found():
    removed = last_entry()
    unguarded(f"DELETE FROM negotiations_history WHERE id = {removed}")
    assert chain.faults() == [f"link {links()[-1][0]}: entry {removed} was removed"]


def test_a_removed_link_is_found():
    unguarded(f"DELETE FROM {TABLE} WHERE number = 2")
    assert set(words()) == {"link N: the link before it is missing", "entry N was never chained",
                            "link N: an entry was changed, or the link itself"}  # fmt: skip


def test_a_forged_entry_is_found():
    unguarded("""INSERT INTO negotiations_history
        (table_name, row_key, action, sensitivity, request_id, at, transaction_id)
        VALUES ('negotiations_source', '1', 'update', 1, '', now(), 1)""")
    assert words() == ["entry N was never chained"]


def test_a_lowered_entry_is_found(record):
    models.Source.objects.filter(pk=record.pk).update(sensitivity=4)
    lowered = last_entry()
    unguarded(f"UPDATE negotiations_history SET sensitivity = 1 WHERE id = {lowered}")
    assert chain.faults() == [f"entry {lowered} is less sensitive than what it says"]


CUT = (f"WITH gone AS (DELETE FROM {TABLE} WHERE number = (SELECT max(number) FROM {TABLE}) "
       "RETURNING entry_ids) DELETE FROM negotiations_history WHERE id IN "
       "(SELECT unnest(entry_ids) FROM gone)")  # fmt: skip


def rewrite() -> None:
    """An edit, and every digest after it computed anew."""
    unguarded(f"""DO $$ DECLARE l record; last bytea; BEGIN
        UPDATE negotiations_history SET user_id = 1 WHERE id = {last_entry()};
        FOR l IN SELECT * FROM {TABLE} ORDER BY number LOOP
          last := public.entente_link_digest(last, l.entry_ids);
          UPDATE {TABLE} SET digest = last WHERE number = l.number;
        END LOOP; END $$""")  # fmt: skip


def verify(anchor=None) -> str:
    out = StringIO()
    call_command("verify_history", *(["--anchor", anchor] if anchor else []), stdout=out)
    return out.getvalue()


def test_the_command_says_that_all_agrees():
    assert verify() == f"History agrees; last link {chain.link()}; 0 compared.\n"


def test_the_command_notes_each_new_head_once(tmp_path, record):
    anchor = tmp_path / "anchor"
    first = chain.link()
    verify(anchor)
    verify(anchor)
    models.Source.objects.filter(pk=record.pk).update(title="Third")
    assert verify(anchor).endswith("; 1 compared.\n")
    assert anchor.read_text() == f"{first}\n{chain.link()}\n"


def test_a_cut_tail_is_found_with_the_anchor_alone(tmp_path):
    anchor = tmp_path / "anchor"
    verify(anchor)
    noted = anchor.read_text()
    number = chain.link().number
    unguarded(CUT)
    assert chain.faults() == []
    with pytest.raises(CommandError, match=f"link {number} of the anchor is gone: the tail was cut"):
        verify(anchor)
    assert anchor.read_text() == noted


def test_a_rewrite_is_found_with_the_anchor_alone(tmp_path):
    anchor = tmp_path / "anchor"
    verify(anchor)
    number = chain.link().number
    rewrite()
    assert chain.faults() == []
    with pytest.raises(CommandError, match=f"link {number} differs from the anchor"):
        verify(anchor)


def test_the_command_fails_on_a_fault_without_an_anchor():
    unguarded(f"DELETE FROM negotiations_history WHERE id = {last_entry()}")
    with pytest.raises(CommandError, match="was removed"):
        verify()


@pytest.mark.parametrize("line", ["x", "1 nothex", "one 00", "1 00 2"])
def test_an_anchor_that_cannot_be_read_is_named(tmp_path, line):
    anchor = tmp_path / "anchor"
    anchor.write_text(f"{chain.link()}\n{line}\n")
    with pytest.raises(CommandError, match="anchor, line 2: expected a number and a digest"):
        verify(anchor)


@pytest.mark.parametrize("act", [
    f"SELECT * FROM {TABLE}", f"DELETE FROM {TABLE}", f"TRUNCATE {TABLE}",
    f"UPDATE {TABLE} SET digest = ''", f"INSERT INTO {TABLE} DEFAULT VALUES",
    f"LOCK TABLE {TABLE}", "DROP TRIGGER history_chain ON negotiations_history",
    "SELECT public.entente_chain()", "SELECT public.entente_add_link(ARRAY[1]::bigint[], 1)",
])  # fmt: skip
def test_the_web_does_not_touch_the_chain(act):
    with refused("permission denied|must be owner"):
        sql(act)


@pytest.mark.parametrize("act", [f"DELETE FROM {TABLE}", f"UPDATE {TABLE} SET digest = ''"])
def test_the_owner_is_stopped_as_well(act):
    with behind_the_wall(), refused("never changed or deleted"):
        sql(act)


def test_writers_at_once_make_no_fork(record):
    before = len(links())
    user = models.Membership.objects.get().user

    def write(writer: int) -> None:
        with identity.acting_as(user):
            for turn in range(10):
                models.Source.objects.create(negotiation=record.negotiation, title=f"{writer} {turn}",
                                             publisher="ON", kind="letter")  # fmt: skip
        connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    assert (len(links()), chain.faults()) == (before + 80, [])


def test_a_serializable_transaction_that_looked_too_early_fails_whole(record):
    """It would have forked the chain: the number is taken."""
    with refused("historychain_pkey|could not serialize"):
        sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        models.Source.objects.filter(pk=record.pk).count()
        other = connection.copy()
        try:
            other.set_autocommit(True)
            with other.cursor() as cursor:
                cursor.execute("RESET ROLE")
                cursor.execute("UPDATE negotiations_negotiation SET title_en = 'Elsewhere'")
        finally:
            other.close()
        models.Source.objects.filter(pk=record.pk).update(title="Third")
    assert chain.faults() == []
