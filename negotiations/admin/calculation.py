"""Frozen runs of a programme, read here; mirrors models/calculation.py."""

from django.contrib import admin

from negotiations.admin.base import KeptAdmin, both
from negotiations.models import Calculation


@admin.register(Calculation)
class CalculationAdmin(KeptAdmin):
    list_display = ["title_en", "title_fr", "offer", "formula", "recorded_at", "negotiation"]
    list_filter = ["negotiation"]
    list_select_related = ["offer", "formula__programme", "negotiation"]
    ordering = ["-id"]
    search_fields = ["title_en", "title_fr", "code"]
    sections = [(None, {"fields": [both("title"), "offer", ("formula", "engine_version"),
                                   "values", "releases", "results", "checksum"]})]
