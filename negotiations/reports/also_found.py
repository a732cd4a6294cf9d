"""What a search finds beside statements: claims, offers and their terms, terms, events, sources."""

from dataclasses import dataclass
from typing import Any

from negotiations import typed_values
from negotiations.models import Negotiation, Offer, OfferTerm, Source, Term
from negotiations.reports import labels
from negotiations.reports.claims import ClaimLine, claims, told
from negotiations.reports.home import EventLine, OfferRow, event_line, offer_row
from negotiations.reports.words import ENOUGH, Words, others_holding
from negotiations.standing.clock import AsOf

SIZES = (1, 10**6, 10**9)


@dataclass(frozen=True, slots=True)
class AmountLine:
    """What an offer says on a term."""

    offer: OfferRow
    term: str
    value: str
    wording: str


@dataclass(frozen=True, slots=True)
class AlsoFound:
    """`sharing` are the claims that have the very number asked for, `claims` the others.

    `facts` counts that number in them: a claim that names it twice speaks of two facts.
    """

    claims: tuple[ClaimLine, ...] = ()
    sharing: tuple[ClaimLine, ...] = ()
    facts: int = 0
    offers: tuple[OfferRow, ...] = ()
    amounts: tuple[AmountLine, ...] = ()
    terms: tuple[Any, ...] = ()
    events: tuple[EventLine, ...] = ()
    sources: tuple[Any, ...] = ()
    level: int = 1

    @property
    def count(self) -> int:
        return sum(map(len, (self.claims, self.offers, self.amounts, self.terms, self.events,
                             self.sources)))


def also_found(negotiation: Negotiation, as_of: AsOf, words: Words) -> AlsoFound:
    """The rows of the other kinds that hold the words, as of the day: 12 queries, none without words."""
    if not words.query:
        return AlsoFound()
    keys = others_holding(negotiation, words.query)
    moment, on = as_of.moment, as_of.on
    table = Offer.objects.of(negotiation).on_the_table(on, moment)
    offers = list(table.filter(pk__in=keys["offer"]))
    tabled = table.filter(state="tabled")
    amounts = list(OfferTerm.objects.known(moment).filter(pk__in=keys["offerterm"], offer__in=tabled)
                   .select_related("offer__author_government", "offer__author_front", "term")
                   .order_by("-offer__effective_on", "offer", "term__number")[:ENOUGH])
    named = list(Term.objects.known(moment).filter(pk__in=keys["term"]).order_by("number"))
    events = [row for row in reversed(labels.known_events(negotiation, moment))
              if row.pk in keys["event"] and row.effective_on <= on][:ENOUGH]
    sources = list(Source.objects.known(moment).filter(pk__in=keys["source"])
                   .order_by("-published_on", "-pk")[:ENOUGH])
    asserted = claims_holding(negotiation, as_of, keys["claim"])
    same = sharing(asserted, words)
    return AlsoFound(
        claims=tuple(line for line in asserted if line not in same), sharing=same,
        facts=sum(amount in figures(words.typed) for line in same for amount in line.amounts),
        offers=tuple(map(offer_row, reversed(offers))), amounts=tuple(map(amount_line, amounts)),
        terms=tuple(named), events=tuple(map(event_line, events)), sources=tuple(sources),
        level=max((row.sensitivity for row in (*offers, *amounts, *named, *events, *sources, *asserted)),
                  default=1))


def claims_holding(negotiation: Negotiation, as_of: AsOf, keys: list[int]) -> tuple[ClaimLine, ...]:
    """The claims of the claims page, those found only: 6 queries, none when there is none."""
    anchors = {f"claim-{key}" for key in keys}
    if not anchors:
        return ()
    return tuple(line for line in claims(negotiation, as_of) if line.anchor in anchors)


def amount_line(row: OfferTerm) -> AmountLine:
    return AmountLine(offer_row(row.offer), row.term.name,
                      typed_values.told(row.value, row.term.value_kind, row.term.unit), row.wording)


def sharing(found: tuple[ClaimLine, ...], words: Words) -> tuple[ClaimLine, ...]:
    """The claims of which the number typed is one of the numbers, as it stands or in millions."""
    if not words.number:
        return ()
    return tuple(line for line in found if figures(words.typed) & set(line.amounts))


def figures(typed: str) -> set[str]:
    """116 as the claims page would print it: 116, $116M, 116%, $116B."""
    digits = "".join(letter for letter in typed.replace("\N{NO-BREAK SPACE}", "") if letter in "0123456789.")
    figure = typed_values.amount(digits)
    if figure is None:
        return set()
    sized = {told(str(figure * size)) for size in SIZES if (figure * size).denominator == 1}
    return sized | {told(f"{digits}%")}
