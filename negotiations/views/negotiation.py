"""The list of negotiations and the home of one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from negotiations.models import Negotiation
from negotiations.reports.home import home
from negotiations.views.reading import read


def negotiation_list(request: HttpRequest) -> HttpResponse:
    """The negotiations the reader may read."""
    return render(request, "negotiation_list.html", {"negotiations": Negotiation.objects.listed()})


def negotiation_home(request: HttpRequest, slug: str) -> HttpResponse:
    """Where the talks stand, as of a day; today when none is asked for."""
    reading = read(request, slug)
    page = home(reading.negotiation, reading.dates.as_of)
    context = {**reading.context(page.level), "page": page}
    return render(request, "negotiation_home.html", context, status=reading.status)
