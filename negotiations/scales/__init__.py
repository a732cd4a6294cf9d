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
from negotiations.scales.terms import TERM_STATUSES
from negotiations.scales.tracks import TRACK_STATES
from negotiations.scales.values import (
    Sensitivity,
    Stance,
    TermStatus,
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
    "TERM_STATUSES",
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
    "TERM_STATUSES",
    "TRACK_STATES",
    "VERDICTS",
    "Sensitivity",
    "Stance",
    "TermStatus",
    "TrackState",
    "Value",
    "Weight",
    "by_code",
    "by_level",
    "choices",
]
