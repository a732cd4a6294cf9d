"""Calls the database's acts, and says in the reader's language why one was refused."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.utils.translation import gettext_lazy as _

from negotiations.models import Membership, Negotiation

NOT_PERMITTED = "42501"
SENTENCES = {
    "membership_above_giver": _("Nobody gives a clearance above his own."),
    "membership_of_the_active": _("This account is not active."),
    "membership_end_says_why": _("Say why this access ends."),
    "membership_last_approver": _("A negotiation keeps an approver: give that role to another first."),
    "membership_ceiling": _("This is above the ceiling of the negotiation."),
    "negotiation_low_ceiling": _("Rows or memberships stand above this ceiling."),
    "negotiation_exists": _("No negotiation has this address."),
    "lowering_says_why": _("Say why the sensitivity is lowered."),
    "lowering_is_lower": _("The new level is not below the present one."),
    "lowering_by_two": _("Whoever asks does not confirm."),
    "lowering_is_current": _("The row has changed since this was asked: ask again."),
}
ADDRESS_TAKEN = _("Another negotiation has this address.")


def sentence(rule: str) -> str | None:
    """What the officer reads when *rule* refuses; None when the rule has no words here."""
    if rule.startswith("negotiations_negotiation_slug"):
        return ADDRESS_TAKEN
    declared = [*Membership._meta.constraints, *Negotiation._meta.constraints]
    told = {rule.name: rule.violation_error_message for rule in declared}
    return SENTENCES.get(rule) or told.get(rule)


@contextmanager
def in_words() -> Iterator[None]:
    """One transaction; a refusal comes out as ValidationError, a missing right as PermissionDenied."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as fault:
        words = sentence(fault.__cause__.diag.constraint_name or "")
        if words is None:
            raise
        raise ValidationError(words) from fault
    except ProgrammingError as fault:
        if fault.__cause__.diag.sqlstate != NOT_PERMITTED:
            raise
        raise PermissionDenied(fault.__cause__.diag.message_primary) from fault


def call(act: str, *values) -> int | None:
    """The value that the database function *act* returns."""
    holes = ", ".join(["%s"] * len(values))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT public.entente_{act}({holes})", values)
        return cursor.fetchone()[0]
