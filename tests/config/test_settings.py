"""Settings refuse a bad or missing value with a sentence, and never repeat a password."""

import runpy
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

SETTINGS = Path(__file__).resolve().parents[2] / "config" / "settings.py"
PRODUCTION = {
    "DATABASE_URL": "postgres://entente_web:w%40ter@db.example.org:5433/entente?sslmode=require",
    "DATABASE_OWNER_URL": "postgres://entente_owner:o@db.example.org/entente",
    "ENTENTE_SECRET_KEY": "k" * 50,
    "ENTENTE_ALLOWED_HOSTS": "entente.example.org, www.example.org",
}
OIDC = {
    "ENTENTE_OIDC_CLIENT_ID": "entente",
    "ENTENTE_OIDC_CLIENT_SECRET": "hunter2",
    "ENTENTE_OIDC_AUTHORIZATION_URL": "https://login.example.org/authorize",
    "ENTENTE_OIDC_TOKEN_URL": "https://login.example.org/token",
    "ENTENTE_OIDC_USER_URL": "https://login.example.org/user",
    "ENTENTE_OIDC_KEYS_URL": "https://login.example.org/keys",
}
NAMES = (
    *PRODUCTION,
    *OIDC,
    *("DATABASE_ROLE", "ENTENTE_HTTPS", "ENTENTE_TIME_ZONE", "ENTENTE_HSTS_SECONDS"),
    *("ENTENTE_PROXIES", "ENTENTE_CONTACT", "ENTENTE_TWO_FACTORS", "ENTENTE_IDLE_MINUTES"),
    *("ENTENTE_SESSION_HOURS", "ENTENTE_BANNER_EN", "ENTENTE_BANNER_FR"),
    *("ENTENTE_OIDC_NAME", "ENTENTE_OIDC_CLAIM", "ENTENTE_OIDC_FACTORS"),
)


@pytest.fixture
def load(monkeypatch, tmp_path):
    def load(**environment):
        for name in NAMES:
            monkeypatch.delenv(name, raising=False)
        for name, value in {"ENTENTE_VAR": str(tmp_path), **environment}.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(SETTINGS))

    return load


def test_embedded_mode_serves_this_machine_only(load, tmp_path):
    settings = load()
    assert settings["EMBEDDED"]
    assert settings["DEBUG"] is False
    assert settings["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost"]
    assert settings["DATABASES"]["default"]["USER"] == "entente_web"
    assert settings["DATABASES"]["default"]["EMBEDDED"] == str(tmp_path / "postgres")


def test_embedded_secret_key_is_kept_and_closed(load, tmp_path):
    assert load()["SECRET_KEY"] == load()["SECRET_KEY"]
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "name", ["DATABASE_OWNER_URL", "ENTENTE_ALLOWED_HOSTS", "ENTENTE_SECRET_KEY", "ENTENTE_HTTPS"]
)
def test_embedded_mode_refuses_production_settings(load, name):
    with pytest.raises(ImproperlyConfigured, match=f"{name} set without DATABASE_URL.*unset"):
        load(**{name: PRODUCTION.get(name, "on")})


def test_production_reads_both_addresses(load):
    web = load(**PRODUCTION)["DATABASES"]["default"]
    owner = load(**PRODUCTION, DATABASE_ROLE="owner")["DATABASES"]["default"]
    assert (web["USER"], web["PASSWORD"], web["HOST"], web["PORT"], web["NAME"]) == (
        "entente_web", "w@ter", "db.example.org", "5433", "entente",
    )  # fmt: skip
    assert web["OPTIONS"]["sslmode"] == "require"
    assert owner["USER"] == "entente_owner"
    assert "EMBEDDED" not in web


def test_production_is_on_https_unless_told_otherwise(load):
    settings = load(**PRODUCTION)
    assert settings["SESSION_COOKIE_SECURE"] and settings["CSRF_COOKIE_SECURE"]
    assert settings["SESSION_COOKIE_NAME"] == "__Host-session"
    assert settings["SECURE_HSTS_SECONDS"] == 31_536_000
    assert not load(**PRODUCTION, ENTENTE_HTTPS="off")["SESSION_COOKIE_SECURE"]


def test_second_factor_is_asked_for_outside_embedded_mode(load):
    assert load(**PRODUCTION)["ENTENTE_TWO_FACTORS"] is True
    assert load(**PRODUCTION, ENTENTE_TWO_FACTORS="off")["ENTENTE_TWO_FACTORS"] is False
    assert load()["ENTENTE_TWO_FACTORS"] is False
    assert load(ENTENTE_TWO_FACTORS="on")["ENTENTE_TWO_FACTORS"] is True


def test_sessions_end_after_half_an_hour_and_after_ten(load):
    settings = load()
    assert (settings["SESSION_COOKIE_AGE"], settings["ENTENTE_SESSION_LIMIT"]) == (1800, 36_000)
    shorter = load(ENTENTE_IDLE_MINUTES="10", ENTENTE_SESSION_HOURS="8")
    assert (shorter["SESSION_COOKIE_AGE"], shorter["ENTENTE_SESSION_LIMIT"]) == (600, 28_800)


def test_banner_speaks_both_languages(load):
    both = load(ENTENTE_BANNER_EN="Authorized use.", ENTENTE_BANNER_FR="Usage autorisé.")
    assert both["ENTENTE_BANNERS"] == {"en": "Authorized use.", "fr": "Usage autorisé."}
    assert load()["ENTENTE_BANNERS"] == {"en": "", "fr": ""}


def test_providers_sign_in_is_off_until_all_of_it_is_set(load):
    plain, wired = load(**PRODUCTION), load(**PRODUCTION, **OIDC)
    assert plain["ENTENTE_OIDC"] == {} and "OIDC_RP_CLIENT_ID" not in plain
    assert "config.signin.oidc.Backend" not in plain["AUTHENTICATION_BACKENDS"]
    assert wired["AUTHENTICATION_BACKENDS"][-1] == "config.signin.oidc.Backend"
    assert wired["OIDC_OP_TOKEN_ENDPOINT"] == "https://login.example.org/token"
    assert wired["OIDC_RP_SIGN_ALGO"] == "RS256"
    assert wired["OIDC_USE_PKCE"] and not wired["OIDC_CREATE_USER"]
    assert wired["ENTENTE_OIDC_FACTORS"] is False


def test_web_gives_up_rather_than_wait(load):
    url = "postgres://entente_web@/entente?host=/run/postgresql&options=-c%20lock_timeout=1s"
    web = load(**{**PRODUCTION, "DATABASE_URL": url})["DATABASES"]["default"]["OPTIONS"]["options"]
    assert web == (
        "-c lock_timeout=5s -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s "
        "-c lock_timeout=1s"
    )
    owner = load(**PRODUCTION, DATABASE_ROLE="owner")["DATABASES"]["default"]["OPTIONS"]
    assert owner == {"connect_timeout": 5}


def test_socket_folder_may_be_the_host(load):
    url = "postgres://entente_web@/entente?host=/run/postgresql"
    assert load(**{**PRODUCTION, "DATABASE_URL": url})["DATABASES"]["default"]["HOST"] == ("/run/postgresql")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"ENTENTE_SECRET_KEY": ""}, "ENTENTE_SECRET_KEY is not set"),
        ({"ENTENTE_SECRET_KEY": "short"}, "too short"),
        ({"ENTENTE_ALLOWED_HOSTS": ""}, "ENTENTE_ALLOWED_HOSTS is not set"),
        ({"ENTENTE_ALLOWED_HOSTS": " , "}, "holds no value"),
        ({"ENTENTE_ALLOWED_HOSTS": "*"}, "name the hosts"),
        ({"ENTENTE_HTTPS": "maybe"}, "'on' or 'off'"),
        ({"ENTENTE_HSTS_SECONDS": "-1"}, "whole number"),
        ({"ENTENTE_PROXIES": "one"}, "whole number"),
        ({"ENTENTE_TIME_ZONE": "America/Gotham"}, "IANA zone"),
        ({"ENTENTE_TIME_ZONE": "../etc/passwd"}, "IANA zone"),
        ({"ENTENTE_TWO_FACTORS": "sometimes"}, "'on' or 'off'"),
        ({"ENTENTE_IDLE_MINUTES": "half an hour"}, "whole number"),
        ({"ENTENTE_BANNER_EN": "Authorized use only."}, "Set both"),
        ({"ENTENTE_BANNER_FR": "Usage autorisé seulement."}, "Set both"),
        ({"ENTENTE_OIDC_CLIENT_ID": "entente"}, "ENTENTE_OIDC_CLIENT_SECRET.* not set"),
        ({**OIDC, "ENTENTE_OIDC_TOKEN_URL": "http://login.example.org/"}, "TOKEN_URL must begin"),
        ({"DATABASE_ROLE": "root"}, "one of web, owner"),
        ({"DATABASE_URL": "mysql://a:hunter2@b/c"}, "only PostgreSQL works"),
        ({"DATABASE_URL": "postgres://a:hunter2@b"}, "must read postgres://"),
        ({"DATABASE_URL": "postgres://a:hunter2@b:port/c"}, "not a readable address"),
        ({"DATABASE_OWNER_URL": "", "DATABASE_ROLE": "owner"}, "DATABASE_OWNER_URL is not set"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_bad_value_is_refused_with_a_sentence(load, changes, sentence):
    with pytest.raises(ImproperlyConfigured, match=sentence) as refused:
        load(**{**PRODUCTION, **changes})
    assert "hunter2" not in str(refused.value)
