"""Agreements, who must sign, who has, and the clauses to watch; mirrors models/agreement.py."""

from urllib.parse import urlencode

from django.contrib import admin, messages
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from negotiations import stepping
from negotiations.admin.approving import Approvable, Reviewed
from negotiations.admin.base import RecordAdmin, both
from negotiations.admin.filters import FrenchMissing, Superseded
from negotiations.admin.forms import RecordForm
from negotiations.admin.inlines import BlocksInline, RowsInline
from negotiations.models import Agreement, Clause, Signature, SignatureBlock
from negotiations.scales import words
from negotiations.signing import signing

SIGNED_ALREADY = _("This block is signed already: correct that signature instead.")


class SignatureForm(RecordForm):
    """A block is signed once; what was recorded wrongly is corrected."""

    def clean(self):
        cleaned = super().clean()
        block = cleaned.get("block") or getattr(self.instance, "block", None)
        is_another = self.instance._state.adding and block and block.pk and not cleaned.get("supersedes")
        if is_another and Signature.objects.unsuperseded().filter(block=block).exists():
            self.add_error("block" if "block" in self.fields else None, SIGNED_ALREADY)
        return cleaned


def step_link(agreement: Agreement) -> tuple[str, str] | None:
    """The address of the step that the signatures call for, filled in so far, and what it is called."""
    found = stepping.next_step(agreement)
    if found is None:
        return None
    known = {"negotiation": agreement.negotiation_id, "government": agreement.government_id,
             "effective_on": found.signature.effective_on, "state": found.state, "agreement": agreement.pk,
             "grade": "E1", "source": found.signature.source_id}
    text = gettext("Record the step %(state)s") % {"state": words.quoted_state(found.state)}
    if found.is_order:
        text = gettext("OIC number required first: record the step %(state)s") % {
            "state": words.quoted_state(found.state)}
    return f"{reverse('admin:negotiations_trackstep_add')}?{urlencode(known)}", text


def tell_signing(request, agreement: Agreement) -> None:
    """After a signature: who has signed now, and the step to record next."""
    said = signing(agreement).summary()
    link = step_link(agreement)
    messages.success(request, said if link is None else format_html('{}. <a href="{}">{}</a>', said, *link))


class SignatureBlockInline(RowsInline):
    model = SignatureBlock
    fk_name = "agreement"
    fields = ["order", "government", "office_en", "office_fr"]


class ClauseInline(BlocksInline):
    model = Clause
    fk_name = "agreement"
    fields = [("kind", "due_on"), both("text"), both("trigger"), "source"]


class SignatureInline(BlocksInline):
    model = Signature
    form = SignatureForm
    fk_name = "block"
    fields = [("effective_on", "effective_precision", "date_is"),
              ("person", "person_in_words", "on_behalf_of"), ("place", "event"),
              ("source", "locator")]


@admin.register(Agreement)
class AgreementAdmin(RecordAdmin):
    inlines = [SignatureBlockInline, ClauseInline]
    list_display = ["title", "type", "government", "in_force_on", "ends_on", "negotiation"]
    list_filter = ["negotiation", "type", "government", FrenchMissing, "sensitivity"]
    list_select_related = ["government", "negotiation"]
    ordering = ["government__protocol_order", "-in_force_on"]
    search_fields = ["title_en", "title_fr", "code"]
    new_parts = [("TrackStep", "agreement")]
    sections = [
        (None, {"fields": [both("title"), "french_by", ("type", "government", "prevailing"),
                           ("in_force_on", "ends_on"), "amends"]}),
        (_("Money and notes"), {"fields": ["money_by_year", both("note")]}),
        (_("Source"), {"fields": ["source"]}),
    ]

    @admin.display(description=_("title"), ordering="title_en")
    def title(self, row):
        return row.title

    def _tools(self, request, obj):
        """The step that its signatures call for is offered above the form."""
        tools = super()._tools(request, obj)
        writes = obj is not None and self.may_write(request, obj)
        return {**tools, "offered_step": step_link(obj) if writes else None}


@admin.register(SignatureBlock)
class SignatureBlockAdmin(RecordAdmin):
    inlines = [SignatureInline]
    list_display = ["agreement", "order", "government", "office_en", "office_fr", "negotiation"]
    list_display_links = ["order"]
    list_filter = ["negotiation", "government", FrenchMissing]
    list_select_related = ["negotiation"]
    ordering = ["-agreement", "order"]
    search_fields = ["agreement__title_en", "agreement__title_fr", "government__code", "code"]
    new_parts = [("Signature", "block")]
    sections = [(None, {"fields": ["agreement", ("government", "order"), both("office")]})]

    def save_related(self, request, form, formsets, change):
        super().save_related(request, form, formsets, change)
        if any(formset.new_objects for formset in formsets):
            tell_signing(request, form.instance.agreement)


@admin.register(Signature)
class SignatureAdmin(Approvable, RecordAdmin):
    form = SignatureForm
    list_display = ["effective_on", "block", "person", "date_is", "negotiation"]
    list_filter = ["negotiation", "block__government", "date_is", Reviewed, Superseded]
    list_select_related = ["person", "negotiation"]
    ordering = ["-effective_on", "-id"]
    search_fields = ["block__agreement__title_en", "person__person", "person_in_words", "code"]
    sections = [(None, {"fields": ["block", ("person", "person_in_words"), "on_behalf_of",
                                   ("date_is", "place"), "event"]})]

    def save_related(self, request, form, formsets, change):
        super().save_related(request, form, formsets, change)
        tell_signing(request, form.instance.block.agreement)


@admin.register(Clause)
class ClauseAdmin(RecordAdmin):
    list_display = ["agreement", "kind", "due_on", "negotiation"]
    list_display_links = ["kind"]
    list_filter = ["negotiation", "kind", FrenchMissing]
    list_select_related = ["negotiation"]
    ordering = ["-due_on", "-id"]
    search_fields = ["agreement__title_en", "agreement__title_fr", "code"]
    sections = [
        (None, {"fields": ["agreement", ("kind", "due_on"), both("text"), both("trigger")]}),
        (_("Source"), {"fields": ["source"]}),
    ]
