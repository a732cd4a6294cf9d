"""The ground floor: governments, populations, programmes and what a grant costs."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GrantsConfig(AppConfig):
    name = "grants"
    verbose_name = _("Grants")
