"""Who has answered the offer on the table, and who has been waited for since when. Knows rows only.

    replies(governments, offers, said, addressees, members, cells, steps, on) -> dict[str, Reply]
    by_offer(replies) -> tuple[OfferReplies, ...]

The rows are those of `reports.matrix_rows.frame` (offer, offer_term, addressee, member, step), and
the cells those of `standing.asof.as_of`: a page that has loaded the matrix asks for nothing more, and
reads `Matrix.answers`; another asks `reports.matrix_answers.load`, in two queries. Models with the
same fields do as well. Both clocks are the caller's: give rows as known then, and the day shown.

An offer waits for an answer when it is written and tabled. It is addressed to whom it names, and to
the members that a front it names had on its day; when it names nobody, Canada speaks to every province
and territory, and all others to Canada. Each government is asked about the latest addressed to it.
"""

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from negotiations.standing.answers import Table
from negotiations.standing.asof import Cells, stand
from negotiations.standing.fronts import holds
from negotiations.standing.offers import placed
from negotiations.standing.positions import Stand
from negotiations.standing.tracks import IN_PRINCIPLE

ANSWERED, RESERVED, OUTDATED, SILENT = STATUSES = ("answered", "reserved", "outdated", "silent")
FEDERAL = "CA"
# Countered, agreed to negotiate, agreed, signed, apart, withdrawn: each by an act of the government's own.
ACTS = ("J3", "J5", *IN_PRINCIPLE, "J10", "J11", "J13", "J20", "J21", "J23")
STEPS = {"J4": RESERVED, **dict.fromkeys(ACTS, ANSWERED)}
UNSAID = ("not_applicable",)  # such a position answers nobody


@dataclass(frozen=True, slots=True)
class Reply:
    """Whether one government has answered *offer*.

    `answered`: since the offer's day it took a position on the package, or on a term of the offer (what
    the offer leaves as it was is a term of it too), or one that names the offer, or its track moved by
    its own act. `reserved`: it says that it cannot answer yet.
    `outdated`: nothing since, and the offer changed a value that it had answered. `silent`: nothing.
    `day` is that of the answer, of the reservation, or of the answer that is outdated. `waiting` are the
    days from the offer to the day shown, of those who have not answered. `due_in` are the days to the
    date the answer is due, below zero once it has passed, None where the offer sets no date. `signal` is
    the day of the last signal since the offer, of those who are silent or outdated: it answers nothing.
    """

    government: str
    offer: Any
    status: str
    day: datetime.date | None
    waiting: int | None
    due_in: int | None
    signal: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class OfferReplies:
    """The replies to one offer, in the order of the governments."""

    offer: Any
    replies: tuple[Reply, ...]

    @property
    def due_in(self) -> int | None:
        return self.replies[0].due_in

    def of(self, status: str) -> tuple[Reply, ...]:
        return tuple(one for one in self.replies if one.status == status)

    @property
    def waited_for(self) -> tuple[Reply, ...]:
        """Those who have not answered: reserved, outdated or silent."""
        return tuple(one for one in self.replies if one.waiting is not None)


def replies(governments: Iterable[str], offers: Iterable[Any], said: Iterable[Any],
            addressees: Iterable[Any], members: Iterable[Any], cells: Cells, steps: Collection[Any],
            on: datetime.date) -> dict[str, Reply]:
    """The reply of each government that an offer is addressed to, by its code.

    *offers* are those on the table on the day *on*, *said* their terms, *cells* what counts that day.
    """
    governments = list(governments)
    table = Table.of(offers, said)
    asked = latest_offers(governments, table.standing, list(addressees), list(members))
    moved = {code: [row for row in steps if row.government_id == code] for code in asked}
    stood: dict[str, list[Stand]] = {code: [] for code in asked}
    for (code, _term), found in cells.items():
        if code in asked:
            stood[code].append(found)
    return {code: reply(code, asked[code], table, cells, stood[code], moved[code], on)
            for code in governments if code in asked}


def by_offer(found: dict[str, Reply]) -> tuple[OfferReplies, ...]:
    """The replies gathered by offer, the one that most are asked about first."""
    groups: dict[int, list[Reply]] = {}
    for one in found.values():
        groups.setdefault(one.offer.pk, []).append(one)
    return tuple(OfferReplies(rows[0].offer, tuple(rows))
                 for rows in sorted(groups.values(), key=len, reverse=True))


def latest_offers(governments: Collection[str], offers: Iterable[Any], addressees: list[Any],
                  members: list[Any]) -> dict[str, Any]:
    """The latest written offer addressed to each government, of *offers* that stand, oldest first."""
    found = {}
    for offer in offers:
        if offer.kind == "offer":
            named = addressed(offer, governments, addressees, members)
            found.update({code: offer for code in named if code != offer.author_government_id})
    return found


def addressed(offer: Any, governments: Collection[str], addressees: list[Any],
              members: list[Any]) -> set[str]:
    """Whom the offer speaks to."""
    rows = [row for row in addressees if row.offer_id == offer.pk]
    if not rows:
        federal = offer.author_government_id == FEDERAL
        return {code for code in governments if (code != FEDERAL) == federal}
    fronts = {row.front_id for row in rows if row.front_id}
    return {row.government_id for row in rows if row.government_id} | {
        row.government_id for row in members if row.front_id in fronts and holds(row, offer.effective_on)}


def reply(code: str, offer: Any, table: Table, cells: Cells, stands: list[Stand], steps: list[Any],
          on: datetime.date) -> Reply:
    terms, signal = terms_of(offer, table), None
    status, day = answer(offer, [*positions([one.row for one in stands], terms, offer, table), *moves(steps)])
    if status == SILENT:
        status, day = earlier(code, terms, table, cells)
        weaker = positions([one.signal for one in stands if one.signal], terms, offer, table)
        signal = last_signal(code, offer, table, weaker)
    return Reply(code, offer, status, day, None if status == ANSWERED else (on - offer.effective_on).days,
                 (offer.response_due - on).days if offer.response_due else None, signal)


def terms_of(offer: Any, table: Table) -> set[int]:
    """The terms that the offer speaks of, and those that it leaves as its side had put them before."""
    side = {row.pk for row in table.standing
            if placed(row) <= placed(offer) and authors(row) == authors(offer)}
    return {term for pk, term in table.terms if pk in side}


def authors(offer: Any) -> tuple[Any, Any]:
    return offer.author_government_id, offer.author_front_id


Act = tuple[datetime.date, str, bool]  # the day, what it amounts to, whether it names the offer


def positions(rows: Iterable[Any], terms: Collection[int], offer: Any, table: Table) -> list[Act]:
    """What counts for the government on a term of the offer or the package, and what names the offer.

    An offer without a term on record is about all of them. What names another offer of the side answers
    that one.
    """
    told = [(row, table.versions.get(row.offer_id) is offer) for row in rows
            if row.stance not in UNSAID and not names_another(row, offer, table)]
    return [(row.effective_on, RESERVED if row.stance == "reserved" else ANSWERED, named)
            for row, named in told if named or row.term_id is None or row.term_id in terms or not terms]


def names_another(row: Any, offer: Any, table: Table) -> bool:
    """The position is about another offer of the same author."""
    named = table.named(row.offer_id)
    return named is not None and named is not offer and (
        named.kind == offer.kind and authors(named) == authors(offer))


def moves(steps: Iterable[Any]) -> list[Act]:
    return [(row.effective_on, STEPS[row.state], False) for row in steps if row.state in STEPS]


def answer(offer: Any, acts: Iterable[Act]) -> tuple[str, datetime.date | None]:
    """The latest answer since the offer, or the latest reservation where there is nothing else."""
    since = [(day, status) for day, status, named in acts if named or day >= offer.effective_on]
    for status in (ANSWERED, RESERVED):
        days = [day for day, found in since if found == status]
        if days:
            return status, max(days)
    return SILENT, None


def last_signal(code: str, offer: Any, table: Table, weaker: Iterable[Act]) -> datetime.date | None:
    """The last day since the offer of a line on weaker evidence, or of a signal about the offer."""
    own = [row.effective_on for row in table.standing if row.kind == "signal"
           and row.author_government_id == code and table.versions.get(row.attached_to_id) is offer]
    days = [*own, *(day for day, _status, _named in weaker)]
    return max((day for day in days if day >= offer.effective_on), default=None)


def earlier(code: str, terms: Iterable[int], table: Table, cells: Cells) -> tuple[str, datetime.date | None]:
    """Outdated where an offer since has changed a value that it had answered."""
    found = [(stand(cells, code, term), term) for term in terms]
    days = [one.row.effective_on for one, term in found if one and table.changed_by(one.row, term)]
    return (OUTDATED, max(days)) if days else (SILENT, None)
