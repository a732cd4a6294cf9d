"""A meeting with rows of everything that its pages print; knows the builders."""

from negotiations import models
from tests import builders


def make_meeting(rows: int, **changes):
    """A meeting with *rows* rows of everything that its report prints."""
    builders.make_governments()
    negotiation = builders.make_negotiation(slug="talks", title_en="Talks", title_fr="Pourparlers")
    of = {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation, code="S001")}
    event = builders.make_event(**of, **{
        "slug": "2013-11-08-toronto", "kind": "meeting", "title_en": "Ministers meet",
        "title_fr": "Rencontre des ministres", "outcomes": ["keep_talking"], **changes})
    for code in list(builders.GOVERNMENTS)[:rows]:
        lay_rows(event, code, of)
    return event


def lay_rows(event, code, of):
    term = builders.make_term(negotiation=event.negotiation)
    at = {"event": event, **of}
    said = builders.make_statement(**at, government_id=code, state="approved")
    builders.lay(models.StatementTerm, negotiation=event.negotiation, statement=said, term=term)
    builders.lay(models.Citation, **of, statement=said)
    position = builders.make_position(**at, government_id=code, term=term, stance="open")
    builders.lay(models.PositionStatement, negotiation=event.negotiation, position=position, statement=said)
    builders.make_condition(position=position, source=of["source"])
    builders.make_follow_up(**at, statement=said)
    builders.make_attendance(**at, government_id=code)
    item = builders.make_item(event=event)
    builders.lay(models.AgendaItemTerm, negotiation=event.negotiation, item=item, term=term)
    offer = builders.make_offer(**at, state="tabled")
    builders.make_offer_term(offer=offer, term=term)
    builders.make_deadline(**of)
    builders.make_track_step(**of, government_id=code)
    agreement = builders.make_agreement(**of, government_id=code)
    block = builders.make_block(agreement=agreement, government_id=code)
    builders.make_signature(block=block, source=of["source"])
    claim = builders.make_claim(**of)
    builders.lay(models.ClaimStatement, negotiation=event.negotiation, claim=claim, statement=said)
    builders.make_verdict(claim=claim, source=of["source"])
    front = builders.make_front(**of)
    builders.make_front_member(front=front, source=of["source"], government_id=code)
    builders.make_question(**at)
    difference = builders.lay(models.Difference, negotiation=event.negotiation, event=event,
                              question_en="Was there progress?", question_fr="Y a-t-il eu des progrès ?")
    builders.lay(models.Account, negotiation=event.negotiation, difference=difference, statement=said,
                 gist_en="yes", gist_fr="oui")
