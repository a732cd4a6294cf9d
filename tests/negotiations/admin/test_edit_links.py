"""Pages of the site lead staff who may write to the same row in the admin, and nobody else."""

import pytest
from django.urls import reverse

from negotiations.models import Event, Meeting, Offer, Position, Source, Term
from tests import builders
from tests.negotiations.admin.typing import address, sign_in, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def negotiation():
    return builders.make_negotiation()


def pages(negotiation):
    """Address on the site -> address in the admin."""
    meeting = builders.make_event(negotiation=negotiation)
    letter = builders.make_event(negotiation=negotiation, kind="letter", level="")
    offer, term = builders.make_offer(negotiation=negotiation), builders.make_term(negotiation=negotiation)
    source, slug = meeting.source, negotiation.slug
    return {
        reverse("meeting", args=[slug, meeting.slug]): address(Meeting, "change", meeting.pk),
        reverse("event", args=[slug, letter.slug]): address(Event, "change", letter.pk),
        reverse("offer", args=[slug, offer.pk]): address(Offer, "change", offer.pk),
        reverse("term", args=[slug, term.pk]): address(Term, "change", term.pk),
        reverse("source", args=[slug, source.pk]): address(Source, "change", source.pk),
        reverse("government", args=[slug, "on"]): address(Position, "add"),
    }


def test_writers_among_staff_are_led_to_the_admin(client, negotiation):
    builders.make_government("ON")
    sign_in(client, builders.make_member(negotiation))
    for page, admin in pages(negotiation).items():
        assert f'href="{admin}' in client.get(page).content.decode(), page


@pytest.mark.parametrize(("role", "is_staff"), [("viewer", True), ("analyst", False)])
def test_others_see_no_link(client, negotiation, role, is_staff):
    builders.make_government("ON")
    sign_in(client, builders.make_member(negotiation, role, is_staff=is_staff))
    for page, admin in pages(negotiation).items():
        answer = client.get(page)
        assert answer.status_code == 200
        assert admin not in answer.content.decode(), page


def test_position_starts_with_the_government(client, negotiation):
    builders.make_government("ON")
    sign_in(client, builders.make_member(negotiation))
    page = client.get(f"{address(Position, 'add')}?negotiation={negotiation.pk}&government=ON")
    assert typed(page)["government"] == "ON"
    assert typed(page)["negotiation"] == str(negotiation.pk)
