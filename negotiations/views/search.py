"""Search: one box over the record, what narrows it, and the result as a file."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from config import events
from negotiations.reports.also_found import also_found
from negotiations.reports.level import level_of
from negotiations.reports.search import Facets, choices, found, found_lines, search
from negotiations.reports.statement_file import statement_file
from negotiations.reports.words import Words, read_words
from negotiations.searching import SearchForm
from negotiations.views.reading import Reading, read


def search_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Statements newest first, and what else holds the words."""
    reading = read(request, slug)
    form = ask(request, reading)
    words, facets = asked(form)
    result = search(reading.negotiation, reading.dates.as_of, words, facets, page_number(request))
    beside = also_found(reading.negotiation, reading.dates.as_of, words)
    level = max(form.level, beside.level, *(line.sensitivity for line in result.lines))
    context = {
        **reading.context(level, (_("Search"), "")),
        "form": form, "words": words, "narrowed": facets.chosen, "result": result, "beside": beside,
        "asked": form.is_valid() and bool(words.typed or facets.chosen),
        "kept_dates": dates(reading), "kept": kept(request), "links": links(request, reading, result),
    }
    return render(request, "search.html", context, status=200 if form.is_valid() else 400)


def search_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Every statement found, as a file of comma-separated values."""
    reading = read(request, slug)
    form = ask(request, reading)
    words, facets = asked(form)
    if not form.is_valid() or not (words.query or facets.chosen):
        return HttpResponse(_("Nothing was asked for: search first, then take the file from the page."),
                            content_type="text/plain; charset=utf-8", status=400)
    rows = found(reading.negotiation, reading.dates.as_of, words, facets)
    found_ones = found_lines(rows, reading.dates.as_of, facets)
    events.strategy_read(reading.negotiation.pk, "file", level_of(found_ones))
    told = statement_file(found_ones, reading.dates.as_of, clearance=reading.clearance)
    answer = HttpResponse(told, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-statements.csv"'
    return answer


def ask(request: HttpRequest, reading: Reading) -> SearchForm:
    """The form as the address fills it: 4 queries."""
    return SearchForm(choices(reading.negotiation, reading.dates.as_of), request.GET)


def asked(form: SearchForm) -> tuple[Words, Facets]:
    """Nothing when the form says that something is wrong: 1 query when words were typed."""
    if not form.is_valid():
        return Words(""), Facets()
    return read_words(form.cleaned_data["q"]), form.facets


def page_number(request: HttpRequest) -> int:
    typed = request.GET.get("page", "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 7 else 1


def dates(reading: Reading) -> list[tuple[str, str]]:
    """The two clocks, for a form that keeps them."""
    typed = (("on", reading.dates.typed_on), ("known", reading.dates.typed_known))
    return [(name, text) for name, text in typed if text and not reading.dates.fault]


def kept(request: HttpRequest) -> list[tuple[str, str]]:
    """What the form that changes the dates keeps."""
    return [(name, text) for name, texts in request.GET.lists() for text in texts
            if name not in ("on", "known", "page") and text]


def links(request: HttpRequest, reading: Reading, result) -> dict[str, str]:
    """The page before, the page after, and the file; empty where there is none."""
    address = reverse("search", args=[reading.negotiation.slug])
    before = result.page - 1 if result.page > 1 else None
    after = result.page + 1 if result.page < result.pages else None
    return {
        "before": address + with_page(request.GET, before) if before else "",
        "after": address + with_page(request.GET, after) if after else "",
        "file": reverse("search-file", args=[reading.negotiation.slug]) + with_page(request.GET, None),
    }


def with_page(given: QueryDict, page: int | None) -> str:
    changed = given.copy()
    changed.pop("page", None)
    if page:
        changed["page"] = str(page)
    return f"?{changed.urlencode()}" if changed else ""
