"""The rules PostgreSQL keeps for the track of a government: moves, evidence, contests.

Knows config/rules.py and the functions that migration 0008 creates, and no model.
"""

from django.core.exceptions import ValidationError
from django.db import DEFAULT_DB_ALIAS

from config.rule_functions import drop_function, own_function, trigger_function
from config.rules import DatabaseRule, asked_by_the_web, drop_trigger, quoted, trigger

BY_RECORDS = """
DECLARE
  step record;
BEGIN
  SELECT s.state, s.sensitivity INTO step FROM public."{steps}" s
    WHERE s.id = NEW.trackstep_id AND s.negotiation_id = NEW.negotiation_id;
  IF step.state IN ({states}) AND (NEW.negotiation_id, step.sensitivity) NOT IN (
      SELECT a.negotiation_id, a.sensitivity FROM public.entente_allowed(ARRAY['records_officer']) a) THEN
    RAISE EXCEPTION 'This state is approved by an approver who is a records officer as well.'
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END """


def deferred_trigger(name: str, table: str, call: str, condition: str) -> str:
    """A row trigger after INSERT that judges when the transaction ends, or when it is asked to."""
    return (f'CREATE CONSTRAINT TRIGGER "{name}" AFTER INSERT ON "{table}" DEFERRABLE INITIALLY DEFERRED '
            f"FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION {call}")


def unless_restoring(table: str) -> str:
    """The condition of a trigger that lets pass only what the owner restores from a site's own dump."""
    return f"{asked_by_the_web(table)} OR current_setting('entente.restoring', true) IS DISTINCT FROM 'on'"


class AllowedMoves(DatabaseRule):
    """The track of a government is a chain of allowed moves, also after a step that is dated back.

    *moves* are `J3>J6` onward and `J6<J3` backward, which needs a reason. Judged at the end of the
    transaction, one recorder of a negotiation at a time, over the rows that are at most as sensitive.
    """

    def __init__(self, *, name, moves, **kwargs):
        super().__init__(name=name, **kwargs)
        self.moves = tuple(moves)

    def arguments(self):
        return {"moves": self.moves}

    def create(self, table):
        call = f"public.entente_judge_move({quoted(self.moves)})"
        return [deferred_trigger(self.name, table, call, unless_restoring(table))]


class ProvenSteps(DatabaseRule):
    """A typed step that reaches another state brings the evidence which that state demands.

    So does one that was further evidence until the step before it was corrected, or parted from it.
    *demands* as negotiations/scales/moves.py writes them. The loader may bring less: its steps are
    shown as unconfirmed.
    """

    def __init__(self, *, name, demands, **kwargs):
        super().__init__(name=name, **kwargs)
        self.demands = tuple(demands)

    def arguments(self):
        return {"demands": self.demands}

    def create(self, table):
        call = f"public.entente_demand_evidence({quoted(self.demands)})"
        return [trigger(self.name, table, "AFTER INSERT", call, asked_by_the_web(table))]


class AnotherState(DatabaseRule):
    """A row says another `state` than the row of *owner* that it is about.

    Judged after the wall, so that a refusal tells nothing of an owner that the writer may not read.
    """

    def __init__(self, *, name, owner, column, **kwargs):
        super().__init__(name=name, **kwargs)
        self.owner, self.column = owner, column

    def arguments(self):
        return {"owner": self.owner, "column": self.column}

    def create(self, table):
        call = f"public.entente_refuse_same_state('{self.owner}', '{self.column}')"
        return [trigger(self.name, table, "AFTER INSERT", call, unless_restoring(table))]

    def validate(self, model, instance, exclude=None, using=DEFAULT_DB_ALIAS):
        field = self.column.removesuffix("_id")
        if {field, "state"} & set(exclude or ()) or getattr(instance, self.column) is None:
            return
        if instance.state == getattr(instance, field).state:
            raise ValidationError({"state": self.get_violation_error_message()})


class ApprovedByRecords(DatabaseRule):
    """Through the web a step of *steps* on one of *states* is approved only by a records officer.

    Judged after the wall, which asks that he is an approver; whoever approves may return it.
    """

    def __init__(self, *, name, steps, states, **kwargs):
        super().__init__(name=name, **kwargs)
        self.steps, self.states = steps, tuple(states)

    def arguments(self):
        return {"steps": self.steps, "states": self.states}

    def create(self, table):
        approves = f"NEW.trackstep_id IS NOT NULL AND NEW.verdict = 'approved' AND {asked_by_the_web(table)}"
        return [
            *trigger_function(self.name, BY_RECORDS.format(steps=self.steps, states=quoted(self.states))),
            trigger(self.name, table, "AFTER INSERT", own_function(self.name), approves),
        ]

    def drop(self, table):
        return [drop_trigger(self.name, table), drop_function(self.name)]
