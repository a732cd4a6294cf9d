"""The value of a term's history: how its number got here, and who moved."""

import datetime
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from grants import formats
from negotiations import typed_values
from negotiations.models import Offer, OfferTerm, Position, Term
from negotiations.reports import lines
from negotiations.standing.clock import AsOf, language
from negotiations.standing.gap import Gap, figure, gaps
from negotiations.standing.wording import Piece, compare

CHART_WIDTH, CHART_HEIGHT, MARGIN = 600, 140, 20


@dataclass(frozen=True, slots=True)
class Reaction:
    """How many governments took one stance while the version stood; each line of its own is a link."""

    stance: Any
    governments: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class VersionLine:
    number: int
    when: str
    on: Any
    offer: Offer
    author: str
    side: str
    value: str
    amount: Fraction | None
    wording: str
    changed: tuple[Piece, ...]
    restated: tuple[Offer, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    gap: str = ""
    closed: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Two lines that close: points as `x,y` pairs for an SVG of the given size."""

    width: int = CHART_WIDTH
    height: int = CHART_HEIGHT
    federal: str = ""
    other: str = ""
    dots: tuple[tuple[int, int, str, str], ...] = field(default=())


@dataclass(frozen=True, slots=True)
class TermHistory:
    term: Term
    status: str
    versions: tuple[VersionLine, ...]
    chart: Chart | None
    level: int


def term_history(term: Term, as_of: AsOf) -> TermHistory:
    """The versions of a term by then, restatements folded: 3 queries."""
    offers = Offer.objects.on_the_table(as_of.on, as_of.moment).filter(negotiation=term.negotiation_id)
    rows = list(OfferTerm.objects.filter(term=term, offer__in=offers)
                .select_related("offer__author_government", "offer__author_front", "offer__source")
                .order_by("offer__effective_on", "offer__id"))
    positions = list(Position.objects.at(as_of.on, as_of.moment).filter(term=term).select_related("event"))
    versions = with_reactions(with_gaps(folded(rows, term), term), positions)
    return TermHistory(term, status(versions), versions, chart(versions),
                       max([term.sensitivity, *(row.sensitivity for row in (*rows, *positions))]))


def side_of(offer: Offer) -> str:
    if offer.kind in ("outcome", "base"):
        return "both"
    return "federal" if offer.author_government_id == "CA" else "other"


def folded(rows: Iterable[OfferTerm], term: Term) -> tuple[VersionLine, ...]:
    """One line a version; an offer that only repeats what its side last said is named beside it."""
    found: list[VersionLine] = []
    for row in rows:
        told = typed_values.told(row.value, term.value_kind, term.unit)
        place = repeated(found, row, told)
        if place is None:
            found.append(version_line(row, term, told, found[-1] if found else None, len(found) + 1))
        else:
            found[place] = replace(found[place], restated=(*found[place].restated, row.offer))
    return tuple(found)


def repeated(found: list[VersionLine], row: OfferTerm, told: str) -> int | None:
    """Which earlier version the row repeats: the last of its side; of any side for an outcome."""
    side = side_of(row.offer)
    if side == "both" and row.offer.kind == "outcome":
        same_side = range(len(found) - 1, -1, -1)
    else:
        same_side = [at for at in range(len(found) - 1, -1, -1) if found[at].side == side]
    last = next(iter(same_side), None)
    if last is None or not told or found[last].value != told or row.offer.kind == "base":
        return None
    return last


def version_line(row: OfferTerm, term: Term, told: str, before: VersionLine | None,
                 number: int) -> VersionLine:
    return VersionLine(
        number=number, when=lines.when(row.offer), on=row.offer.effective_on, offer=row.offer,
        author=row.offer.authors, side=side_of(row.offer), value=told,
        amount=figure(row.value, term.value_kind), wording=row.wording,
        changed=compare(before.wording, row.wording) if before and before.wording and row.wording else ())


def with_gaps(versions: tuple[VersionLine, ...], term: Term) -> tuple[VersionLine, ...]:
    """The base is no side's offer; what was agreed closes the gap on the version it restates."""
    told = [(one.side, None if one.offer.kind == "base" else one.amount) for one in versions]
    found = gaps(told)
    return tuple(
        replace(one, gap=gap_words(gap, term), closed=closed_words(gap)) if gap else one
        for one, gap in zip(versions, found, strict=True))


def gap_words(gap: Gap, term: Term) -> str:
    if term.value_kind == "date":
        return formats.days(int(gap.size), language())
    if term.value_kind == "money":
        return formats.money_short(gap.size, language())
    return formats.number(gap.size, language(), 0 if gap.size.denominator == 1 else 2)


def closed_words(gap: Gap) -> str:
    return _("%(share)s closed") % {"share": formats.ratio(gap.closed, language(), 1)} if gap.closed else ""


def with_reactions(versions: tuple[VersionLine, ...], positions: list[Position]) -> tuple[VersionLine, ...]:
    """To each version the positions taken from its day until the next one's."""
    ends = ([one.on for one in versions] + [datetime.date.max])[1:]
    return tuple(
        replace(one, reactions=reactions([row for row in positions if one.on <= row.effective_on < end]))
        for one, end in zip(versions, ends, strict=True))


def reactions(rows: list[Position]) -> tuple[Reaction, ...]:
    """By stance, most first; a government's last position counts."""
    last = {row.government_id: row for row in rows}
    counted = Counter(row.stance for row in last.values())
    return tuple(
        Reaction(lines.STANCES[stance],
                 tuple((row.government.short, row) for row in last.values() if row.stance == stance))
        for stance, _count in counted.most_common())


def status(versions: tuple[VersionLine, ...]) -> str:
    """Provisionally agreed, bracketed or open."""
    if any(offer.kind == "outcome" for one in versions for offer in (one.offer, *one.restated)):
        return _("provisionally agreed")
    sides = {one.side: one.value for one in versions if one.offer.kind != "base"}
    if len(set(sides.values())) > 1:
        return _("bracketed: alternatives are on the table")
    return pgettext("term status", "open")


def spoken(one: VersionLine) -> str:
    return _("%(author)s: %(value)s") % {"author": one.author, "value": one.value}


def chart(versions: tuple[VersionLine, ...]) -> Chart | None:
    """Two sides over time; None unless both said a number and it changed."""
    told = [one for one in versions if one.amount is not None and one.offer.kind != "base"]
    amounts = {one.amount for one in told}
    days = {one.on for one in told}
    if len(amounts) < 2 or len(days) < 2 or not {"federal", "other"} <= {one.side for one in told}:
        return None
    low, high, start, end = min(amounts), max(amounts), min(days), max(days)

    def point(one: VersionLine) -> tuple[int, int]:
        across = Fraction((one.on - start).days, (end - start).days)
        up = (one.amount - low) / (high - low)
        return (int(MARGIN + across * (CHART_WIDTH - 2 * MARGIN)),
                int(CHART_HEIGHT - MARGIN - up * (CHART_HEIGHT - 2 * MARGIN)))

    def line(side: str) -> str:
        return " ".join("{},{}".format(*point(one)) for one in told if one.side in (side, "both"))

    return Chart(federal=line("federal"), other=line("other"),
                 dots=tuple((*point(one), one.side, spoken(one)) for one in told))
