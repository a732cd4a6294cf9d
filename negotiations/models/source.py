"""Where a fact stands: articles, letters, notes, with the files attached to them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from negotiations.models.record import (
    Label,
    Language,
    Record,
    added_rules,
    label_rules,
    maybe,
    maybe_government,
    owned,
    precisions,
)


class Source(Label):
    """An article, a release, a letter, a note. Every fact names one."""

    class Kind(models.TextChoices):
        NEWS = "news", pgettext_lazy("source", "news")
        GOVERNMENT_RELEASE = "government_release", pgettext_lazy("source", "government release")
        INTERGOVERNMENTAL_RELEASE = (
            "intergovernmental_release", pgettext_lazy("source", "intergovernmental release"))
        GOVERNMENT_DOCUMENT = "government_document", pgettext_lazy("source", "government document")
        PARLIAMENTARY = "parliamentary", pgettext_lazy("source", "parliamentary record")
        AGREEMENT = "agreement", pgettext_lazy("source", "agreement text")
        LETTER = "letter", pgettext_lazy("source", "letter")
        NOTE = "note", pgettext_lazy("source", "our own note")
        STUDY = "study", pgettext_lazy("source", "study or report")
        STATISTICS = "statistics", pgettext_lazy("source", "statistics")
        OTHER = "other", pgettext_lazy("source", "other")

    class Title(models.TextChoices):
        AS_SHOWN = "as_shown", pgettext_lazy("title", "as shown on the page")
        DESCRIPTIVE = "descriptive", pgettext_lazy("title", "descriptive")

    class DateBasis(models.TextChoices):
        STATED = "stated", pgettext_lazy("date", "stated")
        INFERRED = "inferred", pgettext_lazy("date", "inferred")

    title = models.CharField(_("title"), max_length=400)
    title_is = models.CharField(_("the title is"), max_length=12, choices=Title, default=Title.AS_SHOWN)
    author = models.CharField(_("author"), max_length=200, blank=True)
    publisher = models.CharField(_("publisher"), max_length=200)
    published_on = models.DateField(_("published on"), null=True, blank=True)
    published_precision = models.CharField(
        _("precision"), max_length=5, choices=precisions, default="day")
    date_basis = models.CharField(
        _("the date is"), max_length=8, choices=DateBasis, default=DateBasis.STATED)
    language = models.CharField(_("language"), max_length=2, choices=Language, default=Language.ENGLISH)
    url = models.URLField(_("address"), max_length=500, blank=True)
    kind = models.CharField(_("kind"), max_length=30, choices=Kind)
    read = models.CharField(_("what was read of it"), max_length=120, blank=True)
    received_from = maybe_government(_("received in confidence from"))
    confidence_in_writing = models.BooleanField(_("confidence stated in writing"), default=False)

    class Meta:
        verbose_name = _("source")
        verbose_name_plural = _("sources")
        ordering = ["published_on", "code"]
        constraints = [
            *label_rules("source"),
            models.CheckConstraint(
                condition=Q(received_from__isnull=True) | Q(sensitivity__gte=3),
                name="source_received_in_confidence",
                violation_error_message=_("What was received in confidence is In confidence or Strategy."),
            ),
        ]

    def __str__(self):
        return f"{self.publisher}: {self.title}"


class Document(Record):
    """A file attached to a source, kept under a random name with its SHA-256."""

    source = owned(Source, "documents", _("source"))
    name = models.CharField(_("file name"), max_length=200)
    content_type = models.CharField(_("type"), max_length=100)
    size = models.PositiveBigIntegerField(_("size in bytes"))
    sha256 = models.CharField("SHA-256", max_length=64)
    stored_name = models.CharField(_("stored as"), max_length=64)

    class Meta:
        verbose_name = _("document")
        verbose_name_plural = _("documents")
        ordering = ["id"]
        constraints = [
            *added_rules("document", [("source_id", "source")]),
            models.UniqueConstraint(
                fields=["negotiation", "stored_name"], name="document_stored_name",
                violation_error_message=_("A file is stored under that name already."),
            ),
        ]

    def __str__(self):
        return self.name


CITED = ("event", "statement", "position", "offer", "trackstep", "claim", "claimverdict",
         "deadline", "followup", "signature", "attendance", "agreement")


class Citation(Record):
    """A further source of a row, beside the one that the row itself names."""

    source = owned(Source, "citations", _("source"))
    locator = models.CharField(_("place in the source"), max_length=200, blank=True)
    event = maybe("negotiations.Event", "citations", _("event"))
    statement = maybe("negotiations.Statement", "citations", _("statement"))
    position = maybe("negotiations.Position", "citations", _("position"))
    offer = maybe("negotiations.Offer", "citations", _("offer"))
    trackstep = maybe("negotiations.TrackStep", "citations", _("track step"))
    claim = maybe("negotiations.Claim", "citations", _("claim"))
    claimverdict = maybe("negotiations.ClaimVerdict", "citations", _("verdict"))
    deadline = maybe("negotiations.Deadline", "citations", _("deadline"))
    followup = maybe("negotiations.FollowUp", "citations", _("follow-up"))
    signature = maybe("negotiations.Signature", "citations", _("signature"))
    attendance = maybe("negotiations.Attendance", "citations", _("attendance"))
    agreement = maybe("negotiations.Agreement", "citations", _("agreement"))

    class Meta:
        verbose_name = _("further source")
        verbose_name_plural = _("further sources")
        ordering = ["id"]
        constraints = [
            *added_rules("citation", [("source_id", "source"),
                                      *((f"{name}_id", name) for name in CITED)]),
            models.CheckConstraint(
                condition=models.Q(models.lookups.Exact(
                    models.Func(*(f"{name}_id" for name in CITED), function="num_nonnulls",
                                output_field=models.IntegerField()), 1)),
                name="citation_of_one_row",
                violation_error_message=_("A further source belongs to one row."),
            ),
        ]

    def __str__(self):
        return str(self.source)
