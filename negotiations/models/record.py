"""What every row of the record carries, and the rules that come with it; knows scales, no views."""

import datetime

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Exists, F, Func, OuterRef, Q
from django.db.models.functions import Coalesce, Now
from django.db.models.lookups import Exact
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from config.rules import (
    AppendOnly,
    History,
    PartOf,
    RisesTogether,
    SameNegotiation,
    SealedWith,
    Stamped,
    Undeletable,
    Wall,
    WithinCeiling,
)
from negotiations import scales
from negotiations.place_rules import KeepsItsPlace


class Translation(models.TextChoices):
    """Whose the other language is."""

    OFFICIAL = "official", pgettext_lazy("translation", "official")
    MEDIA = "media", pgettext_lazy("translation", "media")
    OURS = "ours", pgettext_lazy("translation", "our translation")
    NONE = "none", pgettext_lazy("translation", "none on file")


class Language(models.TextChoices):
    ENGLISH = "en", _("English")
    FRENCH = "fr", _("French")


def levels():
    """Sensitivities as (level, word)."""
    return [(value.level, value.word) for value in scales.SENSITIVITIES]


def precisions():
    return scales.choices(scales.PRECISIONS)


def grades():
    return scales.choices(scales.GRADES)


def outcomes():
    return scales.choices(scales.OUTCOMES)


code_letters = RegexValidator(
    r"^[A-Za-z0-9][A-Za-z0-9._-]*$",
    _("A code has letters, digits, points, dashes and underscores, and starts with a letter or digit."),
)


class InTwoLanguages:
    """Reads the field of the reader's language, and the other one where it is empty."""

    def told(self, stem: str) -> str:
        """The text of *stem* (`title` for title_en and title_fr) for the reader."""
        first, second = ("fr", "en") if get_language() == "fr" else ("en", "fr")
        return getattr(self, f"{stem}_{first}") or getattr(self, f"{stem}_{second}")

    @property
    def french_mark(self) -> str:
        """Whose the French is, where a reader of French must be told."""
        ours = getattr(self, "french_by", "") == Translation.OURS and get_language() == "fr"
        return str(Translation.OURS.label) if ours else ""


def superseded_by(later: models.QuerySet) -> Exists:
    """That one of *later* takes the place of the row: by both keys, so that no other negotiation is read."""
    return Exists(later.filter(negotiation=OuterRef("negotiation"), supersedes=OuterRef("pk")))


class RecordQuerySet(models.QuerySet):
    def of(self, negotiation):
        """The rows of one negotiation."""
        return self.filter(negotiation=negotiation)

    def named(self, name: str):
        """The row of that code; one that has no code goes by its number."""
        numbered = name.isdecimal() and len(name) < 19
        by_number = Q(code__isnull=True, pk=int(name)) if numbered else Q(pk__in=[])
        return self.filter(Q(code=name) | by_number)

    def put_on_record(self):
        """Without drafts: what may still be edited is nobody's word yet."""
        states = self.model.open_states
        return self.exclude(state__in=states) if states else self

    def known(self, moment):
        """What was on record before *moment* (an aware datetime), no draft; everything when None."""
        return self if moment is None else self.put_on_record().filter(recorded_at__lt=moment)

    def superseding(self, moment=None):
        """The rows known at *moment* that take the place of another; a draft takes none."""
        return self.known(moment).put_on_record().filter(supersedes__isnull=False)

    def unsuperseded(self, moment=None, on=None):
        """Without the rows that a later row, known at *moment*, corrects.

        With *on*, a row stands until the day on which the other takes its place: a deadline that
        moved in January is still read at its old date in December.
        """
        later = self.model.objects.superseding(moment)
        if on is not None:
            later = later.filter(effective_on__lte=on)
        return self.known(moment).filter(~superseded_by(later))

    def in_order(self):
        """Facts by day, and within a day in the order of the record: a correction keeps its place."""
        return self.order_by("effective_on", Coalesce("in_place_of", "id"))


class Record(InTwoLanguages, models.Model):
    """A row of the record: whose negotiation, how sensitive, who recorded it and when.

    `recorded_at` is when we knew; `entered_at` is the database's clock and nobody sets it.
    In one of the `open_states` a row is a draft: it may be edited, and takes no other's place.
    """

    open_states = ()

    negotiation = models.ForeignKey(
        "negotiations.Negotiation", models.PROTECT, related_name="+", verbose_name=_("negotiation"),
    )
    sensitivity = models.PositiveSmallIntegerField(
        _("sensitivity"), choices=levels, default=2,
        help_text=_("Who may read this row. A rise takes effect at once, on all its versions."),
    )
    code = models.CharField(
        _("code"), max_length=80, null=True, blank=True, validators=[code_letters],
        help_text=_("The row's name in record files; leave empty when typing."),
    )
    recorded_at = models.DateTimeField(_("recorded at"), db_default=Now(), editable=False)
    entered_at = models.DateTimeField(_("entered at"), db_default=Now(), editable=False)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, editable=False, related_name="+",
        verbose_name=_("recorded by"),
    )

    objects = RecordQuerySet.as_manager()

    class Meta:
        abstract = True

    @property
    def name_in_addresses(self) -> str:
        """Its code, or its number while it has none; `named` finds it by either."""
        return self.code or str(self.pk)


class Label(Record):
    """A name, a title, a person, a source: shown as it stands now, with its history kept."""

    version = models.PositiveIntegerField(_("version"), default=1, editable=False)

    class Meta:
        abstract = True


class Dated(models.Model):
    """When it was true. A month or a range takes effect on its last day, printed as what it is."""

    effective_on = models.DateField(
        _("date"), help_text=_("YYYY-MM-DD; for a month or a range, its last day."),
    )
    effective_from = models.DateField(
        _("first day"), null=True, blank=True, help_text=_("Of a range only."),
    )
    effective_precision = models.CharField(
        _("precision"), max_length=5, choices=precisions, default="day",
    )

    class Meta:
        abstract = True


class Fact(Dated, Record):
    """Something that was so on a day, with where it stands. Never edited: it is superseded.

    Of a correction `in_place_of` is the key of the first row of its chain, which the database says.
    """

    source = models.ForeignKey(
        "negotiations.Source", models.PROTECT, related_name="+", db_constraint=False,
        verbose_name=_("source"),
    )
    locator = models.CharField(
        _("place in the source"), max_length=200, blank=True, help_text=_("Page, paragraph, minute."),
    )
    supersedes = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="superseded_by",
        db_constraint=False, verbose_name=_("supersedes"),
        help_text=_("The row that this one corrects."),
    )
    correction_reason = models.CharField(_("why it is corrected"), max_length=300, blank=True)
    in_place_of = models.BigIntegerField(_("in the place of"), null=True, editable=False)

    class Meta:
        abstract = True


def table(model: str) -> str:
    return f"negotiations_{model}"


def record_rules(model: str, rights: str, keys=(), writers=None) -> list:
    """Wall, stamp, ceiling, the pair (negotiation, id), the code, and keys inside a negotiation.

    *keys* are pairs of a column and the model it points to. A row is never less sensitive than what
    it names: who may read it may read all of it, and a page can join without hiding a row.
    """
    wall = {"writers": writers} if writers else {}
    return [
        Wall(name=f"{model}_wall", rights=rights, **wall),
        Stamped(name=f"{model}_stamp"),
        WithinCeiling(name=f"{model}_ceiling"),
        models.UniqueConstraint(fields=["negotiation", "id"], name=f"{model}_key"),
        models.UniqueConstraint(
            fields=["negotiation", "code"], name=f"{model}_code",
            violation_error_message=_("This code cannot be given here: leave it empty, or choose another."),
        ),
        models.CheckConstraint(
            condition=Q(sensitivity__gte=1, sensitivity__lte=4), name=f"{model}_sensitivity",
            violation_error_message=_("A sensitivity is Public, Internal, In confidence or Strategy."),
        ),
        *(SameNegotiation(name=f"{model}_{column}_same", to=table(to), column=column)
          for column, to in keys),
        *(part_rule(model, to, column) for column, to in keys if column != "supersedes_id"),
    ]


def label_rules(model: str, keys=(), writers=None) -> list:
    """A label may be edited by those who write; each change is kept, nothing is deleted."""
    return [
        *record_rules(model, "SELECT, INSERT, UPDATE", keys, writers),
        Undeletable(name=f"{model}_undeletable"),
        History(name=f"{model}_history"),
        RisesTogether(name=f"{model}_rise"),
    ]


def added_rules(model: str, keys=(), versions="", writers=None, open_states=()) -> list:
    """A row that is added and never edited but for a rise of its sensitivity.

    Those with *open_states* may be edited while their `state` is one of them.
    """
    rights = "SELECT, INSERT, UPDATE" if open_states else "SELECT, INSERT, UPDATE (sensitivity)"
    return [
        *record_rules(model, rights, keys, writers),
        AppendOnly(name=f"{model}_append_only", open_column="state" if open_states else "",
                   open_states=open_states),
        History(name=f"{model}_history", events="UPDATE"),
        RisesTogether(name=f"{model}_rise", versions=versions),
    ]


def sealed_rules(model: str, owner: str, column: str, keys=(), open_states=()) -> list:
    """A part that is closed with its owner; editable while the owner's state is an open one."""
    rights = "SELECT, INSERT, UPDATE" + (", DELETE" if open_states else " (sensitivity)")
    return [
        *record_rules(model, rights, [(column, owner), *keys]),
        SealedWith(name=f"{model}_sealed", owner=table(owner), column=column,
                   open_states=open_states),
        History(name=f"{model}_history", events="UPDATE OR DELETE"),
        RisesTogether(name=f"{model}_rise"),
    ]


def fact_rules(model: str, keys=(), writers=None, open_states=()) -> list:
    """An append-only fact: dated, sourced, corrected only by a row that says why."""
    return [
        *added_rules(model, [("source_id", "source"), ("supersedes_id", model), *keys],
                     versions="supersedes_id", writers=writers, open_states=open_states),
        *date_rules(model),
        KeepsItsPlace(name=f"{model}_place"),
        models.UniqueConstraint(
            fields=["negotiation", "supersedes"], name=f"{model}_superseded_once",
            violation_error_message=_("This row has been corrected already: correct its correction."),
        ),
        models.CheckConstraint(
            condition=Q(supersedes__isnull=True) | ~Q(correction_reason=""),
            name=f"{model}_correction_says_why",
            violation_error_message=_("Say why the earlier row is corrected."),
        ),
    ]


def date_rules(model: str) -> list:
    """The day, the precision and the first day belong together."""
    next_day = Func(F("effective_on") + datetime.timedelta(days=1), function="EXTRACT",
                    template="EXTRACT(day FROM %(expressions)s)", output_field=models.IntegerField())
    return [
        models.CheckConstraint(
            condition=(Q(effective_precision="range", effective_from__isnull=False,
                         effective_from__lt=F("effective_on"))
                       | (~Q(effective_precision="range") & Q(effective_from__isnull=True))),
            name=f"{model}_range",
            violation_error_message=_("A range has a first day before its last; nothing else has one."),
        ),
        models.CheckConstraint(
            condition=~Q(effective_precision="month") | Q(Exact(next_day, 1)),
            name=f"{model}_month",
            violation_error_message=_("A month is recorded by its last day."),
        ),
        one_of(model, "effective_precision", scales.PRECISIONS),
    ]


def one_of(model: str, field: str, scale, blank=False) -> models.CheckConstraint:
    """The field holds one of the scale's codes."""
    codes = [code for code, _word in scales.choices(scale)] + ([""] if blank else [])
    return models.CheckConstraint(
        condition=Q(**{f"{field}__in": codes}), name=f"{model}_{field}",
        violation_error_message=_("This is not a value of the scale."),
    )


def part_rule(model: str, owner: str, column: str) -> PartOf:
    """The row names *owner*: it is at least as sensitive, and rises with it."""
    return PartOf(name=f"{model}_{column}_part", owner=table(owner), column=column)


def owned(to: str, related_name: str, verbose_name, **kwargs) -> models.ForeignKey:
    """A key into another record table of the same negotiation; SameNegotiation checks it."""
    return models.ForeignKey(
        to, models.PROTECT, related_name=related_name, db_constraint=False,
        verbose_name=verbose_name, **kwargs,
    )


def maybe(to: str, related_name: str, verbose_name, **kwargs) -> models.ForeignKey:
    """As `owned`, and it may be empty."""
    return owned(to, related_name, verbose_name, null=True, blank=True, **kwargs)


def government(verbose_name, related_name="+", **kwargs) -> models.ForeignKey:
    return models.ForeignKey(
        "grants.Jurisdiction", models.PROTECT, related_name=related_name, verbose_name=verbose_name,
        **kwargs,
    )


def maybe_government(verbose_name, **kwargs) -> models.ForeignKey:
    return government(verbose_name, null=True, blank=True, **kwargs)


def translation_field(default=Translation.OURS) -> models.CharField:
    return models.CharField(
        _("whose French"), max_length=8, choices=Translation, default=default,
        help_text=_("Printed beside the text when it is our translation."),
    )
