"""The two clocks: as it was on a day, as we knew it on a day. Knows the site's time zone."""

import calendar
import contextlib
import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from grants import formats

WRITTEN = re.compile(r"^\d{4}-\d{2}-\d{2}$", re.ASCII)
SHOWN = 40  # characters of what was typed
EARLIEST, LATEST = datetime.date(1867, 7, 1), datetime.date(2199, 12, 31)


def zone() -> ZoneInfo:
    return ZoneInfo(settings.ENTENTE_TIME_ZONE)


def today() -> datetime.date:
    """The day it is where the ministry works."""
    return timezone.now().astimezone(zone()).date()


def language() -> str:
    """The reader's language, as `formats` takes it."""
    return "fr" if (get_language() or "en").startswith("fr") else "en"


@dataclass(frozen=True, slots=True)
class AsOf:
    """Read as it was on `on`, as we knew it on `known` (None: as we know it today)."""

    on: datetime.date
    known: datetime.date | None = None

    @property
    def moment(self) -> datetime.datetime | None:
        """The end of the day `known`; rows recorded before it were known."""
        if self.known is None:
            return None
        day_after = self.known + datetime.timedelta(days=1)
        return datetime.datetime.combine(day_after, datetime.time.min, tzinfo=zone())

    @property
    def sentence(self) -> str:
        """As it was on 8 November 2013, as we know it today."""
        on = formats.date_long(self.on, language())
        if self.known is None:
            return _("As it was on %(on)s, as we know it today.") % {"on": on}
        known = formats.date_long(self.known, language())
        return _("As it was on %(on)s, as we knew it on %(known)s.") % {"on": on, "known": known}


@dataclass(frozen=True, slots=True)
class Dates:
    """What an address asked for: the dates read, what was typed, and what is wrong with it.

    `fault` is the first of the faults; those of the two fields stand beside them.
    """

    as_of: AsOf
    typed_on: str
    typed_known: str
    fault: str = ""
    fault_on: str = ""
    fault_known: str = ""

    @property
    def query(self) -> str:
        """What to append to a link so that it keeps the dates that were asked for."""
        asked = [f"{name}={text}" for name, text in
                 (("on", self.typed_on), ("known", self.typed_known)) if text]
        return f"?{'&'.join(asked)}" if asked and not self.fault else ""

    @property
    def known_query(self) -> str:
        """The same for a page that has a day of its own: the report of a meeting is read on its day."""
        return f"?known={self.typed_known}" if self.typed_known and not self.fault else ""


def read_dates(params: Mapping[str, str], default_on: datetime.date) -> Dates:
    """The dates of an address; a bad one keeps what was typed and falls back to the default."""
    typed_on, typed_known = params.get("on", "").strip(), params.get("known", "").strip()
    on, fault_on = tried(typed_on)
    known, fault_known = tried(typed_known)
    return Dates(AsOf(on or default_on, known), typed_on[:SHOWN], typed_known[:SHOWN],
                 fault_on or fault_known, fault_on, fault_known)


def tried(text: str) -> tuple[datetime.date | None, str]:
    try:
        return read_day(text), ""
    except ValueError as fault:
        return None, str(fault)


def read_day(text: str) -> datetime.date | None:
    """2013-11-08 as a date, nothing as None; anything else is a ValueError that says what is valid."""
    if not text:
        return None
    day = None
    if WRITTEN.match(text):
        with contextlib.suppress(ValueError):
            day = datetime.date.fromisoformat(text)
    if day is None or not EARLIEST <= day <= LATEST:
        valid = _("Write year, month and day, as in 2013-11-08.")
        raise ValueError(f"{what_is_wrong(text, day)} {valid}")
    return day


def what_is_wrong(text: str, day: datetime.date | None) -> str:
    """Why the text is no day that a page can be read at."""
    told = {"text": text[:SHOWN], "first": EARLIEST, "last": LATEST}
    year, month = (int(part) for part in text.split("-")[:2]) if WRITTEN.match(text) else (0, 0)
    if day is None and EARLIEST.year <= year <= LATEST.year and 1 <= month <= 12:
        last = calendar.monthrange(year, month)[1]
        of = formats.month_long(datetime.date(year, month, 1), language())
        return _("“%(text)s” is not a day: %(month)s has %(days)s days.") % {
            **told, "month": of, "days": last}
    if WRITTEN.match(text) and (day is not None or not EARLIEST.year <= year <= LATEST.year):
        return _("“%(text)s” is not between %(first)s and %(last)s.") % told
    return _("“%(text)s” is not a date that can be read.") % told
