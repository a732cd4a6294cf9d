"""Sources, their files and further sources of a row; mirrors models/source.py."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from negotiations.admin.base import KeptAdmin, RecordAdmin
from negotiations.admin.inlines import LinesInline
from negotiations.models import Citation, Document, Source
from negotiations.models.source import CITED


class DocumentLines(LinesInline):
    model = Document
    fk_name = "source"
    fields = ["name", "content_type", "size", "sha256"]


@admin.register(Source)
class SourceAdmin(RecordAdmin):
    inlines = [DocumentLines]
    list_display = ["published_on", "publisher", "title", "kind", "language", "negotiation"]
    list_display_links = ["title"]
    list_filter = ["negotiation", "kind", "language", "received_from", "sensitivity"]
    list_select_related = ["negotiation"]
    ordering = ["-published_on", "-id"]
    search_fields = ["title", "publisher", "author", "code"]
    sections = [
        (None, {"fields": [("title", "title_is"), ("publisher", "author"), ("kind", "language"),
                           "url", "read"]}),
        (_("Date"), {"fields": [("published_on", "published_precision", "date_basis")]}),
        (_("Confidence"), {"fields": [("received_from", "confidence_in_writing")]}),
    ]


@admin.register(Document)
class DocumentAdmin(KeptAdmin):
    list_display = ["name", "source", "content_type", "size", "recorded_at", "negotiation"]
    list_filter = ["negotiation", "content_type"]
    list_select_related = ["source", "negotiation"]
    ordering = ["-id"]
    search_fields = ["name", "sha256", "source__title", "code"]
    sections = [(None, {"fields": ["source", ("name", "content_type", "size"), "sha256",
                                   "stored_name"]})]


@admin.register(Citation)
class CitationAdmin(RecordAdmin):
    list_display = ["source", "locator", "recorded_at", "negotiation"]
    list_filter = ["negotiation"]
    list_select_related = ["negotiation"]
    ordering = ["-id"]
    search_fields = ["source__title", "source__publisher", "code"]
    sections = [(None, {"fields": [("source", "locator"), *CITED]})]
