"""The rules PostgreSQL keeps for labels that state facts: what is refused tells of no hidden row.

Knows config/rules.py and no model.
"""

from django.core.exceptions import ValidationError
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Q

from config.rule_functions import drop_function, own_function, trigger_function
from config.rules import DatabaseRule, asked_by_the_web, drop_trigger, trigger

# It runs as whoever writes, and after the wall has let him: it shows him only what he may read.
ONCE = """
BEGIN
  IF EXISTS (SELECT FROM public."{table}" o WHERE o.id <> NEW.id AND {same}) THEN
    RAISE EXCEPTION 'There is such a row already.'
      USING ERRCODE = 'unique_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END """
SETTLED = """
BEGIN
  IF OLD.recorded_at < now() - interval '1 hour' THEN
    RAISE EXCEPTION 'This is settled an hour after it was recorded.'
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END """


class OnceToItsWriter(DatabaseRule):
    """Of the rows that the writer may read none has the same *fields*.

    Not a unique index: that would tell him of a row that he may not read, and would stand in the way of a
    rise. Where two rows do say the same, readers count one (standing.fronts.once).
    """

    nulls_distinct = None  # as a unique constraint says it: an empty field is like no other

    def __init__(self, *, name, fields, **kwargs):
        super().__init__(name=name, **kwargs)
        self.fields = tuple(fields)

    def arguments(self):
        return {"fields": self.fields}

    def create(self, table):
        same = " AND ".join(f'o."{name}" = NEW."{name}"' for name in self.fields)
        columns = ", ".join(f'"{name}"' for name in self.fields)
        return [
            (f"CREATE FUNCTION {own_function(self.name)} RETURNS trigger LANGUAGE plpgsql "
             f"SET search_path = pg_catalog, pg_temp AS $${ONCE.format(table=table, same=same)}$$"),
            f"REVOKE ALL ON FUNCTION {own_function(self.name)} FROM PUBLIC",
            trigger(self.name, table, f"AFTER INSERT OR UPDATE OF {columns}", own_function(self.name)),
        ]

    def drop(self, table):
        return [drop_trigger(self.name, table), drop_function(self.name)]

    def validate(self, model, instance, exclude=None, using=DEFAULT_DB_ALIAS):
        values = {name: getattr(instance, name) for name in self.fields}
        left = {name.removesuffix("_id") for name in self.fields} & set(exclude or ())
        if left or None in values.values():
            return
        others = model._default_manager.using(using).filter(**values).filter(~Q(pk=instance.pk))
        if others.exists():
            raise ValidationError(self.violation_error_message)


class SettledInAnHour(DatabaseRule):
    """Through the web *column* is corrected for an hour after the row was recorded, and never again.

    Values were typed by it since, and pages read. That any are there is not asked: it would tell of hidden
    ones.
    """

    def __init__(self, *, name, column, **kwargs):
        super().__init__(name=name, **kwargs)
        self.column = column

    def arguments(self):
        return {"column": self.column}

    def create(self, table):
        differs = f'OLD."{self.column}" IS DISTINCT FROM NEW."{self.column}"'
        return [
            *trigger_function(self.name, SETTLED),
            trigger(self.name, table, f'BEFORE UPDATE OF "{self.column}"', own_function(self.name),
                    f"{differs} AND {asked_by_the_web(table)}"),
        ]

    def drop(self, table):
        return [drop_trigger(self.name, table), drop_function(self.name)]
