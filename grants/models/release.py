"""Population releases and other published indicators; a release is never edited."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from config.rules import AppendOnly, Granted


class IndicatorReleaseQuerySet(models.QuerySet):
    def with_values(self):
        """Releases with the figure of each government: 2 queries."""
        return self.prefetch_related("values")

    def known(self, moment):
        """Those entered before *moment* (an aware datetime); all when None."""
        return self if moment is None else self.filter(entered_at__lt=moment)

    def population_of(self, day, moment=None):
        """The population release of the day: the latest published by then, with its values.

        Where none was published by then, the latest for a reference date by then. What came with the
        reference data was known when it was published; what somebody typed is known at *moment* (an
        aware datetime) only if it was typed before. 2 queries, or 3.
        """
        by_then = self.filter(indicator="population", reference_date__lte=day).prefetch_related("values")
        if moment is not None:
            by_then = by_then.filter(models.Q(entered_by__isnull=True) | models.Q(entered_at__lt=moment))
        newest = by_then.order_by("-reference_date", "-released_on")
        return newest.filter(released_on__lte=day).first() or newest.first()


class IndicatorRelease(models.Model):
    """One publication of one indicator for one reference date. A revision is a new release."""

    code = models.SlugField(_("code"), max_length=80, unique=True)
    indicator = models.CharField(_("indicator"), max_length=40)
    unit = models.CharField(_("unit"), max_length=20, default="person")
    reference_date = models.DateField(_("reference date"))
    released_on = models.DateField(_("release date"), null=True, blank=True)
    title = models.CharField(_("title"), max_length=300)
    publisher = models.CharField(_("publisher"), max_length=200)
    url = models.URLField(_("address"), max_length=500, blank=True)
    note = models.TextField(_("note"), blank=True)
    entered_at = models.DateTimeField(_("entered at"), db_default=Now(), editable=False)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, editable=False, related_name="+",
        verbose_name=_("entered by"),
    )

    objects = IndicatorReleaseQuerySet.as_manager()

    class Meta:
        verbose_name = _("indicator release")
        verbose_name_plural = _("indicator releases")
        ordering = ["indicator", "-reference_date", "-released_on"]
        constraints = [
            Granted(name="release_granted", rights="SELECT, INSERT"),
            AppendOnly(name="release_append_only"),
        ]

    def __str__(self):
        return f"{self.indicator} {self.reference_date} ({self.released_on or '?'})"

    def people(self) -> tuple[dict[str, int], int]:
        """Persons by government, and how many of the figures are unconfirmed."""
        rows = list(self.values.all())
        return {row.government_id: int(row.value) for row in rows}, sum(not row.confirmed for row in rows)


class IndicatorValue(models.Model):
    """The value of one government in a release, exactly as published."""

    release = models.ForeignKey(
        IndicatorRelease, models.PROTECT, related_name="values", verbose_name=_("release"),
    )
    government = models.ForeignKey(
        "grants.Jurisdiction", models.PROTECT, related_name="+", verbose_name=_("government"),
    )
    value = models.DecimalField(_("value"), max_digits=20, decimal_places=4)
    confirmed = models.BooleanField(
        _("confirmed"), default=True, help_text=_("Unconfirmed: no published table was read."),
    )

    class Meta:
        verbose_name = _("indicator value")
        verbose_name_plural = _("indicator values")
        ordering = ["release", "government__protocol_order"]
        constraints = [
            models.UniqueConstraint(
                fields=["release", "government"], name="release_one_value_a_government",
                violation_error_message=_("This release has a value for that government already."),
            ),
            models.CheckConstraint(
                condition=models.Q(value__gte=0), name="indicator_value_not_negative",
                violation_error_message=_("An indicator is not negative."),
            ),
            Granted(name="indicator_value_granted", rights="SELECT, INSERT"),
            AppendOnly(name="indicator_value_append_only"),
        ]

    def __str__(self):
        return f"{self.government_id} {self.value}"
