"""What a load did, in words and numbers: one line per kind."""

from collections.abc import Iterator

from negotiations.exchange.folder import Record
from negotiations.exchange.loading import ORDER, Loaded

WORDS = {
    "negotiation": "negotiation", "source": "sources", "document": "documents",
    "officeholder": "office holders",
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
    """`events  49  49 added` for each kind that the folder holds, then what was not done."""
    for kind in ("negotiation", *ORDER):
        if loaded.held[kind]:
            yield line(kind, loaded)
        if kind == "event" and loaded.held[kind]:
            yield f"{'  of which gatherings':28}{gatherings(record):8}"
    for note in loaded.notes:
        yield str(note)
    for row, why in loaded.left:
        yield f"{row.place}  Left as it is: {WORDS[row.kind]}, {row.code} {why}."
    for kind, code in loaded.vanished:
        yield f"No longer in the files, and kept: {WORDS[kind]}, {code}."


def line(kind: str, loaded: Loaded) -> str:
    done = [(loaded.added, "added"), (loaded.superseding, "superseding"),
            (loaded.updated, "brought up to date")]  # fmt: skip
    words = "".join(f"{counts[kind]:8} {word}" for counts, word in done if counts[kind])
    return f"{WORDS[kind]:28}{loaded.held[kind]:8}{words or f'{0:8} added'}"


def gatherings(record: Record) -> int:
    return sum(1 for row in record.rows if row.kind == "event" and row.get("kind") in GATHERINGS)


def in_all(loaded: Loaded) -> str:
    """`3 rows added, 1 superseding, 2 brought up to date`."""
    added, superseding, updated = (
        sum(counts.values()) for counts in (loaded.added, loaded.superseding, loaded.updated))
    more = [f"{superseding} superseding"] if superseding else []
    more += [f"{updated} brought up to date"] if updated else []
    return ", ".join([f"{added} rows added", *more])
