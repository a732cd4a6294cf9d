"""What every admin page of the site shares: no log, no deletion, refusals said in a sentence.

Knows the admin and the refusals of the database, and no model.
"""

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, models
from django.http import Http404

from grants.admin.paging import BoundedPaginator
from grants.admin.refusals import Refused, refusal

CHANGE_RIGHT = "grants.change_programme"


class PlainForm(forms.ModelForm):
    """A form that shows what the database refused, with the typed text kept."""

    refusal = None

    def clean(self):
        cleaned = super().clean()
        if self.refusal:
            self.add_error(None, self.refusal.sentence)
        return cleaned


class NoDeletion:
    """For pages and for inlines: nothing in this admin is deleted."""

    def has_delete_permission(self, request, obj=None):
        return False


class PlainAdmin(NoDeletion, admin.ModelAdmin):
    """The base of every page."""

    form = PlainForm
    actions = None
    view_on_site = False
    show_full_result_count = False
    paginator = BoundedPaginator
    list_per_page = 50
    show_facets = admin.ShowFacets.NEVER
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}

    class Media:
        css = {"all": ["record_admin.css"]}

    def log_addition(self, request, obj, message):
        """Nothing: the database keeps the history, behind the wall."""

    def log_change(self, request, obj, message):
        """Nothing, as above."""

    def log_deletions(self, request, queryset):
        """Nothing, as above."""

    def _get_obj_does_not_exist_redirect(self, request, opts, object_id):
        """Missing, and not for these eyes, answer alike."""
        raise Http404

    def history_view(self, request, object_id, extra_context=None):
        row = self.get_object(request, object_id)
        if row is None:
            raise Http404
        if not self.has_view_or_change_permission(request, row):
            raise PermissionDenied
        return self.admin_site.history_page(request, self, row)

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        form.refusal = getattr(request, "refusal", None)
        return form

    def save_related(self, request, form, formsets, change):
        """What the keys forbid is said now, and not at the end of the transaction."""
        super().save_related(request, form, formsets, change)
        connection.check_constraints()

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        """Outside the admin's transaction: what was refused is shown in the form again."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except (DatabaseError, Refused) as error:
            said = refusal(error)
            if said is None or getattr(request, "refusal", None):
                raise
            return self.refused(request, said, error, object_id, form_url, extra_context)

    def refused(self, request, said, error, object_id, form_url, extra_context):
        """The same form with all that was typed, the sentence above it, and the right status."""
        request.refusal = said
        if storage := messages.get_messages(request):
            storage._queued_messages.clear()
        response = super().changeform_view(request, object_id, form_url, extra_context)
        response.status_code = said.status
        return response


class ReferenceRights:
    """Reference data has no secrets: staff reads it, holders of one right write it."""

    def has_view_permission(self, request, obj=None):
        return request.user.is_active and request.user.is_staff

    def has_module_permission(self, request):
        return self.has_view_permission(request)

    def has_add_permission(self, request, obj=None):
        return request.user.has_perm(CHANGE_RIGHT)

    def has_change_permission(self, request, obj=None):
        return request.user.has_perm(CHANGE_RIGHT)


class AddedOnly(ReferenceRights):
    """Added and never edited."""

    def has_change_permission(self, request, obj=None):
        return False


class ReferenceAdmin(ReferenceRights, PlainAdmin):
    """A page of reference data."""


class AddedOnlyAdmin(AddedOnly, PlainAdmin):
    """A page of reference data that is added and never edited; who entered it is kept."""

    def save_model(self, request, obj, form, change):
        obj.entered_by = request.user
        super().save_model(request, obj, form, change)
