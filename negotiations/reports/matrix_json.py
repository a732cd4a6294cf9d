"""The matrix as plain values for JSON: codes beside words, nothing that the page does not show."""

from typing import Any

from negotiations.reports import early
from negotiations.reports.matrix import Cell, Matrix, words
from negotiations.reports.matrix_answers import Answer, OfferAnswers, name
from negotiations.reports.rollup import Counts
from negotiations.standing.answering import STATUSES


def value(page: Matrix) -> dict[str, Any]:
    """The same value as the page prints; governments stand in protocol order whichever is pinned."""
    return {
        "on": str(page.as_of.on), "known": told_day(page.as_of.known), "since": told_day(page.since),
        "level": page.level, "early": early.value(page.early), "unreviewed": page.unreviewed,
        "left_out": {"not_firm": page.not_firm, "filtered": page.filtered, "standing_in": page.standing_in},
        "answers": [offer(one) for one in page.answers],
        "governments": [{
            "code": one.government.code, "name": one.government.told("name"), "state": one.track,
            "contested": one.contested, "footnotes": list(one.footnotes), "counts": counts(one.counts),
            "answer": answer(one.answer),
        } for one in page.columns],
        "terms": [{
            "code": one.code, "name": one.term.told("name"), "counts": counts(one.counts),
            "cells": [cell(found) for found in one.cells],
        } for one in page.lines],
    }


def offer(found: OfferAnswers) -> dict[str, Any]:
    """One offer that waits for answers, how many governments have answered, and the sentence."""
    row = found.offer
    return {
        "offer": name(row), "title": row.told("title"), "tabled_on": str(row.effective_on),
        "due_on": told_day(row.response_due), "due_in_days": found.found.due_in, "words": found.words,
        **{status: len(found.found.of(status)) for status in STATUSES},
    }


def answer(found: Answer | None) -> dict[str, Any] | None:
    if found is None:
        return None
    row = found.row
    return {"offer": name(row.offer), "status": row.status, "words": f"{found.word} {found.told}",
            "day": told_day(row.day), "waiting_days": row.waiting}


def cell(found: Cell) -> dict[str, Any]:
    if found.left_out:
        return {"cell": found.code, "government": found.government.code, "left_out": found.left_out,
                "symbol": found.symbol, "words": words(found)}
    if found.stand is None:
        return {"cell": found.code, "government": found.government.code, "stance": "not_stated",
                "symbol": found.symbol, "words": words(found)}
    row, signal = found.stand.row, found.stand.signal
    return {
        "cell": found.code, "government": found.government.code, "stance": row.stance,
        "symbol": found.symbol, "words": words(found), "firmness": row.firmness, "origin": row.origin,
        "whole_package": found.whole_package, "grade": row.grade, "effective_on": str(row.effective_on),
        "settled_in_principle": found.settled, "outdated_by": found.outdated,
        "signal_since": {"stance": signal.stance, "grade": signal.grade,
                         "effective_on": str(signal.effective_on)} if signal else None,
        "moved": found.arrow, "approved": found.approved, "stands_in": found.stands_in,
        "conditions": [{"text": one.told("text"), "kind": one.kind, "status": one.status}
                       for one in found.conditions],
    }


def counts(found: Counts) -> dict[str, int]:
    return dict(found.colours)


def told_day(day: Any) -> str | None:
    return str(day) if day else None
