"""Alerts, tracks and counts as plain values for JSON, the same in each file that tells them."""

import datetime
from collections.abc import Iterable
from typing import Any

from negotiations.reports.board import AlertLine, TrackLine
from negotiations.standing.tracks import Counts


def alerts(found: Iterable[AlertLine]) -> list[dict[str, Any]]:
    return [{
        "kind": one.kind, "governments": list(one.governments), "words": one.words,
        "details": list(one.details), "open": one.open,
        "rests_on": [{"row": row.anchor, "name": row.name} for row in one.behind]} for one in found]


def track(found: TrackLine) -> dict[str, Any]:
    return {"state": found.state, "words": found.told, "unconfirmed": found.unconfirmed,
            "contested_as": found.contested, "contested": found.contest_words}


def counts(found: Counts) -> dict[str, int]:
    return {"in_principle": found.in_principle, "signed": found.signed, "asymmetric": found.asymmetric,
            "elsewhere": found.elsewhere, "contested": found.contested, "withdrawn": found.withdrawn,
            "underway": found.underway, "of": found.governments}


def day(found: datetime.date | None) -> str | None:
    return str(found) if found else None
