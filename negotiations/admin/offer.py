"""Offers, whom they address and what they say; mirrors models/offer.py.

A draft and a cleared offer are edited with their terms; a tabled one is corrected.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from negotiations.admin.approving import Approvable, Reviewed
from negotiations.admin.base import RecordAdmin, both
from negotiations.admin.filters import FrenchMissing, Superseded
from negotiations.admin.inlines import BlocksInline, LinksInline
from negotiations.models import Offer, OfferAddressee, OfferTerm

REPLACING = ("offer", "outcome")


class OfferTermInline(BlocksInline):
    model = OfferTerm
    fk_name = "offer"
    copied = True
    fields = [("term", "source"), "value", both("wording"), "french_by", both("note")]


class OfferAddresseeInline(LinksInline):
    model = OfferAddressee
    fk_name = "offer"
    copied = True
    fields = ["government", "front"]


@admin.register(Offer)
class OfferAdmin(Approvable, RecordAdmin):
    date_hierarchy = "effective_on"
    inlines = [OfferAddresseeInline, OfferTermInline]
    list_display = ["effective_on", "title", "kind", "author_government", "author_front", "state",
                    "negotiation"]
    list_display_links = ["title"]
    list_filter = ["negotiation", "kind", "state", "form", Reviewed, Superseded,
                   FrenchMissing, "sensitivity"]
    list_select_related = ["author_government", "author_front", "negotiation"]
    ordering = ["-effective_on", "-id"]
    search_fields = ["title_en", "title_fr", "code"]
    new_parts = [("TrackStep", "offer"), ("Position", "offer"), ("Claim", "offer")]
    sections = [
        (None, {"fields": [both("title"), "french_by", ("kind", "form", "state"),
                           ("author_government", "author_front"), "event", "claimed_final"]}),
        (_("In words"), {"fields": [both("summary"), both("consequences"), "response_due"]}),
        (_("Other offers"), {"fields": [("replaces", "attached_to")]}),
    ]

    def may_replace(self, row):
        return row.kind in REPLACING

    @admin.display(description=_("title"), ordering="title_en")
    def title(self, row):
        return row.title


@admin.register(OfferTerm)
class OfferTermAdmin(RecordAdmin):
    list_display = ["offer", "term", "value", "negotiation"]
    list_display_links = ["term"]
    list_filter = ["negotiation", "term__family", FrenchMissing]
    list_select_related = ["negotiation"]
    ordering = ["-offer__effective_on", "term__number"]
    search_fields = ["offer__title_en", "offer__title_fr", "term__name_en", "term__name_fr",
                     "code"]
    sections = [(None, {"fields": [("offer", "term"), "value", both("wording"), "french_by",
                                   both("note"), "source"]})]


@admin.register(OfferAddressee)
class OfferAddresseeAdmin(RecordAdmin):
    list_display = ["offer", "government", "front", "negotiation"]
    list_filter = ["negotiation", "government"]
    list_select_related = ["offer", "negotiation"]
    ordering = ["-offer__effective_on", "government__protocol_order"]
    search_fields = ["offer__title_en", "offer__title_fr", "government__code", "code"]
    sections = [(None, {"fields": ["offer", ("government", "front")]})]
