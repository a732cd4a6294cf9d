"""The governments at the table; reference data, no secrets."""

from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from config.rules import Granted, History, Undeletable


class JurisdictionQuerySet(models.QuerySet):
    def in_protocol_order(self):
        """Canada first, then by entry into Confederation, as delegations are seated: 1 query."""
        return self.order_by("protocol_order")


class Jurisdiction(models.Model):
    """A government. On screen it is always called a government."""

    class Kind(models.TextChoices):
        FEDERAL = "federal", _("federal")
        PROVINCE = "province", _("province")
        TERRITORY = "territory", _("territory")

    code = models.CharField(_("code"), max_length=2, primary_key=True)
    name_en = models.CharField(_("name (English)"), max_length=60)
    name_fr = models.CharField(_("name (French)"), max_length=60)
    short_en = models.CharField(_("short name (English)"), max_length=12)
    short_fr = models.CharField(_("short name (French)"), max_length=12)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    protocol_order = models.PositiveSmallIntegerField(_("protocol order"))
    canonical_order = models.PositiveSmallIntegerField(
        _("order for ties"), null=True, blank=True,
        help_text=_("Who gets the last cent when two remainders are equal; empty for Canada."),
    )

    objects = JurisdictionQuerySet.as_manager()

    class Meta:
        verbose_name = _("government")
        verbose_name_plural = _("governments")
        ordering = ["protocol_order"]
        constraints = [
            models.UniqueConstraint(
                fields=["protocol_order"], name="jurisdiction_protocol_order",
                violation_error_message=_("Another government has this place in protocol order."),
            ),
            Granted(name="jurisdiction_granted", rights="SELECT, INSERT, UPDATE"),
            Undeletable(name="jurisdiction_undeletable"),
            History(name="jurisdiction_history", key="code"),
        ]

    def __str__(self):
        return self.name

    @property
    def name(self) -> str:
        """The name in the reader's language."""
        return self.name_fr if get_language() == "fr" else self.name_en

    @property
    def short(self) -> str:
        """The short name in the reader's language: BC, C.-B."""
        return self.short_fr if get_language() == "fr" else self.short_en
