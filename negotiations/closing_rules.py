"""The rules that close what was approved, and its parts, to edits through the web.

Knows the functions of negotiations/migrations/0009_kept_closed.py, and no model.
"""

from config.rule_functions import drop_function, own_function, trigger_function
from config.rules import DatabaseRule, asked_by_the_web, drop_trigger, quoted, trigger

RETURNED_FIRST = "What this belongs to was approved: an approver returns it first, with a note."
CORRECTED_OR_RETURNED = ("What this belongs to was approved: correct one of its rows and say why, "
                         "or an approver returns it first, with a note.")
# A verdict waits for whoever is writing a part, and he for the verdict: the owner is locked.
CLOSED_PART = """
DECLARE
  aside text[] := '{{sensitivity,version}}';
  key bigint;
  owner_state text;
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - aside = to_jsonb(NEW) - aside{but} THEN
    RETURN NEW;
  END IF;
  FOR key IN {keys} LOOP
    SELECT o.state INTO owner_state FROM public."{owner}" o WHERE o.id = key FOR SHARE;
    IF owner_state = ANY ('{{{states}}}'::text[])
       OR public.entente_last_verdict('{judged}', key) = 'approved' THEN
      RAISE EXCEPTION '{sentence}'
        USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
  END LOOP;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END """
OF_A_PART = """SELECT b."{further}" FROM public."{between}" b
    WHERE b.id IN (OLD."{column}", NEW."{column}") FOR SHARE"""
CORRECTS = """
     OR TG_OP = 'INSERT' AND EXISTS (SELECT FROM public."{table}" c
                                     WHERE c.id = NEW.supersedes_id AND c."{column}" = NEW."{column}")"""


class KeptClosed(DatabaseRule):
    """Through the web, what was approved is not edited: an approver returns it first, with a note.

    It is closed while the last verdict on it approves, and in *states*; in the state *final* for good.
    *judged* is the column of an approval that names it. Sensitivity and version are no edit.
    """

    def __init__(self, *, name, judged, states=(), final="", **kwargs):
        super().__init__(name=name, **kwargs)
        self.judged, self.states, self.final = judged, tuple(states), final

    def arguments(self):
        return {"judged": self.judged, "states": self.states, "final": self.final}

    def create(self, table):
        call = f"public.entente_refuse_closed({quoted((self.judged, self.final, *self.states))})"
        return [trigger(self.name, table, "BEFORE UPDATE", call, asked_by_the_web(table))]


class ClosedWith(DatabaseRule):
    """Through the web, a part of what was approved is neither added, nor edited, nor taken away.

    *judged* and *states* are those of KeptClosed for *owner*, which *column* of the part names. A part
    of a part names a row of the table *through*[0] instead, whose column *through*[1] names the owner.
    With *corrections*, a row that supersedes one of the same owner is let in.
    """

    def __init__(self, *, name, owner, column, judged, states=(), through=(), corrections=False, **kwargs):
        super().__init__(name=name, **kwargs)
        self.owner, self.column, self.judged, self.states = owner, column, judged, tuple(states)
        self.through, self.corrections = tuple(through), corrections

    def arguments(self):
        return {"owner": self.owner, "column": self.column, "judged": self.judged, "states": self.states,
                "through": self.through, "corrections": self.corrections}

    @property
    def path(self) -> list[str]:
        """The fields that lead from a part to the owner."""
        return [column.removesuffix("_id") for column in (self.column, *self.through[1:])]

    def body(self, table: str) -> str:
        keys = f'SELECT unnest(ARRAY[OLD."{self.column}", NEW."{self.column}"])'
        if self.through:
            between, further = self.through
            keys = OF_A_PART.format(between=between, further=further, column=self.column)
        but = CORRECTS.format(table=table, column=self.column) if self.corrections else ""
        return CLOSED_PART.format(
            but=but, keys=keys, owner=self.owner, states=",".join(self.states), judged=self.judged,
            sentence=CORRECTED_OR_RETURNED if self.corrections else RETURNED_FIRST)

    def create(self, table):
        return [*trigger_function(self.name, self.body(table)),
                trigger(self.name, table, "BEFORE INSERT OR UPDATE OR DELETE", own_function(self.name),
                        asked_by_the_web(table))]

    def drop(self, table):
        return [drop_trigger(self.name, table), drop_function(self.name)]
