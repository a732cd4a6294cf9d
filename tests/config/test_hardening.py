"""Each setting with which the site must not serve is planted once and caught; all else is clean."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, Permission

from config import hardening
from tests.builders import make_user
from tests.conftest import behind_the_wall, run

CACHE = "django.middleware.cache.FetchFromCacheMiddleware"
REAL = {
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.Argon2PasswordHasher"],
    "EMBEDDED": False,
    "ENTENTE_TWO_FACTORS": True,
    "SESSION_COOKIE_SECURE": True,
    "CSRF_COOKIE_SECURE": True,
    "SESSION_COOKIE_NAME": "__Host-session",
    "CSRF_COOKIE_NAME": "__Host-csrf",
    "SECURE_HSTS_SECONDS": 31_536_000,
    "SECURE_HSTS_INCLUDE_SUBDOMAINS": True,
    "ALLOWED_HOSTS": ["entente.example.org"],
    "SECRET_KEY": "wz3-Vb8_qLr5TnX1cYp7HsKd2GmJf9RaEu4ZoWi6BtNvQxCyDhMlPkSgAj0",
}


class Site:
    """The settings with some changed: Django itself would not load a few of these."""

    def __init__(self, **changed):
        self.changed = changed

    def __getattr__(self, name):
        return self.changed[name] if name in self.changed else getattr(settings, name)


@pytest.fixture
def served(monkeypatch):
    """As outside embedded mode."""
    database = {**settings.DATABASES["default"], "HOST": "db.example.org", "CONN_MAX_AGE": 60}
    database["OPTIONS"] = {"sslmode": "verify-full"}
    site = Site(**REAL, DATABASES={"default": database})
    monkeypatch.setattr(hardening, "settings", site)
    return site


def found() -> list[str]:
    return [message.id for message in hardening.check_settings()]


def test_right_settings_are_clean(served):
    assert found() == []


def test_embedded_settings_are_clean(monkeypatch):
    embedded = Site(EMBEDDED=True, PASSWORD_HASHERS=REAL["PASSWORD_HASHERS"], SECRET_KEY=REAL["SECRET_KEY"])
    monkeypatch.setattr(hardening, "settings", embedded)
    assert found() == []


def without(name):
    return lambda site: [entry for entry in site.MIDDLEWARE if entry != name]


PLANTED = [
    ("E020", "DEBUG", True),
    ("E021", "ALLOWED_HOSTS", ["*"]),
    ("E021", "ALLOWED_HOSTS", []),
    ("E022", "SECRET_KEY", "short"),
    ("E022", "SECRET_KEY", "k" * 60),
    ("E022", "SECRET_KEY", "django-insecure-4Vb8qLr5TnX1cYp7HsKd2GmJf9RaEu4ZoWi6BtNvQxCyDhMlPkSgAj"),
    ("E028", "MIDDLEWARE", without("config.headers.HeadersMiddleware")),
    ("E028", "MIDDLEWARE", lambda site: site.MIDDLEWARE[::-1]),
    *(("E029", "MIDDLEWARE", without(name)) for name in hardening.GUARDS),
    ("E031", "MIDDLEWARE", lambda site: [*site.MIDDLEWARE, CACHE]),
    ("E032", "INSTALLED_APPS", lambda site: [*site.INSTALLED_APPS, "django.contrib.gis"]),
    ("E032", "INSTALLED_APPS", lambda site: [*site.INSTALLED_APPS, "debug_toolbar"]),
    ("E033", "SIGNED_COOKIE_LEGACY_SALT_FALLBACK", True),
    ("W034", "SESSION_COOKIE_SECURE", False),
    ("W034", "CSRF_COOKIE_NAME", "csrf"),
    ("W034", "SESSION_COOKIE_DOMAIN", ".example.org"),
    ("E035", "SESSION_COOKIE_HTTPONLY", False),
    ("E035", "CSRF_COOKIE_SAMESITE", "None"),
    ("E036", "PASSWORD_HASHERS", ["django.contrib.auth.hashers.MD5PasswordHasher"]),
    ("E037", "AUTH_PASSWORD_VALIDATORS", []),
    ("E038", "AXES_ENABLED", False),
    ("E038", "AXES_FAILURE_LIMIT", 100),
    ("E038", "AXES_COOLOFF_TIME", 24.0),
    ("E038", "AUTHENTICATION_BACKENDS", ["django.contrib.auth.backends.ModelBackend"]),
    ("E039", "SESSION_COOKIE_AGE", 86_400),
    ("E039", "SESSION_ENGINE", "django.contrib.sessions.backends.signed_cookies"),
    ("E040", "PASSWORD_RESET_TIMEOUT", 259_200),
    ("W041", "SECURE_HSTS_SECONDS", 3600),
    ("W042", "ENTENTE_TWO_FACTORS", False),
]  # fmt: skip


@pytest.mark.parametrize(("number", "name", "value"), PLANTED)
def test_planted_setting_is_caught(served, number, name, value):
    served.changed[name] = value(served) if callable(value) else value
    assert f"entente.{number}" in found()


@pytest.mark.parametrize(
    ("number", "changes"),
    [
        ("E023", {"OPTIONS": {"pool": True, "sslmode": "verify-full"}}),
        ("E024", {"CONN_HEALTH_CHECKS": False}),
        ("E025", {"ATOMIC_REQUESTS": True}),
        ("E026", {"OPTIONS": {}}),
        ("E026", {"OPTIONS": {"sslmode": "prefer"}}),
        ("E027", {"ENGINE": "django.db.backends.postgresql"}),
    ],
)
def test_planted_database_setting_is_caught(served, number, changes):
    served.DATABASES["default"] |= changes
    assert found() == [f"entente.{number}"]


def test_loosened_policy_is_caught(served, monkeypatch):
    monkeypatch.setattr(hardening, "CONTENT_SECURITY_POLICY", "default-src 'self' 'unsafe-inline'")
    assert found() == ["entente.E030"]


def test_every_rule_was_planted():
    """A rule that nobody has seen to fail is not one."""
    seen = {number for number, *_rest in PLANTED}
    seen |= {"E023", "E024", "E025", "E026", "E027", "E030"}
    assert {f"{rule.level.__name__[0]}0{rule.number}" for rule in hardening.RULES} <= seen


@pytest.mark.django_db
def test_endless_waiting_is_caught():
    for name, value in hardening.PATIENCE.items():
        run(f"SET LOCAL {name} = {value}")
    assert hardening.check_patience(["default"]) == []
    run("SET LOCAL lock_timeout = 0")
    run("SET LOCAL statement_timeout = '1h'")
    assert [error.msg for error in hardening.check_patience(["default"])] == [
        "The web role waits too long: lock_timeout is 0 ms.",
        "The web role waits too long: statement_timeout is 3600000 ms.",
    ]


@pytest.mark.django_db
def test_superuser_and_default_password_are_caught(served):
    head = make_user("root")
    with behind_the_wall():
        group = Group.objects.create(name="Account managers")
        group.permissions.add(Permission.objects.get(codename="change_user"))
        head.groups.add(group)
    assert hardening.check_accounts(["default"]) == []
    head.set_password("root")
    head.is_superuser = True
    head.save()
    assert [error.id for error in hardening.check_accounts(["default"])] == ["entente.E044", "entente.E045"]
    served.changed["EMBEDDED"] = True
    assert hardening.check_accounts(["default"]) == []


def test_deployment_check_is_clean(tmp_path):
    """As a ministry runs it, down to warnings; no database is asked."""
    environment = {
        **{
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("DATABASE_", "ENTENTE_", "DJANGO_"))
        },
        "DATABASE_URL": "postgres://entente_web:w@db.example.org/entente?sslmode=verify-full",
        "ENTENTE_SECRET_KEY": REAL["SECRET_KEY"],
        "ENTENTE_ALLOWED_HOSTS": "entente.example.org",
        "ENTENTE_VAR": str(tmp_path),
    }
    words = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loosened = subprocess.run(
        words, env={**environment, "ENTENTE_TWO_FACTORS": "off"}, capture_output=True, text=True, check=False
    )
    assert loosened.returncode == 1
    assert "entente.W042" in loosened.stderr
