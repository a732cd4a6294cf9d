"""What was put on the table: offers, demands, signals, outcomes, the status quo, and their terms."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Case, F, Func, Prefetch, Q, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from negotiations import scales
from negotiations.closing_rules import ClosedWith, KeptClosed
from negotiations.models.record import (
    Fact,
    Record,
    RecordQuerySet,
    fact_rules,
    maybe,
    maybe_government,
    one_of,
    owned,
    sealed_rules,
    superseded_by,
    table,
    translation_field,
)
from negotiations.models.source import Citation

OPEN_STATES = ("draft", "cleared")


def offer_kinds():
    return scales.choices(scales.OFFER_KINDS)


class Before(Func):
    """Something of the rows that a row supersedes, one after the other: asked of its `supersedes_id`."""

    template = """(
      WITH RECURSIVE version AS (
        SELECT o.id, o.supersedes_id, o.state, o.event_id, o.effective_on, o.effective_precision,
          o.effective_from
        FROM negotiations_offer o WHERE o.id = (%(expressions)s)
        UNION
        SELECT o.id, o.supersedes_id, o.state, o.event_id, o.effective_on, o.effective_precision,
          o.effective_from
        FROM version JOIN negotiations_offer o ON o.id = version.supersedes_id)
      SELECT %(told)s FROM version)"""
    arity = 1


class AddressedTo(Func):
    """Whom the offer of that key names: codes of governments, keys of fronts; empty when nobody."""

    template = """(SELECT COALESCE(array_agg(COALESCE(a.government_id, a.front_id::text)), '{}')
      FROM negotiations_offeraddressee a WHERE a.offer_id = (%(expressions)s))"""
    arity = 1
    output_field = ArrayField(models.TextField())


def last_tabled(column: str, field: models.Field) -> Case:
    """The column of the row itself where it is tabled; of a withdrawal, that of what it withdrew."""
    told = f"(array_agg({column} ORDER BY id DESC) FILTER (WHERE state = 'tabled'))[1]"
    return Case(When(state="tabled", then=F(column)),
                default=Before(F("supersedes_id"), told=told, output_field=field))


class OfferQuerySet(RecordQuerySet):
    def with_versions(self):
        """With the keys of the rows that each supersedes, and which was tabled, when, where and to whom.

        A withdrawal has a date of its own; `tabled_on` is None where it withdrew nothing on record.
        """
        keys = Before(F("supersedes_id"), told="COALESCE(array_agg(id ORDER BY id), '{}')",
                      output_field=ArrayField(models.BigIntegerField()))
        return self.annotate(earlier_versions=keys, tabled_as=last_tabled("id", models.BigIntegerField()),
                             tabled_on=last_tabled("effective_on", models.DateField()),
                             tabled_precision=last_tabled("effective_precision", models.CharField()),
                             tabled_from=last_tabled("effective_from", models.DateField()),
                             tabled_at=last_tabled("event_id", models.BigIntegerField()),
                             addressed_to=AddressedTo(last_tabled("id", models.BigIntegerField())))

    def on_the_table(self, on, moment=None):
        """Tabled or withdrawn by *on* as known at *moment*, with versions, authors and event: 1 query.

        A withdrawal takes the place of what it withdraws from its own day; a correction at once.
        """
        to_come = (self.model.objects.unsuperseded(moment)
                   .filter(state="withdrawn", effective_on__gt=on).with_versions())
        later = self.model.objects.superseding(moment)
        return (self.known(moment).put_on_record().filter(effective_on__lte=on)
                .filter(~superseded_by(later) | Q(pk__in=to_come.values("tabled_as")))
                .select_related("author_government", "author_front", "event", "source")
                .with_versions()
                .order_by(Coalesce("tabled_on", "effective_on"), Coalesce("earlier_versions__0", "id")))

    def with_everything(self, moment=None):
        """With what was known at *moment* of its sources, terms and addressees: 4 queries."""
        return (self.known(moment)
                .select_related("author_government", "author_front", "event", "source", "replaces",
                                "attached_to")
                .prefetch_related(
                    Prefetch("terms", OfferTerm.objects.known(moment).select_related("term")),
                    Prefetch("citations", Citation.objects.known(moment).select_related("source")),
                    Prefetch("addressees", OfferAddressee.objects.known(moment)
                             .select_related("government", "front"))))


class Offer(Fact):
    """An offer in the wide sense. Only the kind *offer* replaces another and moves the headline."""

    class Form(models.TextChoices):
        BUDGET = "budget", pgettext_lazy("form", "budget")
        LETTER = "letter", pgettext_lazy("form", "letter")
        PAPER = "paper", pgettext_lazy("form", "paper")
        RELEASE = "release", pgettext_lazy("form", "news release")
        AGREEMENT = "agreement", pgettext_lazy("form", "agreement")
        ORAL = "oral", pgettext_lazy("form", "oral")

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("offer state", "draft")
        CLEARED = "cleared", pgettext_lazy("offer state", "cleared")
        TABLED = "tabled", pgettext_lazy("offer state", "tabled")
        WITHDRAWN = "withdrawn", pgettext_lazy("offer state", "withdrawn")

    open_states = OPEN_STATES
    earlier_versions, addressed_to = (), ()  # these and the next are found by `with_versions`
    tabled_as, tabled_on, tabled_at, tabled_precision, tabled_from = None, None, None, None, None

    kind = models.CharField(_("kind"), max_length=8, choices=offer_kinds)
    title_en = models.CharField(_("title (English)"), max_length=160)
    title_fr = models.CharField(_("title (French)"), max_length=160)
    french_by = translation_field()
    summary_en = models.TextField(_("summary (English)"), blank=True)
    summary_fr = models.TextField(_("summary (French)"), blank=True)
    author_government = maybe_government(_("author: a government"))
    author_front = maybe("negotiations.Front", "offers", _("author: a front"))
    form = models.CharField(_("form"), max_length=9, choices=Form)
    event = maybe("negotiations.Event", "offers", _("tabled at"))
    replaces = maybe(
        "self", "replaced_by", _("replaces"), help_text=_("The earlier offer of the same author."))
    attached_to = maybe(
        "self", "attached", _("attached to"), help_text=_("The offer that a signal is about."))
    claimed_final = models.BooleanField(_("said to be final"), default=False)
    response_due = models.DateField(_("response due"), null=True, blank=True)
    consequences_en = models.TextField(_("consequences stated (English)"), blank=True)
    consequences_fr = models.TextField(_("consequences stated (French)"), blank=True)
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.DRAFT)

    objects = OfferQuerySet.as_manager()

    class Meta:
        verbose_name = _("offer")
        verbose_name_plural = _("offers")
        ordering = ["effective_on", "id"]
        constraints = [
            *fact_rules("offer", [
                ("author_front_id", "front"), ("event_id", "event"), ("replaces_id", "offer"),
                ("attached_to_id", "offer")], open_states=OPEN_STATES),
            KeptClosed(name="offer_closed", judged="offer_id"),
            one_of("offer", "kind", scales.OFFER_KINDS),
            models.CheckConstraint(
                condition=(
                    Q(kind="outcome", author_government__isnull=False, author_front__isnull=False)
                    | (Q(kind__in=["offer", "demand", "signal"])
                       & (Q(author_government__isnull=True, author_front__isnull=False)
                          | Q(author_government__isnull=False, author_front__isnull=True)))
                    | Q(kind__in=["outcome", "base"])),
                name="offer_author",
                violation_error_message=_("An offer has one author, a government or a front."),
            ),
            models.CheckConstraint(
                condition=Q(kind="signal", attached_to__isnull=False)
                | (~Q(kind="signal") & Q(attached_to__isnull=True)),
                name="offer_signal_is_attached",
                violation_error_message=_("A signal, and nothing else, is attached to an offer."),
            ),
            models.CheckConstraint(
                condition=Q(replaces__isnull=True) | Q(kind__in=["offer", "outcome"]),
                name="offer_replaces",
                violation_error_message=_("Only an offer replaces another."),
            ),
            models.CheckConstraint(
                condition=~Q(kind="offer", form="oral"), name="offer_is_written",
                violation_error_message=_("An offer is written; what is oral is a signal or a demand."),
            ),
            models.CheckConstraint(
                condition=Q(response_due__isnull=True) | Q(response_due__gte=F("effective_on")),
                name="offer_response_after_offer",
                violation_error_message=_("A response cannot be due before the offer."),
            ),
        ]

    def __str__(self):
        return self.title

    @property
    def title(self) -> str:
        return self.told("title")

    @property
    def authors(self) -> str:
        """The short names of its authors: one, both of an outcome, or none of the status quo."""
        return " – ".join(one.short for one in (self.author_government, self.author_front) if one)

    @property
    def summary(self) -> str:
        return self.told("summary")

    @property
    def consequences(self) -> str:
        return self.told("consequences")


class OfferAddressee(Record):
    """A government or a front to which an offer is addressed."""

    offer = owned(Offer, "addressees", _("offer"))
    government = maybe_government(_("government"))
    front = maybe("negotiations.Front", "+", _("front"))

    class Meta:
        verbose_name = _("addressee")
        verbose_name_plural = _("addressees")
        ordering = ["id"]
        constraints = [
            *sealed_rules("offeraddressee", "offer", "offer_id", [("front_id", "front")],
                          open_states=OPEN_STATES),
            ClosedWith(name="offeraddressee_closed", owner=table("offer"), column="offer_id",
                       judged="offer_id"),
            models.UniqueConstraint(
                fields=["negotiation", "offer", "government", "front"], name="offeraddressee_once",
                nulls_distinct=False,
                violation_error_message=_("The offer is addressed there already."),
            ),
            models.CheckConstraint(
                condition=Q(government__isnull=True, front__isnull=False)
                | Q(government__isnull=False, front__isnull=True),
                name="offeraddressee_one",
                violation_error_message=_("An addressee is a government or a front."),
            ),
        ]

    def __str__(self):
        return str(self.government or self.front)


class OfferTerm(Record):
    """What an offer says on one term: a typed value, or words.

    `value` is written as the formula language writes it, as JSON strings: "500000000", "15%..",
    {"federal": "1/3"}. No value means that the offer leaves it unstated.
    """

    offer = owned(Offer, "terms", _("offer"))
    term = owned("negotiations.Term", "versions", _("term"))
    value = models.JSONField(_("value"), null=True, blank=True)
    wording_en = models.TextField(_("wording (English)"), blank=True)
    wording_fr = models.TextField(_("wording (French)"), blank=True)
    french_by = translation_field()
    note_en = models.CharField(_("note (English)"), max_length=300, blank=True)
    note_fr = models.CharField(_("note (French)"), max_length=300, blank=True)
    source = maybe("negotiations.Source", "+", _("source"))

    class Meta:
        verbose_name = _("term of an offer")
        verbose_name_plural = _("terms of an offer")
        ordering = ["offer", "term__number"]
        constraints = [
            *sealed_rules("offerterm", "offer", "offer_id",
                          [("term_id", "term"), ("source_id", "source")], open_states=OPEN_STATES),
            ClosedWith(name="offerterm_closed", owner=table("offer"), column="offer_id", judged="offer_id"),
            models.UniqueConstraint(
                fields=["negotiation", "offer", "term"], name="offerterm_once",
                violation_error_message=_("The offer has this term already."),
            ),
            models.CheckConstraint(
                condition=Q(value__isnull=False) | ~Q(wording_en="") | ~Q(wording_fr=""),
                name="offerterm_says_something",
                violation_error_message=_("Give a value or the wording."),
            ),
        ]

    def __str__(self):
        return f"{self.offer} · {self.term}"

    @property
    def wording(self) -> str:
        return self.told("wording")

    @property
    def note(self) -> str:
        return self.told("note")
