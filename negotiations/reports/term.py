"""The value of a term's history: how its number got here, and who moved."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from negotiations import typed_values
from negotiations.models import Offer, OfferTerm, Position, Term
from negotiations.reports import lines, term_gap, term_wording
from negotiations.reports.early import Early
from negotiations.reports.sections import withdrawn_words
from negotiations.reports.term_gap import Move, Step
from negotiations.reports.term_rows import TermRows
from negotiations.reports.term_status import StatusLine, status_line
from negotiations.standing.gap import Difference, differences
from negotiations.standing.offers import by_version, placed, standing, withdrawn_on
from negotiations.standing.status import BRACKETED, OPEN, Status, said
from negotiations.standing.wording import Piece, against

UNNAMED = (None, "unknown")


@dataclass(frozen=True, slots=True)
class Reaction:
    """The governments that took one stance on one day while the version stood."""

    stance: Any
    when: str
    event: Any
    rows: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """One parameter: from what to what, and by how much where both are numbers."""

    label: str
    old: str
    new: str
    change: str


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One version. `before` is what its side said until then; `countered` the other side's next one."""

    number: int
    when: str
    on: datetime.date
    offer: Offer
    author: str
    side: str
    said: Any
    key: Any
    value: str
    wording: str
    changed: tuple[Piece, ...]
    before: str
    differences: tuple[DifferenceLine, ...]
    restated: tuple[Offer, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    moves: tuple[Move, ...] = ()
    countered: "VersionLine | None" = None
    gap: str = ""
    closed: str = ""
    withdrawn: str = ""

    @property
    def offers(self) -> tuple[Offer, ...]:
        return self.offer, *self.restated


@dataclass(frozen=True, slots=True)
class TermHistory:
    term: Term
    standing: StatusLine
    subject_to: tuple[tuple[Any, StatusLine], ...]
    versions: tuple[VersionLine, ...]
    steps: tuple[Step, ...]
    trail: tuple[Step, ...]
    chart: term_gap.Chart | None
    wording: term_wording.Wordings | None
    early: Early | None
    level: int


def term_history(term: Term, rows: TermRows) -> TermHistory:
    """The versions of a term by then, restatements folded: 2 queries beside the rows."""
    worded = said_on(term, rows)
    positions = reacting(term, rows, worded)
    statuses = rows.statuses()
    offers = rows.frame["offer"]
    steps = term_gap.steps(worded, term, offers)
    others = [row for row in rows.terms if row.pk in rows.subject_to.get(term.pk, ())]
    return TermHistory(
        term=term, standing=status_line(rows, term, statuses[term.pk]),
        subject_to=tuple((row, status_line(rows, row, statuses[row.pk])) for row in others),
        versions=countered(with_gaps(with_reactions(folded(worded, term, offers), positions), steps)),
        steps=steps, trail=term_gap.trail(steps), chart=term_gap.chart(steps),
        wording=wording(worded, statuses[term.pk], offers), early=rows.early,
        level=rows.level([term, *others], [*worded, *positions]))


def said_on(term: Term, rows: TermRows) -> list[OfferTerm]:
    """What each offer put on the table says on the term, as it was tabled, oldest first: 1 query."""
    offers = Offer.objects.of(term.negotiation_id).on_the_table(rows.as_of.on, rows.as_of.moment)
    found = by_version(rows.frame["offer"])
    worded = (OfferTerm.objects.filter(term=term, offer__in=offers.order_by().values("tabled_as"))
              .select_related("offer__author_government", "offer__author_front", "offer__source",
                              "offer__event"))
    places = {row.pk: placed(found[row.offer_id]) for row in worded if row.offer_id in found}
    return sorted((row for row in worded if row.pk in places), key=lambda row: places[row.pk])


def reacting(term: Term, rows: TermRows, worded: Iterable[OfferTerm]) -> list[Position]:
    """On the term itself, or on the whole package of an offer that says something on it: 1 query."""
    found = by_version(rows.frame["offer"])
    named = {row.offer_id: found[row.offer_id] for row in worded}
    offers = [key for one in named.values() for key in (one.pk, *one.earlier_versions)]
    about = Q(term=term) | Q(term__isnull=True, offer__in=offers)
    return list(Position.objects.at(rows.as_of.on, rows.as_of.moment)
                .filter(about, negotiation=term.negotiation_id).select_related("event"))


def wording(worded: list[OfferTerm], found: Status, offers: list[Any]) -> term_wording.Wordings | None:
    """The four columns, of offers that stand; brackets stand while the term is open or bracketed."""
    left = {row.pk for row in standing(offers)}
    worded = [row for row in worded if row.offer_id in left]
    agreed = found.version.row if found.agreed and found.version else None
    own = next((row for row in reversed(worded) if agreed and row.offer_id == agreed.offer_id), None)
    return term_wording.columns(worded, own, bracketed=found.code in (OPEN, BRACKETED))


def folded(rows: Iterable[OfferTerm], term: Term, offers: Iterable[Any]) -> tuple[VersionLine, ...]:
    """One line a version; an offer that only repeats what its side last said is named beside it."""
    found: list[VersionLine] = []
    named = by_version(offers)
    for row in rows:
        key = said(row, term.value_kind)
        place = repeated(found, row.offer, key)
        if place is None or withdrawn_on(named[row.offer_id]):
            line = version_line(row, term, key, found)
            found.append(replace(line, withdrawn=withdrawn_words(named[row.offer_id])))
        else:
            found[place] = replace(found[place], restated=(*found[place].restated, row.offer))
    return tuple(found)


def repeated(found: list[VersionLine], offer: Offer, key: Any) -> int | None:
    """Which earlier version it repeats: the last of its side; of any side for an outcome."""
    side = term_gap.side_of(offer)
    same = [at for at, one in enumerate(found) if (side == "both" or one.side == side) and not one.withdrawn]
    return same[-1] if side != "base" and same and found[same[-1]].key == key else None


def version_line(row: OfferTerm, term: Term, key: Any, earlier: list[VersionLine]) -> VersionLine:
    side, last = term_gap.side_of(row.offer), earlier[-1] if earlier else None
    before = previous(earlier, side)
    told = difference_lines(before.said, row.value, term) if before else ()
    return VersionLine(
        number=len(earlier) + 1, when=lines.when(row.offer), on=row.offer.effective_on, offer=row.offer,
        author=row.offer.authors, side=side, said=row.value, key=key,
        value=typed_values.told(row.value, term.value_kind, term.unit), wording=row.wording,
        changed=against(last.wording, row.wording) if last and last.wording else (),
        before=before.offer.title if before and told else "", differences=told)


def previous(earlier: list[VersionLine], side: str) -> VersionLine | None:
    """What the side last said, or else the status quo; of any side for an outcome."""
    told = [one for one in earlier if one.said not in UNNAMED]
    same = [one for one in told if side == "both" or one.side == side]
    return (same or [one for one in told if one.offer.kind == "base"] or [None])[-1]


def difference_lines(old: Any, new: Any, term: Term) -> tuple[DifferenceLine, ...]:
    """From what to what; nothing where nothing is named, or both read alike."""
    if new in UNNAMED:
        return ()
    told = [difference_line(one, term) for one in differences(old, new, term.value_kind)]
    return tuple(one for one in told if one.old != one.new)


def difference_line(found: Difference, term: Term) -> DifferenceLine:
    kind = term.value_kind
    told = [typed_values.told("unknown" if value is None else value, kind)
            for value in (found.old, found.new)]
    label = typed_values.labels(found.label) if found.label else ""
    return DifferenceLine(label, *told, term_gap.signed(found.change, kind) if found.change else "")


def with_reactions(versions: tuple[VersionLine, ...], positions: list[Position]) -> tuple[VersionLine, ...]:
    """To each version the positions taken from its day until the next one's."""
    ends = ([one.on for one in versions] + [datetime.date.max])[1:]
    return tuple(
        replace(one, reactions=reactions([row for row in positions if one.on <= row.effective_on < end]))
        for one, end in zip(versions, ends, strict=True))


def reactions(rows: list[Position]) -> tuple[Reaction, ...]:
    """By stance and day, oldest first; of a government the last counts, and one on the term first."""
    last = {row.government_id: row for row in sorted(rows, key=lambda row: row.term_id is not None)}
    grouped: dict[tuple, list[Position]] = {}
    for row in sorted(last.values(), key=lambda row: (row.effective_on, row.government.protocol_order)):
        grouped.setdefault((row.effective_on, row.stance), []).append(row)
    return tuple(Reaction(lines.STANCES[stance], lines.when(found[0]), found[0].event, tuple(found))
                 for (_on, stance), found in grouped.items())


def with_gaps(versions: tuple[VersionLine, ...], steps: tuple[Step, ...]) -> tuple[VersionLine, ...]:
    """The gap when the version was tabled, and who moved to or with it then and in its restatements."""
    by_offer = {one.offer.pk: one for one in steps if not one.withdrawal}
    told = []
    for one in versions:
        own = by_offer.get(one.offer.pk)
        moved = [move for offer in one.offers if offer.pk in by_offer for move in by_offer[offer.pk].moves]
        told.append(replace(one, gap=own.gap if own else "", closed=own.closed if own else "",
                            moves=tuple(moved)))
    return tuple(told)


def countered(versions: tuple[VersionLine, ...]) -> tuple[VersionLine, ...]:
    """To each offer of one side the next version, if it is the other side's."""
    sides = ({"federal", "other"},)
    following = (*versions[1:], None)[:len(versions)]
    return tuple(
        replace(one, countered=after) if after is not None and {one.side, after.side} in sides else one
        for one, after in zip(versions, following, strict=True))
