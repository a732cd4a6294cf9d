"""The days on which something happened as HTML, by one small escaped join, and the links that step there.

Knows the matrix and how an address is written. Whatever comes from the record is escaped here.
"""

import datetime
from typing import Any

from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.utils.translation import pgettext

from negotiations.reports.matrix import Tick
from negotiations.views.asking import Asked


def days(ticks: tuple[Tick, ...], asked: Asked, on: datetime.date) -> dict[str, Any]:
    """All the days as HTML; the last before *on* and the first after it as a tick and its address."""
    address = asked.address(on="DAY")
    pairs = [(tick, address.replace("on=DAY", f"on={tick.day}")) for tick in ticks]
    told, colon = pgettext("between counts", "; "), escape(pgettext("before a name", ":"))
    return {
        "ticks": mark_safe("".join(
            day(tick, escape(address), escape(told.join(tick.titles)), tick.day == on, colon)
            for tick, address in pairs)),
        "earlier": next((one for one in reversed(pairs) if one[0].day < on), None),
        "later": next((one for one in pairs if one[0].day > on), None),
    }


def day(tick: Tick, address: str, titles: str, here: bool, colon: str) -> str:
    """A date where it is a main one or something was tabled, else a point; the titles for the ear.

    What is given is ready for HTML.
    """
    offers = f" <b>{escape(', '.join(tick.offers))}</b>" if tick.offers else ""
    main = tick.main or tick.offers
    current, kind = ' aria-current="date"' if here else "", ' class="tick-main"' if main else ""
    return (f'<li><a id="day-{tick.day}" href="{address}" title="{tick.day} {titles}"'
            f"{current}{kind}>"
            f'<span aria-hidden="true">{tick.day if main else "·"}{offers}</span>'
            f'<span class="visually-hidden">{tick.day}{colon} {titles}</span></a></li>')
