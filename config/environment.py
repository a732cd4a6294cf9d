"""Reads settings from the environment. Knows nothing of Django but its refusal."""

import os
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def text(name: str, default: str | None = None) -> str:
    """The value of *name*; without a default it must be set and not blank."""
    value = os.environ.get(name, "").strip() or default
    if value is None:
        raise ImproperlyConfigured(f"{name} is not set; docs/deployment.md says what it holds.")
    return value


def flag(name: str, default: bool) -> bool:
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be 'on' or 'off'.")
    return value in TRUE


def whole(name: str, default: int) -> int:
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not value.isascii() or not value.isdecimal():
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be a whole number, 0 or more.")
    return int(value)


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    value = text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be one of {', '.join(allowed)}.")
    return value


def words(name: str) -> list[str]:
    """The comma-separated values of *name*, at least one."""
    found = [word.strip() for word in text(name).split(",") if word.strip()]
    if not found:
        raise ImproperlyConfigured(f"{name} holds no value; write them separated by commas.")
    return found


def add_options(options: dict[str, object], more: str) -> None:
    """Server settings of our own before those that the address asks for, which win."""
    options["options"] = f"{more} {options.get('options', '')}".strip()


def both_languages(english: str, french: str) -> dict[str, str]:
    """The two texts by language; one without the other is a mistake."""
    found = {"en": os.environ.get(english, "").strip(), "fr": os.environ.get(french, "").strip()}
    if bool(found["en"]) != bool(found["fr"]):
        raise ImproperlyConfigured(f"Set both {english} and {french}, or neither.")
    return found


OIDC = tuple(
    f"ENTENTE_OIDC_{name}"
    for name in ("CLIENT_ID", "CLIENT_SECRET", "AUTHORIZATION_URL", "TOKEN_URL", "USER_URL", "KEYS_URL")
)


def oidc() -> dict[str, str]:
    """What the ministry's own sign-in needs: all of it over TLS, or none."""
    found = {name: os.environ.get(name, "").strip() for name in OIDC}
    if not any(found.values()):
        return {}
    if missing := [name for name, value in found.items() if not value]:
        raise ImproperlyConfigured(f"{', '.join(missing)} not set, but other ENTENTE_OIDC_ values are.")
    if bare := [name for name, value in found.items()
                if name.endswith("_URL") and not value.startswith("https://")]:
        raise ImproperlyConfigured(f"{', '.join(bare)} must begin with https://.")
    return found


def refuse_together(present: tuple[str, ...], without: str) -> None:
    """Embedded mode is for one machine: production settings there are a mistake."""
    stray = [name for name in present if os.environ.get(name, "").strip()]
    if stray:
        raise ImproperlyConfigured(
            f"{', '.join(stray)} set without {without}: these belong to a production site, which "
            f"must not run on the embedded database. Set {without} and DATABASE_OWNER_URL "
            f"(docs/deployment.md), or unset {', '.join(stray)} to run the embedded one."
        )


def database_url(name: str) -> dict[str, object]:
    """Django's connection settings from *name*: postgres://user:password@host:port/database."""
    try:
        url = urlsplit(text(name))
        port = url.port
    except ValueError as error:  # the value holds a password: never repeat it
        raise ImproperlyConfigured(f"{name} is not a readable address: {error}.") from None
    if url.scheme not in ("postgres", "postgresql") or not url.username or len(url.path) < 2:
        raise ImproperlyConfigured(
            f"{name} must read postgres://user:password@host:port/database; only PostgreSQL works."
        )
    options = dict(parse_qsl(url.query))
    return {
        "NAME": unquote(url.path[1:]),
        "USER": unquote(url.username),
        "PASSWORD": unquote(url.password or ""),
        "HOST": options.pop("host", unquote(url.hostname or "")),
        "PORT": str(port or options.pop("port", "")),
        "OPTIONS": options,
    }
