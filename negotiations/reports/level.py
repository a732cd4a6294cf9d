"""The level of a page: the most sensitive of all rows that it prints. Knows how rows are loaded.

What a row names is never more sensitive than the row, but what hangs on it may be: a footnote, a contest, a
condition, a further source. So the level is read off the row and off all that was loaded with it.
"""

from collections.abc import Iterable
from typing import Any


def level_of(*lists: Iterable[Any]) -> int:
    """The highest sensitivity in *lists* of rows, the prefetched parts of each included; 1 of nothing."""
    shown = (row for rows in lists for row in rows if row is not None)
    return max((level for row in shown for level in levels(row)), default=1)


def levels(row: Any) -> Iterable[int]:
    """Of the row, of its parts, and of theirs; a government has none."""
    yield getattr(row, "sensitivity", 1)
    for parts in getattr(row, "_prefetched_objects_cache", {}).values():
        for part in parts:
            yield from levels(part)
