"""An event and all that stands in its file: who came, what was said, where they stand."""

from dataclasses import replace

from negotiations import scales
from negotiations.exchange.kinds import (
    both_languages,
    code,
    dated_without_range,
    flag,
    government,
    local_time,
    one_of,
    slug,
    text,
    whole,
    zone,
)
from negotiations.exchange.schema.readers import codes_of, list_of, party, raw
from negotiations.exchange.schema.shape import Field, Link, Section
from negotiations.models import Attendance, Condition, Event, FollowUp, Position, Statement
from negotiations.models.record import Language, Translation

ATTENDANCE = Section(
    kind="attendance",
    owner="event",
    code=("government",),
    needs_id=False,
    fact=True,
    date="owner",
    source="owner",
    fields={
        "government": Field(read=government, required=True),
        "status": Field(read=one_of(Attendance.Status.values), required=True),
        "reason": Field(read=both_languages(False)),
        "mode": Field(read=one_of(Event.Mode.values)),
        "person": Field(read=code, to="officeholder"),
        "role": Field(read=one_of(Attendance.Role.values)),
    },
)
AGENDA = Section(
    kind="agendaitem",
    owner="event",
    code=("number",),
    needs_id=False,
    once=((("number",), "This meeting has an item of that number already."),),
    fields={
        "number": Field(read=text, required=True),
        "title": Field(read=both_languages(True), required=True),
        "parent": Field(read=code, to="agendaitem"),
        "lead": Field(read=government),
        "outcomes": Field(read=list_of(one_of(codes_of(scales.OUTCOMES)))),
        "outcome": Field(read=both_languages(False)),
    },
    links={"terms": Link(kind="agendaitemterm", owner="item", column="term", to="term")},
)
STATEMENTS = Section(
    kind="statement",
    owner="event",
    numbered="sequence",
    fact=True,
    date="owner",
    source="required",
    fields={
        "government": Field(read=government),
        "speaker": Field(read=code, to="officeholder"),
        "speaker_note": Field(read=both_languages(False)),
        "behalf": Field(read=one_of(Statement.Behalf.values)),
        "front": Field(read=code, to="front"),
        "item": Field(read=code, to="agendaitem"),
        "kind": Field(read=one_of(codes_of(scales.STATEMENT_KINDS)), required=True),
        "manner": Field(read=one_of(Statement.Manner.values), required=True),
        "language": Field(read=one_of(Language.values), required=True),
        "text": Field(read=text, required=True),
        "translation": Field(read=text),
        "translation_by": Field(read=one_of(Translation.values)),
        "spoken_in": Field(read=one_of(Language.values)),
        "channel": Field(read=one_of(codes_of(scales.CHANNELS)), required=True),
        "grade": Field(read=one_of(codes_of(scales.GRADES)), required=True),
        "state": Field(read=one_of(Statement.State.values)),
    },
    links={"terms": Link(kind="statementterm", owner="statement", column="term", to="term")},
)
CONDITIONS = Section(
    kind="condition",
    owner="position",
    numbered="number",
    code=("number",),
    needs_id=False,
    fact=True,
    date="owner",
    source="owner",
    fields={
        "number": Field(read=whole(1, 99)),
        "text": Field(read=both_languages(True), required=True),
        "kind": Field(read=one_of(Condition.Kind.values), required=True),
        "basis": Field(read=one_of(Condition.Basis.values)),
        "status": Field(read=one_of(Condition.Status.values)),
        "term": Field(read=code, to="term"),
        "measure": Field(read=text),
        "about": Field(read=government),
        "operator": Field(read=one_of(Condition.Operator.values)),
        "value": Field(read=text),
    },
)
HELD = {
    "term": Field(read=code, to="term"),
    "stance": Field(read=one_of(codes_of(scales.STANCES)), required=True),
    "firmness": Field(read=one_of(codes_of(scales.FIRMNESS))),
    "value": Field(read=raw),
    "summary": Field(read=both_languages(False)),
    "offer": Field(read=code, to="offer"),
    "grade": Field(read=one_of(codes_of(scales.GRADES)), required=True),
    "salience": Field(read=whole(0, 3)),
    "combine": Field(read=one_of(Position.Combine.values)),
    "reasoning": Field(read=text),
}
BEHIND = Link(kind="positionstatement", owner="position", column="statement", to="statement")
POSITIONS = Section(
    kind="position",
    owner="event",
    fact=True,
    date="owner",
    source="required",
    fields={
        "government": Field(read=government, required=True),
        "origin": Field(read=one_of(Position.Origin.values)),
        "front": Field(read=code, to="front"),
        **HELD,
    },
    parts={"conditions": CONDITIONS},
    links={"statements": BEHIND},
)
POSITIONS_ALONE = replace(POSITIONS, owner="", date="required")
FRONT_POSITIONS = Section(
    kind="position",
    owner="event",
    fact=True,
    date="owner",
    source="required",
    fields={
        "front": Field(read=code, to="front", required=True),
        "except": Field(read=list_of(government)),
        **HELD,
    },
    parts={"conditions": CONDITIONS},
    links={"statements": BEHIND},
)
ACCOUNTS = Section(
    kind="account",
    owner="difference",
    code=("statement",),
    needs_id=False,
    once=((("statement",), "This statement stands there already."),),
    fields={
        "statement": Field(read=code, to="statement", required=True),
        "gist": Field(read=both_languages(True), required=True),
    },
)
DIFFERENCES = Section(
    kind="difference",
    owner="event",
    fields={"question": Field(read=both_languages(True), required=True)},
    parts={"accounts": ACCOUNTS},
)
FOLLOWUPS = Section(
    kind="followup",
    owner="event",
    fact=True,
    date="owner",
    source="required",
    fields={
        "action": Field(read=both_languages(True), required=True),
        "side": Field(read=one_of(FollowUp.Side.values), required=True),
        "owner": Field(read=party, to="front"),
        "office": Field(read=both_languages(False), column="owner_office"),
        "due": Field(read=dated_without_range),
        "state": Field(read=one_of(FollowUp.State.values)),
        "state_reason": Field(read=text),
        "statement": Field(read=code, to="statement"),
        "item": Field(read=code, to="agendaitem"),
    },
)
FOLLOWUPS_ALONE = replace(FOLLOWUPS, owner="", date="required")
REPORT_TEXTS = Section(
    kind="reporttext",
    owner="event",
    code=("section",),
    needs_id=False,
    fields={
        "section": Field(read=whole(0, 12), required=True),
        "text": Field(read=both_languages(False), required=True),
        "supersedes": Field(read=code, to="reporttext"),
    },
)
EVENT = Section(
    kind="event",
    date="required",
    source="required",
    once=((("slug",), "Another event has this address."),),
    fields={
        "slug": Field(read=slug, required=True),
        "kind": Field(read=one_of(Event.Kind.values), required=True),
        "title": Field(read=both_languages(True), required=True),
        "series": Field(read=text),
        "level": Field(read=one_of(Event.Level.values)),
        "mode": Field(read=one_of(Event.Mode.values)),
        "place": Field(read=both_languages(False)),
        "time": Field(read=local_time, column="starts_at"),
        "zone": Field(read=zone),
        "outcomes": Field(read=list_of(one_of(codes_of(scales.OUTCOMES)))),
        "outcome": Field(read=both_languages(False)),
        "main": Field(read=flag),
        "state": Field(read=one_of(Event.State.values)),
    },
    own=("front_positions",),
    parts={
        "attendance": ATTENDANCE,
        "agenda": AGENDA,
        "statements": STATEMENTS,
        "positions": POSITIONS,
        "differences": DIFFERENCES,
        "followups": FOLLOWUPS,
        "report_texts": REPORT_TEXTS,
    },
)
