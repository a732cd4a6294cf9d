"""The upper floor: the record of the talks, and everything that is somebody's secret."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from config import checks


class NegotiationsConfig(AppConfig):
    name = "negotiations"
    verbose_name = _("Negotiations")

    def ready(self) -> None:
        checks.register_checks()
