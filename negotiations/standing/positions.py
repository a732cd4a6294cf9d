"""Which position counts for a government on a term. Knows rows with those fields, and grades."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from negotiations.standing.tracks import when

Cells = Mapping[tuple[str, int | None], list[Any]]


@dataclass(frozen=True, slots=True)
class Stand:
    """The position that counts, and a later one of lower grade that does not replace it.

    `row` is the position; `whole_package` says that it was taken on the package, not on the term.
    """

    row: Any
    whole_package: bool
    signal: Any = None

    @property
    def told(self) -> tuple[str, str, str]:
        """What makes two stands the same to a reader: stance, firmness, origin."""
        return self.row.stance, self.row.firmness, self.row.origin


def by_cell(rows: Iterable[Any]) -> Cells:
    """Rows by (government, term), each list by date and then by the record's sequence."""
    cells: dict[tuple[str, int | None], list[Any]] = defaultdict(list)
    for row in sorted(rows, key=when):
        cells[row.government_id, row.term_id].append(row)
    return cells


def effective(cells: Cells, government: str, term: int | None) -> Stand | None:
    """Own on the term, own on the package, collective on the term, collective on the package.

    None when nothing is on record: not stated, which is not neutral.
    """
    for origin in ("individual", "collective"):
        for about in dict.fromkeys((term, None)):
            rows = [row for row in cells.get((government, about), ()) if row.origin == origin]
            if rows:
                return latest(rows, whole_package=about is None and term is not None)
    return None


def latest(rows: Iterable[Any], whole_package: bool = False) -> Stand:
    """The last row, but that a lower grade never replaces a higher one by itself."""
    current = signal = None
    for row in rows:
        if current is None or row.grade <= current.grade:
            current, signal = row, None
        else:
            signal = row
    return Stand(current, whole_package, signal)
