"""Settings with which the site must not serve, one rule each: run by every `check`.

Knows the settings, and for two rules the database. Outside embedded mode more is asked for.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import check_password
from django.core.checks import CheckMessage, Error, Warning
from django.db import connections

from config.headers import CONTENT_SECURITY_POLICY

FRAMED_BY_NONE = "frame-ancestors 'none'"
LOCAL = ("", "localhost", "127.0.0.1", "::1")
SAFE_TLS = ("verify-full", "verify-ca", "require")
EXAMPLES = ("django-insecure", "change", "example", "secret", "for-tests", "kkkk")
FIRST = ("config.identity.IdentityMiddleware", "config.headers.HeadersMiddleware")
GUARDS = (
    "config.events.EventsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.signin.sessions.SessionLimitsMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "config.signin.factors.SecondFactorMiddleware",
    "config.texts.TextsMiddleware",
    "axes.middleware.AxesMiddleware",
)
PATIENCE = {
    "lock_timeout": 5_000,
    "statement_timeout": 30_000,
    "idle_in_transaction_session_timeout": 60_000,
}
WAITS = "SELECT name, setting::bigint FROM pg_settings WHERE name = ANY (%s)"


def _database() -> dict:
    return settings.DATABASES["default"]


def _pool() -> bool:
    return bool(_database().get("OPTIONS", {}).get("pool"))


def _tls_missing() -> bool:
    """An address of another machine without a `sslmode` that insists."""
    host = _database().get("HOST", "")
    mode = _database().get("OPTIONS", {}).get("sslmode")
    return host not in LOCAL and not host.startswith("/") and mode not in SAFE_TLS


def _key_is_weak() -> bool:
    key = settings.SECRET_KEY
    return len(key) < 50 or len(set(key)) < 12 or key.lower().startswith(EXAMPLES)


def _cookies_are_open() -> bool:
    names = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)
    secure = settings.SESSION_COOKIE_SECURE and settings.CSRF_COOKIE_SECURE
    whole = settings.SESSION_COOKIE_DOMAIN is None and settings.SESSION_COOKIE_PATH == "/"
    return not (secure and whole and all(name.startswith("__Host-") for name in names))


def _scripts_read_cookies() -> bool:
    strict = {settings.SESSION_COOKIE_SAMESITE, settings.CSRF_COOKIE_SAMESITE} <= {"Lax", "Strict"}
    return not (settings.SESSION_COOKIE_HTTPONLY and settings.CSRF_COOKIE_HTTPONLY and strict)


def _guessing_is_open() -> bool:
    cool = settings.AXES_COOLOFF_TIME
    hours = cool.total_seconds() / 3600 if isinstance(cool, timedelta) else cool
    first = settings.AUTHENTICATION_BACKENDS[0].startswith("axes.backends.")
    kept = settings.AXES_HANDLER == "config.signin.throttle.Handler" and settings.AXES_ENABLED
    return not (first and kept and settings.AXES_FAILURE_LIMIT <= 10 and hours and 0 < hours <= 0.25)


def _passwords_may_be_short() -> bool:
    lengths = [
        validator.get("OPTIONS", {}).get("min_length", 8)
        for validator in settings.AUTH_PASSWORD_VALIDATORS
        if validator["NAME"].endswith("MinimumLengthValidator")
    ]
    return max(lengths, default=0) < 15


def _sessions_last() -> bool:
    ours = settings.SESSION_ENGINE == "config.signin.sessions"
    return not (ours and settings.SESSION_COOKIE_AGE <= 1800 and settings.ENTENTE_SESSION_LIMIT <= 36_000)


def _holds(names: Sequence[str], word: str) -> bool:
    return any(word in name.lower() for name in names)


class Rule(NamedTuple):
    """*broken* says whether the settings break it; *served* rules hold outside embedded mode only.

    A warning is what ENTENTE_HTTPS=off asks for knowingly; the deployment check fails on it too.
    """

    number: int
    sentence: str
    broken: Callable[[], bool]
    served: bool = False
    level: type[CheckMessage] = Error


RULES = (
    Rule(20, "DEBUG is on: it shows settings and rows to whoever causes an error.", lambda: settings.DEBUG),
    Rule(21, "ALLOWED_HOSTS is empty or holds '*': name the hosts the site answers to.",
         lambda: not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS),
    Rule(22, "The secret key is short, an example, or repeats itself: make a random one.", _key_is_weak),
    Rule(23, "A connection pool and CONN_MAX_AGE are both on: use one of them.",
         lambda: _pool() and bool(_database().get("CONN_MAX_AGE"))),
    Rule(24, "CONN_HEALTH_CHECKS is off: after a restart of the database requests would fail.",
         lambda: not _database().get("CONN_HEALTH_CHECKS")),
    Rule(25, "ATOMIC_REQUESTS is on: writes open their own transactions here.",
         lambda: bool(_database().get("ATOMIC_REQUESTS"))),
    Rule(26, "The connection to the database is not encrypted: add ?sslmode=verify-full to DATABASE_URL.",
         _tls_missing, served=True),
    Rule(27, "The database backend is not config.db: PostgreSQL would not hear who asks.",
         lambda: _database()["ENGINE"] != "config.db"),
    Rule(28, f"MIDDLEWARE must begin with {' and '.join(FIRST)}.",
         lambda: tuple(settings.MIDDLEWARE[:2]) != FIRST),
    Rule(29, "MIDDLEWARE misses a guard of sign-in, forms or events, or holds them in another order.",
         lambda: [name for name in settings.MIDDLEWARE if name in GUARDS] != list(GUARDS)),
    Rule(30, "The content security policy allows what is inline or from anywhere.",
         lambda: "unsafe" in CONTENT_SECURITY_POLICY or FRAMED_BY_NONE not in CONTENT_SECURITY_POLICY),
    Rule(31, "A middleware that caches pages is on: one reader's page would be shown to another.",
         lambda: _holds(settings.MIDDLEWARE, "cache")),
    Rule(32, "django.contrib.gis or a debugging tool is installed.",
         lambda: _holds(settings.INSTALLED_APPS, "contrib.gis") or _holds(settings.INSTALLED_APPS, "debug")),
    Rule(33, "SIGNED_COOKIE_LEGACY_SALT_FALLBACK is on: cookies of one kind pass for another.",
         lambda: getattr(settings, "SIGNED_COOKIE_LEGACY_SALT_FALLBACK", False)),
    Rule(34, "Cookies are not bound to this host and to TLS (__Host-, Secure): set ENTENTE_HTTPS=on.",
         _cookies_are_open, served=True, level=Warning),
    Rule(35, "Scripts or other sites can use the cookies: HTTPONLY and SAMESITE are loosened.",
         _scripts_read_cookies),
    Rule(36, "Argon2 does not come first in PASSWORD_HASHERS.",
         lambda: not settings.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")),
    Rule(37, "Passwords shorter than 15 characters are accepted.", _passwords_may_be_short),
    Rule(38, "Guessing is not counted (axes): ten tries, fifteen minutes, our handler, first backend.",
         _guessing_is_open),
    Rule(39, "Sessions last longer than 30 minutes of rest or 10 hours, or are not kept in the database.",
         _sessions_last),
    Rule(40, "One-time links work for longer than 24 hours.",
         lambda: settings.PASSWORD_RESET_TIMEOUT > 24 * 60 * 60),
    Rule(41, "HSTS is shorter than a year or leaves subdomains out.",
         lambda: settings.SECURE_HSTS_SECONDS < 31_536_000 or not settings.SECURE_HSTS_INCLUDE_SUBDOMAINS,
         served=True, level=Warning),
)  # fmt: skip


def check_settings(**kwargs: object) -> list[CheckMessage]:
    """One error for each rule that the settings break; a warning without a second factor."""
    found: list[CheckMessage] = [
        rule.level(rule.sentence, id=f"entente.{rule.level.__name__[0]}0{rule.number}")
        for rule in RULES
        if not (rule.served and settings.EMBEDDED) and rule.broken()
    ]
    if not settings.EMBEDDED and not settings.ENTENTE_TWO_FACTORS:
        said = "ENTENTE_TWO_FACTORS is off: a password alone opens the site."
        found.append(Warning(said, id="entente.W042"))
    return found


def check_patience(databases: Sequence[str] | None = None, **kwargs: object) -> list[CheckMessage]:
    """The web's connection gives up in time: 1 query."""
    found = []
    for alias in databases or ():
        with connections[alias].cursor() as cursor:
            cursor.execute(WAITS, [list(PATIENCE)])
            found += [
                Error(f"The web role waits too long: {name} is {value} ms.", id="entente.E043")
                for name, value in sorted(cursor.fetchall())
                if not 0 < value <= PATIENCE[name]
            ]
    return found


def check_accounts(databases: Sequence[str] | None = None, **kwargs: object) -> list[CheckMessage]:
    """No superuser, and no administrator whose password is his name: outside embedded mode, 2 queries."""
    if settings.EMBEDDED or not databases:
        return []
    active = get_user_model().objects.filter(is_active=True)
    supers = active.filter(is_superuser=True).values_list("username", flat=True)
    found = [
        Error(f"{name} is a superuser, who has rights beside memberships: take that away.", id="entente.E044")
        for name in supers
    ]
    heads = active.filter(groups__permissions__codename="change_user").distinct()
    return found + [
        Error(f"The password of {user.username} is a default one: reset it.", id="entente.E045")
        for user in heads
        if any(check_password(word, user.password) for word in (user.username, "password", "admin"))
    ]
