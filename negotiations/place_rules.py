"""The rule PostgreSQL keeps for corrections: each keeps the place of the row that it corrects.

Knows config/rules.py and no model.
"""

from config.rule_functions import drop_function, own_function, trigger_function
from config.rules import DatabaseRule, drop_trigger, trigger

# What the owner restores before the row that it corrects keeps what the dump says.
PLACED = """
BEGIN
  NEW.in_place_of := CASE WHEN NEW.supersedes_id IS NOT NULL THEN COALESCE(
    (SELECT COALESCE(o.in_place_of, o.id) FROM public."{table}" o
     WHERE o.id = NEW.supersedes_id AND o.negotiation_id = NEW.negotiation_id), NEW.in_place_of) END;
  RETURN NEW;
END """


class KeepsItsPlace(DatabaseRule):
    """Of a correction `in_place_of` is the key of the first row of its chain, whoever writes what.

    So it stands where that row stood among those of one day, however late it was recorded.
    """

    def create(self, table):
        return [
            *trigger_function(self.name, PLACED.format(table=table)),
            trigger(self.name, table, "BEFORE INSERT OR UPDATE OF supersedes_id, in_place_of",
                    own_function(self.name), "NEW.supersedes_id IS NOT NULL OR NEW.in_place_of IS NOT NULL"),
        ]

    def drop(self, table):
        return [drop_trigger(self.name, table), drop_function(self.name)]
