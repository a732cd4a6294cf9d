"""The sources of a negotiation, and what rests on each."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from negotiations.models import Document, Source
from negotiations.reports.level import level_of
from negotiations.reports.resting import resting_on
from negotiations.views.document import writes_up_to
from negotiations.views.reading import read


def source_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Every source of the negotiation that the reader may read, by date."""
    reading = read(request, slug)
    sources = list(Source.objects.of(reading.negotiation).known(reading.dates.as_of.moment)
                   .order_by("published_on", "code"))
    level = max((one.sensitivity for one in sources), default=1)
    context = {**reading.context(level, (_("Sources"), "")), "sources": sources}
    return render(request, "source_list.html", context, status=reading.status)


def source_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """One source, and every row that rests on it."""
    reading = read(request, slug)
    source = get_object_or_404(Source.objects.of(reading.negotiation).named(code))
    documents = documents_of(source, reading.dates.as_of.moment)
    resting = resting_on(source, reading.dates.as_of.moment)
    context = {
        **reading.context(level_of([source], documents, *resting.lists), (source.title, "")),
        "source": source,
        "resting": resting,
        "documents": documents,
        "may_attach": writes_up_to(request.user, reading.negotiation) >= source.sensitivity,
    }
    return render(request, "source.html", context, status=reading.status)


def documents_of(source: Source, moment) -> list[Document]:
    """The files attached to it, as known at that moment: 1 query."""
    return list(Document.objects.of(source.negotiation_id).known(moment).filter(source=source).order_by("pk"))
