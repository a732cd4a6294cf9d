"""The page of an offer: its terms as typed values and in words, and where they stand."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from negotiations.models import Offer
from negotiations.reports import lines
from negotiations.reports.early import early_for
from negotiations.reports.level import level_of
from negotiations.reports.sections import offer_line
from negotiations.standing.offers import WITHDRAWN, by_version
from negotiations.views.reading import read


def offer_list(request: HttpRequest, slug: str) -> HttpResponse:
    """What was put on the table, newest first."""
    reading = read(request, slug)
    as_of = reading.dates.as_of
    offers = list(Offer.objects.of(reading.negotiation).on_the_table(as_of.on, as_of.moment))
    context = {**reading.context(level_of(offers), (_("Offers"), "")), "offers": offers[::-1],
               "early": early_for(reading.negotiation, as_of)}
    return render(request, "offer_list.html", context, status=reading.status)


def offer_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """One offer as it was tabled."""
    reading = read(request, slug)
    as_of = reading.dates.as_of
    versions = Offer.objects.of(reading.negotiation).with_everything(as_of.moment)
    offer = get_object_or_404(versions.named(code))
    table = by_version(Offer.objects.of(reading.negotiation).on_the_table(as_of.on, as_of.moment))
    latest = table.get(offer.pk, offer)
    if offer.state == WITHDRAWN and latest.tabled_as:
        offer = versions.get(pk=latest.tabled_as)
    context = {
        **reading.context(level_of([offer]), (offer.title, "")),
        "offer": offer,
        "latest": latest,
        "line": offer_line(offer),
        "when": lines.when(offer),
        "cites": lines.cites(offer),
    }
    return render(request, "offer.html", context, status=reading.status)
