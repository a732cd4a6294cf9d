"""How sensitive a row is and since when it was known: as its file says, or by default."""

import datetime
from collections.abc import Iterable

from negotiations.exchange.faults import Faults
from negotiations.exchange.kinds import day, level, moment
from negotiations.exchange.reading import Node
from negotiations.exchange.rows import IN_CONFIDENCE, STRATEGY, Desk, Draft, Row
from negotiations.exchange.schema import Section

NOON = datetime.time(12, 0, tzinfo=datetime.UTC)
MARKS = ("sensitivity", "known_from", "recorded")


def at_noon(known_from: datetime.date) -> datetime.datetime:
    """The moment that stands for a day: noon in Greenwich is that day in all of Canada."""
    return datetime.datetime.combine(known_from, NOON)


def least_level(section: Section, values: dict[str, object]) -> tuple[int, str]:
    """The lowest level that a row of such values may have, and why."""
    if section.level or values.get("basis") == "assessed":
        return STRATEGY, "This is always strategy"
    if values.get("received_from"):
        return IN_CONFIDENCE, "What was received in confidence is in_confidence or strategy"
    return 1, ""


def level_of(draft: Draft, desk: Desk) -> tuple[int, int | None]:
    """How sensitive the row is, never less than its owner; and what it says itself, if anything."""
    node = draft.node.get("sensitivity")
    least, why = least_level(draft.section, draft.values)
    said = level(node, desk.faults) if node else None
    if node:
        draft.places["sensitivity"] = node.place
    if said and said < least:
        desk.faults.tell(node.place, f"{why}; leave 'sensitivity' out or write it so.")
    found = max(said or desk.default_level, least, draft.owner.level if draft.owner else 1)
    if found > desk.ceiling and draft.section.kind != "negotiation":
        place = node.place if node else draft.node.place
        desk.faults.tell(place, "This is more sensitive than the ceiling in negotiation.yaml.")
    return found, said


def known_of(draft: Draft, desk: Desk) -> datetime.datetime:
    """The moment from which the row was known."""
    said = said_moment(draft.node, desk.faults, draft.places)
    if said:
        return said
    sources = [one.source for one in draft.cited] or [draft.values.get("source")]
    return known_by_default(
        draft.owner.known if draft.owner else None,
        bool(draft.cited) or draft.node.get("date") is not None,
        draft.values.get("effective_on") or draft.values.get("published_on"),
        (desk.source_days[source] for source in sources if source in desk.source_days),
        desk.opened_on,
    )


def known_by_default(
    owner: datetime.datetime | None, speaks: bool, own: datetime.date | None,
    sources: Iterable[datetime.date], opened_on: datetime.date,
) -> datetime.datetime:  # fmt: skip
    """The later of a row's date and its earliest dated source, at noon.

    As its owner, when the row *speaks* neither of a source nor of a date.
    """
    if owner and not speaks:
        return owner
    earliest = min(sources, default=None)
    return at_noon(max((one for one in (own, earliest) if one), default=opened_on))


def said_moment(node: Node, faults: Faults, places: dict) -> datetime.datetime | None:
    """What `recorded` or `known_from` says; None when there is neither."""
    exact, since = node.get("recorded"), node.get("known_from")
    if exact and since:
        faults.tell(since.place, "Write 'recorded' or 'known_from', not both.")
    if exact:
        places["recorded"] = exact.place
        return moment(exact, faults)
    if since:
        places["known_from"] = since.place
        found = day(since, faults)
        return at_noon(found) if found else None
    return None


def marks_of(node: Node, owner: Row, desk: Desk) -> dict[str, object]:
    """Level and moment of a row that only joins others: its owner's, unless the entry says so."""
    node = node if node.kind == "table" else Node("table", node.place)
    said = level(found, desk.faults) if (found := node.get("sensitivity")) else None
    known = said_moment(node, desk.faults, {}) or owner.known
    if said and said > desk.ceiling:
        desk.faults.tell(node.place, "This is more sensitive than the ceiling in negotiation.yaml.")
    return {"level": max(said or 1, owner.level), "said": said, "known": known}

