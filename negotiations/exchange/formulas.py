"""Whether the programme's formula knows what a record's conditions, claims and terms name.

Knows the engine and the programme on record; a negotiation without one is not checked.
"""

from collections.abc import Iterator

from grants import engine
from grants.calculating import NoCurrentVersion, version_of
from grants.faults import sentence
from grants.models import Programme
from negotiations.exchange.faults import Fault, did_you_mean, shown
from negotiations.exchange.folder import Record
from negotiations.exchange.rows import Row

# A measure by year or government is one cell only with what its condition is about.
NOT_OF_A_MEASURE = ("condition_of_many", "answer_needed")


def formula_faults(record: Record) -> tuple[list[Fault], list[Fault]]:
    """What refuses the load, and what is only noted: what a site has dumped stood there so."""
    document = document_of(record.negotiation.get("programme"))
    found = [fault for row in record.rows if document for fault in unknown_to(document, row)]
    return ([], found) if record.dumped else (found, [])


def document_of(programme: object) -> engine.Document | None:
    """The current formula of the programme of that code; None where there is none that compiles."""
    try:
        return engine.compile_document(version_of(str(programme)).text) if programme else None
    except (Programme.DoesNotExist, NoCurrentVersion, engine.Refused):
        return None


def unknown_to(document: engine.Document, row: Row) -> Iterator[Fault]:
    parameter = row.get("parameter")
    if row.kind == "term" and parameter and parameter not in document.parameters:
        near = did_you_mean(parameter, document.parameters)
        words = f"The programme has no parameter {shown(parameter)}.{near}"
        yield Fault(row.where("parameter"), words)
    elif row.kind == "condition" and row.get("measure"):
        yield from expression_faults(document, row, "measure", NOT_OF_A_MEASURE)
    elif row.kind == "claim" and row.get("test"):
        yield from expression_faults(document, row, "test")


def expression_faults(document: engine.Document, row: Row, column: str, but: tuple = ()) -> Iterator[Fault]:
    """What the engine says against an expression, in its own sentences."""
    try:
        engine.read_condition(document, row.get(column))
    except engine.Refused as refused:
        for one in refused.faults:
            if one.code not in but:
                yield Fault(row.where(column), f"The programme's formula refuses this: {sentence(one)}")
