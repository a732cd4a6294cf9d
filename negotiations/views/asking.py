"""What the address of the matrix asks for beyond the two dates: compared with when, and which rows.

Knows the addresses; a value that cannot be read is said in words, and the default is shown.
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from negotiations.standing.asof import ALL, GRADES, Filters
from negotiations.standing.clock import Dates, read_day
from negotiations.views.reading import Reading

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Asked:
    """The day compared with, the filters, the cell to open, and the address that asks for them."""

    since: datetime.date | None
    filters: Filters
    cell: str
    pairs: Pairs

    def address(self, **changed: str) -> str:
        """The same page with *changed* values; the cell is closed unless it is named."""
        pairs = {name: value for name, value in self.pairs if name != "cell"} | changed
        told = urlencode({name: value for name, value in pairs.items() if value})
        return f"?{told}" if told else "?"

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What the form of the two dates must not lose."""
        return [(name, value) for name, value in self.pairs if name not in ("on", "known", "cell")]


def ask(reading: Reading, params: Mapping[str, str]) -> tuple[Reading, Asked]:
    """What is asked for; the reading carries the fault of any date that cannot be read."""
    dates, since = since_of(reading.dates, params.get("since", "").strip())
    level, grade = params.get("level", ""), params.get("grade", "")
    filters = Filters(
        level=int(level) if level in ("1", "2", "3", "4") else ALL.level,
        grade=grade if grade in GRADES else ALL.grade, own=params.get("own") == "1")
    read = {"on": dates.typed_on, "known": dates.typed_known, "since": str(since or ""),
            "level": level if level in ("1", "2", "3") else "",
            "grade": grade if grade in GRADES else "", "own": "1" if filters.own else ""}
    pairs = tuple((name, value) for name, value in read.items() if value)
    if dates.fault:
        pairs = tuple(pair for pair in pairs if pair[0] not in ("on", "known"))
    return replace(reading, dates=dates), Asked(since, filters, params.get("cell", "")[:80], pairs)


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
