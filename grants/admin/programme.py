"""Programmes and the versions of their formulas in the admin; knows the models and publishing.

A version is checked, numbered and proved by publishing: nobody chooses the current one by hand.
"""

from django.contrib import admin, messages
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from grants import telling
from grants.admin.base import AddedOnly, AddedOnlyAdmin, NoDeletion, PlainForm, ReferenceAdmin
from grants.forms import NewVersion
from grants.models import Programme, ProgrammeVersion
from grants.publishing import publish_version


class ProgrammeVersionForm(NewVersion, PlainForm):
    """A new version: all faults of the text are told at once."""


class ProgrammeVersionInline(AddedOnly, NoDeletion, admin.StackedInline):
    """The versions there are; a new one is added on its own page, where it is checked."""

    model = ProgrammeVersion
    extra = 0
    verbose_name_plural = _("versions of a formula")
    fields = ["number", "reason", "text", "sha256", ("entered_at", "entered_by")]
    readonly_fields = ["number", "sha256", "entered_at", "entered_by"]

    def has_add_permission(self, request, obj=None):
        return False

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("programme", "entered_by")


@admin.register(Programme)
class ProgrammeAdmin(ReferenceAdmin):
    list_display = ["code", "name_en", "name_fr", "current"]
    list_select_related = ["current__programme"]
    search_fields = ["code", "name_en", "name_fr"]
    fieldsets = [(None, {"fields": ["code", ("name_en", "name_fr"), "current"]})]
    readonly_fields = ["current"]
    inlines = [ProgrammeVersionInline]


@admin.register(ProgrammeVersion)
class ProgrammeVersionAdmin(AddedOnlyAdmin):
    form = ProgrammeVersionForm
    autocomplete_fields = ["programme"]
    list_display = ["programme", "number", "reason", "entered_at", "entered_by"]
    list_display_links = ["number"]
    list_filter = ["programme"]
    list_select_related = ["programme", "entered_by"]
    ordering = ["programme__code", "-number"]
    search_fields = ["programme__code", "reason"]
    fields = ["programme", "number", "reason", "text", "sha256", ("entered_at", "entered_by")]
    readonly_fields = ["number", "sha256", "entered_at", "entered_by"]

    def get_changeform_initial_data(self, request):
        """A new version starts from the current text."""
        initial = super().get_changeform_initial_data(request)
        number = str(initial.get("programme", ""))
        found = number.isdecimal() and Programme.objects.with_current().filter(pk=number).first()
        return {**initial, "text": found.current.text} if found and found.current else initial

    def save_model(self, request, obj, form, change):
        done = publish_version(obj.programme, obj.text, obj.reason, request.user)
        obj.pk, obj.number = done.version.pk, done.version.number
        for level, sentence in told(done):
            messages.add_message(request, level, sentence)


def told(done):
    """What publishing did, a sentence for each thing that speaks against the version."""
    if not done.is_new:
        yield messages.WARNING, _now("This text is stored already: version %(number)s.") % {
            "number": done.version.number}
    if done.is_current:
        yield messages.SUCCESS, _now("All cases pass. Version %(number)s is current.") % {
            "number": done.version.number}
        return
    yield messages.WARNING, _now("Version %(number)s is stored and is not current.") % {
        "number": done.version.number}
    for outcome in done.failed:
        problems = [*map(telling.difference, outcome.differences), *map(telling.placed_fault, outcome.faults)]
        yield messages.WARNING, _now("Case %(case)s fails: %(problems)s") % {
            "case": outcome.id, "problems": " ".join(problems)}
    for loss in done.losses:
        sentence = (_now("The current version has %(name)s, and this one has not.") if loss.is_gone
                    else _now("%(name)s has another kind, unit or shape than in the current version."))
        yield messages.WARNING, sentence % {"name": loss.name}
