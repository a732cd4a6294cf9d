"""Every builder lays a row that the database accepts."""

import pytest

from tests import builders

MAKERS = [name for name in dir(builders) if name.startswith("make_")
          and name not in ("make_member", "make_membership", "make_user")]


@pytest.mark.parametrize("name", MAKERS)
def test_a_builder_needs_nothing(db, name):
    assert getattr(builders, name)()


def test_a_member_has_a_membership(db):
    negotiation = builders.make_negotiation()
    person = builders.make_member(negotiation, role="viewer", clearance=2, username="reader")
    assert person.username == "reader"
    with builders.behind_the_wall():
        assert [(row.role, row.clearance) for row in person.memberships.all()] == [("viewer", 2)]


def test_a_part_falls_into_the_negotiation_of_its_owner(db):
    event = builders.make_event()
    statement = builders.make_statement(event=event)
    assert statement.negotiation == event.negotiation == statement.source.negotiation
