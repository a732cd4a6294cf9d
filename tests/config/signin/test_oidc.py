"""The ministry's own sign-in: off by default; lets in whom the administrator has let in, and nobody else."""

import importlib

import pytest
from django.test import Client, override_settings
from django.urls import clear_url_caches, reverse

from config import urls
from config.signin import factors, oidc
from tests.builders import make_user

pytestmark = pytest.mark.django_db
WIRED = {
    "ENTENTE_OIDC": {"on": "on"},
    "ENTENTE_OIDC_NAME": "Ontario",
    "OIDC_RP_CLIENT_ID": "entente",
    "OIDC_RP_CLIENT_SECRET": "not a secret of anybody",
    "OIDC_OP_AUTHORIZATION_ENDPOINT": "https://login.example.org/authorize",
    "OIDC_OP_TOKEN_ENDPOINT": "https://login.example.org/token",
    "OIDC_OP_USER_ENDPOINT": "https://login.example.org/user",
    "OIDC_OP_JWKS_ENDPOINT": "https://login.example.org/keys",
    "OIDC_RP_SIGN_ALGO": "RS256",
    "OIDC_USE_PKCE": True,
    "OIDC_CREATE_USER": False,
    "AUTHENTICATION_BACKENDS": [
        "axes.backends.AxesStandaloneBackend",
        "django.contrib.auth.backends.ModelBackend",
        "config.signin.oidc.Backend",
    ],
}


def read_addresses_again() -> None:
    importlib.reload(urls)
    clear_url_caches()


@pytest.fixture
def wired():
    with override_settings(**WIRED):
        read_addresses_again()
        yield
    read_addresses_again()


def test_nothing_of_it_stands_while_it_is_off(client):
    assert client.get("/oidc/authenticate/").status_code == 404
    assert client.get("/oidc/callback/").status_code == 404
    assert "oidc" not in client.get("/en/accounts/login/").content.decode()


def test_sign_in_page_leads_to_the_provider(wired, client):
    page = client.get("/en/accounts/login/").content.decode()
    assert "Sign in with Ontario" in page and reverse("oidc_authentication_init") in page
    away = client.get("/oidc/authenticate/").headers["Location"]
    assert away.startswith("https://login.example.org/authorize?")
    assert "code_challenge_method=S256" in away and "state=" in away and "nonce=" in away


@pytest.mark.parametrize(("name", "found"), [("ana", 1), ("ANA", 0), ("closed", 0), ("stranger", 0), ("", 0)])
def test_account_must_be_open_and_named_to_the_letter(wired, name, found):
    make_user("ana")
    make_user("closed", is_active=False)
    claims = {"preferred_username": name, "email": "ana@example.org"}
    backend = oidc.Backend()
    assert backend.filter_users_by_claims(claims).count() == found
    assert backend.verify_claims(claims) is bool(name)
    assert backend.create_user(claims) is None


def come_back(monkeypatch, user) -> Client:
    """The provider has said yes to *user*; what it answers is the library's to check."""
    monkeypatch.setattr(oidc.Backend, "authenticate", lambda self, request, **given: user)
    visitor = Client()
    visitor.get("/oidc/authenticate/")
    (state,) = visitor.session["oidc_states"]
    visitor.get("/oidc/callback/", {"state": state, "code": "x"})
    return visitor


@pytest.mark.parametrize(("trusted", "status"), [(False, 302), (True, 200)])
def test_providers_factor_counts_only_where_it_is_said(wired, monkeypatch, settings, trusted, status):
    settings.ENTENTE_TWO_FACTORS, settings.ENTENTE_OIDC_FACTORS = True, trusted
    visitor = come_back(monkeypatch, make_user("ana"))
    assert visitor.get("/en/accounts/own/").status_code == status
    assert bool(visitor.session.get(factors.BY_PROVIDER)) is trusted


def test_forged_state_is_refused(wired, client):
    client.get("/oidc/authenticate/")
    assert client.get("/oidc/callback/", {"state": "forged", "code": "x"}).status_code == 400
    assert client.get("/en/accounts/own/").status_code == 302


def test_stranger_of_the_provider_is_sent_back(wired, monkeypatch):
    visitor = come_back(monkeypatch, None)
    assert visitor.get("/en/accounts/own/").status_code == 302
