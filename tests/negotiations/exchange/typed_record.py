"""A record as people type it: rows without codes, corrections, levels and moments of their own."""

import datetime

from grants.models import Programme
from negotiations import models
from tests import builders
from tests.conftest import as_user

LATER = datetime.date(2013, 12, 24)
AWKWARD = "First line: “yes”\r\n  second # line\r\n\r\nlast \x0b one\t"


def type_record():
    """Typed by an approver through the web role, so that each row has its own moment."""
    negotiation = builders.make_negotiation(slug="typed", programme=Programme.objects.get(code="grant"))
    as_user(builders.make_member(negotiation, "approver", 4))
    talks = Typing(negotiation)
    talks.people()
    talks.meeting()
    talks.offers()
    talks.rest()
    as_user(None)
    return negotiation


class Typing:
    """Creates rows of one negotiation, as the site does."""

    def __init__(self, negotiation):
        self.negotiation = negotiation
        self.source = self.make(models.Source, title="no", publisher="0.5", published_on=builders.DAY,
                                kind="news", sensitivity=1)  # fmt: skip
        self.letter = self.make(models.Source, title="Letter", publisher="ON", kind="letter",
                                published_on=datetime.date(2013, 11, 30), published_precision="month",
                                received_from_id="ON", sensitivity=3)  # fmt: skip
        self.term = self.make(models.Term, number=2, name_en="Share", name_fr="Part", family="cost_share",
                              value_kind="ratio")  # fmt: skip
        self.first_term = self.make(models.Term, number=1, name_en="Money", name_fr="Argent",
                                    family="money", value_kind="money", sensitivity=1)  # fmt: skip

    def make(self, model, **values):
        return model.objects.create(negotiation=self.negotiation, **values)

    def fact(self, model, **values):
        return self.make(model, **{"source": self.source, "effective_on": builders.DAY, **values})

    def people(self):
        self.minister = self.make(
            models.OfficeHolder, person="Ana", office_en="Minister", office_fr="Ministre",
            government_id="ON", source=self.source, ends_on=datetime.date(2013, 1, 1))
        self.front = self.make(
            models.Front, name_en="West", name_fr="Ouest", short_en="West", short_fr="Ouest",
            source=self.source, french_by="official")
        self.make(models.FrontMember, front=self.front, government_id="ON", starts_on=builders.DAY,
                  source=self.letter)

    def meeting(self):
        self.event = self.make(
            models.Event, slug="toronto", kind="meeting", title_en="Toronto", title_fr="Toronto",
            effective_on=builders.DAY, source=self.source, outcomes=["keep_talking"], sensitivity=1)
        self.make(models.Event, slug="zurich", kind="letter", title_en="Letter", title_fr="Lettre",
                  effective_on=builders.DAY, source=self.letter)
        self.make(models.Event, slug="april", kind="letter", title_en="A", title_fr="B",
                  effective_on=builders.DAY, source=self.source)
        self.make(models.Citation, source=self.letter, locator="p. 3", event=self.event)
        child = self.make(models.AgendaItem, event=self.event, number="1.10", title_en="b", title_fr="b")
        parent = self.make(models.AgendaItem, event=self.event, number="1.9", title_en="a", title_fr="a")
        models.AgendaItem.objects.filter(pk=child.pk).update(parent=parent, version=2)
        self.make(models.AgendaItemTerm, item=child, term=self.term, sensitivity=3)
        for status in ("present", "not_recorded"):
            self.fact(models.Attendance, event=self.event, government_id="ON", status=status)
        self.said = self.statement(text=AWKWARD, speaker=self.minister, government_id="QC")
        self.make(models.StatementTerm, statement=self.said, term=self.term, sensitivity=2)
        self.corrected = self.statement(text="-1", supersedes=self.said, correction_reason="Misheard",
                                        sensitivity=3, speaker_note_en="He")  # fmt: skip
        self.statement(text="1e5\u2028", locator="minute 3", speaker_note_fr="Elle", speaker_note_en="")
        self.make(models.ReportText, event=self.event, section=1, text_en=AWKWARD)
        before = self.make(models.ReportText, event=self.event, section=1, text_fr="Fin", french_by="none")
        self.make(models.ReportText, event=self.event, section=1, text_en="End", supersedes=before)

    def statement(self, **values):
        return self.fact(models.Statement, **{
            "event": self.event, "kind": "position", "manner": "verbatim", "language": "en",
            "channel": "room", "grade": "E1", "sensitivity": 1, **values})

    def offers(self):
        self.offer = self.fact(
            models.Offer, kind="offer", title_en="Offer", title_fr="Offre", form="letter",
            author_government_id="CA", state="draft", locator="p. 1", effective_on=LATER,
            source=self.letter)
        earlier = self.fact(
            models.Offer, kind="offer", title_en="Earlier", title_fr="Avant", form="letter",
            author_front=self.front, effective_on=datetime.date(2013, 11, 8),
            effective_from=datetime.date(2013, 11, 6), effective_precision="range")
        models.Offer.objects.filter(pk=self.offer.pk).update(replaces=earlier)
        self.make(models.OfferTerm, offer=self.offer, term=self.term, french_by="ours",
                  value={"ON QC": "1/3", "others": {"is": "15%..", "sure": "assumed"}})
        self.make(models.OfferTerm, offer=self.offer, term=self.first_term, value="some money",
                  wording_en="More", source=self.source)
        self.make(models.OfferAddressee, offer=self.offer, front=self.front, sensitivity=4)
        position = self.fact(
            models.Position, government_id="ON", term=self.term, stance="accept", grade="E1",
            event=self.event, offer=self.offer, value="1/3", salience=0)
        self.fact(models.Condition, position=position, text_en="If", text_fr="Si", kind="condition",
                  number=3, measure="no such measure", effective_on=LATER)
        again = self.fact(models.Position, government_id="ON", stance="opposed_as_drafted", grade="E5",
                          sensitivity=4, reasoning="Because", supersedes=position, correction_reason="No",
                          effective_on=LATER, effective_precision="about")  # fmt: skip
        self.make(models.PositionStatement, position=again, statement=self.corrected)

    def rest(self):
        self.fact(models.FollowUp, action_en="Write", action_fr="Écrire", side="ours",
                  owner_front=self.front, due_on=LATER, due_precision="about")
        claim = self.make(
            models.Claim, text="x" * 300, language="en", title_en="C", title_fr="C", test="nothing",
            amounts=["600000000"], span_from=builders.DAY, span_to=LATER, source=self.source)
        self.make(models.ClaimStatement, claim=claim, statement=self.said)
        agreement = self.make(models.Agreement, title_en="", title_fr="Entente", type="letter",
                              source=self.source, money_by_year={"2014-15": "13_400_000"})  # fmt: skip
        amended = self.make(models.Agreement, title_en="A", type="letter", source=self.source,
                            french_by="ours")  # fmt: skip
        models.Agreement.objects.filter(pk=agreement.pk).update(amends=amended, version=2)
        block = self.make(models.SignatureBlock, agreement=agreement, government_id="ON", order=4)
        self.fact(models.Signature, block=block, person=self.minister, locator="p. 9")
        self.make(models.Clause, agreement=agreement, kind="review", text_en="Later", source=self.letter)
        step = self.fact(models.TrackStep, government_id="ON", state="J1", grade="E1")
        self.fact(models.Contest, step=step, state="J2", grade="E2", words_en="No", words_fr="Non")
        self.fact(models.Deadline, title_en="D", title_fr="É", due_on=LATER, kind="target", code="D.v7")
        mandate = self.make(models.Mandate, authority_en="Cabinet", authority_fr="Cabinet", reference="1",
                            given_on=LATER, sensitivity=4)  # fmt: skip
        self.make(models.MandateLimit, mandate=mandate, term=self.term, minimum="10%", sensitivity=4)
        self.make(models.OpenQuestion, kind="gap", question_en="Who?", question_fr="Qui?",
                  source=self.source)
