"""Fronts, office holders and open questions; mirrors models/people.py."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from negotiations.admin.base import RecordAdmin, both
from negotiations.admin.filters import FrenchMissing
from negotiations.admin.inlines import RowsInline
from negotiations.models import Front, FrontMember, OfficeHolder, OpenQuestion


class FrontMemberInline(RowsInline):
    model = FrontMember
    fk_name = "front"
    fields = ["government", "role", "starts_on", "ends_on", "footnote_en", "footnote_fr", "source"]
    ordering = ["government__protocol_order", "starts_on"]


@admin.register(Front)
class FrontAdmin(RecordAdmin):
    inlines = [FrontMemberInline]
    list_display = ["name_en", "name_fr", "short_en", "short_fr", "negotiation"]
    list_filter = ["negotiation", FrenchMissing]
    list_select_related = ["negotiation"]
    ordering = ["name_en"]
    search_fields = ["name_en", "name_fr", "short_en", "short_fr", "code"]
    sections = [
        (None, {"fields": [both("name"), both("short"), "french_by", both("mandate")]}),
        (_("Source"), {"fields": ["source"]}),
    ]


@admin.register(FrontMember)
class FrontMemberAdmin(RecordAdmin):
    list_display = ["front", "government", "role", "starts_on", "ends_on", "negotiation"]
    list_display_links = ["government"]
    list_filter = ["negotiation", "role", "government", FrenchMissing]
    list_select_related = ["negotiation"]
    ordering = ["front__name_en", "government__protocol_order", "-starts_on"]
    search_fields = ["front__name_en", "front__name_fr", "government__code", "code"]
    sections = [
        (None, {"fields": [("front", "government", "role"), ("starts_on", "ends_on"),
                           both("footnote")]}),
        (_("Source"), {"fields": ["source"]}),
    ]


@admin.register(OfficeHolder)
class OfficeHolderAdmin(RecordAdmin):
    list_display = ["person", "office_en", "office_fr", "government", "kind", "starts_on",
                    "ends_on", "negotiation"]
    list_filter = ["negotiation", "kind", "government", FrenchMissing]
    list_select_related = ["government", "negotiation"]
    ordering = ["government__protocol_order", "person", "-starts_on"]
    search_fields = ["person", "office_en", "office_fr", "government__code", "code"]
    sections = [
        (None, {"fields": ["person", both("office"), "french_by", ("government", "kind"),
                           ("starts_on", "ends_on")]}),
        (_("Source"), {"fields": ["source"]}),
    ]


@admin.register(OpenQuestion)
class OpenQuestionAdmin(RecordAdmin):
    list_display = ["question_en", "question_fr", "kind", "event", "answered_on", "negotiation"]
    list_filter = ["negotiation", "kind", FrenchMissing]
    list_select_related = ["event", "negotiation"]
    ordering = ["-id"]
    search_fields = ["question_en", "question_fr", "code"]
    sections = [
        (None, {"fields": ["kind", both("question"), both("detail"), "french_by", "event",
                           "answered_on"]}),
        (_("Source"), {"fields": ["source"]}),
    ]
