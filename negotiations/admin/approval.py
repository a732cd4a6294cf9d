"""Approvals: added by an approver, never of his own row; mirrors models/approval.py."""

from django.contrib import admin

from negotiations.admin.base import RecordAdmin
from negotiations.models import Approval
from negotiations.models.approval import APPROVED


@admin.register(Approval)
class ApprovalAdmin(RecordAdmin):
    list_display = ["verdict", "recorded_by", "recorded_at", "note", "negotiation"]
    list_filter = ["negotiation", "verdict"]
    list_select_related = ["negotiation"]
    ordering = ["-id"]
    search_fields = ["note", "code"]
    sections = [(None, {"fields": ["verdict", "note", *APPROVED]})]
