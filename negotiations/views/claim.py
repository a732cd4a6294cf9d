"""The claims page: which figures were asserted, and may we say them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from negotiations.reports.claims import claims
from negotiations.reports.early import early_for
from negotiations.views.reading import read


def claim_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Each claim with its verdicts by the day of reading."""
    reading = read(request, slug)
    found = claims(reading.negotiation, reading.dates.as_of)
    level = max((one.sensitivity for one in found), default=1)
    context = {**reading.context(level, (_("Claims"), "")), "claims": found,
               "early": early_for(reading.negotiation, reading.dates.as_of)}
    return render(request, "claim_list.html", context, status=reading.status)
