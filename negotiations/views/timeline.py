"""The timeline: what happened in what order, and what is next."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from negotiations.reports.early import early_for
from negotiations.reports.timeline import timeline
from negotiations.views.reading import read


def timeline_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The drawing, and the table with the same rows. `span` in the address narrows the drawing."""
    reading = read(request, slug)
    page = timeline(reading.negotiation, reading.dates.as_of, request.GET.get("span", ""))
    context = {**reading.context(page.level, (_("Timeline"), "")), "page": page,
               "early": early_for(reading.negotiation, reading.dates.as_of),
               "kept": [("span", page.span)] if page.span else []}
    return render(request, "timeline.html", context, status=reading.status)
