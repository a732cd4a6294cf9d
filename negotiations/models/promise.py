"""What is to come: follow-ups somebody promised, and deadlines."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from negotiations.models.record import (
    Fact,
    fact_rules,
    maybe,
    maybe_government,
    precisions,
    translation_field,
)


class FollowUp(Fact):
    """Somebody's promise. A change of its state is a row that supersedes it."""

    class Side(models.TextChoices):
        OURS = "ours", pgettext_lazy("follow-up", "ours")
        THEIRS = "theirs", pgettext_lazy("follow-up", "theirs")
        JOINT = "joint", pgettext_lazy("follow-up", "joint")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("follow-up state", "open")
        DONE = "done", pgettext_lazy("follow-up state", "done")
        DROPPED = "dropped", pgettext_lazy("follow-up state", "dropped")

    event = maybe("negotiations.Event", "followups", _("event"))
    item = maybe("negotiations.AgendaItem", "followups", _("agenda item"))
    statement = maybe("negotiations.Statement", "followups", _("statement"))
    owner_government = maybe_government(_("owner: a government"))
    owner_front = maybe("negotiations.Front", "followups", _("owner: a front"))
    owner_office_en = models.CharField(_("office (English)"), max_length=160, blank=True)
    owner_office_fr = models.CharField(_("office (French)"), max_length=160, blank=True)
    action_en = models.CharField(_("action (English)"), max_length=300)
    action_fr = models.CharField(_("action (French)"), max_length=300)
    french_by = translation_field()
    side = models.CharField(_("whose"), max_length=6, choices=Side)
    due_on = models.DateField(_("due on"), null=True, blank=True)
    due_precision = models.CharField(_("precision"), max_length=5, choices=precisions, default="day")
    state = models.CharField(_("state"), max_length=7, choices=State, default=State.OPEN)
    state_reason = models.CharField(_("evidence or reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("follow-up")
        verbose_name_plural = _("follow-ups")
        ordering = ["due_on", "id"]
        constraints = [
            *fact_rules("followup", [
                ("event_id", "event"), ("item_id", "agendaitem"), ("statement_id", "statement"),
                ("owner_front_id", "front")]),
            models.CheckConstraint(
                condition=~Q(state="dropped") | ~Q(state_reason=""), name="followup_dropped_says_why",
                violation_error_message=_("Say why the follow-up was dropped."),
            ),
        ]

    def __str__(self):
        return self.action

    @property
    def action(self) -> str:
        return self.told("action")

    @property
    def owner_office(self) -> str:
        return self.told("owner_office")


class Deadline(Fact):
    """A date that counts. One that moves is a new row that supersedes it."""

    class Kind(models.TextChoices):
        LEGAL_EXPIRY = "legal_expiry", pgettext_lazy("deadline", "legal expiry")
        RESPONSE = "response", pgettext_lazy("deadline", "response due")
        TARGET = "target", pgettext_lazy("deadline", "target")
        START = "start", pgettext_lazy("deadline", "start")
        REVIEW = "review", pgettext_lazy("deadline", "review")
        ELECTION = "election", pgettext_lazy("deadline", "election")
        BUDGET = "budget", pgettext_lazy("deadline", "budget")

    title_en = models.CharField(_("title (English)"), max_length=160)
    title_fr = models.CharField(_("title (French)"), max_length=160)
    french_by = translation_field()
    due_on = models.DateField(_("due on"))
    due_precision = models.CharField(_("precision"), max_length=5, choices=precisions, default="day")
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    hard = models.BooleanField(_("hard"), default=False, help_text=_("Nobody can move it."))
    set_by = maybe_government(_("set by"))
    consequence_en = models.CharField(_("consequence (English)"), max_length=300, blank=True)
    consequence_fr = models.CharField(_("consequence (French)"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("deadline")
        verbose_name_plural = _("deadlines")
        ordering = ["due_on", "id"]
        constraints = fact_rules("deadline")

    def __str__(self):
        return self.title

    @property
    def title(self) -> str:
        return self.told("title")

    @property
    def consequence(self) -> str:
        return self.told("consequence")
