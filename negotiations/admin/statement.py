"""Statements with the terms they touch; a draft is edited, the rest corrected.

Mirrors models/statement.py.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from negotiations.admin.approving import Approvable, Reviewed
from negotiations.admin.base import RecordAdmin, both
from negotiations.admin.filters import FrenchMissing, Superseded
from negotiations.admin.inlines import LinksInline
from negotiations.models import Statement, StatementTerm

# What the next statement of the same event most often shares with the last.
REMEMBERED = ("source", "channel", "grade", "manner", "language")


class StatementTermInline(LinksInline):
    model = StatementTerm
    fk_name = "statement"
    copied = True
    fields = ["term"]


@admin.register(Statement)
class StatementAdmin(Approvable, RecordAdmin):
    date_hierarchy = "effective_on"
    inlines = [StatementTermInline]
    list_display = ["effective_on", "event", "government", "who", "kind", "grade", "state",
                    "negotiation"]
    list_display_links = ["who"]
    list_filter = ["negotiation", "kind", "state", "government", "channel", "grade", Reviewed,
                   Superseded, FrenchMissing, "sensitivity"]
    list_select_related = ["event", "government", "negotiation"]
    ordering = ["-effective_on", "-event", "sequence", "id"]
    search_fields = ["speaker__person", "speaker_note_en", "speaker_note_fr", "event__title_en",
                     "government__code", "code"]
    new_parts = [("Claim", "statement"), ("FollowUp", "statement"), ("Approval", "statement")]
    sections = [
        (None, {"fields": [("event", "item", "sequence"), ("government", "speaker"),
                           both("speaker_note"), ("behalf", "front"), ("kind", "state")]}),
        (_("Words"), {"fields": [("manner", "language", "spoken_in"), ("text", "translation"),
                                 "translation_by"]}),
        (_("Evidence"), {"fields": [("channel", "grade")]}),
    ]

    def get_changeform_initial_data(self, request):
        initial = super().get_changeform_initial_data(request)
        key = request.GET.get("event", "")
        if "supersedes" in initial or not key.isdecimal():
            return initial
        last = Statement.objects.filter(event=int(key)).order_by("-sequence", "-id").values(
            *REMEMBERED, "sequence").first()
        if last is None:
            return {**initial, "sequence": 1}
        return {**initial, **last, "sequence": last["sequence"] + 1}

    def _tools(self, request, obj):
        """A front's words lead to the page on which its members are filled."""
        binds = obj is not None and obj.behalf == Statement.Behalf.FRONT and self.may_write(request, obj)
        return {**super()._tools(request, obj), "binds": binds}

    @admin.display(description=_("speaker"))
    def who(self, row):
        return row.who or "–"


@admin.register(StatementTerm)
class StatementTermAdmin(RecordAdmin):
    list_display = ["statement", "term", "negotiation"]
    list_filter = ["negotiation", "term__family"]
    list_select_related = ["negotiation"]
    ordering = ["-id"]
    search_fields = ["statement__speaker__person", "term__name_en", "term__name_fr", "code"]
    sections = [(None, {"fields": ["statement", "term"]})]
