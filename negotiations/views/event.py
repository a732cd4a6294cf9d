"""The page of an event, and the report of a meeting."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from negotiations.models import Event
from negotiations.reports import labels, meeting, rows
from negotiations.reports.level import level_of
from negotiations.views.reading import Reading, read


def event_page(request: HttpRequest, slug: str, event: str, gathering: bool) -> HttpResponse:
    """What happened, who said what, what moved. Read today unless the address says when."""
    found = find(slug, event)
    if found.is_gathering != gathering:
        return redirect(address(slug, found) + dates_asked(request))
    reading = read(request, slug)
    page = meeting.build(rows.load(found, reading.dates.as_of))
    others = neighbours(reading, found)
    level = max([page.level, *(one["level"] for one in others.values())])
    context = {
        **reading.context(level, (found.title, "")),
        "page": page,
        "event": found,
        "by_government": request.GET.get("by") == "government",
        "kept": [("by", "government")] if request.GET.get("by") == "government" else [],
        **others,
    }
    return render(request, "event.html", context, status=reading.status)


def meeting_report(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """The report of a meeting, read as of the meeting's day."""
    found = find(slug, event)
    reading = read_on_its_day(request, slug, found)
    page = meeting.build(rows.load(found, reading.dates.as_of))
    context = {
        **reading.context(
            page.level, (found.title, address(slug, found) + reading.dates.query), (_("Report"), "")),
        "page": page,
        "event": found,
        "event_address": address(slug, found) + reading.dates.query,
    }
    return render(request, "meeting_report.html", context, status=reading.status)


def read_on_its_day(request: HttpRequest, slug: str, event: Event) -> Reading:
    """Read on the day of the event, as that was known, unless the address says when."""
    day = event.effective_on
    reading = read(request, slug, on=day)
    labels.set_back([event], reading.dates.as_of.moment)
    return reading if event.effective_on == day else read(request, slug, on=event.effective_on)


def dates_asked(request: HttpRequest) -> str:
    asked = request.GET.urlencode()
    return f"?{asked}" if asked else ""


def find(slug: str, event: str) -> Event:
    """1 query, behind the wall: what is foreign is missing."""
    return get_object_or_404(
        Event.objects.select_related("negotiation", "source"), negotiation__slug=slug, slug=event)


def address(slug: str, event: Event) -> str:
    return reverse("meeting" if event.is_gathering else "event", args=[slug, event.slug])


def neighbours(reading: Reading, event: Event) -> dict:
    """The meeting, and the event, before and after: 1 query."""
    events = labels.known_events(reading.negotiation, reading.dates.as_of.moment)
    meetings = [one for one in events if one.is_gathering or one.pk == event.pk]
    return {
        "events_pager": pager(_("All events"), events, event, reading),
        "meetings_pager": pager(_("Meetings"), meetings, event, reading),
    }


def pager(label: str, events: list[Event], event: Event, reading: Reading) -> dict:
    place = next((at for at, one in enumerate(events) if one.pk == event.pk), None)
    before = events[place - 1] if place else None
    after = events[place + 1] if place is not None and place + 1 < len(events) else None
    slug, query = reading.negotiation.slug, reading.dates.query
    return {
        "label": label, "level": level_of([before, after]),
        "previous_address": address(slug, before) + query if before else "",
        "previous_text": before.title if before else "",
        "next_address": address(slug, after) + query if after else "",
        "next_text": after.title if after else "",
    }
