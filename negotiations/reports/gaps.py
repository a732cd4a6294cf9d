"""The value of the page of gaps: one source only, no French yet, positions not reviewed.

Knows every table of the record by its fields, and the two clocks.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.apps import apps
from django.db.models import Count, Exists, ForeignKey, Max, Model, OuterRef, Q, QuerySet, Window

from negotiations.models import (
    Approval,
    Citation,
    ClaimVerdict,
    Deadline,
    Event,
    Offer,
    Position,
    Signature,
    Statement,
    TrackStep,
)
from negotiations.models.record import Fact, Record
from negotiations.reports import labels
from negotiations.reports.places import Place, place
from negotiations.standing.clock import AsOf

SHOWN = 50  # rows named in each list; the count is of all
SOURCED = (Event, Statement, Position, Offer, TrackStep, Deadline, ClaimVerdict, Signature)
LEFT_ALONE = {"negotiation", "recorded_by", "supersedes"}
FURTHER = {
    "account": ("difference__event", "statement__speaker"), "agendaitemterm": ("item__event",),
    "condition": ("position__event", "position__government", "position__term"),
    "contest": ("step__government",), "offerterm": ("offer",),
    "signature": ("block__agreement", "block__government"), "clause": ("agreement",),
}


@dataclass(frozen=True, slots=True)
class GapLine:
    title: str
    place: Place


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one kind that lack something: how many there are, and the first of them."""

    name: str
    count: int
    lines: tuple[GapLine, ...]
    level: int

    @property
    def more(self) -> int:
        return self.count - len(self.lines)


@dataclass(frozen=True, slots=True)
class Gaps:
    one_source: tuple[Group, ...]
    no_french: tuple[Group, ...]
    not_reviewed: tuple[Group, ...]

    @property
    def parts(self) -> tuple[tuple[Group, ...], ...]:
        return self.one_source, self.no_french, self.not_reviewed

    @property
    def level(self) -> int:
        return max((group.level for part in self.parts for group in part), default=1)


def gaps(negotiation: Model, as_of: AsOf) -> Gaps:
    """What the record lacks as of a day: a query for each kind of row in each part."""
    return Gaps(
        groups((one_source(model, negotiation, as_of) for model in SOURCED), as_of),
        groups((no_french(model, negotiation, as_of) for model in bilingual()), as_of),
        groups([not_reviewed(negotiation, as_of)], as_of))


def groups(found: Iterable[QuerySet], as_of: AsOf) -> tuple[Group, ...]:
    return tuple(group for group in (group_of(rows, as_of) for rows in found) if group.count)


def group_of(rows: QuerySet, as_of: AsOf) -> Group:
    """The first rows with the count of all: 1 query, 2 of labels that say facts, with a date known."""
    model = rows.model
    named = [field.name for field in model._meta.fields
             if isinstance(field, ForeignKey) and field.name not in LEFT_ALONE]
    of_all = {"total": Window(Count("pk")), "highest": Window(Max("sensitivity"))}
    found = list(rows.select_related(*named, *FURTHER.get(model._meta.model_name, ()))
                 .annotate(**of_all).order_by("pk")[:SHOWN])
    if model in labels.FACTS:
        labels.set_back(found, as_of.moment)
    return Group(
        str(model._meta.verbose_name_plural), found[0].total if found else 0,
        tuple(GapLine(str(row), place(row)) for row in found),
        found[0].highest if found else 1)


def standing(model: type[Record], negotiation: Model, as_of: AsOf) -> QuerySet:
    """The rows of *model* that stand as of the day."""
    rows = model.objects.of(negotiation).known(as_of.moment)
    if issubclass(model, Fact):
        rows = rows.unsuperseded(as_of.moment)
    if model is Event and as_of.known:
        known = labels.known_events(negotiation, as_of.moment)
        rows = rows.filter(pk__in=[row.pk for row in known if row.effective_on <= as_of.on])
    elif hasattr(model, "effective_on"):
        rows = rows.filter(effective_on__lte=as_of.on)
    return rows


def one_source(model: type[Record], negotiation: Model, as_of: AsOf) -> QuerySet:
    """Rows that name no second source."""
    second = Citation.objects.known(as_of.moment).filter(
        **{model._meta.model_name: OuterRef("pk")}).exclude(source=OuterRef("source"))
    return standing(model, negotiation, as_of).filter(~Exists(second))


def bilingual() -> list[type[Record]]:
    """Every kind of row that is told in two languages."""
    return [model for model in apps.get_app_config("negotiations").get_models()
            if issubclass(model, Record) and not model._meta.proxy and (stems(model) or model is Statement)]


def stems(model: type[Model]) -> list[str]:
    return [field.name[:-3] for field in model._meta.fields if field.name.endswith("_fr")]


def no_french(model: type[Record], negotiation: Model, as_of: AsOf) -> QuerySet:
    """Rows with an English text whose French is missing, or is said not to be on file."""
    lacks = [~Q(**{f"{stem}_en": ""}) & Q(**{f"{stem}_fr": ""}) for stem in stems(model)]
    if any(field.name == "french_by" for field in model._meta.fields):
        lacks.append(Q(french_by="none"))
    if model is Statement:
        lacks.append(Q(language="en", translation=""))
    return standing(model, negotiation, as_of).filter(reduce(or_, lacks))


def not_reviewed(negotiation: Model, as_of: AsOf) -> QuerySet:
    """Positions that nobody but their author has confirmed."""
    approved = Approval.objects.approving("position", as_of.moment).filter(position=OuterRef("pk"))
    return standing(Position, negotiation, as_of).filter(~Exists(approved))
