"""The money of a government's profile as plain values for JSON: nothing that the page does not show."""

from typing import Any

from negotiations.reports.profile_money import Column, Money, Share


def value(found: Money | None) -> dict[str, Any] | None:
    """Figures as decimal texts, or low and high, by measure; a share as `n/d`."""
    if found is None:
        return None
    return {
        "programme": found.programme.code, "version": found.version.number if found.version else None,
        "year": found.year or None, "share": share(found.share) if found.share else None,
        "offers": [{**column(one), "figures": {row.measure: row.figures[at].value for row in found.lines}}
                   for at, one in enumerate(found.columns)],
        "no_figure": [one.name_in_addresses for one in found.silent],
    }


def share(found: Share) -> dict[str, Any]:
    return {"of_people": str(found.exact), "release": found.release.release, "date": found.release.date}


def column(found: Column) -> dict[str, Any]:
    """Without an offer it is the status quo."""
    return {"offer": found.offer.name_in_addresses if found.offer else None,
            "as_in": [one.name_in_addresses for one in found.earlier],
            "unstated": [one.name_in_addresses for one in found.unstated], "faults": list(found.faults)}
