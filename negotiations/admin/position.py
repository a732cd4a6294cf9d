"""Positions with the statements behind them and their conditions; mirrors models/position.py."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from negotiations.admin.approving import Approvable, Reviewed
from negotiations.admin.base import RecordAdmin, both
from negotiations.admin.filters import FrenchMissing, Superseded
from negotiations.admin.inlines import BlocksInline, LinksInline
from negotiations.models import Condition, Position, PositionStatement

CONDITION = [("number", "kind", "basis", "status"), both("text"), "term",
             ("measure", "about", "operator", "value")]


class PositionStatementInline(LinksInline):
    model = PositionStatement
    fk_name = "position"
    copied = True
    fields = ["statement"]


class ConditionInline(BlocksInline):
    model = Condition
    fk_name = "position"
    copied = True
    fields = [*CONDITION, "sensitivity"]


@admin.register(Position)
class PositionAdmin(Approvable, RecordAdmin):
    date_hierarchy = "effective_on"
    inlines = [PositionStatementInline, ConditionInline]
    list_display = ["effective_on", "government", "term", "stance", "firmness", "grade",
                    "negotiation"]
    list_filter = ["negotiation", "government", "stance", "firmness", "grade", Reviewed,
                   Superseded, FrenchMissing, "sensitivity"]
    list_select_related = ["negotiation"]
    ordering = ["-effective_on", "government__protocol_order", "-id"]
    search_fields = ["summary_en", "summary_fr", "government__code", "term__name_en", "code"]
    new_parts = [("Condition", "position"), ("Approval", "position")]
    sections = [
        (None, {"fields": [("government", "term"), ("stance", "firmness"), "value",
                           both("summary"), ("origin", "front"), ("event", "offer")]}),
        (_("Evidence"), {"fields": [("grade", "salience", "combine"), "reasoning"]}),
    ]


@admin.register(PositionStatement)
class PositionStatementAdmin(RecordAdmin):
    list_display = ["position", "statement", "negotiation"]
    list_filter = ["negotiation"]
    list_select_related = ["negotiation"]
    ordering = ["-id"]
    search_fields = ["position__summary_en", "position__government__code", "code"]
    sections = [(None, {"fields": ["position", "statement"]})]


@admin.register(Condition)
class ConditionAdmin(Approvable, RecordAdmin):
    list_display = ["effective_on", "position", "text_en", "text_fr", "kind", "basis", "status",
                    "negotiation"]
    list_filter = ["negotiation", "kind", "basis", "status", "position__government", Reviewed,
                   Superseded, FrenchMissing]
    list_select_related = ["position__government", "position__term", "negotiation"]
    ordering = ["-effective_on", "-id"]
    search_fields = ["text_en", "text_fr", "code"]
    sections = [(None, {"fields": ["position", *CONDITION]})]
