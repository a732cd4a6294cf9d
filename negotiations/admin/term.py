"""Terms and what they depend on; mirrors models/term.py."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from negotiations.admin.base import RecordAdmin, both
from negotiations.admin.filters import FrenchMissing
from negotiations.admin.inlines import LinksInline
from negotiations.models import Term, TermDependency


class TermDependencyInline(LinksInline):
    model = TermDependency
    fk_name = "term"
    fields = ["subject_to"]


@admin.register(Term)
class TermAdmin(RecordAdmin):
    inlines = [TermDependencyInline]
    list_display = ["number", "name_en", "name_fr", "family", "value_kind", "parameter",
                    "negotiation"]
    list_display_links = ["name_en"]
    list_filter = ["negotiation", "family", "value_kind", FrenchMissing, "sensitivity"]
    list_select_related = ["negotiation"]
    ordering = ["negotiation__slug", "number"]
    search_fields = ["name_en", "name_fr", "code", "parameter"]
    sections = [
        (None, {"fields": ["number", both("name"), "french_by", ("family", "value_kind"),
                           both("unit"), "parameter", both("description")]}),
        (_("Ends"), {"fields": ["direction", both("low_end"), both("high_end")]}),
    ]


@admin.register(TermDependency)
class TermDependencyAdmin(RecordAdmin):
    list_display = ["term", "subject_to", "negotiation"]
    list_filter = ["negotiation"]
    list_select_related = ["negotiation"]
    ordering = ["-id"]
    search_fields = ["term__name_en", "term__name_fr", "code"]
    sections = [(None, {"fields": ["term", "subject_to"]})]
