"""The session ends while somebody writes: the typed text stands in the answer, and can be sent again."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from config.expired import COOKIE, FIELD
from negotiations.models import Event
from tests import builders
from tests.conftest import as_user
from tests.negotiations.admin.typing import address, typed

pytestmark = [pytest.mark.django_db, pytest.mark.ignore_template_errors]
TEXT = "Ministers met for an hour,\nand <b>agreed</b> to meet again."


@pytest.fixture
def negotiation():
    return builders.make_negotiation()


@pytest.fixture
def writer(negotiation):
    return builders.make_member(negotiation)


@pytest.fixture
def browser(writer):
    """One that checks CSRF tokens, as the site does."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(writer)
    return client


def written(browser, writer, event) -> dict:
    as_user(writer)
    page = browser.get(address(Event, "change", event.pk))
    return {**typed(page, outcome_en=TEXT), "csrfmiddlewaretoken": browser.cookies["csrf"].value}


def end_session() -> None:
    Session.objects.all().delete()


def again(answer) -> dict:
    """What the page would send: everything in its form."""
    held = dict([*answer.context["hidden"], *answer.context["shown"]])
    return {**held, FIELD: answer.context["token"], "csrfmiddlewaretoken": str(answer.context["csrf_token"])}


def test_text_is_shown_and_saved_after_signing_in_elsewhere(browser, writer, negotiation):
    event = builders.make_event(negotiation=negotiation)
    form, url = written(browser, writer, event), address(Event, "change", event.pk)
    end_session()
    answer = browser.post(url, form)
    page = answer.content.decode()
    assert answer.status_code == 401
    assert "and &lt;b&gt;agreed&lt;/b&gt; to meet again." in page and "<b>agreed" not in page
    browser.get("/en/accounts/login/")
    browser.force_login(writer)
    browser.cookies["csrf"] = "n" * 32  # signing in changes the token
    assert browser.post(url, again(answer)).status_code == 302
    event.refresh_from_db()
    assert event.outcome_en.replace("\r\n", "\n") == TEXT


def test_page_counts_for_its_browser_and_its_address_only(browser, writer, negotiation):
    event, other = (builders.make_event(negotiation=negotiation) for _ in range(2))
    form, url = written(browser, writer, event), address(Event, "change", event.pk)
    end_session()
    sent = again(browser.post(url, form))
    victim = Client(enforce_csrf_checks=True)
    victim.force_login(writer)
    assert victim.post(url, sent).status_code == 403
    victim.cookies[COOKIE] = "guessed"
    assert victim.post(url, sent).status_code == 403
    browser.force_login(writer)
    browser.cookies["csrf"] = "n" * 32
    assert browser.post(address(Event, "change", other.pk), sent).status_code == 403
    assert browser.post(url, {**sent, FIELD: "forged"}).status_code == 403


def test_nothing_typed_and_passwords_lead_to_the_sign_in_page():
    client = Client()
    assert client.post("/en/negotiations/new/").headers["Location"].startswith("/en/accounts/login/")
    answer = client.post("/en/accounts/own/password/", {"old_password": "secret words"})
    assert (answer.status_code, b"secret words" in answer.content) == (302, False)
