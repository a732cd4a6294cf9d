"""The agreement tracker, as a page and as JSON."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config import events
from negotiations.reports import tracker_json
from negotiations.reports.tracker import Tracker, TrackerRow, tracker
from negotiations.views import as_json
from negotiations.views.reading import Reading, read

Pairs = list[tuple[str, str]]


def tracker_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has signed; `with` and `without` say who is counted beside or against the record."""
    reading = read(request, slug)
    put_in, left_out = chosen(request, "with"), chosen(request, "without")
    page = find(reading, put_in, left_out)
    kept = [("with", code) for code in put_in] + [("without", code) for code in left_out]
    fixed = clocks(reading)
    context = {
        **reading.context(page.level, (_("Agreement tracker"), "")), "page": page, "kept": kept,
        "rows": [(row, toggle(row, fixed, kept)) for row in page.rows],
        "json_query": f"?{urlencode(fixed + kept)}" if fixed + kept else "",
        "own": f"?negotiation={reading.negotiation.pk}"}
    return render(request, "tracker.html", context, status=reading.status)


def tracker_file(request: HttpRequest, slug: str) -> JsonResponse:
    """The same value for a machine."""
    reading = read(request, slug)
    if reading.dates.fault:
        return as_json.refused(reading)
    page = find(reading, chosen(request, "with"), chosen(request, "without"))
    events.strategy_read(reading.negotiation.pk, "json", page.level)
    return as_json.told(reading, tracker_json.value(page))


def chosen(request: HttpRequest, name: str) -> list[str]:
    """Codes of governments in the address, at most fourteen."""
    return sorted({code[:2].upper() for code in request.GET.getlist(name)})[:14]


def find(reading: Reading, put_in: list[str], left_out: list[str]) -> Tracker:
    return tracker(reading.negotiation, reading.dates.as_of, put_in, left_out)


def clocks(reading: Reading) -> Pairs:
    """The dates of the address, where they can be read."""
    typed = (("on", reading.dates.typed_on), ("known", reading.dates.typed_known))
    return [] if reading.dates.fault else [pair for pair in typed if pair[1]]


def toggle(row: TrackerRow, fixed: Pairs, kept: Pairs) -> str:
    """The address that counts the government otherwise, everything else kept."""
    code = row.government.code
    others = [pair for pair in kept if pair[1] != code]
    if (("with", code) in kept) == (("without", code) in kept):
        others.append(("without" if row.counted else "with", code))
    return f"?{urlencode(fixed + others)}"
