"""How far each government has come towards an agreement, with the evidence, and who contests it."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from negotiations import scales
from negotiations.models.record import (
    Fact,
    RecordQuerySet,
    fact_rules,
    government,
    grades,
    maybe,
    maybe_government,
    one_of,
    owned,
    superseded_by,
    table,
)
from negotiations.scales import moves
from negotiations.track_rules import AllowedMoves, AnotherState, ProvenSteps


def track_states():
    return scales.choices(scales.TRACK_STATES)


class TrackStep(Fact):
    """One government reaches a state of its track on a day."""

    government = government(_("government"))
    state = models.CharField(_("state"), max_length=24, choices=track_states)
    grade = models.CharField(_("evidence"), max_length=2, choices=grades)
    event = maybe("negotiations.Event", "steps", _("event"))
    offer = maybe("negotiations.Offer", "steps", _("offer"))
    agreement = maybe("negotiations.Agreement", "steps", _("agreement"))
    statement = maybe("negotiations.Statement", "steps", _("statement"))
    reason_en = models.CharField(_("reason or note (English)"), max_length=400, blank=True)
    reason_fr = models.CharField(_("reason or note (French)"), max_length=400, blank=True)
    reference = models.CharField(
        _("reference"), max_length=120, blank=True, help_text=_("Order in Council or decision number."))

    class Meta:
        verbose_name = _("track step")
        verbose_name_plural = _("track steps")
        ordering = ["effective_on", "id"]
        indexes = [models.Index(
            "negotiation", "government", models.F("effective_on").desc(),
            models.F("recorded_at").desc(), name="trackstep_as_of")]
        constraints = [
            *fact_rules("trackstep", [
                ("event_id", "event"), ("offer_id", "offer"), ("agreement_id", "agreement"),
                ("statement_id", "statement")]),
            one_of("trackstep", "state", scales.TRACK_STATES),
            one_of("trackstep", "grade", scales.GRADES),
            AllowedMoves(
                name="trackstep_moves", moves=moves.move_words(),
                violation_error_message=_("From the state of that day this one cannot be reached."),
            ),
            ProvenSteps(
                name="trackstep_proven", demands=moves.demand_words(),
                violation_error_message=_("The evidence that this state needs is not on file."),
            ),
        ]

    def __str__(self):
        return f"{self.government} · {self.get_state_display()}"

    @property
    def reason(self) -> str:
        return self.told("reason")


class ContestQuerySet(RecordQuerySet):
    def unsuperseded(self, moment=None, on=None):
        """Without the rows that a later row, known at *moment*, corrects.

        With *on*, a contest stands until the day on which it is settled; a correction counts at once.
        """
        later = self.model.objects.known(moment).filter(supersedes__isnull=False)
        if on is not None:
            later = later.exclude(settled=True, effective_on__gt=on)
        return self.known(moment).filter(~superseded_by(later))


class Contest(Fact):
    """Another description of the same step. The lower state is the headline, the higher in words."""

    step = owned(TrackStep, "contests", _("track step"))
    by_government = maybe_government(_("contested by"))
    state = models.CharField(_("describes it as"), max_length=24, choices=track_states)
    grade = models.CharField(_("evidence"), max_length=2, choices=grades)
    words_en = models.CharField(_("in words (English)"), max_length=400)
    words_fr = models.CharField(_("in words (French)"), max_length=400)
    settled = models.BooleanField(_("settled"), default=False)

    objects = ContestQuerySet.as_manager()

    class Meta:
        verbose_name = _("contest")
        verbose_name_plural = _("contests")
        ordering = ["step", "id"]
        constraints = [
            *fact_rules("contest", [("step_id", "trackstep")]),
            one_of("contest", "state", scales.TRACK_STATES),
            AnotherState(
                name="contest_another_state", owner=table("trackstep"), column="step_id",
                violation_error_message=_("This is the state that the step itself gives:"
                                          " a contest describes another."),
            ),
            models.CheckConstraint(
                condition=Q(grade__in=["E1", "E2", "E3", "E4"]), name="contest_has_evidence",
                violation_error_message=_("A contest rests on what somebody said or wrote."),
            ),
        ]

    def __str__(self):
        return f"{self.step} · {self.get_state_display()}"

    @property
    def words(self) -> str:
        return self.told("words")
