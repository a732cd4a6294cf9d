"""What the database refuses, in a sentence; knows constraints and triggers, no page."""

from dataclasses import dataclass
from functools import cache

from django.apps import apps
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

# What our triggers say, as they say it.
SENTENCES = {
    "A sensitivity is lowered by two people, not by an edit.":
        _("A sensitivity is lowered by two people, not by an edit."),
    "This row is never changed or deleted: add a row that supersedes it.":
        _("This row is never changed or deleted: add a row that supersedes it."),
    "A row is approved by an approver who neither recorded nor last changed it.":
        _("A row is approved by an approver who neither recorded nor last changed it."),
    "What was approved is not edited: an approver returns it first, with a note.":
        _("What was approved is not edited: an approver returns it first, with a note."),
    "What this belongs to was approved: an approver returns it first, with a note.":
        _("What this belongs to was approved: an approver returns it first, with a note."),
    "What this belongs to was approved: correct one of its rows and say why, or an approver returns it"
    " first, with a note.":
        _("What this belongs to was approved: correct one of its rows and say why, or an approver returns it"
          " first, with a note."),
    "An approver takes an approved row back, after returning it with a note.":
        _("An approver takes an approved row back, after returning it with a note."),
    "What is frozen is never changed again.":
        _("What is frozen is never changed again."),
    "The record is never emptied.":
        _("The record is never emptied."),
    "The row that this belongs to is closed: add a row that supersedes it.":
        _("The row that this belongs to is closed: add a row that supersedes it."),
    "A part does not move to another row: take it away and add it there.":
        _("A part does not move to another row: take it away and add it there."),
    "A part is at least as sensitive as what it belongs to.":
        _("A part is at least as sensitive as what it belongs to."),
    "Nobody approves a row that he recorded or last changed himself.":
        _("Nobody approves a row that he recorded or last changed himself."),
    "This is above the ceiling of the negotiation.":
        _("This is above the ceiling of the negotiation."),
    "A row that supersedes another is at least as sensitive.":
        _("A row that supersedes another is at least as sensitive."),
}
WALL = _("You may not write this here, or not at this sensitivity. Nothing was saved.")
OTHER = _("Something named here is missing, or in another negotiation. Nothing was saved.")
TWICE = _("There is such a row already. Nothing was saved.")
REFUSED = _("The database refused this. Nothing was saved.")


@dataclass(frozen=True)
class Refusal:
    """What the person reads, and the status of the answer."""

    sentence: str
    status: int


class Refused(Exception):
    """Raised where our own check refuses while a form is being saved."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal.sentence))
        self.refusal = refusal


def refusal(error: Exception) -> Refusal | None:
    """What *error* refuses; None when it is a fault and no refusal."""
    if isinstance(error, Refused):
        return error.refusal
    if isinstance(error, PermissionDenied) or not isinstance(error, DatabaseError):
        return None
    cause = error.__cause__
    state = getattr(cause, "sqlstate", None) or ""
    if state == "42501":
        return Refusal(WALL, 403)
    if state.startswith("23"):
        return Refusal(_sentence(state, cause.diag), 409)
    return None


def _sentence(state: str, said) -> str:
    if said.message_primary in SENTENCES:
        return SENTENCES[said.message_primary]
    if said.constraint_name in _constraints():
        return _constraints()[said.constraint_name]
    return {"23503": OTHER, "23505": TWICE}.get(state, REFUSED)


@cache
def _constraints() -> dict[str, str]:
    """Constraint by name: the sentence it was declared with."""
    return {
        constraint.name: constraint.violation_error_message
        for model in apps.get_models() for constraint in model._meta.constraints
        if constraint.violation_error_message != constraint.default_violation_error_message
    }
