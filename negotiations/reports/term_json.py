"""The terms and the history of one as plain values for JSON: codes beside words, nothing the page lacks."""

from collections.abc import Iterable
from typing import Any

from negotiations.models import Offer
from negotiations.reports import early
from negotiations.reports.term import DifferenceLine, Reaction, TermHistory, VersionLine
from negotiations.reports.term_gap import Step
from negotiations.reports.term_status import StatusLine, TermList
from negotiations.reports.term_wording import Wordings
from negotiations.standing.wording import Piece


def listing(page: TermList) -> dict[str, Any]:
    """Every term with its status."""
    return {
        "level": page.level, "early": early.value(page.early), "single_package": page.single_package,
        "terms": [{**term(one.term), "description": one.term.description, "status": status(one.standing),
                   "subject_to": [other.name_in_addresses for other in one.subject_to]}
                  for one in page.lines],
    }


def history(page: TermHistory) -> dict[str, Any]:
    """One term: where it stands, its versions, its wording and its gap."""
    return {
        "level": page.level, "early": early.value(page.early),
        "term": {**term(page.term), "description": page.term.description},
        "status": status(page.standing),
        "subject_to": [{"code": row.code or str(row.pk), "name": row.name, "status": status(standing)}
                       for row, standing in page.subject_to],
        "versions": [version(one) for one in page.versions],
        "wording": wording(page.wording) if page.wording else None,
        "gap": [step(one) for one in page.steps],
    }


def term(row: Any) -> dict[str, Any]:
    return {
        "code": row.name_in_addresses, "number": row.number, "name": row.name,
        "family": row.family, "family_word": row.get_family_display(),
        "value_kind": row.value_kind, "value_kind_word": row.get_value_kind_display(),
    }


def status(found: StatusLine) -> dict[str, Any]:
    return {
        "code": found.status.code, "symbol": found.status.symbol, "word": str(found.status.word),
        "definition": str(found.status.definition),
        "agreed_on": str(found.agreed_on) if found.agreed_on else None,
        "version": found.version or None, "behind": found.behind, "concerned": found.concerned,
        "missing": governments(found.missing), "missing_word": found.missing_words if found.missing else "",
        "without": governments(found.without),
    }


def governments(rows: Iterable[Any]) -> list[dict[str, str]]:
    return [{"code": row.code, "name": row.told("name")} for row in rows]


def version(one: VersionLine) -> dict[str, Any]:
    return {
        "number": one.number, "on": str(one.on), "when": one.when, "author": one.author, "side": one.side,
        "offer": offer(one.offer), "restated_in": [offer(row) for row in one.restated],
        "value": one.said, "words": one.value, "wording": one.wording,
        "changes": [difference(row) for row in one.differences], "compared_with": one.before or None,
        "gap": one.gap or None, "closed": one.closed or None,
        "moved": [{"who": move.who, "government": move.government or None, "by": move.change}
                  for move in one.moves],
        "countered_by": one.countered.number if one.countered else None,
        "reactions": [reaction(row) for row in one.reactions], "withdrawn": one.withdrawn or None,
    }


def offer(row: Offer) -> dict[str, Any]:
    return {
        "code": row.name_in_addresses, "title": row.title, "kind": row.kind,
        "kind_word": row.get_kind_display(), "on": str(row.effective_on), "final": row.claimed_final,
        "event": {"slug": row.event.slug, "title": row.event.title} if row.event else None,
    }


def difference(one: DifferenceLine) -> dict[str, Any]:
    return {"label": one.label or None, "old": one.old, "new": one.new, "change": one.change or None}


def reaction(one: Reaction) -> dict[str, Any]:
    return {"stance": one.stance.code, "word": str(one.stance.word), "when": one.when,
            "governments": [{"code": row.government_id, "name": row.government.name} for row in one.rows]}


def wording(found: Wordings) -> dict[str, Any]:
    return {
        "bracketed": found.bracketed,
        "columns": [{"code": one.code, "heading": one.heading,
                     "offer": offer(one.offer) if one.offer else None} for one in found.columns],
        "texts": [{"language": one.language, "columns": [pieces(text) for text in one.texts]}
                  for one in found.lines],
    }


def pieces(found: Iterable[Piece]) -> list[dict[str, str]]:
    return [{"act": one.act, "words": one.words} for one in found]


def step(one: Step) -> dict[str, Any]:
    return {
        "on": str(one.on), "offer": one.offer.name_in_addresses, "side": one.side, "value": one.value,
        "withdrawal": one.withdrawal,
        "federal": one.federal or None, "other": one.other or None, "gap": one.gap or None,
        "closed": str(one.share) if one.share is not None else None, "closed_words": one.closed or None,
    }
