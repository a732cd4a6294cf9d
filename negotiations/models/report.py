"""The prose of a report, and reports as they were issued: reproducible for ever."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from negotiations.models.record import (
    Record,
    added_rules,
    levels,
    maybe,
    owned,
    sealed_rules,
    translation_field,
)


class ReportText(Record):
    """One prose section of a meeting's report. An edit is a new row; the newest counts."""

    event = owned("negotiations.Event", "report_texts", _("meeting"))
    section = models.PositiveSmallIntegerField(_("section"))
    text_en = models.TextField(_("text (English)"), blank=True)
    text_fr = models.TextField(_("text (French)"), blank=True)
    french_by = translation_field()
    supersedes = maybe("self", "superseded_by", _("supersedes"))

    class Meta:
        verbose_name = _("text of a report")
        verbose_name_plural = _("texts of a report")
        ordering = ["event", "section", "id"]
        constraints = [
            *added_rules("reporttext", [("event_id", "event"), ("supersedes_id", "reporttext")],
                         versions="supersedes_id"),
            models.CheckConstraint(
                condition=Q(section__lte=12), name="reporttext_section",
                violation_error_message=_("A report has the sections 0 to 12."),
            ),
        ]

    def __str__(self):
        return f"{self.event} · {self.section}"

    @property
    def text(self) -> str:
        return self.told("text")


class IssuedReport(Record):
    """A report as issued: its number, its value, its level and the dates it was read at."""

    number = models.PositiveIntegerField(_("number"))
    event = owned("negotiations.Event", "issued_reports", _("meeting"))
    on = models.DateField(_("as it was on"))
    known = models.DateField(_("as known on"), null=True, blank=True)
    read_with = models.PositiveSmallIntegerField(_("read with the clearance"), choices=levels)
    value = models.JSONField(_("value"))
    sha256 = models.CharField("SHA-256", max_length=64)
    corrects = maybe("self", "corrected_by", _("corrects"))
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("issued report")
        verbose_name_plural = _("issued reports")
        ordering = ["number"]
        constraints = [
            *added_rules("issuedreport", [("event_id", "event"), ("corrects_id", "issuedreport")],
                         writers=("approver",)),
            models.UniqueConstraint(
                fields=["negotiation", "number"], name="issuedreport_number",
                violation_error_message=_("A report of that number was issued already."),
            ),
            models.CheckConstraint(
                condition=Q(corrects__isnull=True) | ~Q(reason=""), name="issuedreport_says_why",
                violation_error_message=_("Say what the correction changes."),
            ),
        ]

    def __str__(self):
        return f"R-{self.number}"


class IssuedFile(Record):
    """The bytes of one format of an issued report."""

    class Format(models.TextChoices):
        PDF = "pdf", "PDF"
        DOCX = "docx", "Word"
        XLSX = "xlsx", "Excel"
        JSON = "json", "JSON"
        HTML = "html", pgettext_lazy("format", "page")

    report = owned(IssuedReport, "files", _("report"))
    format = models.CharField(_("format"), max_length=4, choices=Format)
    language = models.CharField(_("language"), max_length=4)
    content = models.BinaryField(_("content"))
    sha256 = models.CharField("SHA-256", max_length=64)

    class Meta:
        verbose_name = _("file of an issued report")
        verbose_name_plural = _("files of an issued report")
        ordering = ["report", "format"]
        constraints = [
            *sealed_rules("issuedfile", "issuedreport", "report_id"),
            models.UniqueConstraint(
                fields=["negotiation", "report", "format", "language"], name="issuedfile_once",
                violation_error_message=_("The report has this format already."),
            ),
        ]

    def __str__(self):
        return f"{self.report} {self.format}"
