"""What is being negotiated: the terms, each with its kind of value."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from negotiations.label_rules import SettledInAnHour
from negotiations.models.record import (
    Label,
    Record,
    RecordQuerySet,
    added_rules,
    label_rules,
    owned,
    translation_field,
)


class TermQuerySet(RecordQuerySet):
    def named_loosely(self, code: str):
        """The term of that code, whatever its case: addresses write t5 for T5."""
        return self.named(code) | self.filter(code__iexact=code)


class Term(Label):
    """One thing that an offer sets: an amount, a share, a date, a rule."""

    class Family(models.TextChoices):
        MONEY = "money", pgettext_lazy("family", "money")
        COST_SHARE = "cost_share", pgettext_lazy("family", "cost sharing")
        TIMING = "timing", pgettext_lazy("family", "timing")
        GOVERNANCE = "governance", pgettext_lazy("family", "governance")
        ELIGIBILITY = "eligibility", pgettext_lazy("family", "eligibility")
        REPORTING = "reporting", pgettext_lazy("family", "reporting")
        EXIT = "exit", pgettext_lazy("family", "exit")

    class ValueKind(models.TextChoices):
        MONEY = "money", pgettext_lazy("value", "money")
        RATIO = "ratio", pgettext_lazy("value", "ratio")
        WEIGHTS = "weights", pgettext_lazy("value", "weights")
        NUMBER = "number", pgettext_lazy("value", "number")
        DATE = "date", pgettext_lazy("value", "date")
        DURATION = "duration", pgettext_lazy("value", "duration")
        CHOICE = "choice", pgettext_lazy("value", "choice")
        SCHEDULE = "schedule", pgettext_lazy("value", "schedule by year")
        TEXT = "text", pgettext_lazy("value", "text")

    class Direction(models.TextChoices):
        MORE_FOR_FEDERAL = "more_for_federal", _("more is better for Canada")
        MORE_FOR_PROVINCES = "more_for_provinces", _("more is better for provinces and territories")
        NEUTRAL = "neutral", _("neither")

    number = models.PositiveSmallIntegerField(_("number"))
    name_en = models.CharField(_("name (English)"), max_length=120)
    name_fr = models.CharField(_("name (French)"), max_length=120)
    french_by = translation_field()
    family = models.CharField(_("family"), max_length=12, choices=Family)
    value_kind = models.CharField(_("kind of value"), max_length=10, choices=ValueKind)
    unit_en = models.CharField(_("unit (English)"), max_length=40, blank=True)
    unit_fr = models.CharField(_("unit (French)"), max_length=40, blank=True)
    parameter = models.CharField(
        _("programme parameter"), max_length=60, blank=True,
        help_text=_("The parameter of the programme's formula that this term sets, or none."))
    direction = models.CharField(
        _("direction"), max_length=18, choices=Direction, default=Direction.NEUTRAL)
    description_en = models.TextField(_("description (English)"), blank=True)
    description_fr = models.TextField(_("description (French)"), blank=True)
    low_end_en = models.CharField(_("one end in words (English)"), max_length=200, blank=True)
    low_end_fr = models.CharField(_("one end in words (French)"), max_length=200, blank=True)
    high_end_en = models.CharField(_("other end in words (English)"), max_length=200, blank=True)
    high_end_fr = models.CharField(_("other end in words (French)"), max_length=200, blank=True)

    objects = TermQuerySet.as_manager()

    class Meta:
        verbose_name = _("term")
        verbose_name_plural = _("terms")
        ordering = ["negotiation", "number"]
        constraints = [
            *label_rules("term"),
            models.UniqueConstraint(
                fields=["negotiation", "number"], name="term_number",
                violation_error_message=_("Another term of this negotiation has this number."),
            ),
            SettledInAnHour(
                name="term_value_kind_settled", column="value_kind",
                violation_error_message=_("The kind of value is settled an hour after the term was recorded,"
                                          " because values are typed by it: add another term."),
            ),
        ]

    def __str__(self):
        return self.name

    @property
    def name(self) -> str:
        return self.told("name")

    @property
    def unit(self) -> str:
        return self.told("unit")

    @property
    def description(self) -> str:
        return self.told("description")


class TermDependency(Record):
    """A term that is subject to another."""

    term = owned(Term, "dependencies", _("term"))
    subject_to = owned(Term, "dependents", _("subject to"))

    class Meta:
        verbose_name = _("dependency of a term")
        verbose_name_plural = _("dependencies of a term")
        ordering = ["id"]
        constraints = [
            *added_rules("termdependency", [("term_id", "term"), ("subject_to_id", "term")]),
            models.UniqueConstraint(
                fields=["negotiation", "term", "subject_to"], name="termdependency_once",
                violation_error_message=_("This dependency is recorded already."),
            ),
            models.CheckConstraint(
                condition=~Q(term=F("subject_to")), name="termdependency_not_itself",
                violation_error_message=_("A term is not subject to itself."),
            ),
        ]

    def __str__(self):
        return f"{self.term} · {self.subject_to}"
