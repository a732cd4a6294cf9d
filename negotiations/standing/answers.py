"""Whether a position still answers what is on the table, and whether it is settled. Knows rows only."""

import datetime
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from negotiations.standing.tracks import IN_PRINCIPLE, SIGNED, Track, when

REACHED = (*IN_PRINCIPLE, *SIGNED)
AUTHORS = ("proposes", "not_applicable")  # these answer nobody


@dataclass(frozen=True)
class Table:
    """The offers on the table with what each says on each term, oldest first."""

    offers: tuple[Any, ...]
    terms: Mapping[tuple[int, int], Any]

    @classmethod
    def of(cls, offers: Iterable[Any], terms: Iterable[Any]) -> "Table":
        return cls(tuple(sorted(offers, key=when)), {(row.offer_id, row.term_id): row for row in terms})

    def thread(self, answered: int | None) -> list[Any]:
        """The offers of the side that was answered: Canada's when the position names none."""
        by_pk = {row.pk: row for row in self.offers}
        offer = by_pk.get(answered)
        if offer is not None and offer.attached_to_id:
            offer = by_pk.get(offer.attached_to_id)
        front = offer.author_front_id if offer is not None and offer.author_government_id is None else None
        written = [row for row in self.offers if row.kind in ("offer", "outcome") and row.state == "tabled"]
        return [row for row in written if row.kind == "outcome" or (
            row.author_front_id == front if front else row.author_government_id == "CA")]

    def changed_by(self, position: Any, term: int) -> Any:
        """The last offer after the position, if it says another value than the one answered, or None."""
        if position.stance in AUTHORS:
            return None
        answered = latest = changed = None
        for offer in self.thread(position.offer_id):
            said = value_of(self.terms.get((offer.pk, term)))
            if said is None:
                continue
            if offer.effective_on <= position.effective_on or offer.pk == position.offer_id:
                answered = said
            else:
                latest, changed = said, offer
        return changed if answered is not None and latest not in (None, answered) else None


def value_of(row: Any) -> Any:
    """The typed value, or the words where there is none; None when the offer leaves the term as it is."""
    if row is None:
        return None
    if row.value not in (None, "unknown"):
        return row.value
    return row.wording_en or row.wording_fr or None


def settled_since(track: Track | None, steps: Iterable[Any]) -> Any:
    """The step with which the government reached the agreement in principle it now stands in."""
    if track is None or track.state not in REACHED:
        return None
    first = None
    for step in sorted(steps, key=when):
        if step.state not in REACHED:
            first = None
        elif first is None:
            first = step
    return first


def is_settled(position: Any, term: int, step: Any, package: Collection[int]) -> bool:
    """Taken before the agreement in principle, on a term of the package (any, when none is listed)."""
    if step is None or (package and term not in package):
        return False
    on: datetime.date = step.effective_on
    return position.effective_on < on
