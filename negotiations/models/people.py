"""Fronts of governments, and the persons who hold office."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from negotiations.label_rules import OnceToItsWriter
from negotiations.models.record import (
    Label,
    government,
    label_rules,
    maybe,
    owned,
    translation_field,
)


class Front(Label):
    """A common front: governments that speak together, with dates and footnotes per member."""

    name_en = models.CharField(_("name (English)"), max_length=160)
    name_fr = models.CharField(_("name (French)"), max_length=160)
    short_en = models.CharField(_("short name (English)"), max_length=60)
    short_fr = models.CharField(_("short name (French)"), max_length=60)
    french_by = translation_field()
    mandate_en = models.TextField(_("mandate (English)"), blank=True)
    mandate_fr = models.TextField(_("mandate (French)"), blank=True)
    source = owned("negotiations.Source", "+", _("source"))

    class Meta:
        verbose_name = _("front")
        verbose_name_plural = _("fronts")
        ordering = ["name_en"]
        constraints = label_rules("front", [("source_id", "source")])

    def __str__(self):
        return self.name

    @property
    def name(self) -> str:
        return self.told("name")

    @property
    def short(self) -> str:
        return self.told("short")


class FrontMember(Label):
    """One government in a front, from when to when, with the footnote it attached."""

    class Role(models.TextChoices):
        MEMBER = "member", pgettext_lazy("front", "member")
        SPOKESPERSON = "spokesperson", pgettext_lazy("front", "spokesperson")

    front = owned(Front, "members", _("front"))
    government = government(_("government"))
    role = models.CharField(_("role"), max_length=12, choices=Role, default=Role.MEMBER)
    starts_on = models.DateField(_("from"))
    ends_on = models.DateField(_("to"), null=True, blank=True)
    footnote_en = models.CharField(_("footnote (English)"), max_length=300, blank=True)
    footnote_fr = models.CharField(_("footnote (French)"), max_length=300, blank=True)
    source = owned("negotiations.Source", "+", _("source"))

    class Meta:
        verbose_name = _("member of a front")
        verbose_name_plural = _("members of a front")
        ordering = ["front", "government__protocol_order", "starts_on"]
        constraints = [
            *label_rules("frontmember", [("front_id", "front"), ("source_id", "source")]),
            OnceToItsWriter(
                name="frontmember_once", fields=("negotiation_id", "front_id", "government_id", "starts_on"),
                violation_error_message=_("This government is in the front from that day already."),
            ),
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")),
                name="frontmember_ends_after_it_starts",
                violation_error_message=_("A government cannot leave a front before it joins."),
            ),
        ]

    def __str__(self):
        return f"{self.front} · {self.government}"

    @property
    def footnote(self) -> str:
        return self.told("footnote")


class OfficeHolder(Label):
    """A person in an office, from when to when. Statements keep the office held that day."""

    class Kind(models.TextChoices):
        MINISTER = "minister", pgettext_lazy("office", "minister")
        HEAD = "head", pgettext_lazy("office", "head of government")
        DEPUTY = "deputy", pgettext_lazy("office", "deputy minister")
        OFFICIAL = "official", pgettext_lazy("office", "official")
        SPOKESPERSON = "spokesperson", pgettext_lazy("office", "spokesperson")

    person = models.CharField(_("person"), max_length=120)
    office_en = models.CharField(_("office (English)"), max_length=200)
    office_fr = models.CharField(_("office (French)"), max_length=200)
    french_by = translation_field()
    government = government(_("government"))
    kind = models.CharField(_("kind"), max_length=12, choices=Kind, default=Kind.MINISTER)
    starts_on = models.DateField(_("from"), null=True, blank=True, help_text=_("Empty: not recorded."))
    ends_on = models.DateField(_("to"), null=True, blank=True, help_text=_("Empty: not recorded."))
    source = owned("negotiations.Source", "+", _("source"))

    class Meta:
        verbose_name = _("office holder")
        verbose_name_plural = _("office holders")
        ordering = ["government__protocol_order", "person", "starts_on"]
        constraints = [
            *label_rules("officeholder", [("source_id", "source")]),
            models.CheckConstraint(
                condition=Q(starts_on__isnull=True) | Q(ends_on__isnull=True)
                | Q(ends_on__gte=F("starts_on")),
                name="officeholder_ends_after_it_starts",
                violation_error_message=_("An office cannot end before it starts."),
            ),
        ]

    def __str__(self):
        return f"{self.person}, {self.office}"

    @property
    def office(self) -> str:
        return self.told("office")


class OpenQuestion(Label):
    """What the record does not answer, or where sources conflict."""

    class Kind(models.TextChoices):
        GAP = "gap", pgettext_lazy("question", "gap")
        CONFLICT = "conflict", pgettext_lazy("question", "conflict between sources")
        METHOD = "method", pgettext_lazy("question", "method")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    question_en = models.CharField(_("question (English)"), max_length=300)
    question_fr = models.CharField(_("question (French)"), max_length=300)
    detail_en = models.TextField(_("detail (English)"), blank=True)
    detail_fr = models.TextField(_("detail (French)"), blank=True)
    french_by = translation_field()
    event = maybe("negotiations.Event", "questions", _("event"))
    answered_on = models.DateField(_("answered on"), null=True, blank=True)
    source = owned("negotiations.Source", "+", _("source"))

    class Meta:
        verbose_name = _("open question")
        verbose_name_plural = _("open questions")
        ordering = ["id"]
        constraints = label_rules(
            "openquestion", [("source_id", "source"), ("event_id", "event")])

    def __str__(self):
        return self.question

    @property
    def question(self) -> str:
        return self.told("question")

    @property
    def detail(self) -> str:
        return self.told("detail")
