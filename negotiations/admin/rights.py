"""What the person behind a request may read and write, by negotiation and sensitivity: one query.

Mirrors the wall, so that the admin offers nothing that the wall will refuse. Knows Membership.
"""

from collections import defaultdict
from dataclasses import dataclass

from config.rules import WRITERS
from negotiations.models import Membership


@dataclass(frozen=True)
class Rights:
    """Role by role: negotiation -> highest sensitivity."""

    levels: dict[str, dict[int, int]]

    def reads(self) -> bool:
        """There is a negotiation that this person may read."""
        return bool(self.levels)

    def clearance(self, negotiation_id: int, roles=WRITERS) -> int:
        """The highest sensitivity that one of *roles* gives; 0 is none."""
        return max((self.levels.get(role, {}).get(negotiation_id, 0) for role in roles), default=0)

    def writable(self, roles=WRITERS) -> set[int]:
        """The negotiations in which one of *roles* is held."""
        return {negotiation for role in roles for negotiation in self.levels.get(role, {})}

    def may_write(self, row, roles=WRITERS) -> bool:
        """The row's negotiation and its sensitivity are within reach of one of *roles*."""
        return 0 < row.sensitivity <= self.clearance(row.negotiation_id, roles)


def of(request) -> Rights:
    """Asked once a request."""
    if not hasattr(request, "entente_rights"):
        request.entente_rights = _of_user(request.user)
    return request.entente_rights


def _of_user(user) -> Rights:
    held = Membership.objects.held_by(user).order_by().values_list("role", "negotiation_id", "clearance")
    levels = defaultdict(dict)
    for role, negotiation, clearance in held:
        levels[role][negotiation] = max(clearance, levels[role].get(negotiation, 0))
    return Rights(dict(levels))
