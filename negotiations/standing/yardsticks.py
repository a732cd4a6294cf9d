"""Yardsticks of agreement, each with its legal label. Knows counts and populations, no rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext_lazy as _

MAJORITY, AMENDING = 6, 7


@dataclass(frozen=True, slots=True)
class Yardstick:
    """`met` is None where there is nothing to meet; `label` says what the test is in law.

    `answer` says whether it is met in words that can stand alone.
    """

    name: str
    label: str
    met: bool | None
    answer: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many governments agree, and how many people live there. Shares are exact."""

    governments: int
    of_governments: int
    provinces: int
    of_provinces: int
    of_canada: Fraction | None
    of_provincial: Fraction | None

    @property
    def meter(self) -> str:
        """The share of Canada in percent with one decimal, as a drawing takes it; empty when unknown."""
        if self.of_canada is None:
            return ""
        tenths = round(self.of_canada * 1000)
        return f"{tenths // 10}.{tenths % 10}"


def coverage(agreeing: frozenset[str], kinds: Mapping[str, str], people: Mapping[str, int]) -> Coverage:
    """*kinds* names every government that could agree; *people* may lack some: then no share is given."""
    provinces = {code for code, kind in kinds.items() if kind == "province"}
    return Coverage(
        len(agreeing), len(kinds), len(agreeing & provinces), len(provinces),
        share(agreeing, set(kinds), people), share(agreeing & provinces, provinces, people))


def share(part: frozenset[str] | set[str], whole: set[str], people: Mapping[str, int]) -> Fraction | None:
    if not whole or not whole <= set(people):
        return None
    return Fraction(sum(people[code] for code in part), sum(people[code] for code in whole))


def yardsticks(found: Coverage) -> tuple[Yardstick, ...]:
    """In the order in which they are asked for."""
    half = found.of_provincial is not None and found.of_provincial >= Fraction(1, 2)
    majority, amending = found.provinces >= MAJORITY, found.provinces >= AMENDING and half
    everybody = found.governments == found.of_governments
    return (
        Yardstick(
            _("each agreement stands alone"),
            _("No multilateral threshold applies: each agreement stands alone."), None, _("nothing to meet")),
        Yardstick(
            _("majority of provinces"),
            _("Social Union Framework 1999: new initiatives funded by transfers need the agreement of a "
              "majority of provincial governments; not signed by Quebec."),
            majority, _("majority met") if majority else _("majority not met")),
        Yardstick(
            _("7/50 yardstick"),
            _("Constitution Act, 1982, s. 38: constitutional amendments only; not a legal test here."),
            amending, _("7/50 yardstick met – not a legal test") if amending else
            _("7/50 yardstick not met – not a legal test")),
        Yardstick(
            _("unanimity"), _("Usual practice at federal-provincial-territorial tables."),
            everybody, _("unanimity met") if everybody else _("unanimity not met")),
    )
