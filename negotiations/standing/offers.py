"""Which rows are one offer, when it was put on the table, and which offers still stand. Knows rows only.

The rows are those of `Offer.objects.on_the_table`: of each offer the latest version, which has the keys
of the earlier ones in `earlier_versions`; of a withdrawal `tabled_on` is the day of what it withdrew.
"""

import datetime
from collections.abc import Iterable
from typing import Any

WITHDRAWN = "withdrawn"


def by_version(offers: Iterable[Any]) -> dict[int, Any]:
    """Each row by its own key and by those of the rows it supersedes: whoever named one meant the offer."""
    return {key: row for row in offers for key in (row.pk, *row.earlier_versions)}


def tabled_on(offer: Any) -> datetime.date:
    """The day on which it was put on the table; its own where a withdrawal withdrew nothing on record."""
    day: datetime.date = offer.tabled_on or offer.effective_on
    return day


def placed(offer: Any) -> tuple[datetime.date, int]:
    """Its place among the others: a correction or a withdrawal keeps that of the first version."""
    return tabled_on(offer), min((offer.pk, *offer.earlier_versions))


def withdrawn_on(offer: Any) -> datetime.date | None:
    return offer.effective_on if offer.state == WITHDRAWN else None


def standing(offers: Iterable[Any]) -> list[Any]:
    """Those tabled and not withdrawn, in the order given.

    What a withdrawn offer had replaced is not among them: a withdrawal brings nothing back.
    """
    offers = list(offers)
    found, gone = by_version(offers), set()
    for offer in offers:
        one = offer if offer.state == WITHDRAWN else None
        while one is not None and one.pk not in gone:
            gone.add(one.pk)
            one = found.get(one.replaces_id)
    return [offer for offer in offers if offer.state == "tabled" and offer.pk not in gone]


def overtakes(offer: Any, named: Any) -> bool:
    """*offer* is another one than *named*, in whatever version, and was put on the table later."""
    return (offer is not None and named is not None and named.pk not in (offer.pk, *offer.earlier_versions)
            and tabled_on(offer) > tabled_on(named))
