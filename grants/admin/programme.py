"""Programmes and the versions of their formulas in the admin; knows the models.

A version is numbered and its SHA-256 taken here: nobody types either.
"""

import hashlib

from django import forms
from django.contrib import admin
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from grants.admin.base import AddedOnly, AddedOnlyAdmin, NoDeletion, PlainForm, ReferenceAdmin
from grants.models import Programme, ProgrammeVersion


def complete(version: ProgrammeVersion, user) -> None:
    """The next number of the programme, the SHA-256 of the text, and who entered it."""
    last = version.programme.versions.aggregate(last=Max("number"))["last"] or 0
    version.number = last + 1
    version.sha256 = hashlib.sha256(version.text.encode()).hexdigest()
    version.entered_by = user


class ProgrammeForm(PlainForm):
    """The current version is one of the programme's own."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if "current" in self.fields:
            self.fields["current"].queryset = ProgrammeVersion.objects.filter(
                programme=self.instance.pk).select_related("programme")


class ProgrammeVersionInline(AddedOnly, NoDeletion, admin.StackedInline):
    model = ProgrammeVersion
    extra = 0
    verbose_name_plural = _("versions of a formula")
    fields = ["number", "reason", "text", "sha256", ("entered_at", "entered_by")]
    readonly_fields = ["number", "sha256", "entered_at", "entered_by"]

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("programme", "entered_by")


@admin.register(Programme)
class ProgrammeAdmin(ReferenceAdmin):
    form = ProgrammeForm
    list_display = ["code", "name_en", "name_fr", "current"]
    list_select_related = ["current__programme"]
    search_fields = ["code", "name_en", "name_fr"]
    fieldsets = [(None, {"fields": ["code", ("name_en", "name_fr"), "current"]})]
    inlines = [ProgrammeVersionInline]

    def save_formset(self, request, form, formset, change):
        for version in formset.save(commit=False):
            complete(version, request.user)
            version.save(force_insert=True)
        formset.save_m2m()

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if db_field.name == "current":
            kwargs["widget"] = forms.Select()
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


@admin.register(ProgrammeVersion)
class ProgrammeVersionAdmin(AddedOnlyAdmin):
    autocomplete_fields = ["programme"]
    list_display = ["programme", "number", "reason", "entered_at", "entered_by"]
    list_display_links = ["number"]
    list_filter = ["programme"]
    list_select_related = ["programme", "entered_by"]
    ordering = ["programme__code", "-number"]
    search_fields = ["programme__code", "reason"]
    fields = ["programme", "number", "reason", "text", "sha256", ("entered_at", "entered_by")]
    readonly_fields = ["number", "sha256", "entered_at", "entered_by"]

    def save_model(self, request, obj, form, change):
        complete(obj, request.user)
        obj.save(force_insert=True)
