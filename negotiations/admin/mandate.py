"""Mandates and their limits, always Strategy; mirrors models/mandate.py."""

from django.contrib import admin

from negotiations.admin.base import RecordAdmin, both
from negotiations.admin.filters import FrenchMissing
from negotiations.admin.inlines import BlocksInline
from negotiations.models import Mandate, MandateLimit

STRATEGY = 4


class MandateLimitInline(BlocksInline):
    model = MandateLimit
    fk_name = "mandate"
    fields = [("term", "minimum", "maximum"), both("must")]


class StrategyAdmin(RecordAdmin):
    """Always Strategy: so the form starts there."""

    def get_changeform_initial_data(self, request):
        return {"sensitivity": STRATEGY, **super().get_changeform_initial_data(request)}


@admin.register(Mandate)
class MandateAdmin(StrategyAdmin):
    inlines = [MandateLimitInline]
    list_display = ["reference", "authority_en", "authority_fr", "given_on", "expires_on",
                    "negotiation"]
    list_filter = ["negotiation", FrenchMissing]
    list_select_related = ["negotiation"]
    ordering = ["-given_on", "-id"]
    search_fields = ["reference", "authority_en", "authority_fr", "code"]
    sections = [(None, {"fields": [both("authority"), "reference", ("given_on", "expires_on")]})]


@admin.register(MandateLimit)
class MandateLimitAdmin(StrategyAdmin):
    list_display = ["mandate", "term", "minimum", "maximum", "negotiation"]
    list_display_links = ["term"]
    list_filter = ["negotiation"]
    list_select_related = ["negotiation"]
    ordering = ["-id"]
    search_fields = ["mandate__reference", "term__name_en", "term__name_fr", "code"]
    sections = [(None, {"fields": ["mandate", "term", ("minimum", "maximum"), both("must")]})]
