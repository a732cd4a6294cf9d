"""Django's admin as it comes: a negotiation, and its positions as a table below it. No part of the site.

Knows the models; benchmarks/form.py puts it at an address of its own.
"""

from django.contrib.admin import AdminSite, ModelAdmin, TabularInline
from django.urls import path

from config import urls
from negotiations.models import Negotiation, Position

# The fields that our own act writes, and no more: three of them are keys.
FIELDS = ("government", "term", "source", "stance", "firmness", "grade", "effective_on")


class PositionInline(TabularInline):
    model = Position
    fields = FIELDS
    extra = 0


class NegotiationAdmin(ModelAdmin):
    fields = ("title_en",)
    inlines = (PositionInline,)
    change_form_template = "admin/change_form.html"


site = AdminSite(name="stock")
site.register(Negotiation, NegotiationAdmin)
urlpatterns = [path("stock/", site.urls), *urls.urlpatterns]
