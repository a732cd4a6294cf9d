"""Who asks, as PostgreSQL hears it: through rollbacks, streams, threads and new connections."""

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from django.db import DataError, connection, connections, transaction
from django.http import HttpResponse, StreamingHttpResponse

from config import identity
from config.db import base
from tests.conftest import as_user, behind_the_wall, run

FIRST, SECOND = SimpleNamespace(pk=1), SimpleNamespace(pk=2)


def heard() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('entente.user_id', true)")
        return cursor.fetchone()[0]


class Undone(Exception):
    pass


def test_postgresql_hears_nobody_until_told(db):
    assert heard() == ""


def test_postgresql_hears_the_user_and_the_request(db):
    identity.current.set(identity.Identity("7", "abc"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('entente.user_id'), current_setting(%s)",
                       ["entente.request_id"])  # fmt: skip
        assert cursor.fetchone() == ("7", "abc")


def test_telling_is_not_repeated(db, monkeypatch):
    as_user(FIRST)
    heard()
    monkeypatch.setattr(base, "TELL", "a statement that fails")
    assert heard() == "1"


@pytest.mark.django_db(transaction=True)
def test_rollback_does_not_bring_back_the_user_before():
    as_user(FIRST)
    assert heard() == "1"
    with pytest.raises(Undone), transaction.atomic():
        as_user(SECOND)
        assert heard() == "2"
        raise Undone
    assert heard() == "2"


@pytest.mark.django_db(transaction=True)
def test_user_set_before_the_transaction_survives_its_rollback():
    as_user(FIRST)
    heard()
    as_user(SECOND)
    with pytest.raises(Undone), transaction.atomic():
        assert heard() == "2"
        raise Undone
    assert heard() == "2"


def test_savepoint_rollback_does_not_bring_back_the_user_before(db):
    as_user(FIRST)
    assert heard() == "1"
    with pytest.raises(Undone), transaction.atomic():
        as_user(SECOND)
        assert heard() == "2"
        raise Undone
    assert heard() == "2"


def test_new_connection_is_told_again(transactional_db):
    as_user(FIRST)
    heard()
    connection.close()
    assert heard() == "1"


def test_cursor_on_the_server_knows_the_user(db):
    as_user(SECOND)
    with connection.chunked_cursor() as cursor:
        cursor.execute("SELECT current_setting('entente.user_id', true)")
        assert cursor.fetchone() == ("2",)


def test_savepoint_of_a_failed_query_is_rolled_back_as_another_user(db):
    """In a failed transaction PostgreSQL hears nothing but the rollback."""
    as_user(FIRST)
    heard()
    with pytest.raises(DataError), transaction.atomic(), identity.acting_as(SECOND):
        run("SELECT 1 / 0")
    assert heard() == "1"


@pytest.mark.django_db(transaction=True)
def test_user_is_told_before_the_transaction_begins():
    """Told inside, the word would fall with a rollback."""
    assert heard() == ""
    as_user(FIRST)
    with transaction.atomic():
        answer = connection.connection.execute("SELECT current_setting('entente.user_id', true)")
        assert answer.fetchone() == ("1",)


def test_acting_as_returns_to_whoever_it_was(db):
    as_user(FIRST)
    with identity.acting_as(SECOND):
        assert heard() == "2"
    assert heard() == "1"


def test_unsaved_and_anonymous_users_are_nobody():
    assert identity.of(None) == identity.of(SimpleNamespace(pk=None)) == identity.NOBODY


def respond(rf, view, user):
    """A request of *user* through the middleware, as Django would call it."""
    middleware = identity.IdentityMiddleware(
        lambda request: middleware.process_view(request, view, (), {}) or view(request)
    )
    request = rf.get("/")
    request.user = user
    return middleware(request)


def test_request_runs_as_its_user_and_has_an_id(rf, db):
    response = respond(rf, lambda request: HttpResponse(f"{heard()} {request.id}"), FIRST)
    user_id, request_id = response.content.decode().split()
    assert (user_id, len(request_id)) == ("1", 32)


def test_stream_is_read_as_the_user_after_the_answer_left(rf, db):
    response = respond(rf, lambda request: StreamingHttpResponse(heard() for _ in "ab"), FIRST)
    assert b"".join(response) == b"11"


def test_next_request_starts_as_nobody(rf):
    as_user(FIRST)
    middleware = identity.IdentityMiddleware(lambda request: HttpResponse(identity.current.get().user_id))
    assert middleware(rf.get("/")).content == b""


@pytest.mark.django_db(transaction=True)
def test_threads_do_not_hear_each_other():
    def ask(number: int) -> bool:
        with identity.acting_as(SimpleNamespace(pk=number)), transaction.atomic():
            return heard() == str(number)

    def ask_often(number: int) -> bool:
        try:
            return all(ask(number * 1000 + turn) for turn in range(50))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ask_often, range(1, 9))) == [True] * 8


def test_command_option_names_an_active_user(db):
    user = get_user_model()(username="ana")
    user.set_unusable_password()
    with behind_the_wall():
        user.save()
    with identity.acting_as_named("ana"):
        assert heard() == str(user.pk)
    with identity.acting_as_named(None):
        assert heard() == ""


def test_command_option_refuses_an_unknown_user(db):
    with (
        pytest.raises(CommandError, match="No active user is called 'eve'"),
        identity.acting_as_named("eve"),
    ):
        pass
