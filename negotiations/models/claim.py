"""Figures that somebody asserted, and what we found when we checked them."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from config.rules import NotTheAuthor
from negotiations import scales
from negotiations.models.record import (
    Fact,
    Label,
    Language,
    Record,
    added_rules,
    fact_rules,
    label_rules,
    maybe,
    one_of,
    owned,
    table,
    translation_field,
)


def verdicts():
    return scales.choices(scales.VERDICTS)


class Claim(Label):
    """A figure in the words in which it was asserted, and what would test it."""

    text = models.CharField(_("claim as made"), max_length=300)
    language = models.CharField(_("language"), max_length=2, choices=Language)
    title_en = models.CharField(_("in short (English)"), max_length=160)
    title_fr = models.CharField(_("in short (French)"), max_length=160)
    french_by = translation_field()
    amounts = models.JSONField(
        _("its numbers"), default=list, blank=True,
        help_text=_('As text: ["600000000"]; used to find the claim by its number.'))
    test = models.CharField(
        _("test"), max_length=300, blank=True,
        help_text=_("An expression over the programme's measures; yes, no or unknown."))
    span_from = models.DateField(_("span from"), null=True, blank=True)
    span_to = models.DateField(_("span to"), null=True, blank=True)
    offer = maybe("negotiations.Offer", "claims", _("about which offer"))
    source = owned("negotiations.Source", "+", _("source"))

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        ordering = ["id"]
        constraints = [
            *label_rules("claim", [("source_id", "source"), ("offer_id", "offer")]),
            models.CheckConstraint(
                condition=Q(span_from__isnull=True, span_to__isnull=True)
                | Q(span_from__lte=F("span_to")),
                name="claim_span",
                violation_error_message=_("A span ends after it starts."),
            ),
        ]

    def __str__(self):
        return self.title

    @property
    def title(self) -> str:
        return self.told("title")


class ClaimStatement(Record):
    """A statement in which a claim was made or repeated."""

    claim = owned(Claim, "statement_links", _("claim"))
    statement = owned("negotiations.Statement", "claim_links", _("statement"))

    class Meta:
        verbose_name = _("statement of a claim")
        verbose_name_plural = _("statements of a claim")
        ordering = ["id"]
        constraints = [
            *added_rules("claimstatement", [("claim_id", "claim"), ("statement_id", "statement")]),
            models.UniqueConstraint(
                fields=["negotiation", "claim", "statement"], name="claimstatement_once",
                violation_error_message=_("The claim names this statement already."),
            ),
        ]

    def __str__(self):
        return f"{self.claim} · {self.statement}"


class ClaimVerdict(Fact):
    """What one person found, with the reason. Never the person who recorded the claim."""

    claim = owned(Claim, "verdicts", _("claim"))
    verdict = models.CharField(_("verdict"), max_length=12, choices=verdicts)
    reason_en = models.TextField(_("reason (English)"))
    reason_fr = models.TextField(_("reason (French)"))
    french_by = translation_field()
    may_we_say_en = models.TextField(_("may we say it? (English)"), blank=True)
    may_we_say_fr = models.TextField(_("may we say it? (French)"), blank=True)

    class Meta:
        verbose_name = _("verdict")
        verbose_name_plural = _("verdicts")
        ordering = ["claim", "effective_on", "id"]
        constraints = [
            *fact_rules("claimverdict", [("claim_id", "claim")]),
            one_of("claimverdict", "verdict", scales.VERDICTS),
            NotTheAuthor(name="claimverdict_not_the_author", subjects=[("claim_id", table("claim"))]),
        ]

    def __str__(self):
        return f"{self.claim} · {self.get_verdict_display()}"

    @property
    def reason(self) -> str:
        return self.told("reason")

    @property
    def may_we_say(self) -> str:
        return self.told("may_we_say")
