"""The agreements that come of it: their text, who must sign, who has, and the clauses to watch."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from negotiations.models.record import (
    Fact,
    Label,
    fact_rules,
    government,
    label_rules,
    maybe,
    maybe_government,
    owned,
    translation_field,
)


class Agreement(Label):
    """A framework, a bilateral, an amendment. Legal names are never translated ad hoc."""

    class Type(models.TextChoices):
        FRAMEWORK = "framework", pgettext_lazy("agreement", "framework")
        BILATERAL = "bilateral", pgettext_lazy("agreement", "bilateral")
        ASYMMETRIC = "asymmetric", pgettext_lazy("agreement", "asymmetric")
        AMENDMENT = "amendment", pgettext_lazy("agreement", "amendment")
        LETTER = "letter", pgettext_lazy("agreement", "letter")
        IN_PRINCIPLE = "in_principle", pgettext_lazy("agreement", "agreement in principle")

    class Prevailing(models.TextChoices):
        ENGLISH = "en", pgettext_lazy("prevailing", "English")
        FRENCH = "fr", pgettext_lazy("prevailing", "French")
        BOTH = "both", pgettext_lazy("prevailing", "both, equally")
        NOT_RECORDED = "", pgettext_lazy("prevailing", "not recorded")

    title_en = models.CharField(_("title (English)"), max_length=200, blank=True)
    title_fr = models.CharField(_("title (French)"), max_length=200, blank=True)
    french_by = translation_field()
    type = models.CharField(_("type"), max_length=12, choices=Type)
    government = maybe_government(_("with which government"), )
    prevailing = models.CharField(
        _("prevailing language"), max_length=4, choices=Prevailing, blank=True,
        default=Prevailing.NOT_RECORDED)
    amends = maybe("self", "amendments", _("amends"))
    in_force_on = models.DateField(_("in force on"), null=True, blank=True)
    ends_on = models.DateField(_("ends on"), null=True, blank=True)
    money_by_year = models.JSONField(
        _("money by year"), null=True, blank=True,
        help_text=_('As text, in dollars: {"2014-15": "13400000"}.'))
    note_en = models.TextField(_("note (English)"), blank=True)
    note_fr = models.TextField(_("note (French)"), blank=True)
    source = owned("negotiations.Source", "+", _("source"))

    class Meta:
        verbose_name = _("agreement")
        verbose_name_plural = _("agreements")
        ordering = ["government__protocol_order", "in_force_on", "id"]
        constraints = [
            *label_rules("agreement", [("source_id", "source"), ("amends_id", "agreement")]),
            models.CheckConstraint(
                condition=~Q(title_en="", title_fr=""), name="agreement_has_a_title",
                violation_error_message=_("Give the title in the language in which it is signed."),
            ),
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(in_force_on__isnull=True)
                | Q(ends_on__gte=F("in_force_on")),
                name="agreement_ends_after_it_starts",
                violation_error_message=_("An agreement cannot end before it starts."),
            ),
        ]

    def __str__(self):
        return self.title

    @property
    def title(self) -> str:
        return self.told("title")

    @property
    def note(self) -> str:
        return self.told("note")


class SignatureBlock(Label):
    """A signature that an agreement requires: which government, which office, in which order."""

    agreement = owned(Agreement, "blocks", _("agreement"))
    government = government(_("government"))
    order = models.PositiveSmallIntegerField(_("order"), default=1)
    office_en = models.CharField(_("office (English)"), max_length=200, blank=True)
    office_fr = models.CharField(_("office (French)"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("signature block")
        verbose_name_plural = _("signature blocks")
        ordering = ["agreement", "order"]
        constraints = [
            *label_rules("signatureblock", [("agreement_id", "agreement")]),
            models.UniqueConstraint(
                fields=["negotiation", "agreement", "government", "order"],
                name="signatureblock_order",
                violation_error_message=_("This government has a block of that order already."),
            ),
        ]

    def __str__(self):
        return f"{self.agreement} · {self.government} {self.order}"

    @property
    def office(self) -> str:
        return self.told("office")


class Signature(Fact):
    """Somebody signed a block on a day."""

    class DateIs(models.TextChoices):
        SIGNED = "signed", pgettext_lazy("signature", "the day of signing")
        ANNOUNCED = "announced", pgettext_lazy("signature", "the day it was announced")

    block = owned(SignatureBlock, "signatures", _("signature block"))
    person = maybe("negotiations.OfficeHolder", "+", _("person"))
    person_in_words = models.CharField(
        _("person in words"), max_length=200, blank=True, help_text=_("Empty: not recorded."))
    on_behalf_of = models.CharField(_("signing on behalf of"), max_length=200, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    date_is = models.CharField(_("the date is"), max_length=9, choices=DateIs, default=DateIs.SIGNED)
    event = maybe("negotiations.Event", "signatures", _("event"))

    class Meta:
        verbose_name = _("signature")
        verbose_name_plural = _("signatures")
        ordering = ["effective_on", "id"]
        constraints = [
            *fact_rules("signature", [
                ("block_id", "signatureblock"), ("person_id", "officeholder"), ("event_id", "event")]),
        ]

    def __str__(self):
        return f"{self.block} · {self.effective_on}"


class Clause(Label):
    """A clause to watch: me-too, opt-out, review, renewal, notice, sunset."""

    class Kind(models.TextChoices):
        ME_TOO = "me_too", pgettext_lazy("clause", "me-too")
        OPT_OUT = "opt_out", pgettext_lazy("clause", "opt-out")
        REVIEW = "review", pgettext_lazy("clause", "review")
        RENEWAL = "renewal", pgettext_lazy("clause", "renewal")
        NOTICE = "notice", pgettext_lazy("clause", "notice")
        SUNSET = "sunset", pgettext_lazy("clause", "sunset")

    agreement = owned(Agreement, "clauses", _("agreement"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    text_en = models.TextField(_("text (English)"), blank=True)
    text_fr = models.TextField(_("text (French)"), blank=True)
    trigger_en = models.CharField(_("trigger (English)"), max_length=300, blank=True)
    trigger_fr = models.CharField(_("trigger (French)"), max_length=300, blank=True)
    due_on = models.DateField(_("due on"), null=True, blank=True)
    source = owned("negotiations.Source", "+", _("source"))

    class Meta:
        verbose_name = _("clause")
        verbose_name_plural = _("clauses")
        ordering = ["agreement", "kind", "id"]
        constraints = [
            *label_rules("clause", [("agreement_id", "agreement"), ("source_id", "source")]),
            models.CheckConstraint(
                condition=~Q(text_en="", text_fr=""), name="clause_has_text",
                violation_error_message=_("Give the clause in words."),
            ),
        ]

    def __str__(self):
        return f"{self.agreement} · {self.get_kind_display()}"

    @property
    def text(self) -> str:
        return self.told("text")
