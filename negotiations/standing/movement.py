"""What an event changed: for each position taken there, what counted before. Knows rows only."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from negotiations.standing.positions import Stand, by_cell, effective


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

    Rows of one front on one term are one move: that of the front.
    """
    rows = list(rows)
    taken = [row for row in rows if row.event_id == event.pk]
    earlier = by_cell(row for row in rows if row.event_id != event.pk
                      and row.effective_on <= event.effective_on)
    own = [Move(row, effective(earlier, row.government_id, row.term_id), (row.government_id,))
           for row in taken if row.origin == "individual"]
    return own + front_moves(taken, earlier)


def front_moves(taken: Iterable[Any], earlier) -> list[Move]:
    """One move for each front and term; before it is what the front said before, of any member."""
    groups: dict[tuple, list[Any]] = {}
    for row in taken:
        if row.origin == "collective":
            groups.setdefault((row.front_id, row.term_id, row.stance, row.firmness), []).append(row)
    return [Move(rows[0], front_before(earlier, rows[0]), tuple(row.government_id for row in rows))
            for rows in groups.values()]


def front_before(earlier, row) -> Stand | None:
    said = [old for (_, term), olds in earlier.items() if term == row.term_id
            for old in olds if old.front_id == row.front_id and old.origin == "collective"]
    said.sort(key=lambda old: (old.effective_on, old.pk))
    return Stand(said[-1], False) if said else None
