"""Which commands sign in as the owner: those named, and no other."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

import manage


@pytest.mark.parametrize(
    ("command", "role"),
    [(name, "owner") for name in sorted(manage.OWNER_COMMANDS)]
    + [(name, None) for name in ("check", "shell", "runserver", "loaddata", "dumpdata", "help")],
)
def test_role_follows_the_command(monkeypatch, command, role):
    monkeypatch.delenv("DATABASE_ROLE")
    monkeypatch.setattr(sys, "argv", ["manage.py", command])
    monkeypatch.setattr(manage, "execute_from_command_line", lambda argv: None)
    manage.main()
    assert os.environ.get("DATABASE_ROLE") == role
    monkeypatch.setenv("DATABASE_ROLE", "owner")


def test_bad_setting_ends_with_its_sentence_and_no_trace():
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "ENTENTE_TIME_ZONE": "Mars"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Settings: ENTENTE_TIME_ZONE is 'Mars'")
    assert "Traceback" not in done.stderr
