"""A programme and the versions of its formula; a version is never edited."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from config.rules import AppendOnly, Granted, History, Undeletable


class ProgrammeQuerySet(models.QuerySet):
    def with_current(self):
        """Programmes with the current version of the formula: 1 query."""
        return self.select_related("current")


class Programme(models.Model):
    """A grant programme, computed by the current version of its formula."""

    code = models.SlugField(_("code"), max_length=60, unique=True)
    name_en = models.CharField(_("name (English)"), max_length=120)
    name_fr = models.CharField(_("name (French)"), max_length=120)
    current = models.ForeignKey(
        "ProgrammeVersion", models.PROTECT, null=True, blank=True, related_name="+",
        verbose_name=_("current version"),
    )

    objects = ProgrammeQuerySet.as_manager()

    class Meta:
        verbose_name = _("programme")
        verbose_name_plural = _("programmes")
        ordering = ["code"]
        constraints = [
            Granted(name="programme_granted", rights="SELECT, INSERT, UPDATE"),
            Undeletable(name="programme_undeletable"),
            History(name="programme_history"),
        ]

    def __str__(self):
        return self.name

    @property
    def name(self) -> str:
        """The name in the reader's language."""
        return self.name_fr if get_language() == "fr" else self.name_en


class ProgrammeVersionQuerySet(models.QuerySet):
    def for_list(self):
        """Versions with who entered them, without the texts: 1 query."""
        return self.select_related("entered_by").defer("text")


class ProgrammeVersion(models.Model):
    """One text of a programme's formula (a YAML document), with its SHA-256."""

    programme = models.ForeignKey(
        Programme, models.PROTECT, related_name="versions", verbose_name=_("programme"),
    )
    number = models.PositiveIntegerField(_("number"))
    text = models.TextField(_("formula"))
    sha256 = models.CharField("SHA-256", max_length=64)
    reason = models.CharField(_("reason"), max_length=300)
    entered_at = models.DateTimeField(_("entered at"), db_default=Now(), editable=False)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, editable=False, related_name="+",
        verbose_name=_("entered by"),
    )

    objects = ProgrammeVersionQuerySet.as_manager()

    class Meta:
        verbose_name = _("version of a formula")
        verbose_name_plural = _("versions of a formula")
        ordering = ["programme", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["programme", "number"], name="programme_version_number",
                violation_error_message=_("This programme has a version of that number already."),
            ),
            Granted(name="programme_version_granted", rights="SELECT, INSERT"),
            AppendOnly(name="programme_version_append_only"),
        ]

    def __str__(self):
        return f"{self.programme} {self.number}"
