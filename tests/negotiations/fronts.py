"""A front that has spoken: its members, a statement in its name, and what is asked to be recorded from it."""

from types import SimpleNamespace

from negotiations.binding_plan import Filling, Line
from negotiations.models import StatementTerm
from tests import builders

PROVINCES = [code for code in builders.GOVERNMENTS if code != "CA"]


def make_talks(members=PROVINCES, terms=1, ceiling=4, **statement):
    """A negotiation with a front of *members* (codes), its words on *terms* terms, and an analyst."""
    builders.make_governments()
    negotiation = builders.make_negotiation(slug="talks", ceiling=ceiling)
    of = {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}
    front = builders.make_front(**of, name_en="All PTs", name_fr="Ensemble des PT")
    rows = {code: builders.make_front_member(**of, front=front, government=builders.make_government(code))
            for code in members}  # fmt: skip
    said = builders.make_statement(
        **of, event=builders.make_event(**of), behalf="front", front=front, government=None,
        **{"state": "in_review", **statement})
    named = [builders.make_term(negotiation=negotiation, code=f"T{n}", number=n) for n in range(1, terms + 1)]
    with builders.behind_the_wall():
        StatementTerm.objects.bulk_create(
            StatementTerm(negotiation=negotiation, statement=said, term=term, sensitivity=2)
            for term in named if said.state == "draft")
    return SimpleNamespace(
        negotiation=negotiation, of=of, front=front, members=rows, statement=said, terms=named,
        analyst=builders.make_member(negotiation))


def asks(talks, *lines, **changes):
    """A filling of every member; a line for the first term unless *lines* say otherwise."""
    lines = lines or (line(talks.terms[0]),)
    return Filling(**{"lines": lines, "members": frozenset(talks.members), "sensitivity": 2, **changes})


def line(term, **changes):
    return Line(**{"term": term, "stance": "opposed_as_drafted", "firmness": "firm", **changes})
