"""What we may agree to: always Strategy, by reference, never the paper itself."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from negotiations.models.record import Label, label_rules, owned


class Mandate(Label):
    """An authority to negotiate: who gave it, its reference, until when."""

    authority_en = models.CharField(_("authority (English)"), max_length=160)
    authority_fr = models.CharField(_("authority (French)"), max_length=160)
    reference = models.CharField(_("reference number"), max_length=80)
    given_on = models.DateField(_("given on"))
    expires_on = models.DateField(_("expires on"), null=True, blank=True)

    class Meta:
        verbose_name = _("mandate")
        verbose_name_plural = _("mandates")
        ordering = ["-given_on"]
        constraints = [
            *label_rules("mandate"),
            models.CheckConstraint(
                condition=Q(sensitivity=4), name="mandate_is_strategy",
                violation_error_message=_("A mandate is always Strategy."),
            ),
            models.CheckConstraint(
                condition=Q(expires_on__isnull=True) | Q(expires_on__gte=F("given_on")),
                name="mandate_expires_after_it_is_given",
                violation_error_message=_("A mandate cannot expire before it is given."),
            ),
        ]

    def __str__(self):
        return f"{self.told('authority')} {self.reference}"


class MandateLimit(Label):
    """What the mandate allows on one term."""

    mandate = owned(Mandate, "limits", _("mandate"))
    term = owned("negotiations.Term", "limits", _("term"))
    minimum = models.CharField(_("minimum"), max_length=60, blank=True)
    maximum = models.CharField(_("maximum"), max_length=60, blank=True)
    must_en = models.CharField(_("must (English)"), max_length=300, blank=True)
    must_fr = models.CharField(_("must (French)"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("limit of a mandate")
        verbose_name_plural = _("limits of a mandate")
        ordering = ["mandate", "term__number"]
        constraints = [
            *label_rules("mandatelimit", [("mandate_id", "mandate"), ("term_id", "term")]),
            models.CheckConstraint(
                condition=Q(sensitivity=4), name="mandatelimit_is_strategy",
                violation_error_message=_("A limit of a mandate is always Strategy."),
            ),
            models.CheckConstraint(
                condition=~Q(minimum="", maximum="", must_en="", must_fr=""),
                name="mandatelimit_says_something",
                violation_error_message=_("Give a minimum, a maximum, or what must be."),
            ),
            models.UniqueConstraint(
                fields=["negotiation", "mandate", "term"], name="mandatelimit_once",
                violation_error_message=_("The mandate limits this term already."),
            ),
        ]

    def __str__(self):
        return f"{self.mandate} · {self.term}"
