"""Releases of an indicator's figures, and which of them a driver reads; no files, no clock.

A release is one publication: figures for one reference date, as published on one day.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grants.engine.columns import Column, join
from grants.engine.fault import NOWHERE, Fault, Place, Refused, fault, refuse, unknown_name
from grants.engine.frame import GOVERNMENT, YEAR, Frame, Shape, Unit, first_year
from grants.engine.notation import read_number
from grants.engine.reading import Node, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

_KEYS = ("release", "indicator", "date", "released", "title", "publisher", "url", "unit")
_KEYS += ("note", "unconfirmed", "values")
_NEEDED = ("release", "indicator", "date", "released", "title", "publisher", "values")
_DAY = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
_DATE = {"date": re.compile(_DAY, re.ASCII)}
_DATE["released"] = re.compile(_DAY + r"|\d{4}(-(0[1-9]|1[0-2]))?", re.ASCII)


@dataclass(frozen=True)
class Release:
    """Figures of an indicator for one reference date: whole or exact numbers by government."""

    release: str
    indicator: str
    date: str
    released: str
    title: str
    publisher: str
    url: str
    values: tuple[tuple[str, int | Fraction], ...]
    unconfirmed: tuple[str, ...] = ()

    @property
    def by_government(self) -> dict[str, int | Fraction]:
        """The figures by government."""
        return dict(self.values)


@dataclass(frozen=True)
class Driver:
    """What a formula says it is driven by: an indicator at a date, fixed or of each year."""

    name: str
    indicator: str
    date: str
    lag: int
    release: str
    unit: Unit
    missing_is_zero: bool
    place: Place = NOWHERE

    @property
    def is_yearly(self) -> bool:
        """Whether the date is a day of each year (`06-01`)."""
        return len(self.date) == 5

    def shape(self) -> Shape:
        """Government, and year when the date moves."""
        return (YEAR, GOVERNMENT) if self.is_yearly else (GOVERNMENT,)

    def date_in(self, year: str) -> str:
        """The reference date for a fiscal year: the day in the year it starts in, less the lag."""
        return f"{first_year(year) - self.lag:04}-{self.date}" if self.is_yearly else self.date


def read_release(text: str) -> Release:
    """A release from its YAML; every fault in it is told.

    Refuses unknown or missing keys, dates that are none, figures below zero, and a
    population of zero (unit person, the default).
    """
    node = read(text)
    if node.kind != "table":
        raise refuse("table_needed", node.place, name="release")
    faults: list[Fault] = []
    for key, _ in node.items:
        if key.text not in _KEYS:
            faults.append(unknown_name("unknown_key", key.text, _KEYS, key.place))
    for key in _NEEDED:
        if not node.get(key):
            faults.append(fault("key_missing", node.place, name=key))
    words = {key.text: value.text for key, value in node.items}
    for key in ("date", "released"):
        if node.get(key) and not _DATE[key].fullmatch(words[key]):
            faults.append(fault("not_a_date", node.get(key).place, met=words[key]))
    values = _read_figures(node.get("values"), words.get("unit", "person"), faults)
    if faults:
        raise Refused(*faults)
    given = node.get("unconfirmed")
    unconfirmed = tuple(part.text for part in given.items) if given else ()
    told = {key: words.get(key, "") for key in _KEYS[:7]}
    return Release(**told, values=tuple(values), unconfirmed=unconfirmed)


def _read_figures(
    node: Node | None, unit: str, faults: list[Fault]
) -> list[tuple[str, int | Fraction]]:
    values = []
    for key, value in node.items if node and node.kind == "table" else ():
        try:
            number = read_number(value.text, value.start)
        except Refused as refused:
            faults.extend(refused.faults)
            continue
        if number < 0 or (number == 0 and unit == "person"):
            faults.append(fault("release_not_positive", value.place, label=key.text, met=number))
        values.append((key.text, number))
    return values


def choose(driver: Driver, date: str, releases: Iterable[Release], pin: str = "") -> Release:
    """The release a driver reads for a date: the one named, else the latest published.

    A pin may name a release of another date, where the driver's own date is fixed.
    Refuses when there is none (at run: what rests on the driver fails, nothing else).
    """
    wanted = pin or driver.release
    found = [
        release
        for release in releases
        if release.indicator == driver.indicator
        and (release.date == date or (pin and not driver.is_yearly))
        and wanted in ("", release.release)
    ]
    if not found:
        values = {"name": driver.name, "indicator": driver.indicator, "date": date}
        raise refuse("no_release", driver.place, **values, release=wanted)
    return max(found, key=lambda release: (release.released, release.release))


def driver_column(
    driver: Driver, frame: Frame, releases: Iterable[Release], pins: Mapping[str, str]
) -> tuple[Column, tuple[Release, ...]]:
    """A driver's figures over its shape, and the releases they were read from."""
    known = tuple(releases)
    pin = pins.get(driver.name, "")
    if not driver.is_yearly:
        release = choose(driver, driver.date, known, pin)
        return _one_release(driver, frame, release), (release,)
    dates = [driver.date_in(year) for year in frame.axes[YEAR]]
    chosen = [choose(driver, date, known, pin) for date in dates]
    parts = [_one_release(driver, frame, release) for release in chosen]
    return join(frame, YEAR, parts), tuple(dict.fromkeys(chosen))


def _one_release(driver: Driver, frame: Frame, release: Release) -> Column:
    figures = release.by_government
    missing = [name for name in frame.axes[GOVERNMENT] if name not in figures]
    if missing and not driver.missing_is_zero:
        labels, name = ", ".join(missing), driver.name
        raise refuse(
            "release_lacks", driver.place, name=name, release=release.release, labels=labels
        )
    return Column((GOVERNMENT,), [figures.get(name, 0) for name in frame.axes[GOVERNMENT]])
