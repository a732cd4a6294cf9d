"""Who approved or returned which row; the database refuses that it is the author."""

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from config.rules import NotTheAuthor
from negotiations.models.record import Record, RecordQuerySet, added_rules, maybe, table
from negotiations.scales import moves
from negotiations.track_rules import ApprovedByRecords

APPROVED = ("event", "statement", "position", "offer", "condition", "trackstep", "signature")


class ApprovalQuerySet(RecordQuerySet):
    def standing(self, name: str, moment=None):
        """The last verdict on each row of the kind *name* ("position"), of those known at *moment*."""
        later = self.model.objects.known(moment).filter(
            **{name: OuterRef(name)}, pk__gt=OuterRef("pk"))
        return self.known(moment).filter(~Exists(later), **{f"{name}__isnull": False})

    def approving(self, name: str, moment=None):
        """The approvals that hold: known at *moment*, and no verdict since."""
        return self.standing(name, moment).filter(verdict=self.model.Verdict.APPROVED)


class Approval(Record):
    """A verdict on one row by somebody who did not record it."""

    class Verdict(models.TextChoices):
        APPROVED = "approved", pgettext_lazy("approval", "approved")
        RETURNED = "returned", pgettext_lazy("approval", "returned")

    verdict = models.CharField(_("verdict"), max_length=8, choices=Verdict)
    note = models.CharField(_("note"), max_length=300, blank=True)
    event = maybe("negotiations.Event", "approvals", _("event"))
    statement = maybe("negotiations.Statement", "approvals", _("statement"))
    position = maybe("negotiations.Position", "approvals", _("position"))
    offer = maybe("negotiations.Offer", "approvals", _("offer"))
    condition = maybe("negotiations.Condition", "approvals", _("condition"))
    trackstep = maybe("negotiations.TrackStep", "approvals", _("track step"))
    signature = maybe("negotiations.Signature", "approvals", _("signature"))

    objects = ApprovalQuerySet.as_manager()

    class Meta:
        verbose_name = _("approval")
        verbose_name_plural = _("approvals")
        ordering = ["id"]
        constraints = [
            *added_rules("approval", [(f"{name}_id", name) for name in APPROVED],
                         writers=("approver",)),
            NotTheAuthor(name="approval_not_the_author",
                         subjects=[(f"{name}_id", table(name)) for name in APPROVED]),
            ApprovedByRecords(name="approval_by_records", steps=table("trackstep"),
                              states=moves.RECORDS_APPROVE),
            models.CheckConstraint(
                condition=Q(models.lookups.Exact(
                    models.Func(*(f"{name}_id" for name in APPROVED), function="num_nonnulls",
                                output_field=models.IntegerField()), 1)),
                name="approval_of_one_row",
                violation_error_message=_("An approval is of one row."),
            ),
            models.CheckConstraint(
                condition=~Q(verdict="returned") | ~Q(note=""), name="approval_returned_says_why",
                violation_error_message=_("Say why it is returned."),
            ),
        ]

    def __str__(self):
        return f"{self.get_verdict_display()} · {self.recorded_by}"
