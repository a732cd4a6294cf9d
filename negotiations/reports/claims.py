"""The value of the claims page: each figure with its verdicts by date, and may we say it today."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from negotiations import typed_values
from negotiations.models import Citation, Claim, ClaimStatement, ClaimVerdict, Negotiation, Offer
from negotiations.reports import lines
from negotiations.reports.level import level_of
from negotiations.standing.clock import AsOf
from negotiations.standing.headline import live
from negotiations.standing.offers import by_version, overtakes


@dataclass(frozen=True, slots=True)
class VerdictLine:
    word: str
    when: str
    reason: str
    may_we_say_en: str
    may_we_say_fr: str
    cites: tuple[lines.Cite, ...]


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A claim with its verdicts, latest first. `overtaken_by` is the offer of the day when it is newer."""

    anchor: str
    code: str
    title: str
    text: str
    language: str
    amounts: tuple[str, ...]
    test: str
    span: str
    offer: Any
    overtaken_by: Any
    verdicts: tuple[VerdictLine, ...]
    repeats: tuple[Any, ...]
    same_number: tuple[tuple[str, str, str], ...]
    cite: lines.Cite
    sensitivity: int


def claims(negotiation: Negotiation, as_of: AsOf) -> tuple[ClaimLine, ...]:
    """The claims on record by then: 6 queries."""
    rows = loaded(negotiation, as_of)
    table = list(Offer.objects.of(negotiation).on_the_table(as_of.on, as_of.moment))
    offer, _counter = live(table)
    by_amount = same_numbers(rows)
    found = by_version(table)
    return tuple(claim_line(row, found, offer, by_amount) for row in rows)


def loaded(negotiation: Negotiation, as_of: AsOf) -> list[Claim]:
    """5 queries: claims made by then, with verdicts, repeats and further sources."""
    verdicts = (ClaimVerdict.objects.unsuperseded(as_of.moment).filter(effective_on__lte=as_of.on)
                .select_related("source").in_order().reverse()
                .prefetch_related(Prefetch(
                    "citations", Citation.objects.known(as_of.moment).select_related("source"))))
    repeats = (ClaimStatement.objects.known(as_of.moment).filter(statement__effective_on__lte=as_of.on)
               .select_related("statement__event", "statement__government", "statement__speaker",
                               "statement__front")
               .order_by("statement__effective_on", "statement__sequence"))
    found = (Claim.objects.of(negotiation).known(as_of.moment).select_related("offer", "source")
             .prefetch_related(Prefetch("verdicts", verdicts), Prefetch("statement_links", repeats))
             .order_by("id"))
    return [row for row in found if row.verdicts.all() or row.statement_links.all()]


def same_numbers(rows: list[Claim]) -> dict[str, list[Claim]]:
    """The claims by each of their numbers, written one way."""
    found: dict[str, list[Claim]] = {}
    for row in rows:
        for amount in row.amounts:
            found.setdefault(plain(amount), []).append(row)
    return found


def plain(amount: Any) -> str:
    figure = typed_values.amount(str(amount))
    return str(amount) if figure is None else str(figure)


def claim_line(row: Claim, table: Mapping[int, Offer], offer: Any,
               by_amount: dict[str, list[Claim]]) -> ClaimLine:
    """*table* has the offer that a row names by whatever version; *offer* is the one of the day."""
    about = table.get(row.offer_id, row.offer)
    newer = overtakes(offer, about)
    return ClaimLine(
        anchor=f"claim-{row.pk}", code=row.name_in_addresses, title=row.title, text=row.text,
        language=row.language, amounts=tuple(told(amount) for amount in row.amounts), test=row.test,
        span=span(row), offer=about, overtaken_by=offer if newer else None,
        verdicts=tuple(verdict_line(one) for one in row.verdicts.all()),
        repeats=tuple(link.statement for link in row.statement_links.all()),
        same_number=tuple(
            (told(amount), f"claim-{other.pk}", other.title) for amount in row.amounts
            for other in by_amount[plain(amount)] if other.pk != row.pk),
        cite=lines.cite(row), sensitivity=level_of([row, offer if newer else None]))


def told(amount: Any) -> str:
    """A number of a claim as a figure: dollars from a million on, a percentage as one."""
    figure = typed_values.amount(str(amount))
    dollars = figure is not None and not str(amount).endswith("%") and figure >= 1_000_000
    return typed_values.told(str(amount), "money" if dollars else "number")


def span(row: Claim) -> str:
    if row.span_from is None:
        return ""
    return typed_values.told(f"{row.span_from}..{row.span_to}", "date")


def verdict_line(row: ClaimVerdict) -> VerdictLine:
    return VerdictLine(row.get_verdict_display(), lines.when(row), row.reason, row.may_we_say_en,
                       row.may_we_say_fr, lines.cites(row))
