"""A row is never less sensitive than what it names: the levels, once all files are read.

The database keeps the same rule by itself; a file that is loaded twice must agree with it.
"""

from collections import defaultdict
from collections.abc import Iterator

from negotiations.exchange.faults import Fault, shown
from negotiations.exchange.kinds import LEVELS
from negotiations.exchange.rows import Desk, Row

WORDS = {number: word for word, number in LEVELS.items()}
Rows = dict[tuple[str, str], Row]


def raise_levels(desk: Desk) -> None:
    """Raises each row to what it names, over as many steps as it takes; versions rise together."""
    found: Rows = {(row.kind, row.code): row for row in desk.rows}
    carried = defaultdict(list)
    for row in desk.rows:
        for column, target in named_by(row, found):
            first, second = (row, target) if column == "supersedes" else (target, row)
            carried[id(first)].append(second)
    waiting = list(desk.rows)
    while waiting:
        row = waiting.pop()
        for other in carried[id(row)]:
            if other.level < row.level:
                other.level = row.level
                waiting.append(other)
    tell_raised(desk, found)


def named_by(row: Row, found: Rows) -> Iterator[tuple[str, Row]]:
    """The rows that a row names, with the column that does."""
    for column, kind in row.refs.items():
        target = found.get((kind, row.get(column)))
        if target is not None and target is not row:
            yield column, target


def tell_raised(desk: Desk, found: Rows) -> None:
    """A note where a file states a level that does not hold."""
    told = set()
    for row in desk.rows:
        if row.said and row.said < row.level:
            told.add(Fault(row.where("sensitivity"), sentence(row, found)))
    desk.faults.notes.extend(sorted(told))


def sentence(row: Row, found: Rows) -> str:
    as_high = [one for _column, one in named_by(row, found) if one.level == row.level]
    because = f"as {shown(as_high[0].code)} is" if as_high else "as its correction is"
    return f"Raised from {WORDS[row.said]} to {WORDS[row.level]}, {because}."
