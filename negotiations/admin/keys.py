"""How a column becomes a field, on pages and inside them: keys scoped, codes ticked, JSON exact.

Knows the admin and our fields, no model but Negotiation.
"""

from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.forms import Textarea

from negotiations.admin import rights
from negotiations.admin.declared import writers
from negotiations.admin.fields import ExactJSONField, RowField, RowSelect, RowWrapper, codes
from negotiations.models import Negotiation

SHORT = {"rows": 3, "cols": 60}


class ScopedKeys:
    """For pages and for inlines. `offers_new` puts the plus sign beside a key."""

    offers_new = True

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if isinstance(db_field, ArrayField):
            return codes(db_field)
        if isinstance(db_field, models.JSONField):
            return db_field.formfield(form_class=ExactJSONField, widget=Textarea(attrs=SHORT))
        if isinstance(db_field, models.TextField):
            kwargs.setdefault("widget", Textarea(attrs={**SHORT, "class": "vLargeTextField"}))
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(getattr(field, "widget", None), RelatedFieldWidgetWrapper):
            field.widget = (RowWrapper.around(field.widget) if self.offers_new
                            and db_field.name != "negotiation" else field.widget.widget)
        return field

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if db_field.name == "negotiation":
            kwargs["queryset"] = writable(request, self.model)
            kwargs.setdefault("empty_label", None if kwargs["queryset"].one else "---------")
            return super().formfield_for_foreignkey(db_field, request, **kwargs)
        kwargs["widget"] = RowSelect(db_field, self.admin_site)
        return super().formfield_for_foreignkey(
            db_field, request, form_class=RowField, **kwargs)


def writable(request, model):
    """The negotiations in which this person may add rows of *model*; `one` when it is the only."""
    keys = rights.of(request).writable(writers(model))
    rows = Negotiation.objects.filter(pk__in=keys).order_by("slug")
    rows.one = len(keys) == 1
    return rows
