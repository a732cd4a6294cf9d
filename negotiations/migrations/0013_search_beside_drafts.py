"""A draft takes no statement's place in a search: what it is to correct is found until it is submitted."""

from importlib import import_module

from django.db import migrations

BEFORE = import_module("negotiations.migrations.0009_kept_closed").NEWEST.replace(
    "CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
SUPERSEDED = "l.supersedes_id = s.id\n"
NOW = BEFORE.replace(SUPERSEDED, f"{SUPERSEDED.rstrip()} AND l.state <> 'draft'\n")


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0012_parts_kept_closed")]
    operations = [migrations.RunSQL(NOW, BEFORE)]
