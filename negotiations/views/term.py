"""The terms of a negotiation and the history of one, as pages and as JSON with the same values."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from config import events
from negotiations.models import Term
from negotiations.reports import term_json, term_rows
from negotiations.reports.term import TermHistory, term_history
from negotiations.reports.term_rows import TermRows
from negotiations.reports.term_status import term_list
from negotiations.views.reading import LEVELS, Reading, read


def term_list_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Every term in order, with its status: 9 queries."""
    return listed(request, *find(request, slug))


def term_list_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The same value as JSON: 9 queries."""
    reading, rows = find(request, slug)
    return told(reading, lambda: term_json.listing(term_list(rows)))


def term_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """How the term got here: versions, wording compared, reactions, the gap: 11 queries.

    At a date by which nothing was known there is no term to show: the list says so.
    """
    reading, rows = find(request, slug)
    if rows.nothing_known:
        return listed(request, reading, rows)
    page = history(reading, rows, code)
    context = {**reading.context(page.level, (page.term.name, "")), "page": page, "term": page.term}
    return render(request, "term.html", context, status=reading.status)


def term_file(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The same value as JSON: 11 queries."""
    reading, rows = find(request, slug)
    if rows.nothing_known:
        return told(reading, lambda: term_json.listing(term_list(rows)))
    page = history(reading, rows, code)
    return told(reading, lambda: term_json.history(page))


def listed(request: HttpRequest, reading: Reading, rows: TermRows) -> HttpResponse:
    """The page of all terms."""
    page = term_list(rows)
    context = {**reading.context(page.level, (_("Terms"), "")), "page": page}
    return render(request, "term_list.html", context, status=reading.status)


def find(request: HttpRequest, slug: str) -> tuple[Reading, TermRows]:
    """The rows of the day asked for."""
    reading = read(request, slug)
    return reading, term_rows.load(reading.negotiation, reading.dates.as_of)


def history(reading: Reading, rows: TermRows, code: str) -> TermHistory:
    """A term that was not on record by then is missing."""
    terms = Term.objects.of(reading.negotiation).known(reading.dates.as_of.moment)
    return term_history(get_object_or_404(terms.named_loosely(code)), rows)


def told(reading: Reading, value: Callable[[], dict[str, Any]]) -> HttpResponse:
    """The value with its dates and clearance, or the fault of the address."""
    dates = reading.dates
    if dates.fault:
        return JsonResponse({"fault": dates.fault}, status=400)
    found = value()
    events.strategy_read(reading.negotiation.pk, "file", found["level"])
    return JsonResponse({
        "negotiation": reading.negotiation.slug, "on": str(dates.as_of.on),
        "known": str(dates.as_of.known) if dates.as_of.known else None,
        "clearance": str(LEVELS[reading.clearance].word), **found,
    }, json_dumps_params={"ensure_ascii": False})
