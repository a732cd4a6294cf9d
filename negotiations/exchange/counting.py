"""What a load did, in words and numbers: one line per kind."""

from collections.abc import Iterator

from negotiations.exchange.folder import Record
from negotiations.exchange.loading import ORDER, Loaded

WORDS = {
    "negotiation": "negotiation", "source": "sources", "officeholder": "office holders",
    "front": "fronts", "frontmember": "members of fronts", "term": "terms",
    "termdependency": "dependencies of terms", "event": "events", "attendance": "attendances",
    "agendaitem": "agenda items", "agendaitemterm": "terms of agenda items",
    "statement": "statements", "statementterm": "terms of statements", "offer": "offers",
    "offerterm": "term versions", "offeraddressee": "addressees", "position": "positions",
    "positionstatement": "statements behind positions", "condition": "conditions",
    "difference": "differences", "account": "accounts", "followup": "follow-ups",
    "reporttext": "report texts", "deadline": "deadlines", "claim": "claims",
    "claimstatement": "statements of claims", "claimverdict": "verdicts",
    "agreement": "agreements", "signatureblock": "signature blocks", "signature": "signatures",
    "clause": "clauses", "trackstep": "track steps", "contest": "contests",
    "openquestion": "open questions", "mandate": "mandates", "mandatelimit": "limits of mandates",
    "citation": "further sources",
}  # fmt: skip
GATHERINGS = ("meeting", "call", "hearing")


def lines(record: Record, loaded: Loaded) -> Iterator[str]:
    """`events  49  (49 added)` for each kind that the folder holds."""
    for kind in ("negotiation", *ORDER):
        added, kept = loaded.added[kind], loaded.kept[kind]
        if not added + kept:
            continue
        yield f"{WORDS[kind]:28}{added + kept:8}{added:8} added"
        if kind == "event":
            yield f"{'  of which gatherings':28}{gatherings(record):8}"


def gatherings(record: Record) -> int:
    return sum(1 for row in record.rows if row.kind == "event" and row.get("kind") in GATHERINGS)


def added_in_all(loaded: Loaded) -> int:
    return sum(loaded.added.values())
