"""A folder of record files as one frozen record, or every fault in it; stores nothing."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from negotiations.exchange.attached import FOLDER, check_files
from negotiations.exchange.building import add_row
from negotiations.exchange.checking import check
from negotiations.exchange.drafting import is_table
from negotiations.exchange.faults import Fault, Faults, Place, did_you_mean, shown
from negotiations.exchange.kinds import LEVELS, level
from negotiations.exchange.levels import raise_levels
from negotiations.exchange.reading import Node, read_file
from negotiations.exchange.rows import Desk, Row
from negotiations.exchange.schema import EVENT, FRONT_POSITIONS, LISTS, NEGOTIATION, PEOPLE
from negotiations.exchange.schema.readers import items_of

REQUIRED = ("negotiation.yaml", "sources.yaml")
MOST_EVENTS = 2_000
# What the events speak of is read before them, and all else after them.
BEFORE_EVENTS = ("negotiation.yaml", "sources.yaml", "people.yaml", "terms.yaml")
AFTER_EVENTS = tuple(name for name in LISTS if name not in BEFORE_EVENTS)


@dataclass(frozen=True, slots=True)
class Record:
    """What a folder says: the negotiation's row, and all others in the order of the files."""

    negotiation: Row
    rows: tuple[Row, ...]
    files: tuple[tuple[str, int], ...]
    notes: tuple[Fault, ...]
    folder: Path
    dumped: bool


def read_record(folder: Path) -> Record:
    """The folder, checked whole. Raises Refused with every fault that was found."""
    desk = Desk(Faults())
    files = files_of(folder, desk.faults)
    desk.faults.refuse()
    roots = {name: read_file(folder / name, name, desk.faults) for name in files}
    broken = bool(desk.faults.found)
    counts = {}
    negotiation = open_desk(desk, roots.pop("negotiation.yaml"))
    counts["negotiation.yaml"] = 1
    for name in roots:
        before = len(desk.rows)
        if roots[name] is not None:
            take_file(desk, name, roots[name])
        counts[name] = len(desk.rows) - before
    raise_levels(desk)
    check(desk, complete=not broken)
    check_files(desk.rows, folder, desk.faults)
    desk.faults.refuse()
    return Record(
        negotiation, tuple(desk.rows), tuple(counts.items()), tuple(desk.faults.notes), folder,
        desk.dumped)


def files_of(folder: Path, faults: Faults) -> list[str]:
    """The files there are, the negotiation first; tells what is missing and what is not known."""
    here = Place(folder.name, 1)
    if not folder.is_dir():
        faults.tell(here, "There is no such folder.")
        return []
    known = (*BEFORE_EVENTS, "events", *AFTER_EVENTS, FOLDER)
    for path in sorted(folder.iterdir()):
        if path.name not in known and not path.name.startswith(".") and path.suffix != ".md":
            near = did_you_mean(path.name, known)
            faults.tell(Place(path.name, 1), f"This file is not part of a record.{near}")
    for name in REQUIRED:
        if not (folder / name).is_file():
            faults.tell(Place(name, 1), "The file is missing.")
    before, after = (
        [name for name in names if (folder / name).is_file()]
        for names in (BEFORE_EVENTS, AFTER_EVENTS)
    )
    return [*before, *event_files(folder, faults), *after]


def event_files(folder: Path, faults: Faults) -> list[str]:
    paths = sorted((folder / "events").glob("[!.]*"))
    if len(paths) > MOST_EVENTS:
        faults.tell(Place("events", 1), f"There are more than {MOST_EVENTS} events.")
        return []
    for path in paths:
        if path.suffix != ".yaml":
            faults.tell(Place(f"events/{path.name}", 1), "An event is a file that ends in .yaml.")
    return [f"events/{path.name}" for path in paths if path.suffix == ".yaml"]


def open_desk(desk: Desk, root: Node | None) -> Row | None:
    """The negotiation's own row; what it says holds for all others."""
    if root is None or not is_table(root, desk.faults):
        return None
    for name, field in (("sensitivity", "default_level"), ("ceiling", "ceiling")):
        node = root.get(name)
        if node is not None and node.text in LEVELS:
            setattr(desk, field, LEVELS[node.text])
    desk.dumped = (node := root.get("dumped")) is not None and node.text in ("yes", "true")
    if node := root.get("sensitivity"):
        level(node, desk.faults)
        if desk.default_level > desk.ceiling:
            desk.faults.tell(node.place, "The default is more sensitive than the ceiling.")
    row = add_row(desk, NEGOTIATION, root)
    desk.rows.remove(row)
    if isinstance(row.get("opened_on"), datetime.date):
        desk.opened_on = row.get("opened_on")
    return row


def take_file(desk: Desk, name: str, root: Node) -> None:
    """The rows of one file, put on the desk."""
    if name.startswith("events/"):
        take_event(desk, root)
    elif name == "people.yaml":
        take_people(desk, root)
    else:
        for node in items_of(root, desk.faults):
            remember(desk, add_row(desk, LISTS[name], node))


def remember(desk: Desk, row: Row | None) -> None:
    """What later rows need: the day of a source, the kind of value of a term."""
    if row is None or not row.code:
        return
    if row.kind == "source" and row.get("published_on"):
        desk.source_days[row.code] = row.get("published_on")
    elif row.kind == "term" and row.get("value_kind"):
        desk.value_kinds[row.code] = row.get("value_kind")


def take_people(desk: Desk, root: Node) -> None:
    if not is_table(root, desk.faults):
        return
    for key, value in root.items:
        if key.text not in PEOPLE:
            near = did_you_mean(key.text, PEOPLE)
            desk.faults.tell(key.place, f"The key {shown(key.text)} is not known here.{near}")
            continue
        for node in items_of(value, desk.faults):
            add_row(desk, PEOPLE[key.text], node)


def take_event(desk: Desk, root: Node) -> None:
    """One event; its front positions become one position for each member of that day."""
    event = add_row(desk, EVENT, root)
    node = root.get("front_positions")
    for item in items_of(node, desk.faults) if node and event else ():
        take_front_position(desk, event, item)


def take_front_position(desk: Desk, event: Row, node: Node) -> None:
    before = len(desk.rows)
    told = len(desk.faults.found)
    pattern = add_row(desk, FRONT_POSITIONS, node, event, given={"origin": "collective"})
    if pattern is None or len(desk.faults.found) > told:
        return None
    forget(desk, before)
    front, day = pattern.get("front"), pattern.get("effective_on")
    if day is None or not any(row.code == front for row in desk.of("front")):
        return desk.rows.append(pattern)
    members = list(members_on(desk, front, day))
    excepted = pattern.get("except") or []
    for government in excepted:
        if government not in members:
            desk.faults.tell(pattern.where("except"),
                             f"{government} is not a member of {shown(front)} on {day}.")  # fmt: skip
    if not members:
        desk.faults.tell(pattern.where("front"), f"{shown(front)} has no member on {day}.")
    for government in members:
        if government not in excepted:
            given = {"government": government, "origin": "collective"}
            add_row(desk, FRONT_POSITIONS, node, event, f"-{government}", given)
    return None


def forget(desk: Desk, before: int) -> None:
    """Takes the rows from that number on off the desk: they were only a pattern."""
    for row in desk.rows[before:]:
        desk.taken.pop((row.kind, row.code), None)
    del desk.rows[before:]


def members_on(desk: Desk, front: str, day: datetime.date) -> Iterator[str]:
    """The governments that are in the front on that day, in the order of the file."""
    for row in desk.of("frontmember"):
        start, end = row.get("starts_on"), row.get("ends_on")
        inside = start and start <= day and (end is None or end >= day)
        if row.get("front") == front and row.get("government") and inside:
            yield row.get("government")

