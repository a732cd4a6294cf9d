"""Which members a front's words bind on a day, and what a cell shows after them. Knows rows only."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from negotiations.standing.positions import Stand


@dataclass(frozen=True, slots=True)
class Roll:
    """Who is in a front on a day, who had left it and who had not joined: one membership a government."""

    present: tuple[Any, ...]
    ended: tuple[Any, ...]
    later: tuple[Any, ...]


def roll(rows: Iterable[Any], on: datetime.date) -> Roll:
    """Sorts the memberships of one front by the day *on*; both ends of a membership belong to it.

    The order of *rows* is kept. Of two that hold at once the one with a footnote counts, or else the later.
    """
    rows = list(rows)
    in_order = sorted(rows, key=weight)
    began = [row for row in in_order if row.starts_on <= on]
    present = {row.government_id: row for row in began if holds(row, on)}
    ended = {row.government_id: row for row in began if row.government_id not in present}
    later = {row.government_id: row for row in in_order
             if row.government_id not in present and row.government_id not in ended}
    return Roll(*(tuple(row for row in rows if found.get(row.government_id) is row)
                  for found in (present, ended, later)))


def holds(member: Any, on: datetime.date) -> bool:
    """Both the first and the last day of a membership belong to it."""
    return member.starts_on <= on and (member.ends_on is None or member.ends_on >= on)


def once(rows: Iterable[Any]) -> list[Any]:
    """Of the memberships that hold on a day, one for each front and government: the one that counts."""
    rows = list(rows)
    counts = {(row.front_id, row.government_id): row for row in sorted(rows, key=weight)}
    return [row for row in rows if counts[row.front_id, row.government_id] is row]


def weight(row: Any) -> tuple[bool, datetime.date]:
    return has_footnote(row), row.starts_on


def bound(found: Roll) -> list[str]:
    """The governments that the front's words bind by themselves: members without a footnote."""
    return [row.government_id for row in found.present if not has_footnote(row)]


def has_footnote(member: Any) -> bool:
    return bool(member.footnote_en or member.footnote_fr)


def after(now: Stand | None, row: Any) -> Stand:
    """What a cell shows once the collective *row*, the last of its day, is on record.

    *now* is what it shows before, by the end of that day. A line of the government's own stays on top;
    so does a collective one on the same term whose evidence is better, and the row is a signal beside it.
    """
    if now is not None and now.row.origin == "individual":
        return now
    if now is None or now.whole_package or row.grade <= now.row.grade:
        return Stand(row, False)
    return Stand(now.row, False, row)
