"""The profile of one government in a negotiation, as a page and as JSON."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from config import events
from grants.models import Jurisdiction
from negotiations.reports import profile_json, profile_money_json
from negotiations.reports.profile import Profile, profile
from negotiations.reports.profile_money import Money, money
from negotiations.views import as_json
from negotiations.views.asking import ask
from negotiations.views.reading import Reading, read

LINES = [("lines", "all")]


def government_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The governments in protocol order, each leading to its profile."""
    reading = read(request, slug)
    context = {
        **reading.context(1, (_("Governments"), "")),
        "governments": Jurisdiction.objects.in_protocol_order(),
    }
    return render(request, "government_list.html", context, status=reading.status)


def government_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What one government wants, what it will not accept, and whether it has moved since a day."""
    reading, asked = ask(read(request, slug), request.GET)
    government = get_object_or_404(Jurisdiction, code=code.upper())
    whole = request.GET.get("lines") == "all"
    page = profile(reading.negotiation, government, reading.dates.as_of, asked.since, whole)
    figures = money_of(reading, page)
    context = {
        **reading.context(level(page, figures), (government.name, "")), "page": page, "money": figures,
        "kept": [pair for pair in asked.kept if pair[0] == "since"] + LINES * whole,
        "fixed": [pair for pair in asked.pairs if pair[0] in ("on", "known")] + LINES * whole,
        "all_lines": asked.address(lines="all"),
        "json_query": asked.address()}
    return render(request, "government.html", context, status=reading.status)


def government_file(request: HttpRequest, slug: str, code: str) -> JsonResponse:
    """The same value for a machine."""
    reading, asked = ask(read(request, slug), request.GET)
    government = get_object_or_404(Jurisdiction, code=code.upper())
    if reading.dates.fault:
        return as_json.refused(reading)
    page = profile(reading.negotiation, government, reading.dates.as_of, asked.since)
    figures = money_of(reading, page)
    events.strategy_read(reading.negotiation.pk, "json", level(page, figures))
    return as_json.told(reading, {
        **profile_json.value(page), "level": level(page, figures),
        "money": profile_money_json.value(figures)})


def money_of(reading: Reading, page: Profile) -> Money | None:
    """What the offers of the day would mean for it in dollars; nothing for one that takes no part."""
    if page.track is None and page.government.kind != Jurisdiction.Kind.FEDERAL:
        return None
    apart = page.track is not None and page.track.apart
    return money(reading.negotiation, page.government, reading.dates.as_of, apart)


def level(page: Profile, figures: Money | None) -> int:
    """The highest sensitivity of what is shown."""
    return max(page.level, figures.level) if figures else page.level
