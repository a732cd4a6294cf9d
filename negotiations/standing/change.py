"""What moved in a cell between two days, and in which direction. Knows rows and the order of stances."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from negotiations import scales
from negotiations.standing.positions import Stand

ORDER = {stance.code: stance.order for stance in scales.STANCES}
UNKNOWN = (None, "", "unknown")


@dataclass(frozen=True, slots=True)
class Change:
    """How a cell differs. `way` is 1 towards agreement, -1 away, 0 where stances have no order.

    `new_on_term` says that what counted before was taken on the whole package.
    """

    before: Stand | None
    after: Stand
    way: int
    stance: bool
    firmness: bool
    origin: bool
    value: bool
    added: tuple[Any, ...]
    met: tuple[Any, ...]
    dropped: tuple[Any, ...]

    @property
    def new_on_term(self) -> bool:
        return bool(self.before) and self.before.whole_package and not self.after.whole_package

    @property
    def only_conditions(self) -> bool:
        """The line is the same; a condition was added to it, met or dropped."""
        return not (self.stance or self.firmness or self.origin or self.value)


def change(before: Stand | None, after: Stand | None, conditions_before: Iterable[Any] = (),
           conditions_after: Iterable[Any] = ()) -> Change | None:
    """None when nothing differs, or nothing is left: a withdrawal is not a movement."""
    if after is None:
        return None
    old, new = before and before.row, after.row
    earlier = {row.text_en: row for row in conditions_before}
    differing = [row for row in conditions_after
                 if row.text_en in earlier and earlier[row.text_en].status != row.status]
    found = Change(
        before, after, way=way(old, new),
        stance=old is None or old.stance != new.stance,
        firmness=old is not None and old.firmness != new.firmness,
        origin=old is not None and old.origin != new.origin,
        value=old is not None and moved_value(old.value, new.value),
        added=tuple(row for row in conditions_after if row.text_en not in earlier),
        met=tuple(row for row in differing if row.status == "met"),
        dropped=tuple(row for row in differing if row.status == "dropped"))
    told = (found.stance, found.firmness, found.origin, found.value, found.added, found.met, found.dropped)
    return found if any(told) else None


def way(old: Any, new: Any) -> int:
    """Only stances that both have an order have a direction."""
    first, second = ORDER.get(old.stance) if old else None, ORDER.get(new.stance)
    if first is None or second is None:
        return 0
    return (second > first) - (second < first)


def moved_value(old: Any, new: Any) -> bool:
    """A figure that is no longer named has not moved."""
    return old not in UNKNOWN and new not in UNKNOWN and old != new


def conditions_on(rows: Iterable[Any], day: datetime.date) -> list[Any]:
    """The conditions that stood on *day*: a row stands until the one that corrects it."""
    by_then = [row for row in rows if row.effective_on <= day]
    corrected = {row.supersedes_id for row in by_then}
    return [row for row in by_then if row.pk not in corrected]
