"""The list of negotiations and the home of one, as a page and as JSON."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from config import events
from negotiations.models import Negotiation
from negotiations.reports import home_json, since
from negotiations.reports.home import home
from negotiations.views import as_json
from negotiations.views.asking import ask
from negotiations.views.reading import read


def negotiation_list(request: HttpRequest) -> HttpResponse:
    """The negotiations the reader may read."""
    return render(request, "negotiation_list.html", {"negotiations": Negotiation.objects.listed()})


def negotiation_home(request: HttpRequest, slug: str) -> HttpResponse:
    """Where the talks stand, as of a day, and what changed since another; today when none is asked for."""
    reading, asked = ask(read(request, slug), request.GET)
    page = home(reading.negotiation, reading.dates.as_of)
    moved = since.since(reading.negotiation, reading.dates.as_of, asked.since)
    context = {
        **reading.context(max(page.level, moved.level)), "page": page, "moved": moved,
        "kept": [pair for pair in asked.kept if pair[0] == "since"],
        "fixed": [pair for pair in asked.pairs if pair[0] in ("on", "known")],
        "matrix_query": asked.address(), "json_query": asked.address()}
    return render(request, "negotiation_home.html", context, status=reading.status)


def negotiation_file(request: HttpRequest, slug: str) -> JsonResponse:
    """The same value for a machine."""
    reading, asked = ask(read(request, slug), request.GET)
    if reading.dates.fault:
        return as_json.refused(reading)
    page = home(reading.negotiation, reading.dates.as_of)
    moved = since.since(reading.negotiation, reading.dates.as_of, asked.since)
    events.strategy_read(reading.negotiation.pk, "json", max(page.level, moved.level))
    return as_json.told(reading, home_json.value(page, moved))
