#!/usr/bin/env python
"""Django's commands, run as the web's database login or, for the few that need it, the owner's."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

# These change tables or load what nobody has signed in to write; all others run as the web
# does, behind the wall. makemigrations and showmigrations read the owner's migration table.
OWNER_COMMANDS = {
    "migrate",
    "makemigrations",
    "sqlmigrate",
    "showmigrations",
    "load_reference",
    "load_record",
    "create_demo_accounts",
    "create_administrator",
}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if len(sys.argv) > 1 and sys.argv[1] in OWNER_COMMANDS:
        os.environ["DATABASE_ROLE"] = "owner"
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as fault:
        sys.exit(f"Settings: {fault}")


if __name__ == "__main__":
    main()
