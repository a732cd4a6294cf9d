"""The rows behind the status of every term, in four queries whatever their number. Knows querysets only."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from negotiations.models import Negotiation, TermDependency
from negotiations.reports import parties
from negotiations.reports.early import Early, early
from negotiations.reports.level import level_of
from negotiations.reports.matrix_rows import Row, frame
from negotiations.standing.answers import Table
from negotiations.standing.asof import Cells, as_of, stand
from negotiations.standing.clock import AsOf
from negotiations.standing.positions import Stand
from negotiations.standing.status import Ground, Status
from negotiations.standing.tracks import read_closely, tracks, when

TRACKED = ("step", "contest", "agreement", "block", "signature", "member", "addressee")


@dataclass(frozen=True)
class TermRows:
    """The frame of the record as known then, the cells of the day, and which term is subject to which.

    `parties` are the codes of the governments that take part.
    """

    negotiation: Negotiation
    as_of: AsOf
    frame: dict[str, list[Row]]
    cells: Cells
    subject_to: dict[int, list[int]]
    parties: frozenset[str]

    @property
    def governments(self) -> list[Row]:
        """In protocol order."""
        return sorted(self.frame["government"], key=lambda row: row.protocol_order)

    @property
    def terms(self) -> list[Row]:
        return sorted(self.frame["term"], key=lambda row: row.number)

    def stands(self, term: int) -> dict[str, Stand | None]:
        """The effective position of each government on a term, in protocol order."""
        return {row.code: stand(self.cells, row.code, term) for row in self.governments}

    def statuses(self) -> dict[int, Status]:
        """How far each term has come, by its key."""
        ground = self.ground()
        return {row.pk: ground.of(row, self.of_parties(self.stands(row.pk))) for row in self.terms}

    def of_parties(self, stands: dict[str, Stand | None]) -> dict[str, Stand | None]:
        return {code: found for code, found in stands.items() if code in self.parties}

    def ground(self) -> Ground:
        """What every status is read from."""
        steps: dict[str, list[Any]] = {}
        for step in sorted(self.frame["step"], key=when):
            steps.setdefault(step.government_id, []).append(step)
        codes = [row.code for row in self.governments if row.kind != "federal" and row.code in self.parties]
        found = tracks(codes, self.frame["step"], self.frame["contest"])
        closely = read_closely(found, self.frame["step"], self.frame["agreement"])
        # Until an agreement of its own terms is reached, the terms of the others still wait for it.
        read = {code: replace(one, asymmetric=one.asymmetric and not one.pending)
                for code, one in closely.items()}
        return Ground(Table.of(self.frame["offer"], self.frame["offer_term"]), steps, read,
                      self.negotiation.single_package)

    def level(self, terms: Iterable[Any], shown: Iterable[Any] = ()) -> int:
        """The highest sensitivity among *terms*, what their statuses are read from, and what is *shown*."""
        terms = list(terms)
        keys = {row.pk for row in terms}
        said = [row for row in self.frame["offer_term"] if row.term_id in keys]
        carried = {row.offer_id for row in said}
        offers = [row for row in self.frame["offer"] if row.pk in carried]
        stands = [row for (_code, term), one in self.cells.items() if term is None or term in keys
                  for row in (one.row, one.signal)]
        return level_of(terms, said, offers, stands, *(self.frame[name] for name in TRACKED), shown)

    @property
    def early(self) -> Early | None:
        """Set where nothing was on record by then."""
        return early(self.frame["event"], self.as_of)

    @property
    def nothing_known(self) -> bool:
        """No event was on record yet at the date that is read as known, nor a term."""
        return self.early is not None and self.early.day is None and not self.frame["term"]


def load(negotiation: Negotiation, clock: AsOf) -> TermRows:
    """What the list and the page of a term are built from: 4 queries."""
    links = TermDependency.objects.of(negotiation).known(clock.moment).order_by("subject_to__number")
    subject_to: dict[int, list[int]] = {}
    for term, other in links.values_list("term", "subject_to"):
        subject_to.setdefault(term, []).append(other)
    cells = as_of(negotiation.pk, [clock.on], clock.moment)[clock.on]
    return TermRows(negotiation, clock, frame(negotiation, clock), cells, subject_to,
                    parties.codes(negotiation, clock))
