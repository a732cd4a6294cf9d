"""The web's login, for real: it is not the owner and cannot become it."""

import os

import psycopg
import pytest
from django.db import connection

from config.environment import database_url


@pytest.fixture
def web(db):
    """A connection that signs in as the site does, without SET ROLE."""
    ours = connection.settings_dict
    signed = database_url("DATABASE_URL") if os.environ.get("DATABASE_URL") else {
        **ours, "USER": "entente_web", "PASSWORD": "",
    }  # fmt: skip
    with psycopg.connect(
        dbname=ours["NAME"],
        user=signed["USER"],
        password=signed["PASSWORD"],
        host=signed["HOST"],
        port=signed["PORT"],
        autocommit=True,
    ) as web:
        yield web


def test_web_login_is_the_web_role(web):
    assert web.execute("SELECT session_user, current_user").fetchone() == ("entente_web",) * 2


@pytest.mark.parametrize(
    "statement",
    [
        "SET ROLE entente_owner",
        "SET SESSION AUTHORIZATION entente_owner",
        "CREATE TABLE public.mine ()",
        "CREATE TEMPORARY TABLE mine ()",
        "CREATE SCHEMA mine",
        "ALTER TABLE auth_user DISABLE TRIGGER ALL",
        "TRUNCATE auth_user",
        "ALTER ROLE entente_web BYPASSRLS",
    ],
)
def test_web_login_is_refused(web, statement):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        web.execute(statement)


def test_tests_play_the_web(db):
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == ("entente_web",)


def test_connection_is_in_utc(db):
    with connection.cursor() as cursor:
        cursor.execute("SHOW timezone")
        assert cursor.fetchone() == ("UTC",)
