"""Whether a position still answers what is on the table, and whether it is settled. Knows rows only."""

import datetime
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from negotiations.standing.offers import by_version, placed, standing, tabled_on
from negotiations.standing.tracks import IN_PRINCIPLE, SIGNED, Track, when

REACHED = (*IN_PRINCIPLE, *SIGNED)
AUTHORS = ("proposes", "not_applicable")  # these answer nobody


@dataclass(frozen=True)
class Table:
    """The offers put on the table with what each says on each term, oldest first.

    `terms` has a withdrawn offer's too, by its key: what it said was answered. `standing` are the others.
    """

    offers: tuple[Any, ...]
    terms: Mapping[tuple[int, int], Any]
    versions: Mapping[int | None, Any]
    standing: tuple[Any, ...]
    standing_keys: frozenset[int]

    @classmethod
    def of(cls, offers: Iterable[Any], terms: Iterable[Any]) -> "Table":
        ordered = tuple(sorted(offers, key=placed))
        found = by_version(ordered)
        said = {(found[row.offer_id].pk, row.term_id): row for row in terms if row.offer_id in found}
        kept = tuple(standing(ordered))
        return cls(ordered, said, found, kept, frozenset(row.pk for row in kept))

    def stands(self, offer: Any) -> bool:
        return offer.pk in self.standing_keys

    def named(self, key: int | None) -> Any:
        """The offer whose row, in whatever version, has the key; of a signal the offer that it is about."""
        offer = self.versions.get(key)
        return offer and self.versions.get(offer.attached_to_id, offer)

    def said(self, key: int | None, term: int) -> Any:
        """What the offer that was named says on the term, while it stands; None when nothing."""
        offer = self.versions.get(key)
        return self.terms.get((offer.pk, term)) if offer and self.stands(offer) else None

    def thread(self, answered: int | None) -> list[Any]:
        """The offers of the side that was answered, withdrawn ones too: Canada's when none is named."""
        offer = self.named(answered)
        front = offer.author_front_id if offer is not None and offer.author_government_id is None else None
        written = [row for row in self.offers if row.kind in ("offer", "outcome")]
        return [row for row in written if row.kind == "outcome" or (
            row.author_front_id == front if front else row.author_government_id == "CA")]

    def changed_by(self, position: Any, term: int) -> Any:
        """The last offer after the position, if it says another value than the one answered, or None.

        Who names an offer answers that one, though a later one was on the table by then.
        """
        if position.stance in AUTHORS:
            return None
        thread, named = self.thread(position.offer_id), self.named(position.offer_id)
        answered = latest = changed = None
        for offer in thread:
            said = value_of(self.terms.get((offer.pk, term)))
            if said is None:
                continue
            if placed(offer) <= placed(named) if named in thread else (
                    tabled_on(offer) <= position.effective_on):
                answered = said
            elif self.stands(offer):
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
