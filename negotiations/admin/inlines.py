"""Rows inside another row's page; what they offer follows from the rules declared on their model.

Knows rights, declared rules and the shared formset; no single model.
"""

from django.contrib import admin

from grants.admin.base import NoDeletion
from negotiations.admin import declared, loading, locking, rights, superseding
from negotiations.admin.base import RecordRights
from negotiations.admin.forms import RecordForm
from negotiations.admin.formsets import RecordFormSet
from negotiations.admin.keys import ScopedKeys
from negotiations.day_field import DAYS


class RecordInline(NoDeletion, RecordRights, ScopedKeys):
    """`copied` rows are offered again when the row that they belong to is corrected or replaced."""

    form = RecordForm
    formset = RecordFormSet
    formfield_overrides = DAYS
    extra = 0
    offers_new = False
    show_change_link = True
    copied = False
    copies_now = 0

    def get_queryset(self, request):
        rows = loading.whole(super().get_queryset(request))
        return locking.marked(rows) if self.addable else rows

    def has_view_permission(self, request, obj=None):
        return rights.of(request).reads()

    def has_add_permission(self, request, obj=None):
        if not self.addable or declared.is_sealed(self.model, obj):
            return False
        if obj is None:
            return super().has_add_permission(request)
        return self.may_write(request, obj)

    def has_change_permission(self, request, obj=None):
        """*obj* is the row that these belong to."""
        if not self.addable or not declared.may_ever_change(self.model):
            return False
        if obj is None:
            return True
        return not declared.is_sealed(self.model, obj) and self.may_write(request, obj)

    def has_delete_permission(self, request, obj=None):
        """Only a part of a draft is ever taken away."""
        sealed = declared.rule(self.model, declared.SealedWith)
        return bool(sealed and sealed.open_states) and self.has_change_permission(request, obj)

    def get_fields(self, request, obj=None):
        fields = [*super().get_fields(request, obj)]
        return [*fields, "read_version"] if self.has_change_permission(request, obj) else fields

    def get_extra(self, request, obj=None, **kwargs):
        if request.method == "GET" and self.copied and obj is None:
            return len(self.copies(request, superseding.start(request, self.parent_model)))
        return self.extra

    def copies(self, request, old) -> list[dict]:
        """What the parts of *old* start with: asked once."""
        if old is None:
            return []
        kept = request.__dict__.setdefault("entente_copies", {})
        if self.model not in kept:
            kept[self.model] = superseding.parts(old, self._fk())
        return kept[self.model]

    def _fk(self):
        name = self.fk_name or declared.rule(
            self.model, declared.SealedWith).column.removesuffix("_id")
        return self.model._meta.get_field(name)

    def get_formset(self, request, obj=None, **kwargs):
        formset = super().get_formset(request, obj, **kwargs)
        hint = request.POST.get("negotiation") or getattr(request, "negotiation_hint", None)
        formset.negotiation_hint = int(hint) if str(hint).isdecimal() else None
        formset.form.rights = rights.of(request)
        return formset


class RowsInline(RecordInline, admin.TabularInline):
    """A line each."""


class BlocksInline(RecordInline, admin.StackedInline):
    """A block each."""


class LinesInline(RowsInline):
    """Read here; opened, and added, on a page of their own."""

    addable = False
    can_delete = False


class LinksInline(RowsInline):
    """A line each that says nothing but what it links to."""

    show_change_link = False
    classes = ["bare-rows"]
