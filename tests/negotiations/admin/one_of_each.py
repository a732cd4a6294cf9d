"""A row in every table of both apps, all of one negotiation; knows the builders."""

from types import SimpleNamespace

from grants.models import IndicatorValue
from negotiations import models
from tests import builders
from tests.builders import lay

ZEROS = "0" * 64


def one_of_each(negotiation):
    """The main rows by name."""
    of = {"negotiation": negotiation}
    rows = _main_rows({**of, "source": builders.make_source(**of)}, of)
    _parts(rows, of)
    _links(rows, of)
    _kept(rows, of)
    return rows


def _main_rows(sourced, of):
    event = builders.make_event(**sourced)
    here = {**sourced, "event": event}
    front = builders.make_front(**sourced)
    term = builders.make_term(**of)
    return SimpleNamespace(
        sourced=sourced, event=event, front=front, term=term,
        other_term=builders.make_term(**of),
        statement=builders.make_statement(
            **here, speaker=builders.make_office_holder(**sourced), state="in_review"),
        draft=builders.make_statement(**here),
        offer=builders.make_offer(**sourced),
        position=builders.make_position(**sourced, term=term, front=front, origin="collective"),
        step=builders.make_track_step(**here),
        agreement=builders.make_agreement(**sourced),
        claim=builders.make_claim(**sourced),
        mandate=builders.make_mandate(**of))


def _parts(rows, of):
    here = {**rows.sourced, "event": rows.event}
    builders.make_attendance(**here)
    builders.make_front_member(front=rows.front)
    builders.make_offer_term(offer=rows.offer, term=rows.term)
    builders.make_condition(position=rows.position)
    builders.make_signature(block=builders.make_block(agreement=rows.agreement))
    builders.make_verdict(claim=rows.claim)
    builders.make_deadline(**rows.sourced)
    builders.make_follow_up(**rows.sourced)
    builders.make_question(**rows.sourced)
    lay(models.Clause, **rows.sourced, agreement=rows.agreement, kind="me_too", text_en="A")
    lay(models.Contest, **rows.sourced, step=rows.step, state="J2", grade="E1", words_en="A",
        words_fr="A", effective_on=builders.DAY)
    lay(models.MandateLimit, **of, mandate=rows.mandate, term=rows.term, minimum="1",
        sensitivity=4)


def _links(rows, of):
    item = builders.make_item(event=rows.event)
    difference = lay(models.Difference, **of, event=rows.event, question_en="Who?",
                     question_fr="Qui?")
    lay(models.Account, **of, difference=difference, statement=rows.statement, gist_en="A",
        gist_fr="A")
    lay(models.AgendaItemTerm, **of, item=item, term=rows.term)
    lay(models.StatementTerm, **of, statement=rows.draft, term=rows.term)
    lay(models.TermDependency, **of, term=rows.term, subject_to=rows.other_term)
    lay(models.OfferAddressee, **of, offer=rows.offer, front=rows.front)
    lay(models.PositionStatement, **of, position=rows.position, statement=rows.statement)
    lay(models.ClaimStatement, **of, claim=rows.claim, statement=rows.statement)
    lay(models.Citation, **rows.sourced, position=rows.position)
    lay(models.Approval, **of, position=rows.position, verdict="approved",
        recorded_by=builders.make_user())


def _kept(rows, of):
    report = lay(models.IssuedReport, **of, event=rows.event, number=1, on=builders.DAY,
                 read_with=2, value={}, sha256=ZEROS)
    lay(models.IssuedFile, **of, report=report, format="pdf", language="en", content=b"",
        sha256=ZEROS)
    lay(models.ReportText, **of, event=rows.event, section=1, text_en="A")
    lay(models.Document, **rows.sourced, name="a.pdf", content_type="application/pdf", size=1,
        sha256=ZEROS, stored_name="x")
    lay(models.Calculation, **of, formula=builders.make_programme_version(), title_en="A",
        title_fr="A", engine_version="1", values={}, releases={}, results={}, checksum=ZEROS)
    lay(IndicatorValue, release=builders.make_release(), value=1,
        government=builders.make_government("ON"))
