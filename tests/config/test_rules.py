"""What each rule writes into the database, and that it takes away what it made."""

import re

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.migrations.state import ModelState
from django.db.migrations.writer import MigrationWriter
from django.db.utils import DatabaseError

from config import checks, rules
from config.rule_functions import own_function, write_anew
from negotiations import closing_rules
from negotiations.models import Source
from tests.conftest import behind_the_wall

RULES = checks.rules_of_models()
KINDS = {type(rule) for _, rule in RULES}


def sql(statement: str) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall() if cursor.description else []


def standing() -> set:
    """Guards against TRUNCATE as well, which tests switch off."""
    every = checks.STANDING.replace("AND t.tgenabled IN ('O', 'A')", "")
    return set(sql(every)) | {("WALL", *row) for row in sql(checks.WALLED)}


def own_functions() -> set:
    return {name for (name,) in sql("SELECT format('public.%I()', proname) FROM pg_proc"
                                    " WHERE pronamespace = 'public'::regnamespace")}  # fmt: skip


def rights(table: str) -> list[tuple]:
    return sql("SELECT attname, privilege_type FROM (SELECT '' AS attname, relacl AS acl FROM pg_class"
               f" WHERE oid = '{table}'::regclass UNION ALL SELECT attname, attacl FROM pg_attribute"
               f" WHERE attrelid = '{table}'::regclass AND attacl IS NOT NULL) a,"
               " aclexplode(acl) x WHERE x.grantee = 'entente_web'::regrole ORDER BY 1, 2")  # fmt: skip


def test_every_kind_of_rule_is_used():
    assert set(rules.DatabaseRule.__subclasses__()) == KINDS


@pytest.mark.parametrize("kind", sorted(KINDS, key=lambda kind: kind.__name__))
def test_a_rule_takes_away_what_it_made_and_makes_it_again(db, kind):
    table, rule = next(pair for pair in RULES if type(pair[1]) is kind)
    with behind_the_wall():
        before = standing(), rights(table)
        assert checks.declared([(table, rule)]) <= before[0]
        for statement in rule.drop(table):
            sql(statement)
        assert checks.declared([(table, rule)]) & standing() == set()
        for statement in rule.create(table):
            sql(statement)
        assert (standing(), rights(table)) == before


@pytest.mark.parametrize("kind", [rules.PartOf, rules.SealedWith, closing_rules.ClosedWith])
def test_a_rule_takes_its_own_function_away(db, kind):
    table, rule = next(pair for pair in RULES if type(pair[1]) is kind)
    own = own_function(rule.name).replace('"', "")
    with behind_the_wall():
        before = own_functions()
        for statement in rule.drop(table):
            sql(statement)
        assert before - own_functions() == {own}


def test_a_database_of_before_gets_the_functions_that_are_missing_and_no_other(db):
    """Migration 0011, where a trigger still calls the function of all tables."""
    table, rule = next(pair for pair in RULES if pair[1].name == "statement_event_id_part")
    definition = (f"SELECT pg_get_triggerdef(oid), tgfoid FROM pg_trigger WHERE tgname = '{rule.name}'"
                  f" AND tgrelid = '{table}'::regclass")  # fmt: skip
    functions = "SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1"
    with behind_the_wall():
        [(as_now, _)] = sql(definition)
        for statement in rule.drop(table):
            sql(statement)
        kept = sql(functions)
        sql(rules.trigger(rule.name, table, "BEFORE INSERT OR UPDATE OF sensitivity, event_id",
                          "public.entente_inherit_level('negotiations_event', 'event_id')"))  # fmt: skip
        sql(f'CREATE TRIGGER "{rule.name}_rise" AFTER UPDATE ON negotiations_event FOR EACH ROW'
            f" EXECUTE FUNCTION public.entente_carry_to_parts('{table}', 'event_id')")
        before = standing()
        with connection.schema_editor(atomic=False) as editor:
            write_anew(apps, editor, (rules.PartOf, rules.SealedWith))
        [(written, function)] = sql(definition)
        assert (written, standing()) == (as_now, before)
        assert [one for one in sql(functions) if one not in kept] == [(function,)]


@pytest.mark.parametrize("kind", [rules.Wall, rules.Granted])
def test_a_table_without_its_grant_is_closed_not_open(db, kind):
    table, rule = next(pair for pair in RULES if type(pair[1]) is kind)
    with behind_the_wall():
        for statement in rule.drop(table):
            sql(statement)
        assert rights(table) == []
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
        sql(f"SELECT * FROM {table}")


@pytest.mark.parametrize(
    ("rule", "statements"),
    [
        (rules.Granted(name="g", rights="SELECT"), ['GRANT SELECT ON "t" TO entente_web']),
        (
            rules.History(name="h", events="UPDATE", key="code"),
            [('CREATE TRIGGER "h" AFTER UPDATE ON "t" FOR EACH ROW '
              "EXECUTE FUNCTION public.entente_keep_history('code')")],
        ),
        (
            rules.SameNegotiation(name="k", to="event", column="event_id"),
            [('ALTER TABLE "t" ADD CONSTRAINT "k" FOREIGN KEY (negotiation_id, "event_id") '
              'REFERENCES "event" (negotiation_id, id) DEFERRABLE INITIALLY DEFERRED')],
        ),
        (
            rules.Wall(name="w", column="id", levels=False, also="mine"),
            ['ALTER TABLE "t" ENABLE ROW LEVEL SECURITY',
             ('CREATE POLICY "w" ON "t" FOR SELECT TO entente_web USING '
              "(id IN (SELECT negotiation_id FROM public.entente_readable()) OR mine)"),
             'GRANT SELECT ON "t" TO entente_web'],
        ),
    ],
    ids=lambda value: getattr(value, "name", ""),
)  # fmt: skip
def test_a_rule_says_what_it_does(rule, statements):
    assert rule.create("t") == statements


def test_an_empty_key_asks_nothing():
    """A trigger without its condition costs as much for a key that is empty as for one that is not."""
    parts = [(table, rule) for table, rule in RULES if isinstance(rule, rules.PartOf)]
    asked = [line for table, rule in parts for line in rule.create(table)
             if line.startswith(f'CREATE TRIGGER "{rule.name}" BEFORE')
             and f'WHEN (NEW."{rule.column}" IS NOT NULL)' in line]  # fmt: skip
    assert len(asked) == len(parts)


def test_a_wall_has_a_policy_for_each_right():
    wall = rules.Wall(name="w", rights="SELECT, INSERT, UPDATE (sensitivity), DELETE", writers=["approver"])
    policies = [line for line in wall.create("t") if line.startswith("CREATE POLICY")]
    events = [re.search(r"FOR (\w+) TO", line)[1] for line in policies]
    assert events == ["SELECT", "INSERT", "UPDATE", "DELETE"]
    assert [("entente_allowed(ARRAY['approver'])" in line) for line in policies] == [
        False, True, True, True]  # fmt: skip
    assert [line.count("WITH CHECK") for line in policies] == [0, 1, 1, 0]


@pytest.mark.parametrize("kind", sorted(KINDS, key=lambda kind: kind.__name__))
def test_a_rule_comes_back_from_a_migration_as_it_was(kind):
    _, rule = next(pair for pair in RULES if type(pair[1]) is kind)
    path, args, kwargs = rule.deconstruct()
    again = kind(*args, **kwargs)
    assert (path, again) == (f"{kind.__module__}.{kind.__name__}", rule)
    assert again.create("t") == rule.create("t")
    text, imports = MigrationWriter.serialize(rule)
    assert (text.startswith(f"{path}("), imports) == (True, {f"import {kind.__module__}"})


def test_a_changed_rule_is_another():
    first = rules.Wall(name="w", rights="SELECT")
    assert first == rules.Wall(name="w", rights="SELECT")
    assert first != rules.Wall(name="w", rights="SELECT, INSERT")
    assert len({first, rules.Wall(name="w", rights="SELECT")}) == 1


def test_a_rule_is_made_and_removed_by_migrations(db):
    """As makemigrations writes it: AddConstraint and RemoveConstraint."""
    rule = next(rule for _, rule in RULES if rule.name == "source_undeletable")
    parts = checks.declared([("negotiations_source", rule)])
    assert rule in ModelState.from_model(Source).options["constraints"]
    with behind_the_wall():
        with connection.schema_editor(atomic=False) as editor:
            editor.remove_constraint(Source, rule)
        assert parts & standing() == set()
        with connection.schema_editor(atomic=False) as editor:
            editor.add_constraint(Source, rule)
        assert parts <= standing()


# The functions behind the rules ---------------------------------------------------------------

FUNCTIONS = """
SELECT p.proname, p.prosecdef, p.proconfig, p.prorettype = 'trigger'::regtype,
       has_function_privilege('public', p.oid, 'EXECUTE'),
       has_function_privilege('entente_web', p.oid, 'EXECUTE'), p.prosrc
FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace ORDER BY 1
"""


def functions() -> list[tuple]:
    found = sql(FUNCTIONS)
    assert len(found) >= 19
    return found


def test_every_function_fixes_its_search_path(db):
    """Or whoever calls it decides which tables it means."""
    paths = {name: config for name, _, config, *_ in functions()}
    fixed = {one for config in paths.values() for one in config if not one.startswith("enable_")}
    assert fixed == {"search_path=pg_catalog, pg_temp"}
    assert all(any(one.startswith("search_path=") for one in config or ()) for config in paths.values())


def test_no_definer_function_is_everybodys(db):
    assert [name for name, definer, _, _, public, *_ in functions() if definer and public] == []


def test_no_definer_trigger_function_is_the_webs(db):
    assert [name for name, definer, _, is_trigger, _, web, _ in functions()
            if definer and is_trigger and web] == []  # fmt: skip


def test_functions_name_tables_with_their_schema(db):
    bare = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:negotiations|auth|grants)_\w+", re.I)
    assert [(name, bare.findall(source)) for name, *_, source in functions() if bare.search(source)] == []
