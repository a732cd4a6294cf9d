"""The site's settings, for tests: the owner makes the database, then all plays the web role."""

import os
from pathlib import Path

os.environ["DATABASE_ROLE"] = "owner"
os.environ.setdefault("ENTENTE_VAR", str(Path(__file__).resolve().parent.parent / "var/tests"))
if os.environ.get("DATABASE_URL"):  # a real PostgreSQL brings production's demands with it
    os.environ.setdefault("ENTENTE_SECRET_KEY", "for-tests-only-" * 4)
    os.environ.setdefault("ENTENTE_ALLOWED_HOSTS", "127.0.0.1,localhost")
    os.environ.setdefault("ENTENTE_HTTPS", "off")
    os.environ.setdefault("ENTENTE_TWO_FACTORS", "off")  # tests of the second factor turn it on

from config.settings import *  # noqa: E402, F403  (the one place: tests vary settings, not copy)
from config.settings import DATABASES, STATIC_ROOT  # noqa: E402

DATABASES["default"]["TEST"] = {"NAME": "test_entente"}
DATABASES["default"]["CONN_MAX_AGE"] = 0
# Fast: what is hashed here guards nothing. No manifest: nothing was collected.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
