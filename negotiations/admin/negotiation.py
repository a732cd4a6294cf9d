"""Negotiations, memberships and the history, read here; mirrors models/negotiation.py.

Negotiations and memberships are made by acts of their own, which check the right.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from grants.admin.base import NoDeletion
from negotiations.admin.base import ReadOnlyAdmin, both
from negotiations.models import HistoryEntry, Membership, Negotiation


class MembershipInline(NoDeletion, admin.TabularInline):
    model = Membership
    fields = ["user", "role", "clearance", "starts_on", "ends_on", "break_glass", "reason"]

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("user", "negotiation")

    def has_view_permission(self, request, obj=None):
        return True

    def has_add_permission(self, request, obj=None):
        return False

    def has_change_permission(self, request, obj=None):
        return False


@admin.register(Negotiation)
class NegotiationAdmin(ReadOnlyAdmin):
    inlines = [MembershipInline]
    list_display = ["title", "slug", "home", "opened_on", "withdrawn_on", "invented"]
    list_filter = ["invented", "single_package"]
    ordering = ["-opened_on", "slug"]
    search_fields = ["slug", "title_en", "title_fr"]
    fieldsets = [
        (None, {"fields": [both("title"), "french_by", "slug", ("opened_on", "home")]}),
        (_("Rules"), {"fields": ["programme", ("single_package", "ceiling", "invented")]}),
        (_("Withdrawn"), {"fields": [("withdrawn_on", "withdrawn_reason")]}),
    ]

    @admin.display(description=_("title"), ordering="title_en")
    def title(self, row):
        return row.title


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ["user", "negotiation", "role", "clearance", "starts_on", "ends_on",
                    "break_glass"]
    list_filter = ["negotiation", "role", "break_glass"]
    ordering = ["negotiation__slug", "user__username", "-starts_on"]
    search_fields = ["user__username", "user__last_name", "negotiation__slug"]
    fields = ["negotiation", "user", ("role", "clearance"), ("starts_on", "ends_on", "expires_at"),
              "break_glass", "reason", ("given_by", "entered_at")]


@admin.register(HistoryEntry)
class HistoryEntryAdmin(ReadOnlyAdmin):
    list_display = ["at", "table_name", "row_key", "action", "user", "negotiation"]
    list_filter = ["negotiation", "action"]
    ordering = ["-id"]
    search_fields = ["table_name", "row_key"]
    fields = [("table_name", "row_key", "action"), ("negotiation", "sensitivity"),
              ("user", "at", "request_id", "transaction_id"), "before", "after"]
