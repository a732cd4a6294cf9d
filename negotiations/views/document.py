"""Files attached to sources: attach one, and fetch one behind the wall."""

from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config import events
from config.rules import WRITERS
from negotiations.files import keeping
from negotiations.files.attaching import attach
from negotiations.files.forms import AttachForm
from negotiations.files.limiting import was_cut_off
from negotiations.models import Document, Membership, Negotiation, Source
from negotiations.views.reading import read


def document_add(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Attach a file, by somebody who writes at the level of the source."""
    reading = read(request, slug)
    source = get_object_or_404(Source.objects.of(reading.negotiation).named(code))
    most = writes_up_to(request.user, reading.negotiation)
    if most < source.sensitivity:
        raise PermissionDenied
    is_post = request.method == "POST"
    typed = (request.POST, request.FILES) if is_post else ()
    form = AttachForm(*typed, least=source.sensitivity, most=most, cut_off=was_cut_off(request))
    if is_post and form.is_valid():
        attach(source, **form.cleaned_data)
        return redirect("source", slug, source.name_in_addresses)
    page = reverse("source", args=[slug, source.name_in_addresses])
    context = {
        **reading.context(source.sensitivity, (source.title, page), (_("Attach a file"), "")),
        "form": form,
        "heading": _("Attach a file to %(source)s") % {"source": source.title},
    }
    return render(request, "negotiation_act.html", context, status=400 if form.errors else 200)


def writes_up_to(user, negotiation: Negotiation) -> int:
    """The highest level at which the user writes there today; 0 for who only reads: 1 query."""
    found = Membership.objects.held_by(user).filter(negotiation=negotiation, role__in=WRITERS)
    return found.aggregate(highest=Max("clearance"))["highest"] or 0


@require_safe
def document_file(request: HttpRequest, slug: str, code: str, document: str) -> FileResponse:
    """The bytes of a file, to be saved and never shown; foreign, missing and gone answer alike."""
    negotiation = get_object_or_404(Negotiation, slug=slug)
    source = get_object_or_404(Source.objects.of(negotiation).named(code))
    row = get_object_or_404(Document.objects.of(negotiation).filter(source=source).named(document))
    path = keeping.find(row.stored_name)
    if path is None:
        raise Http404
    events.strategy_read(negotiation.pk, f"document {row.pk}", row.sensitivity)
    answer = FileResponse(
        path.open("rb"), as_attachment=True, filename=row.name, content_type=row.content_type)
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer
