"""The prose of reports, and reports as issued, which are read here; mirrors models/report.py."""

from django.contrib import admin

from negotiations.admin.base import KeptAdmin, RecordAdmin, both
from negotiations.admin.filters import FrenchMissing, Superseded
from negotiations.admin.inlines import LinesInline
from negotiations.models import IssuedFile, IssuedReport, ReportText


class IssuedFileLines(LinesInline):
    model = IssuedFile
    fk_name = "report"
    fields = ["format", "language", "sha256"]

    def get_queryset(self, request):
        return super().get_queryset(request).defer("content")


@admin.register(ReportText)
class ReportTextAdmin(RecordAdmin):
    list_display = ["event", "section", "recorded_at", "recorded_by", "negotiation"]
    list_display_links = ["section"]
    list_filter = ["negotiation", "section", Superseded, FrenchMissing]
    list_select_related = ["recorded_by", "negotiation"]
    ordering = ["-id"]
    search_fields = ["event__title_en", "event__title_fr", "code"]
    sections = [(None, {"fields": [("event", "section"), both("text"), "french_by"]})]


@admin.register(IssuedReport)
class IssuedReportAdmin(KeptAdmin):
    inlines = [IssuedFileLines]
    list_display = ["number", "event", "on", "known", "recorded_at", "negotiation"]
    list_filter = ["negotiation"]
    list_select_related = ["event", "negotiation"]
    ordering = ["-id"]
    search_fields = ["event__title_en", "event__title_fr", "code"]
    sections = [(None, {"fields": [("number", "event"), ("on", "known", "read_with"),
                                   ("corrects", "reason"), "sha256"]})]


@admin.register(IssuedFile)
class IssuedFileAdmin(KeptAdmin):
    list_display = ["report", "format", "language", "negotiation"]
    list_display_links = ["format"]
    list_filter = ["negotiation", "format", "language"]
    list_select_related = ["negotiation"]
    ordering = ["-id"]
    search_fields = ["sha256", "code"]
    sections = [(None, {"fields": ["report", ("format", "language"), "sha256"]})]

    def get_queryset(self, request):
        return super().get_queryset(request).defer("content")
