"""What the offers on the table say to one government, as values of the parameters of the programme's formula.

Knows querysets; runs nothing. What an offer leaves unsaid is as in the offer that it replaces; what nobody
stated is unknown.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from negotiations.models import FrontMember, Negotiation, Offer, OfferAddressee, OfferTerm, Term
from negotiations.reports import labels
from negotiations.standing.answering import FEDERAL, addressed
from negotiations.standing.clock import AsOf
from negotiations.standing.fronts import has_footnote, holds
from negotiations.standing.offers import by_version, placed, replaced, standing


@dataclass(frozen=True, slots=True)
class OfferValues:
    """An offer and its values by parameter; without an offer, the status quo of the formula.

    `earlier` are the offers it replaces that say what it leaves unsaid; `unstated` the terms nobody stated.
    """

    offer: Offer | None
    values: dict[str, Any]
    earlier: tuple[Offer, ...] = ()
    unstated: tuple[Term, ...] = ()

    @property
    def says_something(self) -> bool:
        return any(value != "unknown" for value in self.values.values())


@dataclass(frozen=True, slots=True)
class Table:
    """The offers that stand, oldest first, and what hangs on them; `terms` by parameter.

    `versions` leads from any row of an offer to the one that counts, `said` from that to its values by
    parameter.
    """

    offers: tuple[Offer, ...]
    versions: dict[int, Offer]
    said: dict[int, dict[str, Any]]
    levels: dict[int, int]
    terms: dict[str, Term]
    addressees: list[OfferAddressee]
    members: list[FrontMember]


def load(negotiation: Negotiation, as_of: AsOf) -> Table:
    """5 queries."""
    of, moment = {"negotiation": negotiation}, as_of.moment
    offers = tuple(standing(Offer.objects.filter(**of).on_the_table(as_of.on, moment)))
    terms = Term.objects.filter(**of).exclude(parameter="").known(moment).order_by("number")
    rows = list(OfferTerm.objects.filter(offer__in=offers).known(moment).select_related("term"))
    said: dict[int, dict[str, Any]] = {row.pk: {} for row in offers}
    for row in rows:
        if row.term.parameter:
            said[row.offer_id][row.term.parameter] = row.value
    levels = {row.pk: max([row.sensitivity, *(one.sensitivity for one in rows if one.offer_id == row.pk)])
              for row in offers}
    return Table(
        offers, by_version(offers), said, levels,
        {row.parameter: row for row in terms},
        list(OfferAddressee.objects.filter(offer__in=offers).known(moment)),
        labels.known_members(FrontMember.objects.filter(**of).known(moment), moment))


def concerning(table: Table, code: str, apart: bool) -> Iterable[Offer]:
    """The tabled offers and outcomes that speak to the government, or for it; all of them to Canada."""
    for offer in table.offers:
        if offer.kind in ("offer", "outcome") and (code == FEDERAL or concerns(offer, table, code, apart)):
            yield offer


def concerns(offer: Offer, table: Table, code: str, apart: bool) -> bool:
    named = code in addressed(offer, {code}, table.addressees, table.members)
    if offer.kind == "offer":
        return named or offer.author_government_id == code or in_front(offer, table, code)
    if any(row.offer_id == offer.pk for row in table.addressees):
        return named
    return not apart and in_front(offer, table, code)


def in_front(offer: Offer, table: Table, code: str) -> bool:
    """A member on that day whom no footnote sets apart."""
    return any(row.front_id == offer.author_front_id and row.government_id == code
               and holds(row, offer.effective_on) and not has_footnote(row) for row in table.members)


def values_of(offer: Offer, table: Table) -> OfferValues:
    """What it leaves unsaid is as in the offer that it replaces; what nobody stated is unknown."""
    values, earlier = dict(table.said[offer.pk]), []
    for one in replaced(offer, table.versions):
        more = {name: value for name, value in table.said[one.pk].items() if name not in values}
        values.update(more)
        earlier.extend([one] if more else [])
    unstated = tuple(term for name, term in table.terms.items() if values.get(name) is None)
    stated = {name: value for name, value in values.items() if value is not None}
    unknown = {one.parameter: "unknown" for one in unstated}
    return OfferValues(offer, {**unknown, **stated}, tuple(earlier), unstated)


def newest(found: Iterable[OfferValues]) -> tuple[OfferValues, ...]:
    """The newest of Canada, of the other side and of both, oldest first; *found* come oldest first."""
    last = {(one.offer.kind, one.offer.author_government_id == FEDERAL): one for one in found}
    return tuple(sorted(last.values(), key=lambda one: placed(one.offer)))
