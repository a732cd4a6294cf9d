"""How many stand where: counts of cells, never an average. Knows the colours of the scale."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_noop as _

ORDER = ("red", "amber", "green_hatch", "green", "settled", "proposes", "outdated", "not_applicable",
         "not_firm", "filtered", "grey")
ORIGINS = ("individual", "collective", "package")
COLOURS = {
    "red": _("%(n)s red"), "amber": _("%(n)s amber"), "green": _("%(n)s green"),
    "green_hatch": _("%(n)s green if"), "settled": _("%(n)s settled in principle"),
    "not_applicable": _("%(n)s not applicable"), "grey": _("%(n)s not stated"),
    "not_firm": _("%(n)s not firm"), "filtered": _("%(n)s filtered out"),
}
WHOSE = {"individual": _("%(n)s own"), "collective": _("%(n)s collective"), "package": _("%(n)s package")}


@dataclass(frozen=True, slots=True)
class Counts:
    """Cells by colour, and within a colour by whose line it is; outdated answers stand apart."""

    colours: tuple[tuple[str, int], ...]
    origins: tuple[tuple[str, str, int], ...]

    @property
    def words(self) -> str:
        """13 red (1 own, 11 collective, 1 package); 2 not stated."""
        return pgettext("between counts", "; ").join(self._of(colour, n) for colour, n in self.colours)

    def _of(self, colour: str, n: int) -> str:
        inner = [origin_words(origin, count) for mine, origin, count in self.origins if mine == colour]
        told = colour_words(colour, n)
        return f"{told} ({', '.join(inner)})" if len(inner) > 1 else told

    def of(self, colour: str) -> int:
        return dict(self.colours).get(colour, 0)


def count(cells: Iterable[Any]) -> Counts:
    cells = list(cells)
    colours = Counter(colour(cell) for cell in cells)
    origins = Counter((colour(cell), cell.origin) for cell in cells if cell.origin and not cell.left_out)
    return Counts(
        tuple((name, colours[name]) for name in ORDER if colours[name]),
        tuple((name, origin, origins[name, origin]) for name in ORDER for origin in ORIGINS
              if origins[name, origin]))


def colour(cell: Any) -> str:
    """What the cell counts under; one that is left out says nothing of its stance."""
    if cell.left_out:
        return cell.left_out
    if cell.settled:
        return "settled"
    if cell.outdated:
        return "outdated"
    return cell.stance.rollup or cell.stance.code


def colour_words(name: str, n: int) -> str:
    """Only the word asked for is looked up: a matrix has hundreds of counts."""
    if name == "proposes":
        told = ngettext("%(n)s proposes", "%(n)s propose", n)
    elif name == "outdated":
        told = ngettext("%(n)s answer outdated", "%(n)s answers outdated", n)
    else:
        told = gettext(COLOURS[name])
    return told % {"n": n}


def origin_words(origin: str, n: int) -> str:
    return gettext(WHOSE[origin]) % {"n": n}
