"""One row of any table of the record, and the words in which the database refuses."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction

from negotiations import models
from tests import builders
from tests.builders import DAY, lay

# Not a row of the record, so with a wall of another shape; each says why.
OTHERWISE = {
    "Negotiation": "is what a membership opens, whole",
    "Membership": "is what opens it, and has a clearance where others have a sensitivity",
    "HistoryEntry": "carries the level of the change",
    "Meeting": "is a proxy of Event",
}


def of_one(model, field: str, make: Callable, **defaults) -> Callable:
    """A maker of *model*, whose owner *field* comes from *make*."""

    def build(negotiation, **changes):
        level = {"sensitivity": changes["sensitivity"]} if "sensitivity" in changes else {}
        owner = changes.pop(field, None) or make(negotiation=negotiation, **level)
        return lay(model, **{"negotiation": negotiation, field: owner, **defaults, **changes})

    return build


def plain(make: Callable) -> Callable:
    return lambda negotiation, **changes: make(negotiation=negotiation, **changes)


def with_term(build: Callable, field: str = "term") -> Callable:
    """*build* with a term of the same negotiation."""
    return lambda negotiation, **changes: build(
        negotiation, **{field: builders.make_term(negotiation=negotiation), **changes}
    )


def with_statement(build: Callable) -> Callable:
    return lambda negotiation, **changes: build(
        negotiation, **{"statement": builders.make_statement(negotiation=negotiation), **changes}
    )


def with_source(build: Callable) -> Callable:
    return lambda negotiation, **changes: build(
        negotiation, **{"source": builders.make_source(negotiation=negotiation), **changes}
    )


def make_calculation(negotiation, **changes):
    return lay(models.Calculation, **{
        "negotiation": negotiation, "formula": builders.make_programme_version(),
        "title_en": "What if", "title_fr": "Et si", "engine_version": "1", "values": {},
        "releases": {}, "results": {}, "checksum": "0" * 64, **changes})  # fmt: skip


def make_addressee(negotiation, **changes):
    build = of_one(models.OfferAddressee, "offer", builders.make_offer)
    return build(negotiation, **{"government": builders.make_government("ON"), **changes})


def make_limit(negotiation, **changes):
    build = with_term(of_one(models.MandateLimit, "mandate", builders.make_mandate))
    return build(negotiation, **{"sensitivity": 4, "maximum": "5", **changes})


def make_account(negotiation, **changes):
    build = of_one(models.Account, "difference", make_difference, gist_en="Two", gist_fr="Deux")
    return with_statement(build)(negotiation, **changes)


def make_difference(negotiation, **changes):
    build = of_one(models.Difference, "event", builders.make_event,
                   question_en="How many?", question_fr="Combien ?")  # fmt: skip
    return build(negotiation, **changes)


def make_report(negotiation, **changes):
    build = of_one(models.IssuedReport, "event", builders.make_event, number=1, on=DAY,
                   read_with=2, value={}, sha256="0" * 64)  # fmt: skip
    return build(negotiation, **changes)


def make_citation(negotiation, **changes):
    event = builders.make_event(negotiation=negotiation)
    return of_one(models.Citation, "source", builders.make_source)(
        negotiation, **{"event": event, **changes})  # fmt: skip


MAKERS = {
    models.Account: make_account,
    models.AgendaItem: plain(builders.make_item),
    models.AgendaItemTerm: with_term(of_one(models.AgendaItemTerm, "item", builders.make_item)),
    models.Agreement: plain(builders.make_agreement),
    models.Approval: of_one(models.Approval, "event", builders.make_event, verdict="approved"),
    models.Attendance: plain(builders.make_attendance),
    models.Calculation: make_calculation,
    models.Citation: make_citation,
    models.Claim: plain(builders.make_claim),
    models.ClaimStatement: with_statement(
        of_one(models.ClaimStatement, "claim", builders.make_claim)),
    models.ClaimVerdict: plain(builders.make_verdict),
    models.Clause: with_source(of_one(
        models.Clause, "agreement", builders.make_agreement, kind="notice", text_en="Notice")),
    models.Condition: plain(builders.make_condition),
    models.Contest: with_source(of_one(
        models.Contest, "step", builders.make_track_step, state="J2", grade="E1",
        words_en="Otherwise", words_fr="Autrement", effective_on=DAY)),
    models.Deadline: plain(builders.make_deadline),
    models.Difference: make_difference,
    models.Document: of_one(
        models.Document, "source", builders.make_source, name="a.pdf",
        content_type="application/pdf", size=1, sha256="0" * 64, stored_name="abc"),
    models.Event: plain(builders.make_event),
    models.FollowUp: plain(builders.make_follow_up),
    models.Front: plain(builders.make_front),
    models.FrontMember: plain(builders.make_front_member),
    models.IssuedFile: of_one(
        models.IssuedFile, "report", make_report, format="pdf", language="en", content=b"%PDF",
        sha256="0" * 64),
    models.IssuedReport: make_report,
    models.Mandate: plain(builders.make_mandate),
    models.MandateLimit: make_limit,
    models.Offer: plain(builders.make_offer),
    models.OfferAddressee: make_addressee,
    models.OfferTerm: plain(builders.make_offer_term),
    models.OfficeHolder: plain(builders.make_office_holder),
    models.OpenQuestion: plain(builders.make_question),
    models.Position: plain(builders.make_position),
    models.PositionStatement: with_statement(
        of_one(models.PositionStatement, "position", builders.make_position)),
    models.ReportText: of_one(models.ReportText, "event", builders.make_event, section=1),
    models.Signature: plain(builders.make_signature),
    models.SignatureBlock: plain(builders.make_block),
    models.Source: plain(builders.make_source),
    models.Statement: plain(builders.make_statement),
    models.StatementTerm: with_term(
        of_one(models.StatementTerm, "statement", builders.make_statement)),
    models.Term: plain(builders.make_term),
    models.TermDependency: with_term(
        of_one(models.TermDependency, "term", builders.make_term), "subject_to"),
    models.TrackStep: plain(builders.make_track_step),
}  # fmt: skip


def record_models() -> list:
    """Every table of the record but those listed above."""
    return [model for model in apps.get_app_config("negotiations").get_models()
            if model.__name__ not in OTHERWISE]  # fmt: skip


def every_record(test):
    """Run *test* on each table of the record."""
    return pytest.mark.parametrize("model", record_models(), ids=lambda m: m.__name__)(test)


def make_row(model, negotiation, **changes):
    return MAKERS[model](negotiation, **changes)


@contextmanager
def refused(sentence: str) -> Iterator[None]:
    """The database refuses what is done inside, in words that match *sentence*."""
    with pytest.raises(DatabaseError, match=sentence), transaction.atomic():
        yield


DENIED = "permission denied|row-level security"


def sql(statement: str, *values) -> list[tuple]:
    """The rows of one statement, none where it gives none."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


def check_keys() -> None:
    """What COMMIT would do with the keys that wait for it."""
    connection.check_constraints()
