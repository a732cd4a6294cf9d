"""The functions that rules write for themselves: one a rule, its table and column in it.

Static SQL is planned once a session; a function for all tables plans anew for each row, which was nine
tenths of an insert. Knows no rule and no model.
"""

# Both lock the owner, so that neither its state nor its level changes between look and write.
SEALED = """
DECLARE
  part record := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  owner record;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD."{column}" <> NEW."{column}" THEN
    RAISE EXCEPTION 'A part does not move to another row: take it away and add it there.'
      USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
  END IF;
  SELECT o.entered_at, {is_open} AS is_open INTO owner FROM public."{owner}" o
    WHERE o.id = part."{column}" AND o.negotiation_id = part.negotiation_id FOR SHARE;
  IF owner.is_open OR TG_OP = 'INSERT' AND owner.entered_at >= now()
     OR TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'sensitivity' = to_jsonb(NEW) - 'sensitivity' THEN
    RETURN part;
  END IF;
  RAISE EXCEPTION 'The row that this belongs to is closed: add a row that supersedes it.'
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END """
INHERITED = """
DECLARE
  level smallint;
BEGIN
  SELECT o.sensitivity INTO level FROM public."{owner}" o
    WHERE o.id = NEW."{column}" AND o.negotiation_id = NEW.negotiation_id FOR SHARE;
  IF NEW.sensitivity < level THEN
    IF TG_OP = 'UPDATE' AND NEW.sensitivity < OLD.sensitivity THEN
      RAISE EXCEPTION 'A part is at least as sensitive as what it belongs to.'
        USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME;
    END IF;
    NEW.sensitivity := level;
  END IF;
  RETURN NEW;
END """

FUNCTIONS = "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace"


def trigger_function(name: str, body: str) -> list[str]:
    """The function of one rule's own trigger: static SQL, which PostgreSQL plans once a session.

    It runs as the owner, and nobody may call it but the trigger. *body* ends with a RETURN.
    """
    return [(f"CREATE FUNCTION {own_function(name)} RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER "
             f"SET search_path = pg_catalog, pg_temp AS $${body}$$"),
            f"REVOKE ALL ON FUNCTION {own_function(name)} FROM PUBLIC"]


def own_function(name: str) -> str:
    return f'public."entente_{name}"()'


def drop_function(name: str) -> str:
    return f"DROP FUNCTION IF EXISTS {own_function(name)}"


def write_anew(apps, schema_editor, kinds: tuple[type, ...]) -> None:
    """In a migration: writes the rules of these *kinds* whose own function is not there yet.

    For a database on which they still call a function of all tables; a new one has them already.
    """
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(FUNCTIONS)
        standing = {name for (name,) in cursor.fetchall()}
    rules = [(model._meta.db_table, rule) for model in apps.get_models()
             for rule in model._meta.constraints if isinstance(rule, kinds)]  # fmt: skip
    for table, rule in rules:
        if f"entente_{rule.name}" not in standing:
            for statement in (*rule.drop(table), *rule.create(table)):
                schema_editor.execute(statement)
