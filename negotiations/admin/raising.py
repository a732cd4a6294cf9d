"""The one change of a row that is never edited: a higher sensitivity, at once, on all its versions.

Knows rights; writes that one column.
"""

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.http import Http404, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.admin.refusals import refusal
from negotiations.admin import rights
from negotiations.admin.declared import writers


class RaiseForm(forms.Form):
    sensitivity = forms.TypedChoiceField(label=gettext_lazy("New sensitivity"), coerce=int)

    def __init__(self, *args, levels, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["sensitivity"].choices = levels


def levels_above(request, row) -> list[tuple[int, str]]:
    """The higher levels that this person may give: within his clearance and the ceiling."""
    cleared = rights.of(request).clearance(row.negotiation_id, writers(type(row)))
    highest = min(cleared, row.negotiation.ceiling)
    field = row._meta.get_field("sensitivity")
    return [level for level in field.flatchoices if row.sensitivity < level[0] <= highest]


def page(model_admin, request, object_id):
    """Asks for the new level, and gives it when it is posted."""
    row = model_admin.get_object(request, object_id)
    if row is None:
        raise Http404
    levels = levels_above(request, row)
    if not levels or not model_admin.may_write(request, row):
        raise PermissionDenied
    form = RaiseForm(request.POST or None, levels=levels)
    status = 200
    if request.method == "POST" and form.is_valid():
        said = raise_to(row, form.cleaned_data["sensitivity"])
        if said is None:
            return _done(model_admin, request, row)
        form.add_error(None, said.sentence)
        status = said.status
    return _shown(model_admin, request, row, form, status)


def raise_to(row, level):
    """None, or what the database said against it."""
    try:
        with transaction.atomic():
            type(row)._base_manager.filter(pk=row.pk, sensitivity__lt=level).update(
                sensitivity=level)
    except DatabaseError as error:
        said = refusal(error)
        if said is None:
            raise
        return said
    return None


def _done(model_admin, request, row):
    messages.info(request, _("The sensitivity was raised, on all versions of the row."))
    opts = model_admin.opts
    return HttpResponseRedirect(
        reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[row.pk]))


def _shown(model_admin, request, row, form, status):
    context = {
        **model_admin.admin_site.each_context(request), "opts": model_admin.opts, "original": row,
        "title": _("Raise the sensitivity"), "subtitle": str(row), "form": form,
    }
    request.current_app = model_admin.admin_site.name
    return TemplateResponse(
        request, "admin/negotiations/raise_sensitivity.html", context, status=status)
