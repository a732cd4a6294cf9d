"""Steps of each government towards an agreement, and who contests them; mirrors models/track.py."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from negotiations.admin.approving import Approvable, Reviewed
from negotiations.admin.base import RecordAdmin, both
from negotiations.admin.filters import FrenchMissing, Superseded
from negotiations.admin.inlines import BlocksInline
from negotiations.models import Contest, TrackStep


class ContestInline(BlocksInline):
    model = Contest
    fk_name = "step"
    fields = [("by_government", "state", "grade"), both("words"),
              ("effective_on", "effective_precision"), ("source", "locator"), "settled"]


@admin.register(TrackStep)
class TrackStepAdmin(Approvable, RecordAdmin):
    date_hierarchy = "effective_on"
    inlines = [ContestInline]
    list_display = ["effective_on", "government", "state", "grade", "negotiation"]
    list_filter = ["negotiation", "government", "state", "grade", Reviewed, Superseded,
                   FrenchMissing]
    list_select_related = ["negotiation"]
    ordering = ["-effective_on", "government__protocol_order", "-id"]
    search_fields = ["government__code", "reference", "code"]
    new_parts = [("Contest", "step"), ("Approval", "trackstep")]
    sections = [
        (None, {"fields": [("government", "state", "grade"), both("reason"), "reference"]}),
        (_("Where it comes from"), {"fields": [("event", "offer"), ("agreement", "statement")]}),
    ]


@admin.register(Contest)
class ContestAdmin(RecordAdmin):
    list_display = ["effective_on", "step", "by_government", "state", "settled", "negotiation"]
    list_filter = ["negotiation", "state", "settled", Superseded, FrenchMissing]
    list_select_related = ["by_government", "negotiation"]
    ordering = ["-effective_on", "-id"]
    search_fields = ["words_en", "words_fr", "step__government__code", "code"]
    sections = [(None, {"fields": ["step", ("by_government", "state", "grade"), both("words"),
                                   "settled"]})]
