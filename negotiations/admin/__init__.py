"""The record in the admin; mirrors the models, file by file."""

from negotiations.admin import (
    account,
    agreement,
    approval,
    calculation,
    claim,
    event,
    mandate,
    negotiation,
    offer,
    people,
    position,
    promise,
    report,
    source,
    statement,
    term,
    track,
)

__all__ = [
    "account", "agreement", "approval", "calculation", "claim", "event", "mandate", "negotiation",
    "offer", "people", "position", "promise", "report", "source", "statement", "term", "track",
]
