"""Where a row of the record is read: the page, and the place on it. Knows rows, no address."""

from dataclasses import dataclass
from typing import Any

from negotiations.models import Claim, ClaimVerdict, Condition, Event, Offer, OfferTerm, Source
from negotiations.models.record import Record


@dataclass(frozen=True, slots=True)
class Place:
    """`event` (with `anchor`), `offer`, `source` or `claim` lead to a page; none: the admin alone."""

    model: str
    key: int
    event: Any = None
    anchor: str = ""
    offer: str = ""
    source: str = ""
    claim: str = ""

    @property
    def change(self) -> str:
        """The name of the admin's page of the row."""
        return f"admin:negotiations_{self.model}_change"


def place(row: Record) -> Place:
    """Where *row* is read; needs the rows it belongs to at hand."""
    return Place(row._meta.model_name, row.pk, **_page(row))


def _page(row: Record) -> dict[str, Any]:
    match row:
        case Event():
            return {"event": row}
        case Offer():
            return {"offer": row.name_in_addresses}
        case OfferTerm():
            return {"offer": row.offer.name_in_addresses}
        case Source():
            return {"source": row.name_in_addresses}
        case Claim():
            return {"claim": f"claim-{row.pk}"}
        case ClaimVerdict():
            return {"claim": f"claim-{row.claim_id}"}
        case Condition():
            return _page(row.position)
    return {"event": getattr(row, "event", None), "anchor": getattr(row, "anchor", "")}
