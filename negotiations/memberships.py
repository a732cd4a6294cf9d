"""Who is let in, by whom, for how long and why; the database checks each right."""

import datetime

from config import events
from negotiations.models import Membership, Negotiation
from negotiations.refusals import call, in_words


def give_membership(
    negotiation: Negotiation, user, role: str, clearance: int, *, reason: str,
    starts_on: datetime.date, ends_on: datetime.date | None = None,
) -> int:  # fmt: skip
    """By an approver of the negotiation, never to oneself, never above the own clearance."""
    with in_words():
        made = call("give_membership", negotiation.pk, user.pk, role, clearance, starts_on, ends_on, reason)
    events.write("membership given", negotiation=negotiation.pk, membership=made, account=user.username,
                 role=role, clearance=clearance)  # fmt: skip
    return made


def end_membership(membership: Membership, *, reason: str) -> None:
    """At once, by an approver of the negotiation, which always keeps one."""
    with in_words():
        call("end_membership", membership.pk, reason)
    events.write("membership ended", negotiation=membership.negotiation_id, membership=membership.pk)


def break_glass(slug: str, *, reason: str) -> int:
    """Four hours of reading, up to the ceiling, for anybody signed in who says why. It is kept."""
    with in_words():
        made = call("break_glass", slug, reason)
    events.write("break-glass", address=slug, membership=made)
    return made
