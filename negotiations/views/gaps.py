"""What the record lacks: second sources, French, a second pair of eyes."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from negotiations.reports.early import early_for
from negotiations.reports.gaps import gaps
from negotiations.views.reading import read


def gaps_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Counts and links; who may type is led to the admin where a row has no page of its own."""
    reading = read(request, slug)
    page = gaps(reading.negotiation, reading.dates.as_of)
    context = {**reading.context(page.level, (_("What the record lacks"), "")), "page": page,
               "early": early_for(reading.negotiation, reading.dates.as_of),
               "staff": request.user.is_staff}
    return render(request, "gaps.html", context, status=reading.status)
