"""What rows say of each other: keys that lead nowhere, circles, what may stand only once."""

from collections import defaultdict
from collections.abc import Iterator

from negotiations.exchange.faults import Faults, did_you_mean, shown
from negotiations.exchange.rows import Desk, Row
from negotiations.exchange.rules import RULES
from negotiations.exchange.schema import ALL
from negotiations.exchange.tracks import check_tracks

NAMES = {
    "officeholder": "office holder", "agendaitem": "agenda item", "signatureblock": "block",
    "trackstep": "track step",
}  # fmt: skip
CIRCLES = (
    ("supersedes", "supersedes itself"),
    ("replaces", "replaces itself"),
    ("attached_to", "is attached to itself"),
    ("amends", "amends itself"),
    ("parent", "stands under itself"),
)
Rows = dict[str, dict[str, Row]]


def check(desk: Desk, complete: bool) -> None:
    """Tells what is wrong between rows; keys only when the files are *complete*."""
    found: Rows = defaultdict(dict)
    for row in desk.rows:
        found[row.kind].setdefault(row.code, row)
    if complete:
        check_keys(desk, found)
    check_circles(desk, found)
    check_dependencies(desk)
    check_once(desk)
    check_superseded_once(desk)
    # What a site has dumped stood there: the database has the last word on it.
    told = Faults() if desk.dumped else desk.faults
    for row in desk.rows:
        for rule in RULES.get(row.kind, ()) if row.sound else ():
            rule(row, found, told)
    check_tracks(desk.rows, told)
    desk.faults.notes.extend(told.found if desk.dumped else ())


def check_keys(desk: Desk, found: Rows) -> None:
    """Tells each key that leads to no row of the folder."""
    for row in desk.rows:
        for column, kind in row.refs.items():
            code = row.get(column)
            if code and code not in found[kind]:
                near = did_you_mean(code, found[kind])
                name = NAMES.get(kind, kind)
                desk.faults.tell(row.where(column), f"There is no {name} {shown(code)}.{near}")


def check_circles(desk: Desk, found: Rows) -> None:
    """Tells each circle of rows that name each other in the same column, once."""
    for column, words in CIRCLES:
        in_circles: set[int] = set()
        for row in desk.rows:
            if row.refs.get(column) != row.kind or id(row) in in_circles:
                continue
            circle = circle_from(row, column, found)
            if circle:
                in_circles.update(id(one) for one in circle)
                path = " -> ".join(one.code for one in [*circle, row])
                desk.faults.tell(row.where(column), f"This {words}: {path}.")


def circle_from(start: Row, column: str, found: Rows) -> list[Row]:
    """The rows from *start* back to itself along *column*; empty when it does not return."""
    path, row = [start], start
    while (row := found[start.kind].get(row.get(column))) is not None:
        if row is start:
            return path
        if any(row is one for one in path):
            return []
        path.append(row)
    return []


def check_dependencies(desk: Desk) -> None:
    """Tells the terms that are, over others, subject to themselves."""
    links = list(desk.of("termdependency"))
    subject_to = defaultdict(set)
    for link in links:
        subject_to[link.get("term")].add(link.get("subject_to"))
    for link in links:
        term = link.get("term")
        if term in reached_from(link.get("subject_to"), subject_to):
            desk.faults.tell(link.place, f"The term {shown(term)} is subject to itself.")


def reached_from(term: str, subject_to: dict[str, set[str]]) -> set[str]:
    reached, waiting = {term}, [term]
    while waiting:
        new = subject_to.get(waiting.pop(), set()) - reached
        reached |= new
        waiting.extend(new)
    return reached


def check_once(desk: Desk) -> None:
    """Tells a second row where the schema allows one."""
    first: dict[tuple, Row] = {}
    for row in desk.rows:
        for columns, sentence in ONCE.get(row.kind, ()):
            owner = row.owner.code if row.owner else ""
            key = (row.kind, owner, columns, *(row.get(column) for column in columns))
            earlier = first.setdefault(key, row)
            if earlier is not row:
                desk.faults.tell(row.where(columns[0]), f"{sentence} It stands at {earlier.place}.")


def check_superseded_once(desk: Desk) -> None:
    first: dict[tuple, Row] = {}
    for row in desk.rows:
        if not row.get("supersedes"):
            continue
        earlier = first.setdefault((row.kind, row.get("supersedes")), row)
        if earlier is not row:
            desk.faults.tell(
                row.where("supersedes"),
                f"{shown(row.get('supersedes'))} has been corrected already, at {earlier.place}: "
                "correct its correction.",
            )


def once_by_kind() -> Iterator[tuple[str, tuple]]:
    return ((section.kind, section.once) for section in ALL if section.once)


ONCE = dict(once_by_kind())
