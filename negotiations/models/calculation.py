"""A frozen run of a programme for an offer or a what-if; stale is computed, never stored."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from negotiations.models.record import Record, added_rules, maybe


class Calculation(Record):
    """What was computed, from what, by which version of the formula: never changed."""

    offer = maybe("negotiations.Offer", "calculations", _("offer"))
    formula = models.ForeignKey(
        "grants.ProgrammeVersion", models.PROTECT, related_name="+", verbose_name=_("formula"))
    title_en = models.CharField(_("title (English)"), max_length=160)
    title_fr = models.CharField(_("title (French)"), max_length=160)
    engine_version = models.CharField(_("engine version"), max_length=20)
    values = models.JSONField(_("parameter values"))
    releases = models.JSONField(_("releases used"))
    results = models.JSONField(_("results"))
    checksum = models.CharField("SHA-256", max_length=64)

    class Meta:
        verbose_name = _("calculation")
        verbose_name_plural = _("calculations")
        ordering = ["-recorded_at"]
        constraints = [
            *added_rules("calculation", [("offer_id", "offer")]),
        ]

    def __str__(self):
        return self.told("title")
