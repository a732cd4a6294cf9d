"""Opening a negotiation in one act, and withdrawing one that was opened by mistake."""

import datetime

from django.core.exceptions import PermissionDenied

from config import events
from grants.models import Jurisdiction, Programme
from negotiations.models import Negotiation, Offer, Source, Term
from negotiations.refusals import call, in_words


def open_negotiation(
    *, slug: str, title_en: str, title_fr: str, opened_on: datetime.date, home: Jurisdiction,
    reason: str, programme: Programme | None = None, ceiling: int = 4, single_package: bool = False,
    terms_from: Negotiation | None = None,
) -> Negotiation:  # fmt: skip
    """The negotiation, its opener as approver up to the ceiling, and the offer to compare with.

    The terms of *terms_from*, as far as the opener may read them, are copied without their values.
    """
    with in_words():
        pk = call("open_negotiation", slug, title_en, title_fr, opened_on, home.pk,
                  programme and programme.pk, ceiling, single_package, reason)  # fmt: skip
        negotiation = Negotiation.objects.get(pk=pk)
        lay_base_offer(negotiation)
        if terms_from is not None:
            copy_terms(terms_from, negotiation)
    events.write("negotiation opened", negotiation=negotiation.pk, ceiling=ceiling)
    return negotiation


COPIED = ("number", "code", "family", "value_kind", "parameter", "direction", "french_by", *(
    f"{stem}_{language}" for stem in ("name", "unit", "description", "low_end", "high_end")
    for language in ("en", "fr")))


def copy_terms(source: Negotiation, target: Negotiation) -> None:
    """The names and kinds of the terms, at the level they have, under the ceiling of *target*."""
    Term.objects.bulk_create(
        Term(negotiation=target, sensitivity=min(term.sensitivity, target.ceiling),
             **{field: getattr(term, field) for field in COPIED})
        for term in Term.objects.of(source))


def lay_base_offer(negotiation: Negotiation) -> Offer:
    """The status quo, as a draft: its terms are typed as they become known."""
    level = min(2, negotiation.ceiling)
    source = Source.objects.create(
        negotiation=negotiation, sensitivity=level, kind=Source.Kind.NOTE, title=negotiation.title_en,
        title_is=Source.Title.DESCRIPTIVE, publisher=negotiation.home.name_en,
        published_on=negotiation.opened_on)  # fmt: skip
    return Offer.objects.create(
        negotiation=negotiation, sensitivity=level, source=source, kind="base", form=Offer.Form.PAPER,
        title_en="Status quo", title_fr="Statu quo", effective_on=negotiation.opened_on)  # fmt: skip


def withdraw_negotiation(negotiation: Negotiation, *, on: datetime.date, reason: str) -> None:
    """By an approver; it leaves the lists and is never deleted."""
    rows = Negotiation.objects.filter(pk=negotiation.pk)
    with in_words():
        if not rows.update(withdrawn_on=on, withdrawn_reason=reason.strip()):
            raise PermissionDenied("Only an approver withdraws a negotiation.")
    events.write("negotiation withdrawn", negotiation=negotiation.pk)
