"""The profile of one government in a negotiation."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from grants.models import Jurisdiction
from negotiations.reports.profile import profile
from negotiations.views.reading import read


def government_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The governments in protocol order, each leading to its profile."""
    reading = read(request, slug)
    context = {
        **reading.context(1, (_("Governments"), "")),
        "governments": Jurisdiction.objects.in_protocol_order(),
    }
    return render(request, "government_list.html", context, status=reading.status)


def government_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What one government wants, what it will not accept, and whether it has moved."""
    reading = read(request, slug)
    government = get_object_or_404(Jurisdiction, code=code.upper())
    page = profile(reading.negotiation, government, reading.dates.as_of)
    context = {**reading.context(page.level, (government.name, "")), "page": page}
    return render(request, "government.html", context, status=reading.status)
