"""Filters beside the lists; know the shape of record rows, no single model."""

from django.contrib import admin
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class FrenchMissing(admin.SimpleListFilter):
    """Rows with an English text and no French one, or the other way round."""

    title = _("French missing")
    parameter_name = "french"

    def lookups(self, request, model_admin):
        return [("missing", _("French missing")), ("english", _("English missing"))]

    def queryset(self, request, rows):
        ends = {"missing": ("_fr", "_en"), "english": ("_en", "_fr")}.get(self.value())
        if ends is None:
            return rows
        names = {one.name for one in rows.model._meta.concrete_fields}
        stems = [name[:-3] for name in names if name.endswith("_en") and f"{name[:-3]}_fr" in names]
        wanted = Q(pk__in=[])
        for stem in stems:
            wanted |= Q(**{f"{stem}{ends[0]}": ""}) & ~Q(**{f"{stem}{ends[1]}": ""})
        return rows.filter(wanted)


class Superseded(admin.SimpleListFilter):
    """Corrected rows are left out unless one asks for them."""

    title = _("corrected")
    parameter_name = "corrected"

    def lookups(self, request, model_admin):
        return [("no", _("standing")), ("yes", _("corrected since"))]

    def queryset(self, request, rows):
        if self.value() not in ("no", "yes"):
            return rows
        later = rows.model.objects.superseding().values("supersedes")
        return (rows.exclude if self.value() == "no" else rows.filter)(pk__in=later)
