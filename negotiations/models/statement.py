"""The atom of the record: what somebody said, in which words, for whom, and where it stands."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from config.rules import ApprovedByAnother
from negotiations import scales
from negotiations.closing_rules import ClosedWith, KeptClosed
from negotiations.models.record import (
    Fact,
    Language,
    Record,
    Translation,
    fact_rules,
    grades,
    maybe,
    maybe_government,
    one_of,
    owned,
    sealed_rules,
    table,
)


def statement_kinds():
    return scales.choices(scales.STATEMENT_KINDS)


def channels():
    return scales.choices(scales.CHANNELS)


class Statement(Fact):
    """What was said. In review and after, it is never edited: it is superseded."""

    class Behalf(models.TextChoices):
        OWN = "own", pgettext_lazy("behalf", "own government")
        FRONT = "front", pgettext_lazy("behalf", "a front")
        CLAIMS = "claims", pgettext_lazy("behalf", "claims to speak for others")
        PERSONAL = "personal", pgettext_lazy("behalf", "personal")

    class Manner(models.TextChoices):
        VERBATIM = "verbatim", pgettext_lazy("manner", "verbatim")
        PARAPHRASE = "paraphrase", pgettext_lazy("manner", "paraphrase")

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("statement state", "draft")
        IN_REVIEW = "in_review", pgettext_lazy("statement state", "in review")
        APPROVED = "approved", pgettext_lazy("statement state", "approved")

    open_states = (State.DRAFT,)

    event = owned("negotiations.Event", "statements", _("event"))
    item = maybe("negotiations.AgendaItem", "statements", _("agenda item"))
    sequence = models.PositiveIntegerField(_("order"), default=0)
    government = maybe_government(_("government"))
    speaker = maybe("negotiations.OfficeHolder", "statements", _("speaker"))
    speaker_note_en = models.CharField(
        _("speaker in words (English)"), max_length=200, blank=True,
        help_text=_("When no person is named: the spokesperson, two people in the room."))
    speaker_note_fr = models.CharField(_("speaker in words (French)"), max_length=200, blank=True)
    behalf = models.CharField(_("on behalf of"), max_length=8, choices=Behalf, default=Behalf.OWN)
    front = maybe("negotiations.Front", "statements", _("front"))
    kind = models.CharField(_("kind"), max_length=12, choices=statement_kinds)
    manner = models.CharField(_("words"), max_length=10, choices=Manner)
    language = models.CharField(_("language on file"), max_length=2, choices=Language)
    text = models.TextField(_("text"), help_text=_("As it is on file, never tidied."))
    translation = models.TextField(_("in the other language"), blank=True)
    translation_by = models.CharField(
        _("whose translation"), max_length=8, choices=Translation, default=Translation.NONE)
    spoken_in = models.CharField(
        _("spoken in"), max_length=2, choices=Language, blank=True,
        help_text=_("When it was said in another language than the text on file."))
    channel = models.CharField(_("channel"), max_length=12, choices=channels)
    grade = models.CharField(_("evidence"), max_length=2, choices=grades)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT)

    class Meta:
        verbose_name = _("statement")
        verbose_name_plural = _("statements")
        ordering = ["event__effective_on", "event", "sequence", "id"]
        indexes = [
            models.Index(fields=["event", "sequence"], name="statement_of_event"),
            models.Index("negotiation", models.F("effective_on").desc(), name="statement_newest"),
        ]
        constraints = [
            *fact_rules("statement", [
                ("event_id", "event"), ("item_id", "agendaitem"), ("speaker_id", "officeholder"),
                ("front_id", "front")], open_states=("draft",)),
            ApprovedByAnother(name="statement_approved", states=["approved"]),
            KeptClosed(name="statement_closed", judged="statement_id"),
            one_of("statement", "kind", scales.STATEMENT_KINDS),
            one_of("statement", "channel", scales.CHANNELS),
            one_of("statement", "grade", scales.GRADES),
            models.CheckConstraint(
                condition=Q(behalf__in=["front", "claims"], front__isnull=False)
                | Q(behalf__in=["own", "personal"], front__isnull=True),
                name="statement_front",
                violation_error_message=_("Name the front when, and only when, the words are for one."),
            ),
            models.CheckConstraint(
                condition=Q(translation="", translation_by="none")
                | (~Q(translation="") & ~Q(translation_by="none")),
                name="statement_translation",
                violation_error_message=_("A translation says whose it is."),
            ),
            models.CheckConstraint(
                condition=Q(speaker__isnull=False) | ~Q(speaker_note_en="") | ~Q(speaker_note_fr=""),
                name="statement_speaker",
                violation_error_message=_("Name the speaker, or say in words who spoke."),
            ),
        ]

    def __str__(self):
        return f"{self.who}: {self.text[:60]}"

    @property
    def who(self) -> str:
        """The speaker as named, or in the words of the source."""
        return self.speaker.person if self.speaker_id else self.told("speaker_note")

    @property
    def anchor(self) -> str:
        """Its place on the page of its event."""
        return f"statement-{self.pk}"

    @property
    def original_missing(self) -> bool:
        """Said in one language, on file only in the other."""
        return self.spoken_in not in ("", self.language)


class StatementTerm(Record):
    """A term that a statement touches; a statement of tone touches none."""

    statement = owned(Statement, "term_links", _("statement"))
    term = owned("negotiations.Term", "statement_links", _("term"))

    class Meta:
        verbose_name = _("term of a statement")
        verbose_name_plural = _("terms of a statement")
        ordering = ["term__number"]
        constraints = [
            *sealed_rules("statementterm", "statement", "statement_id", [("term_id", "term")],
                          open_states=("draft",)),
            ClosedWith(name="statementterm_closed", owner=table("statement"), column="statement_id",
                       judged="statement_id"),
            models.UniqueConstraint(
                fields=["negotiation", "statement", "term"], name="statementterm_once",
                violation_error_message=_("The statement names this term already."),
            ),
        ]

    def __str__(self):
        return f"{self.statement} · {self.term}"
