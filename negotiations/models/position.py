"""Where a government stands on a term on a day, and under which conditions it would move."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from negotiations import scales
from negotiations.models.record import (
    Fact,
    Record,
    RecordQuerySet,
    fact_rules,
    government,
    grades,
    maybe,
    maybe_government,
    one_of,
    owned,
    sealed_rules,
)


def stances():
    return scales.choices(scales.STANCES)


def firmness():
    return scales.choices(scales.FIRMNESS)


def saliences():
    return [(value.level, value.word) for value in scales.SALIENCE]


class PositionQuerySet(RecordQuerySet):
    def at(self, on, moment=None):
        """In effect by *on* as known at *moment*, with government, term and front: 1 query."""
        return (self.unsuperseded(moment).filter(effective_on__lte=on)
                .select_related("government", "term", "front", "source")
                .in_order())


class Position(Fact):
    """A judgement drawn from statements: one government, one term or the whole package, one day.

    No row at all is *not stated*, which is not neutral.
    """

    class Origin(models.TextChoices):
        INDIVIDUAL = "individual", pgettext_lazy("origin", "individual")
        COLLECTIVE = "collective", pgettext_lazy("origin", "collective")

    class Combine(models.TextChoices):
        ALL = "all", pgettext_lazy("conditions", "all are required")
        ANY = "any", pgettext_lazy("conditions", "any one is enough")

    government = government(_("government"))
    term = maybe("negotiations.Term", "positions", _("term"), help_text=_("Empty: the whole package."))
    stance = models.CharField(_("stance"), max_length=20, choices=stances)
    firmness = models.CharField(
        _("firmness"), max_length=12, choices=firmness, default="unspecified")
    value = models.JSONField(_("value asked for"), null=True, blank=True)
    summary_en = models.CharField(_("in one line (English)"), max_length=400, blank=True)
    summary_fr = models.CharField(_("in one line (French)"), max_length=400, blank=True)
    origin = models.CharField(_("origin"), max_length=10, choices=Origin, default=Origin.INDIVIDUAL)
    front = maybe("negotiations.Front", "positions", _("front"))
    offer = maybe("negotiations.Offer", "answers", _("offer answered"))
    event = maybe("negotiations.Event", "positions", _("event"))
    grade = models.CharField(_("evidence"), max_length=2, choices=grades)
    salience = models.PositiveSmallIntegerField(
        _("salience"), choices=saliences, null=True, blank=True)
    combine = models.CharField(
        _("its conditions"), max_length=3, choices=Combine, default=Combine.ALL)
    reasoning = models.TextField(_("reasoning"), blank=True, help_text=_("Required when inferred."))

    objects = PositionQuerySet.as_manager()

    class Meta:
        verbose_name = _("position")
        verbose_name_plural = _("positions")
        ordering = ["effective_on", "id"]
        indexes = [
            models.Index(
                "negotiation", "term", "government", models.F("effective_on").desc(),
                models.F("recorded_at").desc(), name="position_as_of"),
            # standing/asof.py stops at the first row of these two, in this order.
            models.Index(
                "negotiation", "government", "term", "origin", models.F("effective_on").desc(),
                Coalesce("in_place_of", "id").desc(), "recorded_at", name="position_latest"),
            models.Index(
                "negotiation", "government", "term", "origin", "grade",
                models.F("effective_on").desc(), Coalesce("in_place_of", "id").desc(), "recorded_at",
                name="position_graded"),
        ]
        constraints = [
            *fact_rules("position", [
                ("term_id", "term"), ("front_id", "front"), ("offer_id", "offer"),
                ("event_id", "event")]),
            one_of("position", "stance", scales.STANCES),
            one_of("position", "firmness", scales.FIRMNESS),
            one_of("position", "grade", scales.GRADES),
            models.CheckConstraint(
                condition=Q(origin="collective", front__isnull=False)
                | Q(origin="individual", front__isnull=True),
                name="position_front",
                violation_error_message=_("A collective position names its front; no other does."),
            ),
            models.CheckConstraint(
                condition=Q(salience__isnull=True) | Q(salience__lte=3), name="position_salience",
                violation_error_message=_("Salience goes from 0 to 3."),
            ),
            models.CheckConstraint(
                condition=~Q(grade="E5") | ~Q(reasoning=""), name="position_inferred_says_why",
                violation_error_message=_("An inferred position states the reasoning."),
            ),
        ]

    def __str__(self):
        return f"{self.government} · {self.term or _('whole package')} · {self.get_stance_display()}"

    @property
    def summary(self) -> str:
        return self.told("summary")

    @property
    def anchor(self) -> str:
        """Its place on the page of its event."""
        return f"position-{self.pk}"


class PositionStatement(Record):
    """A statement that a position rests on."""

    position = owned(Position, "statement_links", _("position"))
    statement = owned("negotiations.Statement", "position_links", _("statement"))

    class Meta:
        verbose_name = _("statement behind a position")
        verbose_name_plural = _("statements behind a position")
        ordering = ["id"]
        constraints = [
            *sealed_rules("positionstatement", "position", "position_id",
                          [("statement_id", "statement")]),
            models.UniqueConstraint(
                fields=["negotiation", "position", "statement"], name="positionstatement_once",
                violation_error_message=_("The position rests on this statement already."),
            ),
        ]

    def __str__(self):
        return f"{self.position} · {self.statement}"


class Condition(Fact):
    """What would move a government: in words, and where it is sharp, as a test a machine can run."""

    class Kind(models.TextChoices):
        RED_LINE = "red_line", pgettext_lazy("condition", "red line")
        CONDITION = "condition", pgettext_lazy("condition", "condition")
        PREFERENCE = "preference", pgettext_lazy("condition", "preference")

    class Basis(models.TextChoices):
        STATED = "stated", pgettext_lazy("condition", "stated by them")
        ASSESSED = "assessed", pgettext_lazy("condition", "assessed by us")

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("condition status", "open")
        MET = "met", pgettext_lazy("condition status", "met")
        DROPPED = "dropped", pgettext_lazy("condition status", "dropped")

    class Operator(models.TextChoices):
        LESS = "<", "<"
        AT_MOST = "<=", "≤"
        EQUAL = "==", "="
        AT_LEAST = ">=", "≥"
        MORE = ">", ">"
        IS = "is", _("is")

    position = owned(Position, "conditions", _("position"))
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    text_en = models.CharField(_("in plain words (English)"), max_length=400)
    text_fr = models.CharField(_("in plain words (French)"), max_length=400)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    basis = models.CharField(_("whose"), max_length=8, choices=Basis, default=Basis.STATED)
    status = models.CharField(_("status"), max_length=7, choices=Status, default=Status.OPEN)
    term = maybe("negotiations.Term", "conditions", _("term"))
    measure = models.CharField(
        _("measure or parameter"), max_length=200, blank=True,
        help_text=_("An expression over the programme's measures; empty: the answer is unknown."))
    about = maybe_government(_("about which government"))
    operator = models.CharField(_("operator"), max_length=2, choices=Operator, blank=True)
    value = models.CharField(_("value"), max_length=60, blank=True)

    class Meta:
        verbose_name = _("condition")
        verbose_name_plural = _("conditions")
        ordering = ["position", "number", "id"]
        constraints = [
            *fact_rules("condition", [("position_id", "position"), ("term_id", "term")]),
            models.CheckConstraint(
                condition=~Q(basis="assessed") | Q(sensitivity=4), name="condition_assessed_is_strategy",
                violation_error_message=_("What we assess ourselves is always Strategy."),
            ),
            models.CheckConstraint(
                condition=Q(operator="", value="") | (~Q(operator="") & ~Q(value="")),
                name="condition_operator_and_value",
                violation_error_message=_("A sharp condition has an operator and a value."),
            ),
        ]

    def __str__(self):
        return self.text

    @property
    def text(self) -> str:
        return self.told("text")
