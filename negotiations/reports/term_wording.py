"""The four columns of a term's wording: base, federal, provinces and territories, agreed."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from negotiations.models import Offer, OfferTerm
from negotiations.reports.term_gap import side_of
from negotiations.standing.clock import language
from negotiations.standing.wording import Piece, against

LANGUAGES = {"en": "English", "fr": "Français"}


@dataclass(frozen=True, slots=True)
class Column:
    """One column: whose text it is, and the offer that carries it; None while there is none."""

    code: str
    heading: str
    offer: Offer | None


@dataclass(frozen=True, slots=True)
class Line:
    """The texts of one language in the order of the columns, each as pieces held against the base."""

    language: str
    name: str
    texts: tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True, slots=True)
class Wordings:
    """`bracketed`: what differs from the base stands in brackets, for nothing is agreed yet."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    bracketed: bool


def columns(rows: list[OfferTerm], agreed: OfferTerm | None, bracketed: bool) -> Wordings | None:
    """None when no offer has words on the term. The base is the status quo, or else the first version."""
    worded = [row for row in rows if row.wording_en or row.wording_fr]
    if not worded:
        return None
    base = next((row for row in worded if row.offer.kind == "base"), worded[0])
    found = {"base": base, "federal": latest(worded, "federal"), "other": latest(worded, "other"),
             "agreed": agreed}
    headings = {"base": _("Base"), "federal": _("Federal"), "other": _("Provinces and territories"),
                "agreed": _("Agreed")}
    ordered = sorted(LANGUAGES, key=lambda code: code != language())
    return Wordings(
        tuple(Column(code, headings[code], row.offer if row else None) for code, row in found.items()),
        tuple(line(code, base, found.values()) for code in ordered
              if any(text(row, code) for row in found.values())), bracketed)


def latest(rows: list[OfferTerm], side: str) -> OfferTerm | None:
    """The last offer of the side that has words, or else its last demand; a signal is no version."""
    own = [row for row in rows if side_of(row.offer) == side and row.offer.kind != "signal"]
    return (([row for row in own if row.offer.kind == "offer"] or own)[-1:] or [None])[0]


def line(code: str, base: OfferTerm, rows: Iterable[OfferTerm | None]) -> Line:
    before = text(base, code)
    return Line(code, LANGUAGES[code], tuple(
        against("" if row is base else before, text(row, code)) for row in rows))


def text(row: OfferTerm | None, code: str) -> str:
    return getattr(row, f"wording_{code}") if row is not None else ""
