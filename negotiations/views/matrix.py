"""The position matrix, as a page and as JSON with the same value."""

import hashlib
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from config import events
from negotiations import scales
from negotiations.reports import matrix, matrix_json, matrix_rows, matrix_tag
from negotiations.reports.cell import pane
from negotiations.views import matrix_days, matrix_table
from negotiations.views.asking import Asked, ask
from negotiations.views.reading import LEVELS, Reading, read


def matrix_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is where on what: 8 queries, 11 more with a cell open; 304 when nothing has changed: 5 queries.

    An opened cell, and a choice of evidence or origin, are always read anew.
    """
    reading, asked, tag, unchanged = find(request, slug)
    if unchanged is not None:
        return unchanged
    page, asked = built(reading, asked)
    opened = open_cell(page, asked, reading)
    level = max(page.level, opened.level) if opened else page.level
    response = render(request, "matrix.html", {
        **reading.context(level, (_("Position matrix"), "")), "kept": asked.kept,
        "page": page, "pane": opened, **controls(page, asked, reading)}, status=reading.status)
    return tagged(response, tag)


def matrix_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The same value as JSON: 8 queries; 304 as the page."""
    reading, asked, tag, unchanged = find(request, slug)
    if reading.dates.fault:
        return JsonResponse({"fault": reading.dates.fault}, status=400)
    if unchanged is not None:
        return unchanged
    page, asked = built(reading, asked)
    events.strategy_read(reading.negotiation.pk, "json", page.level)
    told = {"negotiation": slug, "clearance": str(LEVELS[reading.clearance].word), "chosen": asked.chosen,
            "pin": asked.pin or None, "faults": list(asked.faults), **matrix_json.value(page)}
    return tagged(JsonResponse(told, json_dumps_params={"ensure_ascii": False}), tag)


def find(request: HttpRequest, slug: str) -> tuple[Reading, Asked, str, HttpResponse | None]:
    """What is asked for, its tag, and the answer 304 when the asker has that already."""
    reading, asked = ask(read(request, slug), request.GET)
    if asked.cell or asked.filters != asked.filters.unfiltered:
        return reading, asked, "", None
    tag = etag(request, reading)
    return reading, asked, tag, get_conditional_response(request, etag=tag) if tag else None


def built(reading: Reading, asked: Asked) -> tuple[matrix.Matrix, Asked]:
    rows = matrix_rows.load(reading.negotiation, reading.dates.as_of, asked.since, asked.filters)
    page = matrix.build(rows, asked.firm)
    return page, asked.pinned_among({one.government.code for one in page.columns})


def etag(request: HttpRequest, reading: Reading) -> str:
    """Everything the page depends on: who reads it where and how, and the rows that he may read.

    Empty when there are too many rows to tell.
    """
    user, rows = request.user, matrix_tag.fingerprint(reading.negotiation)
    if rows is None:
        return ""
    seen = (settings.ENTENTE_VERSION, settings.ENTENTE_MODIFIED, get_language(), request.get_full_path(),
            user.pk, user.get_full_name(), user.get_username(), user.is_staff, reading.clearance,
            reading.may_write, reading.dates, rows)
    return f'"{hashlib.sha256(repr(seen).encode()).hexdigest()[:32]}"'


def tagged(response: HttpResponse, tag: str) -> HttpResponse:
    if response.status_code == 200 and tag:
        response.headers["ETag"] = tag
    return response


def open_cell(page: matrix.Matrix, asked: Asked, reading: Reading) -> Any:
    """The pane of the cell that the address names; a cell that is not there is missing."""
    if not asked.cell:
        return None
    found = page.cell(asked.cell)
    if found is None:
        raise Http404
    return pane(found, matrix.words(found), reading.negotiation, reading.dates.as_of, asked.filters)


def controls(page: matrix.Matrix, asked: Asked, reading: Reading) -> dict[str, Any]:
    """The table as it is printed, and the links and choices around it."""
    slug, query = reading.negotiation.slug, reading.dates.query
    terms = reverse("term", args=[slug, "TERM"]) + query
    governments = reverse("government", args=[slug, "GOVERNMENT"]) + query
    return {
        "heads": matrix_table.matrix_heads(page, asked, governments),
        "cells": matrix_table.matrix_cells(page, asked, terms),
        "feet": matrix_table.matrix_feet(page, asked),
        "answers": matrix_table.matrix_answers(page, asked), "asked": asked,
        **matrix_days.days(page.ticks, asked, reading.dates.as_of.on),
        "closed": asked.address(), "json_address": asked.address(),
        "fixed": [(name, value) for name, value in asked.pairs if name in ("on", "known")],
        "levels": [value for value in scales.SENSITIVITIES if value.level <= reading.clearance],
        "grades": scales.GRADES, "stances": scales.STANCES,
    }
