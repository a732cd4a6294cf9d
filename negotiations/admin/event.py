"""Events and meetings, attendance, agenda, accounts that differ; mirrors models/event.py.

Statements are listed on the page of their event and typed on their own.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from negotiations.admin.approving import Approvable, Reviewed
from negotiations.admin.base import RecordAdmin, both
from negotiations.admin.filters import FrenchMissing, Superseded
from negotiations.admin.inlines import BlocksInline, LinesInline, LinksInline, RowsInline
from negotiations.models import (
    Account,
    AgendaItem,
    AgendaItemTerm,
    Attendance,
    Difference,
    Event,
    Meeting,
    Statement,
)
from negotiations.models.event import GATHERINGS


class AttendanceInline(RowsInline):
    model = Attendance
    fk_name = "event"
    fields = ["government", "status", "role", "person", "mode", "reason_en", "reason_fr"]
    ordering = ["government__protocol_order", "id"]


class AgendaItemInline(BlocksInline):
    model = AgendaItem
    fk_name = "event"
    fields = [("number", "lead", "parent"), both("title"), "french_by", "outcomes",
              both("outcome")]


class StatementLines(LinesInline):
    model = Statement
    fk_name = "event"
    fields = ["sequence", "government", "speaker", "kind", "channel", "grade", "state"]
    ordering = ["sequence", "id"]


class DifferenceInline(RowsInline):
    model = Difference
    fk_name = "event"
    fields = ["question_en", "question_fr", "french_by"]


class AccountInline(RowsInline):
    model = Account
    fk_name = "difference"
    fields = ["statement", "gist_en", "gist_fr"]


class AgendaItemTermInline(LinksInline):
    model = AgendaItemTerm
    fk_name = "item"
    fields = ["term"]


@admin.register(Event)
class EventAdmin(Approvable, RecordAdmin):
    date_hierarchy = "effective_on"
    inlines = [AttendanceInline, AgendaItemInline, StatementLines, DifferenceInline]
    list_display = ["effective_on", "title", "kind", "level", "state", "main", "negotiation"]
    list_display_links = ["title"]
    list_filter = ["negotiation", "kind", "level", "state", "main", Reviewed, FrenchMissing,
                   "sensitivity"]
    list_select_related = ["negotiation"]
    ordering = ["-effective_on", "-id"]
    prepopulated_fields = {"slug": ["title_en"]}
    search_fields = ["title_en", "title_fr", "slug", "code"]
    new_parts = [("Statement", "event"), ("Position", "event"), ("Offer", "event"),
                 ("TrackStep", "event"), ("FollowUp", "event")]
    sections = [
        (None, {"fields": [both("title"), "french_by", ("kind", "level", "series"), "slug",
                           ("state", "main")]}),
        (_("Date and place"), {"fields": [
            ("effective_on", "effective_precision", "effective_from"), ("starts_at", "zone"),
            "mode", both("place")]}),
        (_("Outcome"), {"fields": ["outcomes", both("outcome")]}),
        (_("Source"), {"fields": [("source", "locator")]}),
    ]

    def get_prepopulated_fields(self, request, obj=None):
        return {} if obj else self.prepopulated_fields

    @admin.display(description=_("title"), ordering="title_en")
    def title(self, row):
        return row.title


@admin.register(Meeting)
class MeetingAdmin(EventAdmin):
    list_filter = ["negotiation", "level", "state", "main", Reviewed, FrenchMissing,
                   "sensitivity"]

    def formfield_for_choice_field(self, db_field, request, **kwargs):
        if db_field.name == "kind":
            kwargs["choices"] = [one for one in Event.Kind.choices if one[0] in GATHERINGS]
        return super().formfield_for_choice_field(db_field, request, **kwargs)


@admin.register(Attendance)
class AttendanceAdmin(RecordAdmin):
    list_display = ["event", "government", "status", "role", "person", "negotiation"]
    list_display_links = ["government"]
    list_filter = ["negotiation", "status", "government", Superseded]
    list_select_related = ["event", "person", "negotiation"]
    ordering = ["-effective_on", "government__protocol_order", "-id"]
    search_fields = ["event__title_en", "event__title_fr", "government__code", "code"]
    sections = [(None, {"fields": ["event", ("government", "status"), ("person", "role", "mode"),
                                   both("reason")]})]


@admin.register(AgendaItem)
class AgendaItemAdmin(RecordAdmin):
    inlines = [AgendaItemTermInline]
    list_display = ["event", "number", "title", "lead", "negotiation"]
    list_display_links = ["title"]
    list_filter = ["negotiation", FrenchMissing]
    list_select_related = ["event", "lead", "negotiation"]
    ordering = ["-event__effective_on", "number"]
    search_fields = ["title_en", "title_fr", "event__title_en", "code"]
    sections = [
        (None, {"fields": ["event", ("number", "lead", "parent"), both("title"), "french_by"]}),
        (_("Outcome"), {"fields": ["outcomes", both("outcome")]}),
    ]

    @admin.display(description=_("title"), ordering="title_en")
    def title(self, row):
        return row.title


@admin.register(AgendaItemTerm)
class AgendaItemTermAdmin(RecordAdmin):
    list_display = ["item", "term", "negotiation"]
    list_filter = ["negotiation"]
    list_select_related = ["negotiation"]
    ordering = ["-id"]
    search_fields = ["item__title_en", "item__title_fr", "term__name_en", "code"]
    sections = [(None, {"fields": ["item", "term"]})]


@admin.register(Difference)
class DifferenceAdmin(RecordAdmin):
    inlines = [AccountInline]
    list_display = ["event", "question_en", "question_fr", "negotiation"]
    list_display_links = ["question_en"]
    list_filter = ["negotiation", FrenchMissing]
    list_select_related = ["event", "negotiation"]
    ordering = ["-event__effective_on", "-id"]
    search_fields = ["question_en", "question_fr", "event__title_en", "code"]
    sections = [(None, {"fields": ["event", both("question"), "french_by"]})]


@admin.register(Account)
class AccountAdmin(RecordAdmin):
    list_display = ["difference", "gist_en", "gist_fr", "statement", "negotiation"]
    list_display_links = ["gist_en"]
    list_filter = ["negotiation", FrenchMissing]
    list_select_related = ["difference", "statement__speaker", "negotiation"]
    ordering = ["-id"]
    search_fields = ["gist_en", "gist_fr", "difference__question_en", "code"]
    sections = [(None, {"fields": ["difference", "statement", both("gist")]})]
