"""The terms of a negotiation, and the history of one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from negotiations.models import Term
from negotiations.reports.term import term_history
from negotiations.views.reading import read


def term_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Every term, in order."""
    reading = read(request, slug)
    terms = list(Term.objects.of(reading.negotiation).known(reading.dates.as_of.moment).order_by("number"))
    level = max((one.sensitivity for one in terms), default=1)
    context = {**reading.context(level, (_("Terms"), "")), "terms": terms}
    return render(request, "term_list.html", context, status=reading.status)


def term_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """How the term got here: versions, wording compared, reactions, the gap."""
    reading = read(request, slug)
    term = get_object_or_404(Term.objects.of(reading.negotiation).named_loosely(code))
    page = term_history(term, reading.dates.as_of)
    context = {**reading.context(page.level, (term.name, "")), "page": page, "term": term}
    return render(request, "term.html", context, status=reading.status)
