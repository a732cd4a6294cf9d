"""The agreement tracker, as a page and as JSON."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from negotiations.reports.tracker import Tracker, tracker
from negotiations.views.reading import Reading, read


def tracker_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has signed; `with` and `without` say who is counted beside or against the record."""
    reading = read(request, slug)
    put_in, left_out = chosen(request, "with"), chosen(request, "without")
    page = find(reading, put_in, left_out)
    kept = [("with", code) for code in put_in] + [("without", code) for code in left_out]
    context = {**reading.context(page.level, (_("Agreement tracker"), "")), "page": page, "kept": kept}
    return render(request, "tracker.html", context, status=reading.status)


def tracker_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The same value for a machine."""
    reading = read(request, slug)
    page = find(reading, chosen(request, "with"), chosen(request, "without"))
    return JsonResponse(plain(reading, page), status=reading.status)


def chosen(request: HttpRequest, name: str) -> list[str]:
    """Codes of governments in the address, at most fourteen."""
    return sorted({code[:2].upper() for code in request.GET.getlist(name)})[:14]


def find(reading: Reading, put_in: list[str], left_out: list[str]) -> Tracker:
    return tracker(reading.negotiation, reading.dates.as_of, put_in, left_out)


def plain(reading: Reading, page: Tracker) -> dict:
    as_of, covered = reading.dates.as_of, page.coverage
    return {
        "on": as_of.on.isoformat(),
        "known": as_of.known.isoformat() if as_of.known else None,
        "clearance": reading.clearance,
        "release": page.release.code if page.release else None,
        "counted": covered.governments,
        "of": covered.of_governments,
        "provinces": covered.provinces,
        "share_of_canada": str(covered.of_canada) if covered.of_canada is not None else None,
        "share_of_provinces": str(covered.of_provincial) if covered.of_provincial is not None else None,
        "yardsticks": [{"name": str(one.name), "met": one.met} for one in page.yardsticks],
        "governments": [
            {"code": row.government.code, "state": str(row.state), "contested_as": row.contested,
             "counted": row.counted, "signed": list(row.signed), "missing": row.missing}
            for row in page.rows],
    }
