"""Lists whose rows a second person approves or returns, many at once, after a page that asks.

Knows the act and the refusals; the model is whichever the list is of.
"""

from django import forms
from django.contrib import admin, messages
from django.db.models import Exists, OuterRef
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config import events
from grants.admin.refusals import refusal
from negotiations.admin import rights
from negotiations.approving import NotJudged, column, judge
from negotiations.models import Approval

MOST = 100
APPROVED, RETURNED = Approval.Verdict.APPROVED, Approval.Verdict.RETURNED


class NoteForm(forms.Form):
    """What the approver adds; a row is never returned without it."""

    note = forms.CharField(label=gettext_lazy("Note"), max_length=300, required=False)

    def __init__(self, *args, needed, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["note"].required = needed
        self.fields["note"].error_messages["required"] = _("Say why it is returned.")
        self.fields["note"].widget.attrs.update({"class": "vTextField"})


class Reviewed(admin.SimpleListFilter):
    """What a second person said of the rows."""

    title = gettext_lazy("review")
    parameter_name = "review"

    def lookups(self, request, model_admin):
        return [("none", _("not reviewed")), ("approved", APPROVED.label),
                ("returned", RETURNED.label)]

    def queryset(self, request, rows):
        given = Approval.objects.filter(**{column(rows.model): OuterRef("pk")})
        approved, returned = (Exists(given.filter(verdict=one)) for one in (APPROVED, RETURNED))
        wanted = {"none": ~approved & ~returned, "approved": approved,
                  "returned": returned & ~approved}.get(self.value())
        return rows if wanted is None else rows.filter(wanted)


class Approvable:
    """For pages of record rows: two actions for approvers, and the verdicts above the form."""

    actions = ["approve_rows", "return_rows"]

    def get_actions(self, request):
        """Only for those who approve somewhere."""
        is_approver = rights.of(request).writable(("approver",))
        return super().get_actions(request) if is_approver else {}

    @admin.action(description=gettext_lazy("Approve…"))
    def approve_rows(self, request, rows):
        return page(self, request, rows, APPROVED)

    @admin.action(description=gettext_lazy("Return with a note…"))
    def return_rows(self, request, rows):
        return page(self, request, rows, RETURNED)

    def verdicts(self, row):
        """Newest first: 1 query."""
        return Approval.objects.filter(**{column(self.model): row.pk}).select_related(
            "recorded_by").order_by("-id")


def page(model_admin, request, rows, verdict):
    """Asks once more, with the rows named; None when all was done."""
    rows = list(rows[: MOST + 1])
    if len(rows) > MOST:
        messages.error(request, _("Choose at most %(most)s rows at once.") % {"most": MOST})
        return None
    asked = "judge" in request.POST
    form = NoteForm(request.POST if asked else None, needed=verdict == RETURNED)
    refused = {}
    if asked and form.is_valid():
        refused = _refused(rows, verdict, form.cleaned_data["note"])
        if not refused:
            messages.success(request, _done(verdict, len(rows)))
            return None
    return _shown(model_admin, request, form, verdict, rows, refused)


def _refused(rows, verdict, note) -> dict:
    """Row key -> the sentence, of each row that stood in the way."""
    try:
        judge(rows, verdict, note=note)
    except NotJudged as error:
        return {row.pk: refusal(said).sentence for row, said in error.rows}
    return {}


def _done(verdict, number) -> str:
    told = {"n": number}
    if verdict == APPROVED:
        return ngettext("%(n)s row was approved.", "%(n)s rows were approved.", number) % told
    return ngettext("%(n)s row was returned.", "%(n)s rows were returned.", number) % told


def _shown(model_admin, request, form, verdict, rows, refused):
    for row in rows:
        events.strategy_read(row.negotiation_id, f"{row._meta.model_name} {row.pk}", row.sensitivity)
    context = {
        **model_admin.admin_site.each_context(request), "opts": model_admin.opts, "form": form,
        "title": _("Approve") if verdict == APPROVED else _("Return with a note"), "subtitle": None,
        "action": request.POST.get("action", ""), "refused": bool(refused),
        "rows": [(row, refused.get(row.pk, "")) for row in rows],
    }
    request.current_app = model_admin.admin_site.name
    return TemplateResponse(request, "admin/negotiations/approve.html", context,
                            status=409 if refused else 200)
