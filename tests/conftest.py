"""The stage: who owns the test database, and who plays the web in it."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import TransactionTestCase
from django.utils import translation

from config import identity

WEB = "entente_web"


def play(role: str | None) -> None:
    """From the next query on this process asks as *role*; None is the owner."""
    options = connection.settings_dict.setdefault("OPTIONS", {})
    options.pop("assume_role", None)
    if role:
        options["assume_role"] = role
    connection.close()


def run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@contextmanager
def behind_the_wall() -> Iterator[None]:
    """As the owner, in the same transaction: to lay rows that the user may not see."""
    run("RESET ROLE")
    try:
        yield
    finally:
        if not connection.needs_rollback:
            run(f"SET ROLE {WEB}")


def as_user(user: object) -> None:
    """Until told otherwise, PostgreSQL hears that *user* asks (None: nobody).

    A request through the test client leaves its own user behind, as the site does.
    """
    identity.current.set(identity.of(user, "test"))


def _close_to_the_public() -> None:
    """What config/embedded.py does for the site's database."""
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    run(f"REVOKE ALL ON DATABASE {name} FROM PUBLIC")
    run(f"GRANT CONNECT ON DATABASE {name} TO {WEB}")
    run("REVOKE ALL ON SCHEMA public FROM PUBLIC")
    run(f"GRANT USAGE ON SCHEMA public TO {WEB}")


def _let_the_owner_truncate() -> None:
    """Transactional tests empty the tables; the guards against TRUNCATE stand in the way."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, quote_ident(tgname) FROM pg_trigger "
            "WHERE NOT tgisinternal AND tgtype & 32 > 0"
        )
        for table, trigger in cursor.fetchall():
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")


def _empty_as_owner(patch: pytest.MonkeyPatch) -> None:
    """The teardown flushes and fires post_migrate, which writes: both are the owner's."""
    teardown = TransactionTestCase._fixture_teardown

    def owner_teardown(case: TransactionTestCase) -> None:
        play(None)
        try:
            teardown(case)
        finally:
            play(WEB)

    patch.setattr(TransactionTestCase, "_fixture_teardown", owner_teardown)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker) -> Iterator[None]:
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        _close_to_the_public()
        _let_the_owner_truncate()
        _empty_as_owner(patch)
        play(WEB)
        yield
        play(None)


@pytest.fixture(autouse=True)
def nobody() -> Iterator[None]:
    """Each test starts without a user and in English: a request leaves both behind."""
    token = identity.current.set(identity.NOBODY)
    with translation.override("en"):
        yield
    identity.current.reset(token)
