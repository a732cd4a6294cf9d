"""What an event changed: for each position taken there, what counted before. Knows rows only."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from negotiations.standing.positions import Stand, by_cell, effective, latest
from negotiations.standing.tracks import when


@dataclass(frozen=True, slots=True)
class Move:
    """One position as it was before the event and as it is after; `row` speaks for a front too.

    `governments` are those that the row moves: one, or the members of the front.
    """

    row: Any
    before: Stand | None
    governments: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """False when stance, firmness and origin are what they were, without a new condition."""
        row = self.row
        told = (row.stance, row.firmness, row.origin)
        return self.before is None or self.before.told != told or bool(row.conditions.all())


def moves(rows: Iterable[Any], event: Any) -> list[Move]:
    """The positions taken at *event* against what counted before it, own lines first.

    *rows* are those taken there, and of those before at least the ones that `before` gives. Rows of one
    front on one term are one move: that of the front.
    """
    rows = list(rows)
    taken = [row for row in rows if row.event_id == event.pk]
    earlier = by_cell(row for row in rows if row.event_id != event.pk
                      and row.effective_on <= event.effective_on)
    own = [Move(row, effective(earlier, row.government_id, row.term_id), (row.government_id,))
           for row in taken if row.origin == "individual"]
    return own + front_moves(taken, earlier)


def front_moves(taken: Iterable[Any], earlier) -> list[Move]:
    """One move for each front and term, against the collective line that bound its members before."""
    groups: dict[tuple, list[Any]] = {}
    for row in taken:
        if row.origin == "collective":
            groups.setdefault((row.front_id, row.term_id, row.stance, row.firmness), []).append(row)
    found = []
    for rows in groups.values():
        members = tuple(row.government_id for row in rows)
        found.append(Move(rows[0], collective_before(earlier, rows[0].term_id, members), members))
    return found


def collective_before(earlier, term, members: tuple[str, ...]) -> Stand | None:
    """The last collective line on the term that bound any of the members, of whichever front."""
    said = [row for code in members for row in earlier.get((code, term), ())
            if row.origin == "collective"]
    return latest(sorted(said, key=when)) if said else None
