"""Guessing is limited per account and per source, and none of the known tricks evades it."""

import threading
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.auth import hashers
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.builders import PASSWORD, make_user
from tests.config.signin.test_accounts import is_in

pytestmark = pytest.mark.django_db
LOGIN = "/en/accounts/login/"
EVERYBODY = range(40)


@pytest.fixture(autouse=True)
def ana():
    return make_user("ana")


@pytest.fixture
def evaluated(monkeypatch):
    """How many passwords were really compared."""
    seen = []
    compare = hashers.MD5PasswordHasher.verify
    monkeypatch.setattr(
        hashers.MD5PasswordHasher,
        "verify",
        lambda self, given, kept: seen.append(given) or compare(self, given, kept),
    )
    return seen


def guess(name: str = "ana", password: str = "wrong", place: str = "203.0.113.1", **headers):
    return Client().post(LOGIN, {"username": name, "password": password}, REMOTE_ADDR=place, headers=headers)


def test_ten_guesses_are_evaluated_and_no_more(evaluated):
    answers = [guess(place=f"203.0.113.{number}").status_code for number in EVERYBODY]
    assert len(evaluated) == 10
    assert answers == [200] * 9 + [429] * 31


def test_right_password_does_not_help_while_locked(evaluated):
    for number in range(10):
        guess(place=f"203.0.113.{number}")
    answer = guess(password=PASSWORD)
    page = answer.content.decode()
    assert answer.status_code == 429
    assert "Wait 15 minutes and try again" in page and "ask the administrator" in page
    assert 'name="password"' in page
    assert len(evaluated) == 10


def test_lock_says_the_same_for_a_name_that_nobody_has():
    def locked(name):
        for number in range(10):
            guess(name, place=f"203.0.{len(name)}.{number}")
        page = guess(name, place="198.51.100.1").content.decode()
        return page[page.index("<h1>") : page.index('<form class="narrow')]

    assert locked("ana") == locked("nobody")


def test_rightful_user_is_back_after_fifteen_minutes():
    for number in range(20):
        guess(place=f"203.0.113.{number}")
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=15, seconds=1))
    assert guess(password=PASSWORD).status_code == 302


def test_guessing_on_does_not_prolong_the_lock():
    for number in range(10):
        guess(place=f"203.0.113.{number}")
    before = set(AccessAttempt.objects.values_list("pk", "attempt_time"))
    guess()
    assert set(AccessAttempt.objects.values_list("pk", "attempt_time")) == before


@pytest.mark.parametrize(
    "names", [["ana", "ANA", "Ana", "aNa"], ["ana", "ａｎａ", "ⓐna", "ana "]], ids=["case", "alike"]
)
def test_other_spellings_count_for_the_same_account(evaluated, names):
    for number in EVERYBODY:
        guess(names[number % 4], place=f"203.0.113.{number}")
    assert len(evaluated) <= 10


def test_one_source_is_locked_over_all_accounts(evaluated):
    for number in EVERYBODY:
        guess(f"user{number}")
    assert guess(password=PASSWORD).status_code == 429
    assert guess(password=PASSWORD, place="198.51.100.1").status_code == 302
    assert len(evaluated) == 1 + 10 - 10  # only ana's own: the others have no account to compare with


def test_forged_addresses_do_not_evade_it(settings, evaluated):
    settings.ENTENTE_PROXIES = 1
    for number in EVERYBODY:
        chain = f"198.51.100.{number}, 203.0.113.9"
        guess(
            **{
                "x-forwarded-for": chain,
                "forwarded": f"for=198.51.100.{number}",
                "x-real-ip": f"198.51.100.{number}",
                "user-agent": f"agent {number}",
            }
        )
    assert len(evaluated) == 10
    assert set(AccessAttempt.objects.values_list("ip_address", flat=True)) == {"203.0.113.9"}


def test_signing_in_oneself_does_not_buy_guesses_at_another(evaluated):
    make_user("eve")
    for _round in range(4):
        for _number in range(5):
            guess()
        guess("eve", PASSWORD)
    assert len([given for given in evaluated if given == "wrong"]) == 10


def test_success_forgives_ones_own_typing_errors():
    for _round in range(3):
        for _number in range(5):
            assert guess().status_code == 200
        assert guess(password=PASSWORD).status_code == 302


@pytest.mark.parametrize("setting", ["missing", "closed", "without"])
def test_unknown_and_closed_accounts_answer_alike(setting, ana):
    """AS-03: the page is the same for every wrong pair."""
    if setting == "closed":
        make_user("closed", is_active=False)
    if setting == "without":
        without = make_user("without")
        without.set_unusable_password()
        without.save()

    def page(name, password="wrong"):
        return guess(name, password).content.decode().replace(name, "·")

    def stripped(text):
        return text[text.index("<h1>") : text.index('name="next"')].split('name="csrfmiddlewaretoken"')[0]

    assert stripped(page(setting, PASSWORD)) == stripped(page("ana"))


def test_old_password_is_a_guess_as_well(ana, evaluated):
    visitor = Client()
    visitor.force_login(ana)
    typed = {"old_password": "wrong", "new_password1": "x" * 20, "new_password2": "x" * 20}
    answers = [visitor.post("/en/accounts/own/password/", typed).status_code for _number in range(15)]
    assert answers[-1] == 429
    assert len(evaluated) <= 10
    assert is_in(visitor)


@pytest.mark.django_db(transaction=True)
def test_posts_side_by_side_are_counted_too(evaluated):
    """Eight threads with a hundred guesses: at most ten are compared with the password."""

    def work(thread: int) -> None:
        for number in range(13):
            guess(place=f"203.0.{thread}.{number}")
        connection.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(evaluated) == 10
