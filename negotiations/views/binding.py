"""The page on which an analyst records where a front stands: typed, looked at, then recorded."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from negotiations import binding
from negotiations.binding_forms import BindingForm, Offered, with_one_more_line
from negotiations.binding_plan import Plan, plan
from negotiations.models import Statement
from negotiations.reports import binding as told
from negotiations.reports.lines import statement_line
from negotiations.views.document import writes_up_to
from negotiations.views.event import address
from negotiations.views.reading import Reading, read


def binding_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """By who writes at the level of the statement; nothing is stored before the rows were looked at."""
    reading = read(request, slug)
    statement = find(reading, code)
    most = writes_up_to(request.user, reading.negotiation)
    if most < statement.sensitivity:
        raise PermissionDenied
    if reason := binding.refusal_of(statement):
        status = 409 if request.method == "POST" else 200
        return shown(request, reading, statement, {"reason": reason}, status)
    offered = Offered.of(statement, min(most, reading.negotiation.ceiling))
    if request.method != "POST":
        return shown(request, reading, statement, {"form": BindingForm(offered=offered)})
    if request.POST.get("act") == "line":
        return shown(request, reading, statement, {"form": with_one_more_line(request.POST, offered)})
    return answered(request, reading, statement, BindingForm(request.POST, offered=offered))


def answered(request: HttpRequest, reading: Reading, statement: Statement, form: BindingForm) -> HttpResponse:
    """The preview of a valid form; or its rows recorded, when they are those that were looked at."""
    if not form.is_valid():
        return shown(request, reading, statement, {"form": form}, 400)
    seen = told.read(request.POST.get("seen", ""))
    if request.POST.get("act") != "record":
        return shown(request, reading, statement, {"form": form, "plan": plan(statement, form.filling())})
    try:
        done = binding.bind(statement, form.filling(), seen)
    except binding.Changed as other:
        context = {"form": form, "plan": other.plan, "changes": told.changes(other.plan, seen)}
        return shown(request, reading, statement, context, 409)
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return shown(request, reading, statement, {"form": form}, 409)
    messages.success(request, recorded(done))
    matrix = reverse("matrix", args=[reading.negotiation.slug])
    return redirect(f"{matrix}?on={statement.effective_on}#top")  # or #preview would be carried along


def find(reading: Reading, code: str) -> Statement:
    """With the rows that it names; what is foreign is missing: 1 query."""
    rows = Statement.objects.of(reading.negotiation).named(code)
    return get_object_or_404(
        rows.select_related("event", "front", "source", "government", "speaker", "item"))


def recorded(done: Plan) -> str:
    n = len(done.added)
    return ngettext("%(n)s row was recorded for %(front)s.", "%(n)s rows were recorded for %(front)s.", n) % {
        "n": n, "front": done.statement.front}


def shown(request: HttpRequest, reading: Reading, statement: Statement, given: dict,
          status: int = 200) -> HttpResponse:
    """The page of the `form`, with its `plan` and the `changes` since; or the `reason` against it.

    2 queries for what the line of the statement prints besides.
    """
    prefetch_related_objects([statement], "term_links__term", "citations__source")
    event = address(reading.negotiation.slug, statement.event)
    trail = (statement.event.title, event), (_("Where the front stands"), "")
    form, found = given.get("form"), given.get("plan")
    levels = [statement.sensitivity, form.offered.level if form else 1, found.level if found else 1]
    return render(request, "binding.html", {
        **reading.context(max(levels), *trail), "statement": statement, "line": statement_line(statement),
        "form": form, "preview": told.build(found) if found else None, "changes": given.get("changes", ()),
        "reason": given.get("reason", ""), "event_address": event}, status=status)
