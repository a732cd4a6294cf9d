"""The help page: every scale in words. Knows the scales, no record."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from negotiations import scales


def help_page(request: HttpRequest) -> HttpResponse:
    """Every scale in words; the codes of the record files are for those who may edit."""
    tables = {name.lower(): getattr(scales, name) for name in scales.TABLES}
    levels = scales.by_level(scales.SENSITIVITIES)
    context = {**tables, "public": levels[1], "show_codes": request.user.is_staff}
    return render(request, "help.html", context)
