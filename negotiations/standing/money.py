"""What an agreement's money by year comes to, exactly. Knows years and decimals, and judges nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants import formats
from negotiations import typed_values


@dataclass(frozen=True, slots=True)
class Money:
    """CAD over the years on record, first to last."""

    total: Fraction
    years: tuple[str, ...]


def money(by_year: Any) -> Money | None:
    """None where no year is on record, or one of them is not a number of dollars."""
    if not isinstance(by_year, Mapping) or not by_year:
        return None
    figures = [typed_values.amount(str(value)) for value in by_year.values()]
    if None in figures:
        return None
    return Money(sum(figures, Fraction(0)), tuple(sorted(by_year)))


def is_more(one: Any, other: Any) -> bool:
    """The first agreement has more dollars on record, over as many years; False where either has none."""
    first, second = money(one.money_by_year), money(other.money_by_year)
    return bool(first and second and len(first.years) == len(second.years) and first.total > second.total)


def told(agreement: Any, language: str) -> str:
    """The money of an agreement in words, to the cent where it has cents."""
    found = money(agreement.money_by_year)
    if found is None:
        return _("money by year not on record")
    printed = formats.money_whole if found.total.denominator == 1 else formats.money
    figure = printed(found.total, language)
    if len(found.years) == 1:
        return _("%(money)s (%(year)s)") % {"money": figure, "year": found.years[0]}
    return ngettext("%(money)s over %(n)s year, %(first)s to %(last)s",
                    "%(money)s over %(n)s years, %(first)s to %(last)s", len(found.years)) % {
        "money": figure, "n": len(found.years), "first": found.years[0], "last": found.years[-1]}
