"""The pages of record rows: what each offers follows from the rules declared on its model.

Knows rights, declared rules, forms and the lock; no single model.
"""

from django.core.exceptions import PermissionDenied, ValidationError
from django.urls import path
from django.utils.translation import gettext_lazy as _

from config.rules import ApprovedByAnother
from grants.admin.base import PlainAdmin
from negotiations.admin import declared, loading, locking, raising, rights, superseding
from negotiations.admin.forms import RecordForm
from negotiations.admin.keys import ScopedKeys, writable
from negotiations.day_field import DAYS

STAMPS = ("recorded_at", "entered_at", "recorded_by")


def both(stem: str) -> tuple[str, str]:
    """A text in both languages, side by side."""
    return (f"{stem}_en", f"{stem}_fr")


class RecordRights:
    """Who may open and change rows, by membership; mirrors the wall."""

    addable = True

    def writers(self):
        return declared.writers(self.model)

    def may_write(self, request, row) -> bool:
        return rights.of(request).may_write(row, self.writers())

    def has_module_permission(self, request):
        return self.has_view_permission(request)

    def has_view_permission(self, request, obj=None):
        return rights.of(request).reads()

    def has_add_permission(self, request, obj=None):
        return self.addable and bool(rights.of(request).writable(self.writers()))

    def has_change_permission(self, request, obj=None):
        if obj is None:
            return self.has_add_permission(request) and declared.may_ever_change(self.model)
        return self.addable and declared.is_open(obj) and self.may_write(request, obj)


class RecordAdmin(RecordRights, ScopedKeys, PlainAdmin):
    """A page for the rows of one record table.

    `sections` are the row's own fieldsets; what every row carries is added below them.
    """

    form = RecordForm
    formfield_overrides = {**PlainAdmin.formfield_overrides, **DAYS}
    sections = ()
    new_parts = ()  # (model name, key) of rows that are added on a page of their own
    change_form_template = "admin/negotiations/change_form.html"

    def get_queryset(self, request):
        rows = loading.named(super().get_queryset(request))
        return rows.select_related(*self.list_select_related) if self.list_select_related else rows

    def get_object(self, request, object_id, from_field=None):
        """With every row that it names, in 1 query."""
        try:
            key = self.model._meta.pk.to_python(object_id)
        except ValidationError:
            return None
        return locking.marked(loading.whole(self.model._default_manager.filter(pk=key))).first()

    # The form

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        form.rights = rights.of(request)
        form.closed_states = self.get_closed_states(request, obj)
        return form

    def get_closed_states(self, request, obj):
        """The states that only an approver gives, and never to a row that he recorded."""
        found = declared.rule(self.model, ApprovedByAnother)
        if found is None:
            return ()
        is_approver = obj and rights.of(request).may_write(obj, ("approver",))
        return () if is_approver and obj.recorded_by_id != request.user.pk else found.states

    def get_readonly_fields(self, request, obj=None):
        given = [*super().get_readonly_fields(request, obj)]
        return [*given, "negotiation", *STAMPS] if obj else given

    def get_fieldsets(self, request, obj=None):
        """Whose negotiation comes first where it must be chosen: what is searched below depends on it."""
        own = [*self.sections, *self._where(), *self._correction(request, obj)]
        carried = self._carried(request, obj)
        chosen = obj is not None or writable(request, self.model).one
        return [*own, carried] if chosen else [carried, *own]

    def _where(self):
        """Day and source of a fact; a label lists them among its own sections."""
        if not declared.has(self.model, "supersedes") or not declared.has(self.model, "source"):
            return []
        return [
            (_("Date"), {"fields": [("effective_on", "effective_precision", "effective_from")]}),
            (_("Source"), {"fields": [("source", "locator")]}),
        ]

    def _correction(self, request, obj):
        corrects = obj.supersedes_id if obj and declared.has(self.model, "supersedes") else None
        if not declared.has(self.model, "supersedes"):
            return []
        if not (corrects or self._superseded_key(request)):
            return []
        fields = ["supersedes"]
        if declared.has(self.model, "correction_reason"):
            fields.append("correction_reason")
        return [(_("Correction"), {"fields": fields})]

    def _superseded_key(self, request):
        return request.GET.get("supersedes") or request.POST.get("supersedes")

    def _carried(self, request, obj):
        fields = [("negotiation", "sensitivity"), "code"]
        if obj:
            fields.append(STAMPS)
        if self._is_locked(request, obj):
            fields.append("read_version")
        return (_("Record"), {"fields": fields})

    def _is_locked(self, request, obj):
        return bool(obj and self.has_change_permission(request, obj))

    # Where a new row starts

    def get_changeform_initial_data(self, request):
        initial = super().get_changeform_initial_data(request)
        if old := superseding.superseded(request, self.model):
            initial = {**initial, **superseding.correction(old)}
        elif old := superseding.replaced(request, self.model):
            initial = {**initial, **superseding.replacement(old)}
        elif old := superseding.earlier(request, self.model):
            initial = {**initial, **superseding.next_after(old)}
        else:
            initial = {**superseding.from_owner(request, self.model), **initial}
        initial.setdefault("negotiation", self._usual_negotiation(request))
        request.negotiation_hint = initial["negotiation"]
        return {name: value for name, value in initial.items() if value is not None}

    def _usual_negotiation(self, request):
        """The only one, or the one the list was filtered by."""
        rows = writable(request, self.model)
        if rows.one:
            return rows.values_list("pk", flat=True).first()
        filtered = self.get_preserved_filters(request)
        key = filtered.partition("negotiation__id__exact%3D")[2].partition("%26")[0]
        return key if key.isdecimal() else None

    def get_formset_kwargs(self, request, obj, inline, prefix):
        """The parts of a row that corrects or replaces another start as those of the other."""
        found = super().get_formset_kwargs(request, obj, inline, prefix)
        old = self._copied_from(request, inline)
        return found if old is None else {**found, "initial": inline.copies(request, old)}

    def _copied_from(self, request, inline):
        if request.method != "GET" or not getattr(inline, "copied", False):
            return None
        return superseding.start(request, self.model)

    # Saving

    def save_model(self, request, obj, form, change):
        if not change:
            obj.save(force_insert=True)
        else:
            locking.write(form)

    def refused(self, request, said, error, object_id, form_url, extra_context):
        """A stale save is shown with both texts and their base, and may be saved again."""
        if isinstance(error, locking.Stale):
            extra_context = {**(extra_context or {}), "clashes": locking.clashes(error.form)}
            request.POST = locking.read_again(request.POST, error.form)
        return super().refused(request, said, error, object_id, form_url, extra_context)

    # The page

    def render_change_form(self, request, context, add=False, change=False, form_url="", obj=None):
        context.setdefault("clashes", [])
        context.update(self._tools(request, obj))
        return super().render_change_form(request, context, add, change, form_url, obj)

    def _tools(self, request, obj):
        """Which links stand above the form."""
        writes = obj is not None and self.addable and self.may_write(request, obj)
        closed = writes and not declared.is_open(obj)
        return {
            "may_supersede": (closed and declared.has(self.model, "supersedes")
                              and not obj.superseded_by.exists()),
            "may_replace": closed and self.may_replace(obj),
            "may_follow": closed and declared.has(self.model, "stance"),
            "may_raise": closed and bool(raising.levels_above(request, obj)),
            "new_parts": self._new_parts(request, obj) if writes else [],
            "verdicts": self.verdicts(obj) if obj is not None else (),
            "closed_because": self.closed_because(request, obj) if obj is not None else "",
        }

    def may_replace(self, row):
        """The page offers to start the next row in the place of *row*."""
        return False

    def verdicts(self, row):
        """What approvers said of *row*; only some tables are approved."""
        return ()

    def closed_because(self, request, row) -> str:
        """Why an approval keeps *row* from being edited, and what to do; empty when none does."""
        return ""

    def _new_parts(self, request, obj):
        models = [(self.opts.apps.get_model("negotiations", name), key)
                  for name, key in self.new_parts]
        return [
            {"name": model._meta.verbose_name, "query": f"{key}={obj.pk}",
             "route": f"admin:negotiations_{model._meta.model_name}_add"}
            for model, key in models
            if self.admin_site.get_model_admin(model).has_add_permission(request)
        ]

    def get_urls(self):
        own = path("<path:object_id>/raise/", self.admin_site.admin_view(self.raise_view),
                   name=f"{self.opts.app_label}_{self.opts.model_name}_raise")
        return [own, *super().get_urls()]

    def raise_view(self, request, object_id):
        """A higher sensitivity for a row that is never edited."""
        return raising.page(self, request, object_id)

    def delete_view(self, request, object_id, extra_context=None):
        raise PermissionDenied


class KeptAdmin(RecordAdmin):
    """Written by the site's own acts, and read here."""

    addable = False


class ReadOnlyAdmin(PlainAdmin):
    """Read here and written nowhere in the admin; the wall decides which rows."""

    def has_module_permission(self, request):
        return self.has_view_permission(request)

    def has_view_permission(self, request, obj=None):
        return rights.of(request).reads()

    def has_add_permission(self, request, obj=None):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def get_queryset(self, request):
        return loading.whole(super().get_queryset(request))
