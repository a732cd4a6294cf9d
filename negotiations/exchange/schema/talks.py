"""The negotiation, its sources, people and terms as record files write them; plain tables."""

from negotiations.exchange.kinds import (
    both_languages,
    code,
    dated_without_range,
    day,
    flag,
    government,
    level,
    one_of,
    sha256,
    slug,
    text,
    url,
    whole,
)
from negotiations.exchange.schema.shape import Field, Link, Section
from negotiations.files.types import TYPES
from negotiations.models import FrontMember, OfficeHolder, OpenQuestion, Source, Term
from negotiations.models.record import Language

NEGOTIATION = Section(
    kind="negotiation",
    needs_id=False,
    fields={
        "format": Field(read=one_of(["1"]), required=True),
        "slug": Field(read=slug, required=True),
        "title": Field(read=both_languages(True), required=True),
        "opened_on": Field(read=day, required=True),
        "programme": Field(read=code),
        "home": Field(read=government, required=True),
        "single_package": Field(read=flag),
        "ceiling": Field(read=level),
        "invented": Field(read=flag),
        "dumped": Field(read=flag),
    },
)
DOCUMENTS = Section(
    kind="document",
    owner="source",
    code=("sha256",),
    needs_id=False,
    fields={
        "name": Field(read=text, required=True),
        "content_type": Field(read=one_of(TYPES), required=True),
        "sha256": Field(read=sha256, required=True),
    },
)
SOURCES = Section(
    kind="source",
    fields={
        "title": Field(read=text, required=True),
        "title_is": Field(read=one_of(Source.Title.values)),
        "author": Field(read=text),
        "publisher": Field(read=text, required=True),
        "date": Field(read=dated_without_range, column="published"),
        "date_basis": Field(read=one_of(Source.DateBasis.values)),
        "language": Field(read=one_of(Language.values)),
        "url": Field(read=url),
        "kind": Field(read=one_of(Source.Kind.values), required=True),
        "read": Field(read=text),
        "received_from": Field(read=government),
        "confidence_in_writing": Field(read=flag),
    },
    parts={"documents": DOCUMENTS},
)
OFFICE_HOLDERS = Section(
    kind="officeholder",
    source="required",
    fields={
        "person": Field(read=text, required=True),
        "office": Field(read=both_languages(True), required=True),
        "government": Field(read=government, required=True),
        "kind": Field(read=one_of(OfficeHolder.Kind.values)),
        "starts_on": Field(read=day),
        "ends_on": Field(read=day),
    },
)
MEMBERS = Section(
    kind="frontmember",
    owner="front",
    code=("government",),
    needs_id=False,
    source="owner",
    once=((("government", "starts_on"), "This government is in the front from that day already."),),
    fields={
        "government": Field(read=government, required=True),
        "role": Field(read=one_of(FrontMember.Role.values)),
        "starts_on": Field(read=day, required=True),
        "ends_on": Field(read=day),
        "footnote": Field(read=both_languages(False)),
    },
)
FRONTS = Section(
    kind="front",
    source="required",
    fields={
        "name": Field(read=both_languages(True), required=True),
        "short": Field(read=both_languages(True), required=True),
        "mandate": Field(read=both_languages(False)),
    },
    parts={"members": MEMBERS},
)
TERMS = Section(
    kind="term",
    once=((("number",), "Another term has this number."),),
    fields={
        "number": Field(read=whole(1, 999), required=True),
        "name": Field(read=both_languages(True), required=True),
        "family": Field(read=one_of(Term.Family.values), required=True),
        "value_kind": Field(read=one_of(Term.ValueKind.values), required=True),
        "unit": Field(read=both_languages(False)),
        "parameter": Field(read=code),
        "direction": Field(read=one_of(Term.Direction.values)),
        "description": Field(read=both_languages(False)),
        "low_end": Field(read=both_languages(False)),
        "high_end": Field(read=both_languages(False)),
    },
    links={
        "subject_to": Link(kind="termdependency", owner="term", column="subject_to", to="term"),
    },
)
QUESTIONS = Section(
    kind="openquestion",
    source="required",
    fields={
        "kind": Field(read=one_of(OpenQuestion.Kind.values), required=True),
        "question": Field(read=both_languages(True), required=True),
        "detail": Field(read=both_languages(False)),
        "event": Field(read=code, to="event"),
        "answered_on": Field(read=day),
    },
)
