"""Follow-ups and deadlines; one that moves is corrected. Mirrors models/promise.py."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from negotiations.admin.base import RecordAdmin, both
from negotiations.admin.filters import FrenchMissing, Superseded
from negotiations.models import Deadline, FollowUp


@admin.register(FollowUp)
class FollowUpAdmin(RecordAdmin):
    list_display = ["due_on", "action_en", "action_fr", "side", "owner_government", "state",
                    "negotiation"]
    list_display_links = ["action_en"]
    list_filter = ["negotiation", "state", "side", "owner_government", Superseded, FrenchMissing]
    list_select_related = ["owner_government", "negotiation"]
    ordering = ["-due_on", "-id"]
    search_fields = ["action_en", "action_fr", "code"]
    sections = [
        (None, {"fields": [both("action"), "french_by", ("side", "due_on", "due_precision"),
                           ("state", "state_reason")]}),
        (_("Owner"), {"fields": [("owner_government", "owner_front"), both("owner_office")]}),
        (_("Where it comes from"), {"fields": ["event", "item", "statement"]}),
    ]


@admin.register(Deadline)
class DeadlineAdmin(RecordAdmin):
    list_display = ["due_on", "title_en", "title_fr", "kind", "hard", "set_by", "negotiation"]
    list_display_links = ["title_en"]
    list_filter = ["negotiation", "kind", "hard", "set_by", Superseded, FrenchMissing]
    list_select_related = ["set_by", "negotiation"]
    ordering = ["-due_on", "-id"]
    search_fields = ["title_en", "title_fr", "code"]
    sections = [(None, {"fields": [
        both("title"), "french_by", ("due_on", "due_precision"), ("kind", "hard", "set_by"),
        both("consequence")]})]
