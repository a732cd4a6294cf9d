"""Claims, where they were made, and the verdicts on them; mirrors models/claim.py."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from negotiations.admin.base import RecordAdmin, both
from negotiations.admin.filters import FrenchMissing, Superseded
from negotiations.admin.inlines import BlocksInline, LinksInline
from negotiations.models import Claim, ClaimStatement, ClaimVerdict


class ClaimStatementInline(LinksInline):
    model = ClaimStatement
    fk_name = "claim"
    fields = ["statement"]


class ClaimVerdictInline(BlocksInline):
    model = ClaimVerdict
    fk_name = "claim"
    fields = [("verdict", "effective_on", "effective_precision"), both("reason"), "french_by",
              both("may_we_say"), ("source", "locator")]


@admin.register(Claim)
class ClaimAdmin(RecordAdmin):
    inlines = [ClaimStatementInline, ClaimVerdictInline]
    list_display = ["text", "title_en", "title_fr", "offer", "negotiation"]
    list_filter = ["negotiation", "language", FrenchMissing, "sensitivity"]
    list_select_related = ["offer", "negotiation"]
    ordering = ["-id"]
    search_fields = ["text", "title_en", "title_fr", "code"]
    sections = [
        (None, {"fields": [("text", "language"), both("title"), "french_by", "amounts"]}),
        (_("Test"), {"fields": ["test", ("span_from", "span_to"), "offer"]}),
        (_("Source"), {"fields": ["source"]}),
    ]


@admin.register(ClaimStatement)
class ClaimStatementAdmin(RecordAdmin):
    list_display = ["claim", "statement", "negotiation"]
    list_filter = ["negotiation"]
    list_select_related = ["negotiation"]
    ordering = ["-id"]
    search_fields = ["claim__title_en", "claim__title_fr", "code"]
    sections = [(None, {"fields": ["claim", "statement"]})]


@admin.register(ClaimVerdict)
class ClaimVerdictAdmin(RecordAdmin):
    list_display = ["effective_on", "claim", "verdict", "recorded_by", "negotiation"]
    list_filter = ["negotiation", "verdict", Superseded, FrenchMissing]
    list_select_related = ["recorded_by", "negotiation"]
    ordering = ["-effective_on", "-id"]
    search_fields = ["claim__title_en", "claim__title_fr", "code"]
    sections = [(None, {"fields": [("claim", "verdict"), both("reason"), "french_by",
                                   both("may_we_say")]})]
