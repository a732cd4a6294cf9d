"""What the address of the matrix asks for beyond the two dates: compared with when, and which rows.

Knows the addresses; a value that cannot be read is said in words, and the default is shown.
"""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from negotiations import scales
from negotiations.standing.asof import ALL, GRADES, Filters
from negotiations.standing.clock import Dates, read_day
from negotiations.views.reading import LEVELS, Reading

Pairs = tuple[tuple[str, str], ...]
NOBODY = "NONE"
WORDS = scales.by_code(scales.GRADES)


@dataclass(frozen=True)
class Asked:
    """The day compared with, what is left out, the column kept in view, the cell to open, the address.

    `firm` leaves out the cells that are not firm; `pin` is a government's code, or empty. `faults` say
    what in the address could not be read, and what is shown instead.
    """

    since: datetime.date | None
    filters: Filters
    firm: bool
    pin: str
    cell: str
    pairs: Pairs
    faults: tuple[str, ...] = ()

    def address(self, **changed: str) -> str:
        """The same page with *changed* values; the cell is closed unless it is named."""
        pairs = {name: value for name, value in self.pairs if name != "cell"} | changed
        told = urlencode({name: value for name, value in pairs.items() if value})
        return f"?{told}" if told else "?"

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What the form of the two dates must not lose."""
        return [(name, value) for name, value in self.pairs if name not in ("on", "known", "cell")]

    @property
    def chosen(self) -> list[str]:
        """What is left out, in words, as the caption and the JSON say it; empty when nothing is."""
        told = []
        if self.filters.level < ALL.level:
            told.append(_("rows up to: %(level)s") % {"level": LEVELS[self.filters.level].word})
        if self.filters.grade != ALL.grade:
            told.append(_("evidence at least: %(grade)s") % {"grade": WORDS[self.filters.grade].word})
        if self.filters.own:
            told.append(_("own positions only"))
        if self.firm:
            told.append(_("firm positions only"))
        return told

    def pinned_among(self, codes: Iterable[str]) -> "Asked":
        """With the pin only if it is one of *codes*; another is a fault, and nothing is kept in view."""
        if not self.pin or self.pin in codes:
            return self
        fault = _("“%(code)s” is not the code of a government: no column is kept in view.") % {
            "code": self.pin}
        pairs = tuple(pair for pair in self.pairs if pair[0] != "pin")
        return replace(self, pin="", pairs=pairs, faults=(*self.faults, fault))


def ask(reading: Reading, params: Mapping[str, str]) -> tuple[Reading, Asked]:
    """What is asked for; the reading carries the fault of any date that cannot be read.

    Without a pin the negotiation's home government is kept in view.
    """
    dates, since = since_of(reading.dates, params.get("since", "").strip())
    typed = {name: params.get(name, "").strip()[:40] for name in ("level", "grade", "own", "firm", "pin")}
    filters = Filters(
        level=level_of(typed["level"], reading.clearance), own=typed["own"] == "1",
        grade=typed["grade"] if typed["grade"] in GRADES else ALL.grade)
    read = {"on": dates.typed_on, "known": dates.typed_known, "since": str(since or ""),
            "level": str(filters.level) if filters.level < ALL.level else "",
            "grade": filters.grade if filters.grade != ALL.grade else "", "own": "1" if filters.own else "",
            "firm": "1" if typed["firm"] == "1" else "", "pin": typed["pin"]}
    pairs = tuple((name, value) for name, value in read.items() if value)
    if dates.fault:
        pairs = tuple(pair for pair in pairs if pair[0] not in ("on", "known"))
    pin = typed["pin"].upper() or reading.negotiation.home_id or ""
    pin = "" if pin == NOBODY else pin
    return replace(reading, dates=dates), Asked(
        since, filters, typed["firm"] == "1", pin, params.get("cell", "")[:80], pairs, tuple(faults(typed)))


def level_of(typed: str, clearance: int) -> int:
    """The highest sensitivity asked for; no limit when it is as high as the reader's clearance."""
    level = int(typed) if typed in ("1", "2", "3", "4") else ALL.level
    return level if level < clearance else ALL.level


def faults(typed: Mapping[str, str]) -> Iterable[str]:
    """What cannot be read of the choices, with what would be valid."""
    valid = {"level": ("1", "2", "3", "4"), "grade": GRADES, "own": ("1", "0"), "firm": ("1", "0")}
    for name, values in valid.items():
        if typed[name] and typed[name] not in values:
            yield _("“%(name)s=%(value)s” in the address cannot be read and is left aside;"
                    " valid: %(valid)s.") % {"name": name, "value": typed[name], "valid": ", ".join(values)}


def since_of(dates: Dates, typed: str) -> tuple[Dates, datetime.date | None]:
    """The day compared with; it must come before the day shown."""
    try:
        since = read_day(typed)
    except ValueError as fault:
        return replace(dates, fault=dates.fault or str(fault)), None
    if since and since >= dates.as_of.on:
        fault = _("The day compared with, %(since)s, must come before the day shown, %(on)s.") % {
            "since": since, "on": dates.as_of.on}
        return replace(dates, fault=dates.fault or fault), None
    return dates, since
