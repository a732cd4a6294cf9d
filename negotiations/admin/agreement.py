"""Agreements, who must sign, who has, and the clauses to watch; mirrors models/agreement.py."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from negotiations.admin.approving import Approvable, Reviewed
from negotiations.admin.base import RecordAdmin, both
from negotiations.admin.filters import FrenchMissing, Superseded
from negotiations.admin.inlines import BlocksInline, RowsInline
from negotiations.models import Agreement, Clause, Signature, SignatureBlock


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


@admin.register(SignatureBlock)
class SignatureBlockAdmin(RecordAdmin):
    inlines = [SignatureInline]
    list_display = ["agreement", "order", "government", "office_en", "office_fr", "negotiation"]
    list_display_links = ["order"]
    list_filter = ["negotiation", "government", FrenchMissing]
    list_select_related = ["negotiation"]
    ordering = ["-agreement", "order"]
    search_fields = ["agreement__title_en", "agreement__title_fr", "government__code", "code"]
    sections = [(None, {"fields": ["agreement", ("government", "order"), both("office")]})]


@admin.register(Signature)
class SignatureAdmin(Approvable, RecordAdmin):
    list_display = ["effective_on", "block", "person", "date_is", "negotiation"]
    list_filter = ["negotiation", "block__government", "date_is", Reviewed, Superseded]
    list_select_related = ["person", "negotiation"]
    ordering = ["-effective_on", "-id"]
    search_fields = ["block__agreement__title_en", "person__person", "person_in_words", "code"]
    sections = [(None, {"fields": ["block", ("person", "person_in_words"), "on_behalf_of",
                                   ("date_is", "place"), "event"]})]


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
