"""What a record file may hold: for each file its sections, as plain tables."""

from negotiations.exchange.schema.events import (
    EVENT,
    FOLLOWUPS_ALONE,
    FRONT_POSITIONS,
    POSITIONS_ALONE,
)
from negotiations.exchange.schema.outcomes import (
    AGREEMENTS,
    CLAIMS,
    DEADLINES,
    MANDATES,
    OFFERS,
    TRACKS,
)
from negotiations.exchange.schema.shape import Field, Link, Section
from negotiations.exchange.schema.talks import (
    FRONTS,
    NEGOTIATION,
    OFFICE_HOLDERS,
    QUESTIONS,
    SOURCES,
    TERMS,
)

LISTS = {
    "sources.yaml": SOURCES,
    "terms.yaml": TERMS,
    "offers.yaml": OFFERS,
    "positions.yaml": POSITIONS_ALONE,
    "followups.yaml": FOLLOWUPS_ALONE,
    "claims.yaml": CLAIMS,
    "deadlines.yaml": DEADLINES,
    "tracks.yaml": TRACKS,
    "agreements.yaml": AGREEMENTS,
    "questions.yaml": QUESTIONS,
    "mandates.yaml": MANDATES,
}
PEOPLE = {"office_holders": OFFICE_HOLDERS, "fronts": FRONTS}

__all__ = [
    "ALL", "EVENT", "FRONT_POSITIONS", "LISTS", "NEGOTIATION", "PEOPLE", "SOURCES",
    "Field", "Link", "Section",
]  # fmt: skip


def with_parts(section: Section) -> list[Section]:
    """The section and all those inside it."""
    return [section, *(one for part in section.parts.values() for one in with_parts(part))]


ALL = [
    one
    for section in (NEGOTIATION, EVENT, FRONT_POSITIONS, *PEOPLE.values(), *LISTS.values())
    for one in with_parts(section)
]
