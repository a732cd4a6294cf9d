"""What happened: meetings, calls, letters, announcements, signings; who came, what was on the agenda."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from config.rules import ApprovedByAnother
from negotiations.closing_rules import ClosedWith, KeptClosed
from negotiations.models.record import (
    Dated,
    Fact,
    Label,
    Record,
    RecordQuerySet,
    added_rules,
    date_rules,
    fact_rules,
    government,
    label_rules,
    maybe,
    maybe_government,
    outcomes,
    owned,
    table,
    translation_field,
)

GATHERINGS = ("meeting", "call", "hearing")
CLOSED_STATES = ("approved", "frozen")
OF_ITS_EVENT = {"owner": table("event"), "column": "event_id", "judged": "event_id",
                "states": CLOSED_STATES}


def outcome_list(verbose_name) -> ArrayField:
    return ArrayField(
        models.CharField(max_length=24, choices=outcomes), verbose_name=verbose_name,
        default=list, blank=True,
    )


class EventQuerySet(RecordQuerySet):
    def in_order(self):
        """By date, then by the record's sequence."""
        return self.order_by("effective_on", "id")


class Event(Dated, Label):
    """Something that happened on a day. A meeting is an event of a gathering kind."""

    class Kind(models.TextChoices):
        MEETING = "meeting", pgettext_lazy("event", "meeting")
        CALL = "call", pgettext_lazy("event", "call")
        HEARING = "hearing", pgettext_lazy("event", "hearing")
        LETTER = "letter", pgettext_lazy("event", "letter")
        ANNOUNCEMENT = "announcement", pgettext_lazy("event", "announcement")
        SIGNING = "signing", pgettext_lazy("event", "signing")
        OUTSIDE = "outside", pgettext_lazy("event", "outside event")

    class Level(models.TextChoices):
        FIRST_MINISTERS = "first_ministers", pgettext_lazy("level", "first ministers")
        PREMIERS = "premiers", pgettext_lazy("level", "premiers")
        MINISTERS = "ministers", pgettext_lazy("level", "ministers")
        DEPUTIES = "deputies", pgettext_lazy("level", "deputy ministers")
        OFFICIALS = "officials", pgettext_lazy("level", "senior officials")
        WORKING_GROUP = "working_group", pgettext_lazy("level", "working group")
        BILATERAL = "bilateral", pgettext_lazy("level", "bilateral")

    class Mode(models.TextChoices):
        IN_PERSON = "in_person", pgettext_lazy("mode", "in person")
        VIDEO = "video", pgettext_lazy("mode", "by video")
        PHONE = "phone", pgettext_lazy("mode", "by telephone")

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("event state", "draft")
        IN_REVIEW = "in_review", pgettext_lazy("event state", "in review")
        APPROVED = "approved", pgettext_lazy("event state", "approved")
        FROZEN = "frozen", pgettext_lazy("event state", "frozen")

    slug = models.SlugField(_("address"), max_length=80)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    title_en = models.CharField(_("title (English)"), max_length=200)
    title_fr = models.CharField(_("title (French)"), max_length=200)
    french_by = translation_field()
    series = models.CharField(_("series"), max_length=40, blank=True)
    level = models.CharField(_("level"), max_length=16, choices=Level, blank=True)
    mode = models.CharField(
        _("held"), max_length=9, choices=Mode, blank=True, help_text=_("Empty: not recorded."))
    place_en = models.CharField(_("place (English)"), max_length=120, blank=True)
    place_fr = models.CharField(_("place (French)"), max_length=120, blank=True)
    starts_at = models.TimeField(_("local time"), null=True, blank=True)
    zone = models.CharField(_("time zone"), max_length=40, blank=True, help_text="America/Toronto")
    outcomes = outcome_list(_("outcomes"))
    outcome_en = models.TextField(_("outcome in words (English)"), blank=True)
    outcome_fr = models.TextField(_("outcome in words (French)"), blank=True)
    main = models.BooleanField(
        _("main meeting"), default=False, help_text=_("Offered on the home page under Read as of."))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT)
    source = owned("negotiations.Source", "+", _("source"))
    locator = models.CharField(_("place in the source"), max_length=200, blank=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["effective_on", "id"]
        indexes = [models.Index(fields=["negotiation", "effective_on"], name="event_by_date")]
        constraints = [
            *label_rules("event", [("source_id", "source")]),
            ApprovedByAnother(name="event_approved", states=CLOSED_STATES),
            KeptClosed(name="event_closed", judged="event_id", states=CLOSED_STATES, final="frozen"),
            *date_rules("event"),
            models.UniqueConstraint(
                fields=["negotiation", "slug"], name="event_slug",
                violation_error_message=_("Another event of this negotiation has this address."),
            ),
            models.CheckConstraint(
                condition=Q(starts_at__isnull=True) | ~Q(zone=""), name="event_time_has_zone",
                violation_error_message=_("A time needs its time zone."),
            ),
            models.CheckConstraint(
                condition=Q(main=False) | Q(kind__in=GATHERINGS), name="event_main_is_a_gathering",
                violation_error_message=_("Only a meeting, call or hearing can be a main meeting."),
            ),
        ]

    def __str__(self):
        return f"{self.title} ({self.effective_on})"

    @property
    def title(self) -> str:
        return self.told("title")

    @property
    def place(self) -> str:
        return self.told("place")

    @property
    def outcome(self) -> str:
        return self.told("outcome")

    @property
    def is_gathering(self) -> bool:
        return self.kind in GATHERINGS


class MeetingManager(models.Manager.from_queryset(EventQuerySet)):
    def get_queryset(self):
        return super().get_queryset().filter(kind__in=GATHERINGS)


class Meeting(Event):
    """An event at which governments met: a meeting, a call, a hearing."""

    objects = MeetingManager()

    class Meta:
        proxy = True
        verbose_name = _("meeting")
        verbose_name_plural = _("meetings")


class Attendance(Fact):
    """Whether a delegation was there. No row means not recorded, which is not absent."""

    class Status(models.TextChoices):
        PRESENT = "present", pgettext_lazy("attendance", "present")
        ABSENT = "absent", pgettext_lazy("attendance", "absent")
        NOT_RECORDED = "not_recorded", pgettext_lazy("attendance", "not recorded")

    class Role(models.TextChoices):
        HEAD = "head", pgettext_lazy("delegate", "head of delegation")
        SPEAKER = "speaker", pgettext_lazy("delegate", "speaker")
        ADVISER = "adviser", pgettext_lazy("delegate", "adviser")
        NOTE_TAKER = "note_taker", pgettext_lazy("delegate", "note-taker")

    event = owned(Event, "attendances", _("meeting"))
    government = government(_("government"))
    status = models.CharField(_("status"), max_length=12, choices=Status)
    reason_en = models.CharField(_("reason or note (English)"), max_length=300, blank=True)
    reason_fr = models.CharField(_("reason or note (French)"), max_length=300, blank=True)
    mode = models.CharField(_("held"), max_length=9, choices=Event.Mode, blank=True)
    person = maybe("negotiations.OfficeHolder", "+", _("person"))
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.HEAD)

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendances")
        ordering = ["event", "government__protocol_order", "id"]
        constraints = [
            *fact_rules("attendance", [("event_id", "event"), ("person_id", "officeholder")]),
            ClosedWith(name="attendance_closed", **OF_ITS_EVENT, corrections=True),
            models.CheckConstraint(
                condition=~Q(status="absent") | ~Q(reason_en="") | ~Q(reason_fr=""),
                name="attendance_absent_says_why",
                violation_error_message=_("Say why the delegation was absent, or that no reason was given."),
            ),
        ]

    def __str__(self):
        return f"{self.government} · {self.get_status_display()}"

    @property
    def reason(self) -> str:
        return self.told("reason")


class AgendaItem(Label):
    """An item of an agenda, with what came of it in exact words."""

    event = owned(Event, "items", _("meeting"))
    parent = maybe("self", "children", _("under"))
    number = models.CharField(_("number"), max_length=12)
    title_en = models.CharField(_("title (English)"), max_length=200)
    title_fr = models.CharField(_("title (French)"), max_length=200)
    french_by = translation_field()
    lead = maybe_government(_("lead"))
    outcomes = outcome_list(_("outcomes"))
    outcome_en = models.TextField(_("outcome in words (English)"), blank=True)
    outcome_fr = models.TextField(_("outcome in words (French)"), blank=True)

    class Meta:
        verbose_name = _("agenda item")
        verbose_name_plural = _("agenda items")
        ordering = ["event", "number"]
        constraints = [
            *label_rules("agendaitem", [("event_id", "event"), ("parent_id", "agendaitem")]),
            ClosedWith(name="agendaitem_closed", **OF_ITS_EVENT),
            models.UniqueConstraint(
                fields=["negotiation", "event", "number"], name="agendaitem_number",
                violation_error_message=_("This meeting has an item of that number already."),
            ),
        ]

    def __str__(self):
        return f"{self.number}. {self.title}"

    @property
    def title(self) -> str:
        return self.told("title")

    @property
    def outcome(self) -> str:
        return self.told("outcome")


class AgendaItemTerm(Record):
    """A term that an agenda item is about."""

    item = owned(AgendaItem, "term_links", _("agenda item"))
    term = owned("negotiations.Term", "item_links", _("term"))

    class Meta:
        verbose_name = _("term of an agenda item")
        verbose_name_plural = _("terms of an agenda item")
        ordering = ["id"]
        constraints = [
            *added_rules("agendaitemterm", [("item_id", "agendaitem"), ("term_id", "term")]),
            ClosedWith(name="agendaitemterm_closed", **OF_ITS_EVENT | {"column": "item_id"},
                       through=(table("agendaitem"), "event_id")),
            models.UniqueConstraint(
                fields=["negotiation", "item", "term"], name="agendaitemterm_once",
                violation_error_message=_("The item names this term already."),
            ),
        ]

    def __str__(self):
        return f"{self.item} · {self.term}"


class Difference(Label):
    """A question that accounts of the same event answer differently."""

    event = owned(Event, "differences", _("event"))
    question_en = models.CharField(_("question (English)"), max_length=200)
    question_fr = models.CharField(_("question (French)"), max_length=200)
    french_by = translation_field()

    class Meta:
        verbose_name = _("accounts that differ")
        verbose_name_plural = _("accounts that differ")
        ordering = ["event", "id"]
        constraints = [
            *label_rules("difference", [("event_id", "event")]),
            ClosedWith(name="difference_closed", **OF_ITS_EVENT),
        ]

    def __str__(self):
        return self.question

    @property
    def question(self) -> str:
        return self.told("question")


class Account(Label):
    """What one statement answers to a question on which accounts differ."""

    difference = owned(Difference, "accounts", _("accounts that differ"))
    statement = owned("negotiations.Statement", "accounts", _("statement"))
    gist_en = models.CharField(_("in short (English)"), max_length=200)
    gist_fr = models.CharField(_("in short (French)"), max_length=200)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        ordering = ["difference", "id"]
        constraints = [
            *label_rules("account", [("difference_id", "difference"), ("statement_id", "statement")]),
            ClosedWith(name="account_closed", **OF_ITS_EVENT | {"column": "difference_id"},
                       through=(table("difference"), "event_id")),
            models.UniqueConstraint(
                fields=["negotiation", "difference", "statement"], name="account_once",
                violation_error_message=_("This statement stands there already."),
            ),
        ]

    def __str__(self):
        return self.gist

    @property
    def gist(self) -> str:
        return self.told("gist")
