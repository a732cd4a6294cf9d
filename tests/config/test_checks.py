"""The database checks see what is missing, and a role the walls would not hold."""

import pytest
from django.core import checks as framework
from django.db import connection

from config import checks, hardening
from config.rules import SameNegotiation, Wall
from tests.conftest import behind_the_wall, play, run

RULES = [
    ("record", Wall(name="record_wall", rights="SELECT, INSERT")),
    ("record", SameNegotiation(name="record_event", to="event", column="event_id")),
]
STANDING = {
    ("POLICY", "record", "record_wall"),
    ("POLICY", "record", "record_wall_insert"),
    ("CONSTRAINT", "record", "record_event"),
}


def ids(errors: list[framework.CheckMessage]) -> list[str]:
    return [error.id for error in errors]


def test_declared_rules_are_read_from_what_they_would_make():
    assert checks.declared(RULES) == STANDING


def test_complete_database_has_no_error():
    assert checks.compare(RULES, STANDING, {"record"}) == []


@pytest.mark.parametrize("part", sorted(STANDING))
def test_missing_part_is_named(part):
    (error,) = checks.compare(RULES, STANDING - {part}, {"record"})
    assert (error.id, error.msg) == (
        "entente.E001",
        f"{part[0].capitalize()} {part[2]} on {part[1]} is missing.",
    )


def test_policy_nobody_declared_is_named():
    stray = ("POLICY", "record", "open_to_all")
    assert ids(checks.compare(RULES, STANDING | {stray}, {"record"})) == ["entente.E002"]


def test_wall_that_is_switched_off_is_named():
    assert ids(checks.compare(RULES, STANDING, set())) == ["entente.E003"]


def test_some_rules_are_declared():
    """A check that looks at nothing would pass for ever."""
    kinds = {kind for kind, _, _ in checks.declared(checks.rules_of_models())}
    assert kinds == {"POLICY", "TRIGGER", "CONSTRAINT"}


def missing() -> list[framework.CheckMessage]:
    """But for the guards against TRUNCATE, which tests switch off."""
    found = checks.check_rules(["default"])
    return [error for error in found if "_truncate on" not in error.msg]


def test_migrated_database_holds_every_rule(db):
    assert missing() == []


@pytest.mark.parametrize("kind", ["POLICY", "TRIGGER"])
def test_rule_dropped_by_hand_is_found(db, kind):
    wanted = sorted(checks.declared(checks.rules_of_models()))
    _, table, name = next(part for part in wanted if part[0] == kind)
    with behind_the_wall():
        run(f'DROP {kind} "{name}" ON "{table}"')
    assert [error.msg for error in missing()] == [f"{kind.capitalize()} {name} on {table} is missing."]


def test_trigger_written_by_hand_is_read_and_a_dropped_one_forgotten():
    assert checks.written_by_hand([
        "CREATE TRIGGER kept AFTER INSERT OR UPDATE OF a\n ON public.one FOR EACH ROW EXECUTE FUNCTION f()",
        "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON public.one; CREATE TRIGGER gone AFTER UPDATE ON two",
        "DROP TRIGGER IF EXISTS gone ON public.two;",
    ]) == {("TRIGGER", "one", "kept"), ("TRIGGER", "one", "late")}


def test_every_trigger_stands_in_a_model_or_in_a_migration(db):
    """And none is missed by the way in which migrations are read."""
    with connection.cursor() as cursor:
        cursor.execute(checks.STANDING.replace("AND t.tgenabled IN ('O', 'A')", ""))
        standing = {part for part in cursor.fetchall() if part[0] == "TRIGGER"}
    by_hand = checks.written_by_hand(checks.statements_of_migrations("default"))
    assert standing == by_hand | {
        part for part in checks.declared(checks.rules_of_models()) if part[0] == "TRIGGER"}
    assert ("TRIGGER", "negotiations_history", "history_chain") in by_hand


def test_missing_trigger_written_by_hand_is_named(db):
    with behind_the_wall():
        run("DROP TRIGGER history_chain ON negotiations_history")
        run("ALTER TABLE negotiations_negotiation DISABLE TRIGGER negotiation_low_ceiling")
    assert [error.msg for error in missing()] == [
        "Trigger history_chain on negotiations_history is missing.",
        "Trigger negotiation_low_ceiling on negotiations_negotiation is missing."]


def test_disabled_trigger_is_found(db):
    wanted = sorted(checks.declared(checks.rules_of_models()))
    _, table, name = next(part for part in wanted if part[0] == "TRIGGER")
    with behind_the_wall():
        run(f'ALTER TABLE "{table}" DISABLE TRIGGER "{name}"')
    assert ids(missing()) == ["entente.E001"]


def test_migrated_database_has_no_migration_left(db):
    assert checks.check_migrations(["default"]) == []


def test_migration_that_is_not_applied_is_named(db):
    with behind_the_wall():
        run("DELETE FROM django_migrations WHERE app = 'sessions'")
    (error,) = checks.check_migrations(["default"])
    assert (error.id, error.msg) == (
        "entente.E005",
        "Migration sessions.0001_initial is not applied.",
    )


def test_web_role_is_one_that_the_walls_hold(db):
    assert checks.check_role(["default"]) == []


@pytest.mark.django_db(transaction=True)
def test_owner_in_the_webs_place_is_refused():
    play(None)
    try:
        messages = [error.msg for error in checks.check_role(["default"])]
    finally:
        play("entente_web")
    assert any("owns tables" in message for message in messages)
    assert any("may make tables" in message for message in messages)


def test_asynchronous_commit_is_refused(db):
    run("SET LOCAL synchronous_commit = off")
    assert [error.msg.split(": ")[1] for error in checks.check_role(["default"])] == [
        "synchronous_commit is off."
    ]


def test_checks_run_for_the_web_only(monkeypatch, settings):
    added = []
    monkeypatch.setattr(checks, "register", lambda check, tag: added.append((check, tag)))
    plain = (hardening.check_settings, "security")
    checks.register_checks()
    assert added == [plain]
    settings.DATABASE_ROLE = "web"
    checks.register_checks()
    assert added[1:] == [
        plain,
        (checks.check_migrations, "database"),
        (checks.check_rules, "database"),
        (checks.check_role, "database"),
        (hardening.check_patience, "database"),
        (hardening.check_accounts, "database"),
    ]


def test_no_check_touches_another_database():
    assert checks.check_migrations(None) == checks.check_rules(None) == checks.check_role(None) == []
