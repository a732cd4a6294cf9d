"""Approvals: added by an approver, never of his own row; mirrors models/approval.py."""

from django.contrib import admin

from negotiations.admin.base import RecordAdmin
from negotiations.admin.forms import RecordForm
from negotiations.admin.track import barred
from negotiations.models import Approval
from negotiations.models.approval import APPROVED


class ApprovalForm(RecordForm):
    """A verdict; who approves which state of a track is said at the step."""

    def clean(self):
        cleaned = super().clean()
        step, verdict = cleaned.get("trackstep"), cleaned.get("verdict")
        sentence = barred(step, self.rights) if step and verdict == Approval.Verdict.APPROVED else ""
        if sentence:
            self.add_error("trackstep", sentence)
        return cleaned


@admin.register(Approval)
class ApprovalAdmin(RecordAdmin):
    form = ApprovalForm
    list_display = ["verdict", "recorded_by", "recorded_at", "note", "negotiation"]
    list_filter = ["negotiation", "verdict"]
    list_select_related = ["negotiation"]
    ordering = ["-id"]
    search_fields = ["note", "code"]
    sections = [(None, {"fields": ["verdict", "note", *APPROVED]})]
