"""The talks that pages are read of, by a member who is signed in; a file that needs others lays its own."""

import pytest

from tests import builders


@pytest.fixture
def talks(client):
    builders.make_governments()
    negotiation = builders.make_negotiation(slug="talks")
    client.force_login(builders.make_member(negotiation))
    return {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}
