"""The governments in the admin, in protocol order; knows the model."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from grants.admin.base import ReferenceAdmin
from grants.models import Jurisdiction


@admin.register(Jurisdiction)
class JurisdictionAdmin(ReferenceAdmin):
    list_display = ["protocol_order", "code", "name_en", "name_fr", "short_en", "short_fr", "kind"]
    list_display_links = ["name_en"]
    list_filter = ["kind"]
    ordering = ["protocol_order"]
    search_fields = ["code", "name_en", "name_fr"]
    fieldsets = [
        (None, {"fields": [("code", "kind"), ("name_en", "name_fr"), ("short_en", "short_fr")]}),
        (_("Order"), {"fields": [("protocol_order", "canonical_order")]}),
    ]

    def get_readonly_fields(self, request, obj=None):
        return ["code"] if obj else []
