"""Indicator releases and their values in the admin; knows the models. A revision is a new release."""

from django.contrib import admin

from grants.admin.base import AddedOnly, AddedOnlyAdmin, NoDeletion, PlainAdmin
from grants.models import IndicatorRelease, IndicatorValue


class IndicatorValueInline(AddedOnly, NoDeletion, admin.TabularInline):
    model = IndicatorValue
    autocomplete_fields = ["government"]
    extra = 0
    fields = ["government", "value", "confirmed"]

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("government")


@admin.register(IndicatorRelease)
class IndicatorReleaseAdmin(AddedOnlyAdmin):
    list_display = ["code", "indicator", "reference_date", "released_on", "publisher"]
    list_filter = ["indicator"]
    ordering = ["-reference_date", "-released_on", "code"]
    search_fields = ["code", "indicator", "title"]
    fields = [("code", "indicator", "unit"), ("reference_date", "released_on"), "title",
              ("publisher", "url"), "note", ("entered_at", "entered_by")]
    readonly_fields = ["entered_at", "entered_by"]
    inlines = [IndicatorValueInline]


@admin.register(IndicatorValue)
class IndicatorValueAdmin(AddedOnly, PlainAdmin):
    autocomplete_fields = ["release", "government"]
    list_display = ["release", "government", "value", "confirmed"]
    list_display_links = ["value"]
    list_filter = ["confirmed", "government"]
    list_select_related = ["release", "government"]
    search_fields = ["release__code", "government__code"]
    fields = ["release", "government", "value", "confirmed"]
