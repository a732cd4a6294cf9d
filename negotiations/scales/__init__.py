"""Every scale of the record in words: plain tables; knows only translation."""

from negotiations.scales.positions import FIRMNESS, GRADES, ORIGINS, SALIENCE, STANCES
from negotiations.scales.record import (
    CHANNELS,
    OFFER_KINDS,
    OUTCOMES,
    PRECISIONS,
    SENSITIVITIES,
    STATEMENT_KINDS,
    VERDICTS,
)
from negotiations.scales.tracks import TRACK_STATES
from negotiations.scales.values import (
    Sensitivity,
    Stance,
    TrackState,
    Value,
    Weight,
    by_code,
    by_level,
    choices,
)

TABLES = (
    "STANCES",
    "FIRMNESS",
    "GRADES",
    "ORIGINS",
    "SALIENCE",
    "STATEMENT_KINDS",
    "CHANNELS",
    "OUTCOMES",
    "OFFER_KINDS",
    "TRACK_STATES",
    "VERDICTS",
    "SENSITIVITIES",
    "PRECISIONS",
)

__all__ = [
    "CHANNELS",
    "FIRMNESS",
    "GRADES",
    "OFFER_KINDS",
    "ORIGINS",
    "OUTCOMES",
    "PRECISIONS",
    "SALIENCE",
    "SENSITIVITIES",
    "STANCES",
    "STATEMENT_KINDS",
    "TABLES",
    "TRACK_STATES",
    "VERDICTS",
    "Sensitivity",
    "Stance",
    "TrackState",
    "Value",
    "Weight",
    "by_code",
    "by_level",
    "choices",
]
