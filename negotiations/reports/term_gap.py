"""The gap of a term in words and as a chart: what each side said, how far apart, who moved by how much."""

import datetime
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants import formats
from negotiations import typed_values
from negotiations.models import Offer, OfferTerm, Term
from negotiations.reports import lines
from negotiations.standing.clock import language
from negotiations.standing.gap import figure, gaps
from negotiations.standing.offers import by_version, standing, withdrawn_on
from negotiations.standing.status import FEDERAL, of_one_alone

WIDTH, HEIGHT = 560, 200
LEFT, RIGHT, TOP, BOTTOM = 140, 20, 20, 40


@dataclass(frozen=True, slots=True)
class Move:
    """A side that came to another value; `government` is its code, empty for a front."""

    who: str
    government: str
    change: str


@dataclass(frozen=True, slots=True)
class Turn:
    """An offer that names a number, or that it was withdrawn: what its side says from that day on.

    `row` is what it says, None where it says nothing any more.
    """

    offer: Offer
    on: datetime.date
    side: str
    row: OfferTerm | None
    withdrawal: bool

    def amount(self, kind: str) -> Fraction | None:
        return figure(self.row.value, kind) if self.row else None


@dataclass(frozen=True, slots=True)
class Step:
    """One offer that names a number, or its withdrawal: what each side says from then on, and the gap.

    A withdrawal has no value of its own.
    """

    offer: Offer
    when: str
    on: Any
    side: str
    author: str
    value: str
    amount: Fraction | None
    federal: str
    other: str
    gap: str
    closed: str
    share: Fraction | None
    moves: tuple[Move, ...]
    withdrawal: bool


@dataclass(frozen=True, slots=True)
class Dot:
    x: int
    y: int
    side: str
    words: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Two lines that close: points as `x,y` pairs for an SVG of the given size, and its scale in words."""

    federal: str
    other: str
    dots: tuple[Dot, ...]
    low: str
    high: str
    start: str
    end: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def side_of(offer: Offer) -> str:
    """`federal`, `other`, `both`; `base` for the status quo, `alone` for an outcome with one government."""
    if offer.kind == "base":
        return "base"
    if offer.kind == "outcome":
        return "alone" if of_one_alone(offer) else "both"
    return "federal" if offer.author_government_id == FEDERAL else "other"


def turns(rows: Iterable[OfferTerm], term: Term, offers: Iterable[Any]) -> list[Turn]:
    """Who says what number from which day on, oldest first; the status quo is no side's.

    *offers* are those put on the table by then. Once one is withdrawn its side says what the last of its
    others says that stand, or nothing.
    """
    found, left = by_version(offers), {row.pk for row in standing(offers)}
    told = [Turn(row.offer, row.offer.effective_on, side_of(row.offer), row, False) for row in rows
            if figure(row.value, term.value_kind) is not None]
    told = [one for one in told if one.side in ("federal", "other", "both")]
    gone = [(one, side, day) for one in told if (day := withdrawn_on(found[one.offer.pk]))
            for side in sides(one.side)]
    told += [Turn(one.offer, day, side, last_of(side, day, told, left), True) for one, side, day in gone]
    return sorted(told, key=lambda one: (one.on, one.withdrawal))


def sides(side: str) -> tuple[str, ...]:
    return ("federal", "other") if side == "both" else (side,)


def last_of(side: str, day: datetime.date, told: Iterable[Turn], left: Container[int]) -> OfferTerm | None:
    """What the last offer of the side by that day says, of those that are left."""
    own = [one.row for one in told if side in sides(one.side) and one.on <= day and one.offer.pk in left]
    return own[-1] if own else None


def steps(rows: Iterable[OfferTerm], term: Term, offers: Iterable[Any]) -> tuple[Step, ...]:
    """One step for each offer that names a number and for each withdrawal of one, oldest first."""
    named, kind = turns(rows, term, offers), term.value_kind
    after = gaps([(one.side, one.amount(kind)) for one in named])
    said: dict[str, tuple[Fraction, str, str, str]] = {}
    found = []
    for turn, gap in zip(named, after, strict=True):
        moved = () if turn.withdrawal else moves(said, turn.offer, turn.side, turn.amount(kind), kind)
        say(said, turn, term)
        found.append(Step(
            turn.offer, formats.date_long(turn.on, language()) if turn.withdrawal else lines.when(turn.offer),
            turn.on, turn.side, turn.offer.authors, "" if turn.withdrawal else value_in_words(turn.row, term),
            None if turn.withdrawal else turn.amount(kind), told_by(said, "federal"), told_by(said, "other"),
            size(gap.size, kind) if gap else "", closed(gap.closed) if gap else "",
            gap.closed if gap else None, moved, turn.withdrawal))
    return tuple(found)


def say(said: dict[str, tuple], turn: Turn, term: Term) -> None:
    """Puts down what each side says from the turn on."""
    for one in sides(turn.side):
        named = named_side(said, turn.row.offer, one) if turn.row else None
        said.pop(one, None)
        if turn.row and named:
            said[one] = (turn.amount(term.value_kind), value_in_words(turn.row, term), *named)


def value_in_words(row: OfferTerm, term: Term) -> str:
    return typed_values.told(row.value, term.value_kind, term.unit)


def moves(said: dict[str, tuple], offer: Offer, side: str, amount: Fraction, kind: str) -> tuple[Move, ...]:
    """Each side that the offer brings from one number to another."""
    found = []
    for one in sides(side):
        if one in said and said[one][0] != amount:
            who, code = named_side(said, offer, one)
            found.append(Move(who, code, signed(amount - said[one][0], kind)))
    return tuple(found)


def named_side(said: dict[str, tuple], offer: Offer, side: str) -> tuple[str, str]:
    """Who speaks for the side: the author of the offer, and in an outcome who spoke for it before."""
    if side_of(offer) == "both" and side in said:
        return said[side][2], said[side][3]
    front = offer.author_front if side == "other" else None
    author = front or offer.author_government
    return (author.short if author else "", "" if front or author is None else author.code)


def told_by(said: dict[str, tuple], side: str) -> str:
    return said[side][1] if side in said else ""


def trail(found: Iterable[Step]) -> tuple[Step, ...]:
    """The steps at which the gap changed, its first size among them; none when there is no gap any more.

    What an offer closed is not told of one that was withdrawn.
    """
    found = tuple(found)
    gone = {one.offer.pk for one in found if one.withdrawal}
    if not found or not found[-1].gap:
        return ()
    kept: list[Step] = []
    for one in found:
        if one.gap and (not kept or kept[-1].gap != one.gap):
            kept.append(replace(one, closed="") if one.offer.pk in gone else one)
    return tuple(kept)


def size(amount: Fraction, kind: str) -> str:
    """A distance in the words of its kind: 92 days, $5M, 10 points, 3."""
    if kind == "date":
        return formats.days(int(amount), language())
    if kind == "money":
        return formats.money_short(amount, language())
    if kind in ("ratio", "weights", "schedule") and abs(amount) <= 1:
        return points(amount * 100)
    return plain(amount)


def points(amount: Fraction) -> str:
    """Percentage points."""
    return ngettext("%(n)s point", "%(n)s points", 1 if abs(amount) == 1 else 2) % {"n": plain(amount, 1)}


def plain(amount: Fraction, places: int = 2) -> str:
    return formats.number(amount, language(), 0 if amount.denominator == 1 else places)


def signed(amount: Fraction, kind: str) -> str:
    """The same with its sign: +91 days, −92 days."""
    return f"{'+' if amount > 0 else formats.MINUS}{size(abs(amount), kind)}"


def closed(share: Fraction) -> str:
    return _("closed %(share)s") % {"share": formats.ratio(share, language())} if share else ""


def chart(found: tuple[Step, ...]) -> Chart | None:
    """Two sides over time; None unless both said a number and it changed, and while one says nothing."""
    if not found or not (found[-1].federal and found[-1].other):
        return None
    found = tuple(one for one in found if not one.withdrawal)
    amounts, days = {one.amount for one in found}, {one.on for one in found}
    if len(amounts) < 2 or len(days) < 2 or not {"federal", "other"} <= {one.side for one in found}:
        return None
    low, high = min(found, key=lambda one: one.amount), max(found, key=lambda one: one.amount)
    start, end = min(days), max(days)

    def point(one: Step) -> tuple[int, int]:
        across = Fraction((one.on - start).days, (end - start).days)
        up = (one.amount - low.amount) / (high.amount - low.amount)
        return (int(LEFT + across * (WIDTH - LEFT - RIGHT)),
                int(HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)))

    def line(side: str) -> str:
        """What the side last said holds to the end."""
        points = [point(one) for one in found if one.side in (side, "both")]
        return " ".join(f"{x},{y}" for x, y in (*points, (WIDTH - RIGHT, points[-1][1])))

    dots = tuple(Dot(*point(one), one.side, f"{one.when} – {one.offer.title}, {one.value}") for one in found)
    return Chart(line("federal"), line("other"), dots, low.value, high.value,
                 formats.date_iso(start), formats.date_iso(end))
