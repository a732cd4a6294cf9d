"""Which governments take part in a negotiation, as the record of a day says. Knows querysets only.

While no offer on the table says whom it speaks to, everybody takes part, and also when Canada makes one
that names nobody. Otherwise those take part to whom an offer is addressed, and whoever has left a trace:
an offer of its own, a step, a position, a seat in a front, a delegation that was present, an agreement.
"""

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from grants.models import Jurisdiction
from negotiations.models import (
    Agreement,
    Attendance,
    FrontMember,
    Negotiation,
    Offer,
    OfferAddressee,
    Position,
    Signature,
    TrackStep,
)
from negotiations.standing.clock import AsOf


def marked(negotiation: Negotiation, as_of: AsOf) -> QuerySet:
    """Every government in protocol order, each with `takes_part`: 1 query."""
    offers = Offer.objects.of(negotiation).on_the_table(as_of.on, as_of.moment).select_related(None)
    written = offers.filter(kind="offer").order_by()
    named = OfferAddressee.objects.known(as_of.moment).filter(offer__in=written.values("tabled_as"))
    to_all = written.filter(author_government="CA").exclude(tabled_as__in=named.values("offer"))
    found = Exists(to_all) | ~Exists(named)
    own = {"government": OuterRef("code")}
    for rows in (named.filter(**own), offers.filter(author_government=OuterRef("code")),
                 *(rows.filter(**own) for rows in traces(negotiation, as_of))):
        found |= Exists(rows)
    return Jurisdiction.objects.in_protocol_order().annotate(
        takes_part=ExpressionWrapper(found, output_field=BooleanField()))


def codes(negotiation: Negotiation, as_of: AsOf) -> frozenset[str]:
    """1 query."""
    return frozenset(row.code for row in marked(negotiation, as_of) if row.takes_part)


def traces(negotiation: Negotiation, as_of: AsOf) -> tuple[QuerySet, ...]:
    """What a government leaves on record when it takes part, each row with its `government`.

    Of a position it is looked up whether another corrects it: the whole history is never read.
    """
    moment, by_then = as_of.moment, {"effective_on__lte": as_of.on}
    later = Position.objects.of(negotiation).known(moment).filter(supersedes=OuterRef("pk"))
    return (
        TrackStep.objects.of(negotiation).unsuperseded(moment).filter(**by_then).exclude(state="J0"),
        Position.objects.of(negotiation).known(moment).filter(~Exists(later), **by_then),
        FrontMember.objects.of(negotiation).known(moment).filter(starts_on__lte=as_of.on),
        Attendance.objects.of(negotiation).unsuperseded(moment).filter(status="present", **by_then),
        agreements(negotiation, as_of),
    )


def agreements(negotiation: Negotiation, as_of: AsOf) -> QuerySet:
    """Those signed by then, or on record by then: an agreement has no date of its own."""
    signed = Signature.objects.of(negotiation).unsuperseded(as_of.moment).filter(
        block__agreement=OuterRef("pk"), effective_on__lte=as_of.on)
    noted = Q(recorded_at__lt=AsOf(as_of.on, as_of.on).moment)
    return Agreement.objects.of(negotiation).known(as_of.moment).filter(Exists(signed) | noted)
