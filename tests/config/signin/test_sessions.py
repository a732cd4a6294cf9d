"""Sessions: a new id at sign-in, and every way in which they end on the server."""

import time
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from config.signin import sessions
from tests.builders import PASSWORD, make_user
from tests.config.signin.test_accounts import NEW, is_in, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ana():
    return make_user("ana")


def row(visitor: Client) -> Session:
    return Session.objects.get(pk=visitor.cookies["session"].value)


def test_sign_in_gives_a_new_session_id():
    visitor = sign_in()
    first = visitor.cookies["session"].value
    visitor.post("/en/accounts/login/", {"username": "ana", "password": PASSWORD})
    assert visitor.cookies["session"].value != first
    assert not Session.objects.filter(pk=first).exists()


def test_cookie_ends_with_the_browser_and_is_closed_to_scripts():
    cookie = sign_in().cookies["session"]
    assert (cookie["max-age"], cookie["expires"], cookie["httponly"]) == ("", "", True)
    assert cookie["samesite"] == "Lax"


def test_session_that_rests_ends_after_half_an_hour():
    visitor = sign_in()
    ends = row(visitor).expire_date - timezone.now()
    assert 1790 < ends.total_seconds() <= 1800
    Session.objects.update(expire_date=timezone.now())
    assert not is_in(visitor)


def test_use_moves_the_end_on(monkeypatch):
    visitor = sign_in()
    Session.objects.update(expire_date=timezone.now() + timedelta(minutes=5))
    later = time.time() + sessions.TOUCH + 1
    monkeypatch.setattr(sessions.time, "time", lambda: later)
    assert is_in(visitor)
    assert (row(visitor).expire_date - timezone.now()).total_seconds() > 1790


def test_use_within_a_minute_writes_nothing():
    visitor = sign_in()
    before = row(visitor).expire_date
    assert is_in(visitor)
    assert row(visitor).expire_date == before


def test_session_in_use_ends_after_ten_hours(monkeypatch):
    visitor = sign_in()
    began = time.time()
    monkeypatch.setattr(sessions.time, "time", lambda: began + 36_000 - 5)
    assert is_in(visitor)
    monkeypatch.setattr(sessions.time, "time", lambda: began + 36_000 + 5)
    key = visitor.cookies["session"].value
    assert not is_in(visitor)
    assert not Session.objects.filter(pk=key).exists()


def test_session_without_a_beginning_is_given_one(client, ana):
    client.force_login(ana)
    session = client.session
    del session[sessions.BEGAN]
    session.save()
    assert is_in(client)
    assert sessions.BEGAN in client.session


def test_sign_out_destroys_the_session_on_the_server():
    visitor, thief = sign_in(), Client()
    thief.cookies["session"] = visitor.cookies["session"].value
    assert is_in(thief)
    answer = visitor.post("/en/accounts/logout/")
    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert not is_in(thief)


def test_password_change_ends_the_other_sessions():
    here, elsewhere = sign_in(), sign_in()
    elsewhere_key = elsewhere.cookies["session"].value
    typed = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert here.post("/en/accounts/own/password/", typed).status_code == 302
    assert is_in(here)
    assert not Session.objects.filter(pk=elsewhere_key).exists()
    assert not is_in(elsewhere)


def test_sign_in_clears_sessions_that_ended():
    sign_in()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    sign_in()
    assert Session.objects.count() == 1
