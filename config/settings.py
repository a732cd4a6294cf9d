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
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
]

MIDDLEWARE = [
    "config.identity.IdentityMiddleware",  # first: every query of a request runs under a name
    "config.headers.HeadersMiddleware",  # outside all that may answer, errors included
    "config.events.EventsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.signin.sessions.SessionLimitsMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "config.expired.ExpiredMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "config.signin.factors.SecondFactorMiddleware",
    "config.texts.TextsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "axes.middleware.AxesMiddleware",
    "config.failures.CrossedMiddleware",
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
# The web gives up rather than wait: behind a lock, in a query, in a forgotten transaction.
WEB_PATIENCE = (
    "-c lock_timeout=5s -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s"
)
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
DATABASES["default"]["OPTIONS"] = {"connect_timeout": 5, **DATABASES["default"].get("OPTIONS", {})}
if DATABASE_ROLE == "web":
    environment.add_options(DATABASES["default"]["OPTIONS"], WEB_PATIENCE)
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

PASSWORD_RESET_TIMEOUT = 24 * 60 * 60  # how long a one-time link works

# Guessing is counted per account and per source: ten wrong passwords lock either.
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours: the rightful user is out for 15 minutes at most
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # guessing on does not prolong it
AXES_RESET_ON_SUCCESS = True  # the own wrong tries only (config.signin.throttle.Handler)
AXES_USERNAME_CALLABLE = "config.signin.throttle.account"
AXES_LOCKOUT_PARAMETERS = "config.signin.throttle.counted_by"
AXES_LOCKOUT_CALLABLE = "config.signin.throttle.locked_out"
AXES_CLIENT_IP_CALLABLE = "config.source.address"
ENTENTE_PROXIES = environment.whole("ENTENTE_PROXIES", 0 if EMBEDDED else 1)
AXES_HANDLER = "config.signin.throttle.Handler"
AXES_DISABLE_ACCESS_LOG = True  # the event log says who signed in
AXES_VERBOSE = False
AXES_ENABLE_ADMIN = False

# A code from a telephone after the password; codes are throttled as passwords are, by axes.
ENTENTE_TWO_FACTORS = environment.flag("ENTENTE_TWO_FACTORS", default=not EMBEDDED)
OTP_TOTP_ISSUER = "Entente"
OTP_TOTP_THROTTLE_FACTOR = OTP_STATIC_THROTTLE_FACTOR = 0

# The ministry's own sign-in, where it is set.
ENTENTE_OIDC = environment.oidc()
ENTENTE_OIDC_NAME = environment.text("ENTENTE_OIDC_NAME", "OpenID Connect")
ENTENTE_OIDC_CLAIM = environment.text("ENTENTE_OIDC_CLAIM", "preferred_username")
ENTENTE_OIDC_FACTORS = environment.flag("ENTENTE_OIDC_FACTORS", default=False)
if ENTENTE_OIDC:
    AUTHENTICATION_BACKENDS.append("config.signin.oidc.Backend")
    OIDC_RP_CLIENT_ID = ENTENTE_OIDC["ENTENTE_OIDC_CLIENT_ID"]
    OIDC_RP_CLIENT_SECRET = ENTENTE_OIDC["ENTENTE_OIDC_CLIENT_SECRET"]
    OIDC_OP_AUTHORIZATION_ENDPOINT = ENTENTE_OIDC["ENTENTE_OIDC_AUTHORIZATION_URL"]
    OIDC_OP_TOKEN_ENDPOINT = ENTENTE_OIDC["ENTENTE_OIDC_TOKEN_URL"]
    OIDC_OP_USER_ENDPOINT = ENTENTE_OIDC["ENTENTE_OIDC_USER_URL"]
    OIDC_OP_JWKS_ENDPOINT = ENTENTE_OIDC["ENTENTE_OIDC_KEYS_URL"]
    OIDC_RP_SIGN_ALGO = "RS256"
    OIDC_RP_SCOPES = "openid profile email"
    OIDC_USE_PKCE = True
    OIDC_CREATE_USER = False
    LOGIN_REDIRECT_URL_FAILURE = "/"

# What stands above the sign-in form, in both languages or in none.
ENTENTE_BANNERS = environment.both_languages("ENTENTE_BANNER_EN", "ENTENTE_BANNER_FR")

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
SESSION_ENGINE = "config.signin.sessions"
SESSION_COOKIE_AGE = 60 * environment.whole("ENTENTE_IDLE_MINUTES", 30)
ENTENTE_SESSION_LIMIT = 60 * 60 * environment.whole("ENTENTE_SESSION_HOURS", 10)
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
CSRF_COOKIE_HTTPONLY = True
SECURE_HSTS_SECONDS = environment.whole("ENTENTE_HSTS_SECONDS", 31_536_000 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SILENCED_SYSTEM_CHECKS = [
    "security.W002",  # config.headers sets X-Frame-Options, on errors as well
    "security.W021",  # the browsers' preload list is the domain owner's to join
]
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SIGNED_COOKIE_LEGACY_SALT_FALLBACK = False
# A meeting of 13 governments and 30 terms is one form: 390 rows of some ten fields.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024
FILE_UPLOAD_HANDLERS = [
    "negotiations.files.limiting.Limit",  # first: what is too large never reaches the disk whole
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# One line of JSON an event, apart from what is logged for mending.
EVENTS_FILE = VAR / "events.log"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"bare": {"format": "%(message)s"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler"},
        "events": {
            "formatter": "bare",
            **(
                {"class": "config.events.KeptFile", "filename": EVENTS_FILE, "delay": True}
                if EMBEDDED
                else {"class": "logging.StreamHandler"}
            ),
        },
    },
    "loggers": {
        "entente.events": {"handlers": ["events"], "level": "INFO", "propagate": False},
        "axes": {"level": "ERROR"},  # what it counts stands among the events
    },
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
