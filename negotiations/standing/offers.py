"""Which rows are one offer, when it was put on the table, and which offers still stand. Knows rows only.

The rows are those of `Offer.objects.on_the_table`: of each offer the latest version, which has the keys
of the earlier ones in `earlier_versions`; of a withdrawal `tabled_on` is the day of what it withdrew.
"""

import datetime
from collections.abc import Iterable, Mapping
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

    What a withdrawn offer had replaced is not among them, nor what that one had overtaken in its time: a
    withdrawal brings nothing back.
    """
    offers = list(offers)
    found, gone = by_version(offers), set()
    for withdrawn in (offer for offer in offers if offer.state == WITHDRAWN):
        for one in replaced(withdrawn, found):
            gone.update(row.pk for row in offers if row is one or overtook(one, row))
    return [offer for offer in offers if offer.state == "tabled" and offer.pk not in gone]


def replaced(offer: Any, found: Mapping[int | None, Any]) -> list[Any]:
    """What it replaces, what that one replaces, and so on, each in its latest version."""
    chain: list[Any] = []
    one = found.get(offer.replaces_id)
    while one is not None and one not in chain:
        chain.append(one)
        one = found.get(one.replaces_id)
    return chain


def overtook(offer: Any, earlier: Any) -> bool:
    """It was the author's next word to all whom the earlier one spoke to."""
    same = (offer.author_government_id, offer.author_front_id) == (
        earlier.author_government_id, earlier.author_front_id)
    to_them = not offer.addressed_to or (
        bool(earlier.addressed_to) and set(earlier.addressed_to) <= set(offer.addressed_to))
    return offer.kind == earlier.kind == "offer" and same and to_them and placed(earlier) < placed(offer)


def overtakes(offer: Any, named: Any) -> bool:
    """*offer* is another one than *named*, in whatever version, and was put on the table later."""
    return (offer is not None and named is not None and named.pk not in (offer.pk, *offer.earlier_versions)
            and tabled_on(offer) > tabled_on(named))
