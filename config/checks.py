"""What must stand in the database before the site serves: `check --database default`.

Compares the rules that models declare, and the triggers that migrations write by hand, with what
PostgreSQL holds, and looks at the role the site signs in with. The owner is not looked at:
`migrate` runs checks before the tables exist.
"""

import re
from collections.abc import Iterable, Sequence

from django.apps import apps
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations import RunSQL

from config import hardening
from config.rules import DatabaseRule, Wall

CREATED = re.compile(
    r'CREATE (?:CONSTRAINT )?(POLICY|TRIGGER) "(?P<name>\w+)" .*?ON "(?P<table>\w+)"'
    r'|ALTER TABLE "(?P<altered>\w+)" ADD (CONSTRAINT) "(?P<key>\w+)"'
)
BY_HAND = re.compile(
    r"(CREATE|DROP)(?: CONSTRAINT)? TRIGGER (?:IF EXISTS )?(\w+)\s[^;]*?\bON (?:public\.)?(\w+)")
# Disabled triggers and unvalidated keys count as missing.
STANDING = """
SELECT 'POLICY', c.relname, p.polname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
 WHERE c.relnamespace = 'public'::regnamespace
UNION ALL
SELECT 'TRIGGER', c.relname, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
 WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')
UNION ALL
SELECT 'CONSTRAINT', c.relname, k.conname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
 WHERE c.relnamespace = 'public'::regnamespace AND k.convalidated
"""
WALLED = """
SELECT relname FROM pg_class
 WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relrowsecurity
"""
ROLE = """
SELECT r.rolsuper, r.rolbypassrls, r.rolcreaterole,
       EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
                AND pg_has_role(current_user, c.relowner, 'MEMBER')),
       has_database_privilege(current_database(), 'TEMPORARY'),
       has_schema_privilege('public', 'CREATE'),
       current_setting('synchronous_commit') = 'off'
  FROM pg_roles r WHERE r.rolname = current_user
"""
ROLE_FAULTS = (
    "is a superuser: row-level security does not hold for it",
    "has BYPASSRLS: row-level security does not hold for it",
    "has CREATEROLE: it could make itself the owner",
    "owns tables, or is a member of the role that does: it could take the walls down",
    "may make temporary tables: REVOKE TEMPORARY ON DATABASE",
    "may make tables: REVOKE CREATE ON SCHEMA public",
    "loses what it acknowledged when the server dies: synchronous_commit is off",
)
Part = tuple[str, str, str]  # POLICY, TRIGGER or CONSTRAINT; table; name


def declared(rules: Iterable[tuple[str, DatabaseRule]]) -> set[Part]:
    """The parts that *rules*, pairs of table and rule, would make."""
    statements = [line for table, rule in rules for line in rule.create(table)]
    found = (CREATED.match(statement) for statement in statements)
    return {
        (hit[1] or hit[5], hit["table"] or hit["altered"], hit["name"] or hit["key"])
        for hit in found
        if hit
    }


def rules_of_models() -> list[tuple[str, DatabaseRule]]:
    return [
        (model._meta.db_table, rule)
        for model in apps.get_models(include_auto_created=True)
        for rule in model._meta.constraints
        if isinstance(rule, DatabaseRule)
    ]


def written_by_hand(statements: Iterable[str]) -> set[Part]:
    """The triggers that stand once *statements* of SQL have run in this order."""
    standing: set[Part] = set()
    for statement in statements:
        for act, name, table in BY_HAND.findall(statement):
            part = ("TRIGGER", table, name)
            (standing.add if act == "CREATE" else standing.discard)(part)
    return standing


def statements_of_migrations(alias: str) -> list[str]:
    """The SQL that migrations run as it is written, in their order: 1 query."""
    executor = MigrationExecutor(connections[alias])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True)
    return [str(one.sql) for step, _ in plan for one in step.operations if isinstance(one, RunSQL)]


def compare(
    rules: list[tuple[str, DatabaseRule]],
    standing: set[Part],
    walled: set[str],
    by_hand: Iterable[Part] = (),
) -> list[CheckMessage]:
    """One error for each rule and trigger that is missing, and for each policy nobody declared."""
    wanted = declared(rules) | set(by_hand)
    missing = sorted(wanted - standing)
    stray = sorted(part for part in standing - wanted if part[0] == "POLICY")
    open_tables = sorted({table for table, rule in rules if isinstance(rule, Wall)} - walled)
    hint = "Run manage.py migrate; if it stays, the rule was dropped by hand or by a change."
    return [
        *(
            _error(f"{kind.lower()} {name} on {table} is missing.", 1, hint)
            for kind, table, name in missing
        ),
        *(
            _error(f"policy {name} on {table} is declared by no model.", 2)
            for _, table, name in stray
        ),
        *(_error(f"row-level security is off on {table}.", 3, hint) for table in open_tables),
    ]


def _error(text: str, number: int, hint: str | None = None) -> Error:
    return Error(text[0].upper() + text[1:], hint=hint, id=f"entente.E00{number}")


def check_rules(databases: Sequence[str] | None = None, **kwargs) -> list[CheckMessage]:
    """Declared rules and written triggers against pg_policy, pg_trigger, pg_constraint: 3 queries."""
    errors = []
    for alias in databases or ():
        by_hand = written_by_hand(statements_of_migrations(alias))
        with connections[alias].cursor() as cursor:
            cursor.execute(STANDING)
            standing = set(cursor.fetchall())
            cursor.execute(WALLED)
            walled = {row[0] for row in cursor.fetchall()}
        errors += compare(rules_of_models(), standing, walled, by_hand)
    return errors


def check_migrations(databases: Sequence[str] | None = None, **kwargs) -> list[CheckMessage]:
    """Every migration has been applied: 2 queries."""
    errors = []
    for alias in databases or ():
        executor = MigrationExecutor(connections[alias])
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        hint = "Run manage.py migrate."
        errors += [_error(f"migration {step} is not applied.", 5, hint) for step, _ in plan]
    return errors


def check_role(databases: Sequence[str] | None = None, **kwargs) -> list[CheckMessage]:
    """The web's role must be one that the walls hold: 1 query."""
    errors = []
    for alias in databases or ():
        with connections[alias].cursor() as cursor:
            cursor.execute(ROLE)
            found = cursor.fetchone()
        user = connections[alias].settings_dict["USER"]
        faults = [fault for bad, fault in zip(found, ROLE_FAULTS, strict=True) if bad]
        errors += [_error(f"the web role {user} {fault}.", 4) for fault in faults]
    return errors


def register_checks() -> None:
    """Called once the apps are ready; those that ask the database run with `--database default`."""
    register(hardening.check_settings, "security")
    if settings.DATABASE_ROLE == "web":
        asking = (hardening.check_patience, hardening.check_accounts)
        for check in (check_migrations, check_rules, check_role, *asking):
            register(check, "database")
