"""The rules that close what was approved, and its parts, to edits through the web.

Knows the functions of negotiations/migrations/0009_kept_closed.py, and no model.
"""

from config.rules import DatabaseRule, asked_by_the_web, quoted, trigger


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

    The arguments are those of KeptClosed for *owner*, which *column* of the part names.
    """

    def __init__(self, *, name, owner, column, judged, states=(), **kwargs):
        super().__init__(name=name, **kwargs)
        self.owner, self.column, self.judged, self.states = owner, column, judged, tuple(states)

    def arguments(self):
        return {"owner": self.owner, "column": self.column, "judged": self.judged, "states": self.states}

    def create(self, table):
        words = quoted((self.owner, self.column, self.judged, *self.states))
        return [trigger(self.name, table, "BEFORE INSERT OR UPDATE OR DELETE",
                        f"public.entente_refuse_closed_part({words})", asked_by_the_web(table))]
