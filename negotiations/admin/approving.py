"""Lists whose rows a second person approves or returns, many at once, after a page that asks.

Knows the act and the refusals; the model is whichever the list is of.
"""

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import flatten_fieldsets
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config import events
from grants.admin.refusals import Refusal, Refused, refusal
from negotiations.admin import declared, locking, rights
from negotiations.approving import NotJudged, column, judge
from negotiations.models import Approval, HistoryEntry

MOST = 100
CHANGED = gettext_lazy("This row was changed after you saw it: read it again before you approve it.")
FROZEN = gettext_lazy("Frozen: nothing here changes any more. What comes to light later is recorded in "
                      "rows of its own.")
CLOSED = gettext_lazy("Approved: nothing here is edited. An approver may return it with a note; it can be "
                      "edited again then.")
YOURS_TO_RETURN = gettext_lazy("Approved: nothing here is edited. To have it corrected, choose it in the "
                               "list and take “Return with a note…”; it can be edited again then.")
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
        name = column(rows.model)
        last = Approval.objects.standing(name).filter(**{name: OuterRef("pk")})
        wanted = {"none": ~Exists(last), "approved": Exists(last.filter(verdict=APPROVED)),
                  "returned": Exists(last.filter(verdict=RETURNED))}.get(self.value())
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

    def get_object(self, request, object_id, from_field=None):
        """With its verdicts, newest first: 1 query more.

        A form that was opened before the approval comes back filled in: the database refuses it,
        and what was typed is kept.
        """
        row = super().get_object(request, object_id, from_field)
        if row is not None:
            row.verdicts = list(given(row))
            approves = bool(row.verdicts) and row.verdicts[0].verdict == APPROVED
            was_open = "sensitivity" in request.POST
            row.is_shut = not was_open and (approves or declared.is_approved(row))
            row.state_then = getattr(row, "state", "")  # the form writes what is typed into the row
        return row

    def barred(self, request, row) -> str:
        """Why an approver may not approve this one; empty when he may."""
        return ""

    def verdicts(self, row):
        return row.verdicts

    def has_change_permission(self, request, obj=None):
        """Of what was approved an approver may change the state, and nobody anything else."""
        if obj is None or not declared.is_approved(obj):
            return super().has_change_permission(request, obj)
        return (declared.is_unsealed(obj) and not declared.is_final(obj)
                and rights.of(request).may_write(obj, ("approver",)))

    def get_readonly_fields(self, request, obj=None):
        fields = super().get_readonly_fields(request, obj)
        if obj is None or not declared.is_approved(obj):
            return fields
        shown = flatten_fieldsets(self.get_fieldsets(request, obj))
        return [*fields, *(name for name in shown if name not in ("state", "read_version", *fields))]

    def closed_because(self, request, row):
        if not declared.is_approved(row):
            return ""
        if declared.is_final(row):
            return FROZEN
        return YOURS_TO_RETURN if rights.of(request).may_write(row, ("approver",)) else CLOSED


def given(row):
    """What approvers said of *row*, newest first; `changed_since` where it is no longer what they saw."""
    edits = HistoryEntry.objects.edits().filter(
        table_name=row._meta.db_table, row_key=str(row.pk), at__gt=OuterRef("entered_at"))
    return (Approval.objects.filter(**{column(type(row)): row.pk}).select_related("recorded_by")
            .annotate(changed_since=Exists(edits)).order_by("-id"))


def page(model_admin, request, rows, verdict):
    """Asks once more, with the rows named; None when all was done."""
    rows = list(locking.marked(rows)[: MOST + 1])
    if len(rows) > MOST:
        messages.error(request, _("Choose at most %(most)s rows at once.") % {"most": MOST})
        return None
    asked = "judge" in request.POST
    form = NoteForm(request.POST if asked else None, needed=verdict == RETURNED)
    refused = {}
    if asked and form.is_valid():
        seen = dict(one.split(":", 1) for one in request.POST.getlist("seen") if ":" in one)
        refused = _barred(model_admin, request, rows, verdict) or _refused(
            rows, verdict, form.cleaned_data["note"], seen)
        if not refused:
            messages.success(request, _done(verdict, len(rows)))
            return None
    return _shown(model_admin, request, form, verdict, rows, refused)


def _barred(model_admin, request, rows, verdict) -> dict:
    """Row key -> why this approver does not approve it; whoever approves may return a row."""
    said = {row.pk: model_admin.barred(request, row) for row in rows if verdict == APPROVED}
    return {key: sentence for key, sentence in said.items() if sentence}


def _refused(rows, verdict, note, seen) -> dict:
    """Row key -> the sentence, of each row that stood in the way. *seen* are marks by row key."""
    try:
        with transaction.atomic():
            judge(rows, verdict, note=note)
            if verdict == APPROVED:
                _refuse_unseen(rows, seen)
    except NotJudged as error:
        return {row.pk: refusal(said).sentence for row, said in error.rows}
    return {}


def _refuse_unseen(rows, seen) -> None:
    """The verdict has locked the rows: they are what was shown, or nothing is approved."""
    now = locking.marked(type(rows[0])._base_manager.filter(pk__in=[row.pk for row in rows]))
    changed = [row for row in now if seen.get(str(row.pk), locking.mark(row)) != locking.mark(row)]
    if changed:
        raise NotJudged([(row, Refused(Refusal(CHANGED, 409))) for row in changed])


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
        "rows": [(row, refused.get(row.pk, ""), f"{row.pk}:{locking.mark(row)}") for row in rows],
    }
    request.current_app = model_admin.admin_site.name
    return TemplateResponse(request, "admin/negotiations/approve.html", context,
                            status=409 if refused else 200)
