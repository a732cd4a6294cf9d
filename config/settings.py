"""The only settings, read from the environment. Refuses to start on a bad or missing value."""

import os
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import embedded, environment
from config.kept import kept_secret

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(environment.text("ENTENTE_VAR", str(BASE_DIR / "var"))).resolve()

# Without DATABASE_URL the site runs for one person on one machine, on its own PostgreSQL.
EMBEDDED = not os.environ.get("DATABASE_URL", "").strip()
if EMBEDDED:
    environment.refuse_together(
        ("DATABASE_OWNER_URL", "ENTENTE_ALLOWED_HOSTS", "ENTENTE_SECRET_KEY", "ENTENTE_HTTPS"),
        without="DATABASE_URL",
    )

DEBUG = False
SECRET_KEY = kept_secret(VAR / "secret_key") if EMBEDDED else environment.text("ENTENTE_SECRET_KEY")
if len(SECRET_KEY) < 50:
    raise ImproperlyConfigured("ENTENTE_SECRET_KEY is too short; it must hold 50 characters.")
ALLOWED_HOSTS = (
    ["127.0.0.1", "localhost"] if EMBEDDED else environment.words("ENTENTE_ALLOWED_HOSTS")
)
if "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("ENTENTE_ALLOWED_HOSTS is '*'; name the hosts the site answers to.")

INSTALLED_APPS = [
    "grants",
    "negotiations",
    "config.admin.EntenteAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "crispy_forms",
    "crispy_bootstrap5",
    "axes",
]

MIDDLEWARE = [
    "config.identity.IdentityMiddleware",  # first: every query of a request runs under a name
    "config.headers.HeadersMiddleware",  # outside all that may answer, errors included
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
            ],
        },
    },
]

# Two logins, never SET ROLE: the web's owns nothing and may not become the owner.
DATABASE_ROLE = environment.choice("DATABASE_ROLE", "web", ("web", "owner"))
DATABASES = {
    "default": {
        "ENGINE": "config.db",
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        # Three tables of time zones exist; the connection uses none of them.
        "TIME_ZONE": "UTC",
        **(
            embedded.connection(VAR / "postgres", user=f"entente_{DATABASE_ROLE}")
            if EMBEDDED
            else environment.database_url(
                "DATABASE_URL" if DATABASE_ROLE == "web" else "DATABASE_OWNER_URL"
            )
        ),
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "start"  # in the language of the page signed in on
LOGOUT_REDIRECT_URL = "login"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATION}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATION}.MinimumLengthValidator", "OPTIONS": {"min_length": 15}},
    {"NAME": f"{_VALIDATION}.CommonPasswordValidator"},
]

# Guessing is counted per account and per source: ten wrong passwords lock either.
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours: the rightful user is out for 15 minutes at most
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_PARAMETERS = ["username", "ip_address"]
AXES_CLIENT_IP_CALLABLE = "config.source.address"
ENTENTE_PROXIES = environment.whole("ENTENTE_PROXIES", 0 if EMBEDDED else 1)
AXES_HANDLER = "axes.handlers.database.AxesDatabaseHandler"
AXES_DISABLE_ACCESS_LOG = False
AXES_VERBOSE = False
AXES_ENABLE_ADMIN = False

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_TZ = True
TIME_ZONE = "UTC"
ENTENTE_TIME_ZONE = environment.text("ENTENTE_TIME_ZONE", "America/Toronto")
try:
    ZoneInfo(ENTENTE_TIME_ZONE)
except (ZoneInfoNotFoundError, ValueError):
    raise ImproperlyConfigured(
        f"ENTENTE_TIME_ZONE is {ENTENTE_TIME_ZONE!r}; it must be an IANA zone, "
        "such as America/Toronto."
    ) from None

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
MEDIA_ROOT = VAR / "media"  # never mapped to an address: files go out through views

CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

HTTPS = environment.flag("ENTENTE_HTTPS", default=not EMBEDDED)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 10 * 60 * 60
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
CSRF_COOKIE_HTTPONLY = True
SECURE_HSTS_SECONDS = environment.whole("ENTENTE_HSTS_SECONDS", 31_536_000 if HTTPS else 0)
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SIGNED_COOKIE_LEGACY_SALT_FALLBACK = False
# A meeting of 13 governments and 30 terms is one form: 390 rows of some ten fields.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"stderr": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
}

ENTENTE_CONTACT = environment.text("ENTENTE_CONTACT", "entente@example.org")
ENTENTE_VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
# bin/run writes the day of the last commit; a copy without it shows the day it was unpacked.
_BUILT = VAR / "built_on"
ENTENTE_MODIFIED = (
    _BUILT.read_text().strip()
    if _BUILT.exists()
    else datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC).date().isoformat()
)
