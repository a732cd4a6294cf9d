"""The list of negotiations and the home of one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from negotiations.models import Negotiation
from negotiations.reports import since
from negotiations.reports.home import home
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
        "matrix_query": asked.address()}
    return render(request, "negotiation_home.html", context, status=reading.status)
