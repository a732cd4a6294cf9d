"""The working of one figure: its expression with the values filled in, down to the inputs."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from grants import engine, tables
from grants.naming import name_of, names_on_record
from grants.views.calculator import asked
from grants.views.reading import Place, address
from grants.worked import Step, worked


@dataclass(frozen=True)
class Page:
    """The working, the figure as it was shown, and the way back."""

    place: Place
    title: str
    where: str
    shown: str
    step: Step
    back: str


def working(request: HttpRequest, code: str) -> HttpResponse:
    """The figure `measure` at the labels of `cell`, under the values of the address.

    404 when there is no such figure, or the values cannot be read.
    """
    found, form = asked(request, code)
    names = names_on_record()
    labels = tuple(one for one in request.GET.get("cell", "").split(",") if one)
    if not form.is_valid() or not form.measure:
        raise Http404
    try:
        run = form.run()
        step = worked(run, form.measure, labels, names)
        shown = tables.told_at(run, form.measure, labels, form.step)
    except engine.Refused:
        raise Http404 from None
    back = address("calculator", code, form.kept())
    trail = (*found.trail[:-1], (_("Calculator"), back), (_("Working"), ""))
    title = name_of(form.document, form.measure)
    page = Page(found, title, names.labels(labels), shown, step, back)
    return render(request, "programme_working.html", {"page": page, "trail": trail})
