"""A negotiation and who may read it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Func, Q
from django.db.models.functions import Now
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from config.rules import AppendOnly, History, Undeletable, Wall, WithinCeiling
from negotiations.models.record import InTwoLanguages, government, levels, translation_field


class NegotiationQuerySet(models.QuerySet):
    def listed(self):
        """Those not withdrawn, with their home government and programme, newest first: 1 query."""
        return (self.filter(withdrawn_on__isnull=True)
                .select_related("home", "programme").order_by("-opened_on", "slug"))


class Negotiation(InTwoLanguages, models.Model):
    """One negotiation between governments; everything secret hangs on it."""

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    title_en = models.CharField(_("title (English)"), max_length=200)
    title_fr = models.CharField(_("title (French)"), max_length=200)
    french_by = translation_field()
    opened_on = models.DateField(_("opened on"))
    programme = models.ForeignKey(
        "grants.Programme", models.PROTECT, null=True, blank=True, related_name="negotiations",
        verbose_name=_("programme"),
    )
    home = government(_("home government"))
    single_package = models.BooleanField(
        _("single package"), default=False,
        help_text=_("Nothing is agreed until everything is agreed."),
    )
    ceiling = models.PositiveSmallIntegerField(
        _("ceiling"), choices=levels, default=4, help_text=_("No row may be more sensitive."),
    )
    invented = models.BooleanField(_("invented for training"), default=False)
    withdrawn_on = models.DateField(_("withdrawn on"), null=True, blank=True)
    withdrawn_reason = models.CharField(_("why it was withdrawn"), max_length=300, blank=True)
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)

    objects = NegotiationQuerySet.as_manager()

    class Meta:
        verbose_name = _("negotiation")
        verbose_name_plural = _("negotiations")
        ordering = ["slug"]
        permissions = [("open_negotiation", "Can open a negotiation")]
        constraints = [
            models.CheckConstraint(
                condition=Q(ceiling__gte=1, ceiling__lte=4), name="negotiation_ceiling",
                violation_error_message=_("A ceiling is Public, Internal, In confidence or Strategy."),
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_on__isnull=True, withdrawn_reason="")
                | (Q(withdrawn_on__isnull=False) & ~Q(withdrawn_reason="")),
                name="negotiation_withdrawn_says_why",
                violation_error_message=_("A withdrawn negotiation says when and why."),
            ),
            Wall(name="negotiation_wall", rights="SELECT, UPDATE", writers=("approver",),
                 column="id", levels=False),
            Undeletable(name="negotiation_undeletable"),
            History(name="negotiation_history"),
        ]

    def __str__(self):
        return self.title

    @property
    def title(self) -> str:
        """The title in the reader's language."""
        return self.told("title")

    @property
    def invented_mark(self) -> str:
        return _("invented for training") if self.invented else ""


class MembershipQuerySet(models.QuerySet):
    def held_by(self, user):
        """What gives *user* access at this moment, as the wall counts it: days are those of UTC."""
        now = timezone.now()
        return self.filter(
            Q(ends_on__isnull=True) | Q(ends_on__gte=now.date()),
            Q(expires_at__isnull=True) | Q(expires_at__gt=now),
            user=user.pk, starts_on__lte=now.date())


class Membership(models.Model):
    """Who may read a negotiation, up to which sensitivity, as what, from when to when.

    The web role only reads this table; memberships are given by a database function that checks
    the giver's right.
    """

    class Role(models.TextChoices):
        VIEWER = "viewer", pgettext_lazy("role", "viewer")
        ANALYST = "analyst", pgettext_lazy("role", "analyst")
        APPROVER = "approver", pgettext_lazy("role", "approver")
        RECORDS_OFFICER = "records_officer", pgettext_lazy("role", "records officer")

    negotiation = models.ForeignKey(
        Negotiation, models.PROTECT, related_name="memberships", verbose_name=_("negotiation"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="memberships", verbose_name=_("user"),
    )
    role = models.CharField(_("role"), max_length=16, choices=Role)
    clearance = models.PositiveSmallIntegerField(
        _("clearance"), choices=levels, help_text=_("The highest sensitivity this person may read."),
    )
    starts_on = models.DateField(_("from"))
    ends_on = models.DateField(_("to"), null=True, blank=True)
    expires_at = models.DateTimeField(_("expires at"), null=True, blank=True)
    break_glass = models.BooleanField(_("break-glass"), default=False)
    reason = models.CharField(_("reason"), max_length=300)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+",
        verbose_name=_("given by"),
    )
    entered_at = models.DateTimeField(_("entered at"), db_default=Now(), editable=False)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["negotiation", "user", "-starts_on"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")),
                name="membership_ends_after_it_starts",
                violation_error_message=_("A membership cannot end before it starts."),
            ),
            models.CheckConstraint(
                condition=Q(clearance__gte=1, clearance__lte=4), name="membership_clearance",
                violation_error_message=_("A clearance is Public, Internal, In confidence or Strategy."),
            ),
            models.CheckConstraint(
                condition=Q(role__in=["viewer", "analyst", "approver", "records_officer"]),
                name="membership_role", violation_error_message=_("This is not a role."),
            ),
            models.CheckConstraint(
                condition=~Q(reason=""), name="membership_says_why",
                violation_error_message=_("Say why this person is given access."),
            ),
            models.CheckConstraint(
                condition=Q(break_glass=True) | Q(given_by__isnull=True) | ~Q(given_by=F("user")),
                name="membership_not_to_oneself",
                violation_error_message=_("Nobody gives a membership to himself."),
            ),
            models.CheckConstraint(
                condition=Q(break_glass=False) | Q(expires_at__isnull=False),
                name="break_glass_expires",
                violation_error_message=_("Break-glass access has an end."),
            ),
            WithinCeiling(name="membership_ceiling", column="clearance"),
            Wall(name="membership_wall", rights="SELECT", levels=False,
                 also="user_id = public.entente_user()"),
            Undeletable(name="membership_undeletable"),
            History(name="membership_history"),
        ]

    def __str__(self):
        return f"{self.user} · {self.negotiation} · {self.get_role_display()}"


class HistoryQuerySet(models.QuerySet):
    def edits(self):
        """The changes of what a row says: of more than its level, its state or its version."""
        before, after = (
            Func(F(name), template="(%(expressions)s - '{sensitivity,state,version}'::text[])::text",
                 output_field=models.TextField()) for name in ("before", "after"))
        return self.filter(~Exact(before, after), action="update")


class HistoryEntry(models.Model):
    """One change of one row, written by the database; nobody writes it otherwise."""

    table_name = models.CharField(_("table"), max_length=63)
    row_key = models.CharField(_("row"), max_length=40)
    action = models.CharField(_("action"), max_length=6)
    before = models.JSONField(_("before"), null=True)
    after = models.JSONField(_("after"), null=True)
    negotiation = models.ForeignKey(
        Negotiation, models.PROTECT, null=True, related_name="+", db_constraint=False,
        verbose_name=_("negotiation"),
    )
    sensitivity = models.PositiveSmallIntegerField(_("sensitivity"), choices=levels)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_constraint=False,
        verbose_name=_("user"),
    )
    request_id = models.CharField(_("request"), max_length=64, blank=True)
    at = models.DateTimeField(_("at"))
    transaction_id = models.BigIntegerField(_("transaction"))

    objects = HistoryQuerySet.as_manager()

    class Meta:
        db_table = "negotiations_history"
        verbose_name = _("history entry")
        verbose_name_plural = _("history")
        ordering = ["-id"]
        indexes = [models.Index(fields=["table_name", "row_key", "id"], name="history_of_a_row")]
        constraints = [
            Wall(name="history_wall",
                 also="(negotiation_id IS NULL AND public.entente_user() IS NOT NULL)"),
            AppendOnly(name="history_append_only"),
        ]

    def __str__(self):
        return f"{self.table_name} {self.row_key} {self.action}"
