"""Offers, claims, deadlines, tracks, agreements and mandates as record files write them."""

from negotiations import scales
from negotiations.exchange.kinds import (
    both_languages,
    code,
    dated_without_range,
    day,
    flag,
    government,
    one_of,
    span,
    text,
    whole,
)
from negotiations.exchange.schema.readers import amount, codes_of, list_of, money_by_year, party, raw
from negotiations.exchange.schema.shape import Field, Link, Section
from negotiations.models import Agreement, Clause, Deadline, Offer, Signature
from negotiations.models.record import Language

OFFER_TERMS = Section(
    kind="offerterm",
    owner="offer",
    code=("term",),
    needs_id=False,
    source="optional",
    once=((("term",), "The offer has this term already."),),
    fields={
        "term": Field(read=code, to="term", required=True),
        "value": Field(read=raw),
        "wording": Field(read=both_languages(False)),
        "note": Field(read=both_languages(False)),
    },
)
ADDRESSEES = Section(
    kind="offeraddressee",
    owner="offer",
    code=("government", "front"),
    needs_id=False,
    once=((("government", "front"), "The offer is addressed there already."),),
    fields={
        "government": Field(read=government),
        "front": Field(read=code, to="front"),
    },
)
OFFERS = Section(
    kind="offer",
    fact=True,
    date="required",
    source="required",
    fields={
        "kind": Field(read=one_of(codes_of(scales.OFFER_KINDS)), required=True),
        "title": Field(read=both_languages(True), required=True),
        "summary": Field(read=both_languages(False)),
        "author": Field(read=party, to="front"),
        "form": Field(read=one_of(Offer.Form.values), required=True),
        "event": Field(read=code, to="event"),
        "replaces": Field(read=code, to="offer"),
        "attached_to": Field(read=code, to="offer"),
        "claimed_final": Field(read=flag),
        "response_due": Field(read=day),
        "consequences": Field(read=both_languages(False)),
        "state": Field(read=one_of(Offer.State.values)),
    },
    parts={"terms": OFFER_TERMS, "addressees": ADDRESSEES},
)
VERDICTS = Section(
    kind="claimverdict",
    owner="claim",
    code=("date",),
    needs_id=False,
    fact=True,
    date="required",
    source="owner",
    fields={
        "verdict": Field(read=one_of(codes_of(scales.VERDICTS)), required=True),
        "reason": Field(read=both_languages(True), required=True),
        "may_we_say": Field(read=both_languages(False)),
    },
)
CLAIMS = Section(
    kind="claim",
    source="required",
    fields={
        "text": Field(read=text, required=True),
        "language": Field(read=one_of(Language.values), required=True),
        "title": Field(read=both_languages(True), required=True),
        "amounts": Field(read=list_of(amount)),
        "test": Field(read=text),
        "span": Field(read=span),
        "offer": Field(read=code, to="offer"),
    },
    parts={"verdicts": VERDICTS},
    links={
        "statements": Link(kind="claimstatement", owner="claim", column="statement", to="statement")
    },
)
DEADLINES = Section(
    kind="deadline",
    fact=True,
    date="required",
    source="required",
    fields={
        "title": Field(read=both_languages(True), required=True),
        "due": Field(read=dated_without_range, required=True),
        "kind": Field(read=one_of(Deadline.Kind.values), required=True),
        "hard": Field(read=flag),
        "set_by": Field(read=government),
        "consequence": Field(read=both_languages(False)),
    },
)
CONTESTS = Section(
    kind="contest",
    owner="step",
    code=("by_government",),
    needs_id=False,
    fact=True,
    date="owner",
    source="owner",
    fields={
        "by": Field(read=government, column="by_government"),
        "state": Field(read=one_of(codes_of(scales.TRACK_STATES)), required=True),
        "grade": Field(read=one_of(codes_of(scales.GRADES)), required=True),
        "words": Field(read=both_languages(True), required=True),
        "settled": Field(read=flag),
    },
)
TRACKS = Section(
    kind="trackstep",
    fact=True,
    date="required",
    source="required",
    fields={
        "government": Field(read=government, required=True),
        "state": Field(read=one_of(codes_of(scales.TRACK_STATES)), required=True),
        "grade": Field(read=one_of(codes_of(scales.GRADES)), required=True),
        "event": Field(read=code, to="event"),
        "offer": Field(read=code, to="offer"),
        "agreement": Field(read=code, to="agreement"),
        "statement": Field(read=code, to="statement"),
        "reason": Field(read=both_languages(False)),
        "reference": Field(read=text),
    },
    parts={"contests": CONTESTS},
)
SIGNATURES = Section(
    kind="signature",
    owner="block",
    code=("date",),
    needs_id=False,
    fact=True,
    date="required",
    source="required",
    fields={
        "date_is": Field(read=one_of(Signature.DateIs.values)),
        "person": Field(read=code, to="officeholder"),
        "person_in_words": Field(read=text),
        "on_behalf_of": Field(read=text),
        "place": Field(read=text),
        "event": Field(read=code, to="event"),
    },
)
BLOCKS = Section(
    kind="signatureblock",
    owner="agreement",
    code=("government",),
    needs_id=False,
    once=((("government", "order"), "This government has a block of that order already."),),
    fields={
        "government": Field(read=government, required=True),
        "order": Field(read=whole(1, 99)),
        "office": Field(read=both_languages(False)),
    },
    parts={"signatures": SIGNATURES},
)
CLAUSES = Section(
    kind="clause",
    owner="agreement",
    code=("kind",),
    needs_id=False,
    source="owner",
    fields={
        "kind": Field(read=one_of(Clause.Kind.values), required=True),
        "text": Field(read=both_languages(False), required=True),
        "trigger": Field(read=both_languages(False)),
        "due_on": Field(read=day),
    },
)
AGREEMENTS = Section(
    kind="agreement",
    source="required",
    fields={
        "title": Field(read=both_languages(False), required=True),
        "type": Field(read=one_of(Agreement.Type.values), required=True),
        "government": Field(read=government),
        "prevailing": Field(read=one_of(["en", "fr", "both"])),
        "amends": Field(read=code, to="agreement"),
        "in_force_on": Field(read=day),
        "ends_on": Field(read=day),
        "money_by_year": Field(read=money_by_year),
        "note": Field(read=both_languages(False)),
    },
    parts={"blocks": BLOCKS, "clauses": CLAUSES},
)
LIMITS = Section(
    kind="mandatelimit",
    owner="mandate",
    code=("term",),
    needs_id=False,
    level="strategy",
    once=((("term",), "The mandate limits this term already."),),
    fields={
        "term": Field(read=code, to="term", required=True),
        "minimum": Field(read=text),
        "maximum": Field(read=text),
        "must": Field(read=both_languages(False)),
    },
)
MANDATES = Section(
    kind="mandate",
    level="strategy",
    fields={
        "authority": Field(read=both_languages(True), required=True),
        "reference": Field(read=text, required=True),
        "given_on": Field(read=day, required=True),
        "expires_on": Field(read=day),
    },
    parts={"limits": LIMITS},
)
