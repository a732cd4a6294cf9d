"""The position matrix of a small negotiation, asked for and read back; knows the builders."""

import datetime
import re

from django.urls import reverse

from tests import builders

AFTER = datetime.date(2014, 1, 15)


def make_talks(client):
    """A negotiation of fourteen governments and one term; its analyst is signed in."""
    builders.make_governments()
    negotiation = builders.make_negotiation(slug="talks")
    of = {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}
    of["term"] = builders.make_term(negotiation=negotiation, code="T1", number=1)
    client.force_login(builders.make_member(negotiation))
    return of


def page(client, **asked):
    return client.get(reverse("matrix", args=["talks"]), asked)


def cell(answer, code):
    return answer.context["page"].cell(code)


def look(answer, code):
    """The cell as it is printed: what is seen, and what is read aloud."""
    link = re.search(rf'<a id="{code}".*?</a>', answer.content.decode()).group()
    seen, heard = link.split('<span class="visually-hidden">')
    return re.sub("<[^>]+>", " ", seen).split(), re.sub("<[^>]+>", "", heard)


def lay_offers(talks, *values):
    offers = []
    for n, value in enumerate(values):
        offer = builders.make_offer(
            negotiation=talks["negotiation"], source=talks["source"], state="draft",
            effective_on=datetime.date(2013, 3, 21) + datetime.timedelta(280 * n), title_en=f"O{n + 1}")
        builders.make_offer_term(offer=offer, term=talks["term"], value=value)
        with builders.behind_the_wall():
            type(offer).objects.filter(pk=offer.pk).update(state="tabled")
        offers.append(offer)
    return offers
