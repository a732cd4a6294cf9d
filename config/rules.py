"""The rules PostgreSQL keeps, declared in Meta.constraints: walls, keys, append-only, history.

Knows the functions that the first migration of grants creates, and no model. A rule that each row of a
bulk insert asks has a function of its own, with its table and column in it. Each rule is a
constraint, so that makemigrations writes its making and its removal by itself.
"""

from django.core.exceptions import ValidationError
from django.db import DEFAULT_DB_ALIAS
from django.db.models import BaseConstraint
from django.utils.translation import gettext_lazy as _

from config.rule_functions import INHERITED, SEALED, drop_function, own_function, trigger_function

WEB_ROLE = "entente_web"
WRITERS = ("analyst", "approver", "records_officer")


class DatabaseRule(BaseConstraint):
    """DDL that belongs to one table, run when the migration's own statements are done.

    Deferred, because a rule may name a table that the same migration makes further down.
    """

    def create(self, table: str) -> list[str]:
        """The statements that put this rule on *table*."""
        raise NotImplementedError

    def drop(self, table: str) -> list[str]:
        """The statements that take this rule off *table*: of one trigger, unless it says otherwise."""
        return [drop_trigger(self.name, table)]

    def constraint_sql(self, model, schema_editor):
        schema_editor.deferred_sql.extend(self.create(model._meta.db_table))

    def create_sql(self, model, schema_editor):
        self.constraint_sql(model, schema_editor)

    def remove_sql(self, model, schema_editor):
        return ";\n".join(self.drop(model._meta.db_table))

    def validate(self, model, instance, exclude=None, using=DEFAULT_DB_ALIAS):
        """The database refuses by itself; a rule that can speak earlier overrides this."""

    def deconstruct(self):
        path, args, kwargs = super().deconstruct()
        return path, args, {**kwargs, **self.arguments()}

    def arguments(self) -> dict:
        return {}

    def __eq__(self, other):
        return isinstance(other, type(self)) and self.deconstruct() == other.deconstruct()

    def __hash__(self):
        return hash((type(self), self.name))


def trigger(name: str, table: str, when: str, call: str, condition: str = "") -> str:
    """One row trigger; *when* as in `BEFORE INSERT OR UPDATE`, *call* as in `f('a')`."""
    clause = f" WHEN ({condition})" if condition else ""
    return f'CREATE TRIGGER "{name}" {when} ON "{table}" FOR EACH ROW{clause} EXECUTE FUNCTION {call}'


def asked_by_the_web(table: str) -> str:
    """The condition of a trigger that leaves the owner's own hand alone."""
    return f"NOT public.entente_is_owner('public.{table}'::regclass)"


def drop_trigger(name: str, table: str) -> str:
    return f'DROP TRIGGER IF EXISTS "{name}" ON "{table}"'


def no_truncate(name: str, table: str) -> str:
    return (f'CREATE TRIGGER "{name}_truncate" BEFORE TRUNCATE ON "{table}" '
            f"FOR EACH STATEMENT EXECUTE FUNCTION public.entente_refuse_truncate()")


def quoted(words) -> str:
    return ", ".join(f"'{word}'" for word in words)


class Wall(DatabaseRule):
    """Row-level security: (negotiation, sensitivity) must be among what the asker may read.

    The grant stands in the wall, so that a table without one is closed and never open.
    *rights* as in `SELECT, INSERT`; *writers* are the membership roles that may write;
    *levels* false for a table whose rows have no sensitivity of their own;
    *also* is a further condition under which a row may be read.
    """

    def __init__(self, *, name, rights="SELECT", writers=WRITERS, column="negotiation_id",
                 levels=True, also="", **kwargs):
        super().__init__(name=name, **kwargs)
        self.rights, self.writers, self.column = rights, tuple(writers), column
        self.levels, self.also = levels, also

    def arguments(self):
        return {"rights": self.rights, "writers": self.writers, "column": self.column,
                "levels": self.levels, "also": self.also}

    def among(self, source: str) -> str:
        if self.levels:
            return f"({self.column}, sensitivity) IN (SELECT negotiation_id, sensitivity FROM {source})"
        return f"{self.column} IN (SELECT negotiation_id FROM {source})"

    def create(self, table):
        read = self.among("public.entente_readable()")
        if self.also:
            read = f"{read} OR {self.also}"
        write = self.among(f"public.entente_allowed(ARRAY[{quoted(self.writers)}])")
        rights = {right.split("(")[0].strip() for right in self.rights.split(",")}
        statements = [
            f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY',
            f'CREATE POLICY "{self.name}" ON "{table}" FOR SELECT TO {WEB_ROLE} USING ({read})',
            f'GRANT {self.rights} ON "{table}" TO {WEB_ROLE}',
        ]
        if "INSERT" in rights:
            statements.append(f'CREATE POLICY "{self.name}_insert" ON "{table}" FOR INSERT '
                              f"TO {WEB_ROLE} WITH CHECK ({write})")
        if "UPDATE" in rights:
            statements.append(f'CREATE POLICY "{self.name}_update" ON "{table}" FOR UPDATE '
                              f"TO {WEB_ROLE} USING ({write}) WITH CHECK ({write})")
        if "DELETE" in rights:
            statements.append(f'CREATE POLICY "{self.name}_delete" ON "{table}" FOR DELETE '
                              f"TO {WEB_ROLE} USING ({write})")
        return statements

    def drop(self, table):
        policies = [f'DROP POLICY IF EXISTS "{self.name}{end}" ON "{table}"'
                    for end in ("", "_insert", "_update", "_delete")]
        return [*policies, f'REVOKE ALL ON "{table}" FROM {WEB_ROLE}',
                f'ALTER TABLE "{table}" DISABLE ROW LEVEL SECURITY']


class Granted(DatabaseRule):
    """A table without secrets: the web role's rights, and no wall."""

    def __init__(self, *, name, rights="SELECT", **kwargs):
        super().__init__(name=name, **kwargs)
        self.rights = rights

    def arguments(self):
        return {"rights": self.rights}

    def create(self, table):
        return [f'GRANT {self.rights} ON "{table}" TO {WEB_ROLE}']

    def drop(self, table):
        return [f'REVOKE ALL ON "{table}" FROM {WEB_ROLE}']


class SameNegotiation(DatabaseRule):
    """A key of (negotiation, column) into *to*, so that no row points into another negotiation.

    The column's own foreign key is declared with db_constraint=False: one check, not two.
    """

    def __init__(self, *, name, to, column, **kwargs):
        super().__init__(name=name, **kwargs)
        self.to, self.column = to, column

    def arguments(self):
        return {"to": self.to, "column": self.column}

    def create(self, table):
        return [(f'ALTER TABLE "{table}" ADD CONSTRAINT "{self.name}" '
                 f'FOREIGN KEY (negotiation_id, "{self.column}") REFERENCES "{self.to}" '
                 f"(negotiation_id, id) DEFERRABLE INITIALLY DEFERRED")]

    def drop(self, table):
        return [f'ALTER TABLE "{table}" DROP CONSTRAINT IF EXISTS "{self.name}"']

    def validate(self, model, instance, exclude=None, using=DEFAULT_DB_ALIAS):
        field = self.column.removesuffix("_id")
        if field in (exclude or ()) or getattr(instance, self.column) is None:
            return
        if getattr(instance, field).negotiation_id != instance.negotiation_id:
            raise ValidationError({field: _("This belongs to another negotiation.")})


class AppendOnly(DatabaseRule):
    """No UPDATE but of the sensitivity, no DELETE, no TRUNCATE.

    *open_column* and *open_states* name the states in which a row may still be edited.
    """

    def __init__(self, *, name, open_column="", open_states=(), **kwargs):
        super().__init__(name=name, **kwargs)
        self.open_column, self.open_states = open_column, tuple(open_states)

    def arguments(self):
        return {"open_column": self.open_column, "open_states": self.open_states}

    def create(self, table):
        call = f"public.entente_refuse_change({quoted((self.open_column, *self.open_states))})"
        return [
            trigger(self.name, table, "BEFORE UPDATE OR DELETE", call),
            no_truncate(self.name, table),
        ]

    def drop(self, table):
        return [drop_trigger(self.name, table), drop_trigger(f"{self.name}_truncate", table)]


class SealedWith(DatabaseRule):
    """A part may be added, edited or taken away only while its owner is open.

    The owner is open while its `state` is one of *open_states*, and in the transaction that
    records it. A part never moves to another owner.
    """

    def __init__(self, *, name, owner, column, open_states=(), **kwargs):
        super().__init__(name=name, **kwargs)
        self.owner, self.column, self.open_states = owner, column, tuple(open_states)

    def arguments(self):
        return {"owner": self.owner, "column": self.column, "open_states": self.open_states}

    def create(self, table):
        is_open = f"o.state IN ({quoted(self.open_states)})" if self.open_states else "false"
        body = SEALED.format(owner=self.owner, column=self.column, is_open=is_open)
        return [
            *trigger_function(self.name, body),
            trigger(self.name, table, "BEFORE INSERT OR UPDATE OR DELETE", own_function(self.name)),
            no_truncate(self.name, table),
        ]

    def drop(self, table):
        return [drop_trigger(self.name, table), drop_trigger(f"{self.name}_truncate", table),
                drop_function(self.name)]


class Undeletable(DatabaseRule):
    """A label may change, with its history kept, but is never deleted."""

    def create(self, table):
        return [
            trigger(self.name, table, "BEFORE DELETE", "public.entente_refuse_change('')"),
            no_truncate(self.name, table),
        ]

    def drop(self, table):
        return [drop_trigger(self.name, table), drop_trigger(f"{self.name}_truncate", table)]


class Stamped(DatabaseRule):
    """Who recorded the row and when is set by the database, and never changes.

    But a draft of an offer or a statement counts as recorded when it is tabled or submitted.
    """

    def create(self, table):
        return [trigger(self.name, table, "BEFORE INSERT OR UPDATE", "public.entente_stamp()")]


class History(DatabaseRule):
    """Each change of a row is written to the history table, by the database.

    *events* as in `INSERT OR UPDATE`; *key* is the column that names the row.
    """

    def __init__(self, *, name, events="INSERT OR UPDATE OR DELETE", key="id", **kwargs):
        super().__init__(name=name, **kwargs)
        self.events, self.key = events, key

    def arguments(self):
        return {"events": self.events, "key": self.key}

    def create(self, table):
        call = f"public.entente_keep_history('{self.key}')"
        return [trigger(self.name, table, f"AFTER {self.events}", call)]


class RisesTogether(DatabaseRule):
    """A rise of a row's sensitivity reaches all its versions and their history; no edit lowers it.

    *versions* is the column that names the row this one supersedes, or empty.
    """

    def __init__(self, *, name, versions="", **kwargs):
        super().__init__(name=name, **kwargs)
        self.versions = versions

    def arguments(self):
        return {"versions": self.versions}

    def create(self, table):
        statements = [
            trigger(f"{self.name}_only", table, "BEFORE UPDATE", "public.entente_refuse_lowering()",
                    "NEW.sensitivity < OLD.sensitivity"),
            trigger(self.name, table, "AFTER UPDATE",
                    f"public.entente_carry_rise('{self.versions}')",
                    "NEW.sensitivity > OLD.sensitivity"),
        ]
        if self.versions:
            statements.append(trigger(
                f"{self.name}_join", table, f"AFTER INSERT OR UPDATE OF {self.versions}",
                f"public.entente_join_versions('{self.versions}')",
                f"NEW.{self.versions} IS NOT NULL"))
        return statements

    def drop(self, table):
        return [drop_trigger(f"{self.name}{end}", table) for end in ("_only", "", "_join")]


class PartOf(DatabaseRule):
    """A part is never less sensitive than its owner, and rises with it; an empty key asks nothing."""

    def __init__(self, *, name, owner, column, **kwargs):
        super().__init__(name=name, **kwargs)
        self.owner, self.column = owner, column

    def arguments(self):
        return {"owner": self.owner, "column": self.column}

    def create(self, table):
        carry = f"public.entente_carry_to_parts('{table}', '{self.column}')"
        return [
            *trigger_function(self.name, INHERITED.format(owner=self.owner, column=self.column)),
            trigger(self.name, table, f"BEFORE INSERT OR UPDATE OF sensitivity, {self.column}",
                    own_function(self.name), f'NEW."{self.column}" IS NOT NULL'),
            trigger(f"{self.name}_rise", self.owner, "AFTER UPDATE", carry,
                    "NEW.sensitivity > OLD.sensitivity"),
        ]

    def drop(self, table):
        return [drop_trigger(self.name, table), drop_trigger(f"{self.name}_rise", self.owner),
                drop_function(self.name)]


class NotTheAuthor(DatabaseRule):
    """Nobody approves, or gives a verdict on, a row that he recorded or last changed himself.

    *subjects* maps a column of this table to the table it points into.
    """

    def __init__(self, *, name, subjects, **kwargs):
        super().__init__(name=name, **kwargs)
        self.subjects = tuple(tuple(pair) for pair in subjects)

    def arguments(self):
        return {"subjects": self.subjects}

    def create(self, table):
        pairs = [word for pair in self.subjects for word in pair]
        call = f"public.entente_refuse_author({quoted(pairs)})"
        return [trigger(self.name, table, "BEFORE INSERT", call)]


class ApprovedByAnother(DatabaseRule):
    """Through the web a row comes into one of *states* only by an approver who did not write it."""

    def __init__(self, *, name, states, **kwargs):
        super().__init__(name=name, **kwargs)
        self.states = tuple(states)

    def arguments(self):
        return {"states": self.states}

    def create(self, table):
        return [trigger(self.name, table, "BEFORE INSERT OR UPDATE",
                        "public.entente_refuse_own_approval()",
                        f"NEW.state IN ({quoted(self.states)})")]


class WithinCeiling(DatabaseRule):
    """A row is never more sensitive than its negotiation allows; *column* holds the level."""

    def __init__(self, *, name, column="sensitivity", **kwargs):
        super().__init__(name=name, **kwargs)
        self.column = column

    def arguments(self):
        return {"column": self.column}

    def create(self, table):
        call = f"public.entente_refuse_above_ceiling('{self.column}')"
        return [trigger(self.name, table, f"BEFORE INSERT OR UPDATE OF {self.column}", call)]

    def validate(self, model, instance, exclude=None, using=DEFAULT_DB_ALIAS):
        level = getattr(instance, self.column)
        if self.column in (exclude or ()) or level is None or instance.negotiation_id is None:
            return
        if level > instance.negotiation.ceiling:
            raise ValidationError({self.column: _("This is above the ceiling of the negotiation.")})
