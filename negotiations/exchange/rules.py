"""The rules of one row, by its kind: what the database would refuse, told with file and line."""

from collections.abc import Callable, Mapping

from negotiations.exchange.faults import Faults, shown
from negotiations.exchange.kinds import calendar_day
from negotiations.exchange.notation import number_fault
from negotiations.exchange.rows import Row

Found = Mapping[str, Mapping[str, Row]]
Rule = Callable[[Row, Found, Faults], None]
GATHERINGS = ("meeting", "call", "hearing")


def ends_after(start: str, end: str, sentence: str) -> Rule:
    """A rule: the day in *end*, where there are both, is not before that in *start*."""

    def rule(row: Row, _found: Found, faults: Faults) -> None:
        first, last = row.get(start), row.get(end)
        if first and last and last < first:
            faults.tell(row.where(end), sentence)

    return rule


def needs(when: Callable[[Row], bool], column: str, sentence: str) -> Rule:
    """A rule: a row of which *when* holds says something in *column*, in either language."""

    def rule(row: Row, _found: Found, faults: Faults) -> None:
        said = row.get(column) or row.get(f"{column}_en") or row.get(f"{column}_fr")
        if when(row) and not said:
            faults.tell(row.place, sentence)

    return rule


def is_(column: str, *values: object) -> Callable[[Row], bool]:
    return lambda row: row.get(column) in values


def main_is_a_gathering(row: Row, _found: Found, faults: Faults) -> None:
    if row.get("main") and row.get("kind") not in GATHERINGS:
        faults.tell(row.where("main"), "Only a meeting, call or hearing can be a main meeting.")


def stands_in_a_gathering(row: Row, _found: Found, faults: Faults) -> None:
    if row.owner.get("kind") and row.owner.get("kind") not in GATHERINGS:
        faults.tell(row.place, "Only a meeting, a call or a hearing has attendance and an agenda.")


def parent_of_same_event(row: Row, found: Found, faults: Faults) -> None:
    parent = found["agendaitem"].get(row.get("parent"))
    if parent and parent.owner is not row.owner:
        faults.tell(row.where("parent"), f"{shown(parent.code)} is an item of another event.")


def item_of_same_event(row: Row, found: Found, faults: Faults) -> None:
    item = found["agendaitem"].get(row.get("item"))
    if item and item.owner is not row.owner:
        faults.tell(row.where("item"), f"{shown(item.code)} is an item of another event.")


def person_of_government(column: str) -> Rule:
    """A rule: who is named holds an office of the row's government, on that day."""

    def rule(row: Row, found: Found, faults: Faults) -> None:
        person = found["officeholder"].get(row.get(column))
        if person is None:
            return
        own = row.get("government") or (row.owner.get("government") if row.owner else None)
        if own and person.get("government") not in (own, None):
            faults.tell(row.where(column),
                        f"{shown(person.code)} is of {person.get('government')}, not of {own}.")  # fmt: skip
        in_office(row, column, person, faults)

    return rule


def in_office(row: Row, column: str, person: Row, faults: Faults) -> None:
    day, first = row.get("effective_on"), row.get("effective_from")
    starts, ends = person.get("starts_on"), person.get("ends_on")
    if day and ((starts and day < starts) or (ends and (first or day) > ends)):
        faults.tell(row.where(column), f"{shown(person.code)} held that office "
                    f"{f'from {starts} ' if starts else ''}{f'to {ends}' if ends else ''}".rstrip()
                    + f", not on {day}.")  # fmt: skip


def statement_front(row: Row, _found: Found, faults: Faults) -> None:
    behalf, front = row.get("behalf") or "own", row.get("front")
    if (behalf in ("front", "claims")) != bool(front):
        faults.tell(row.where("front" if front else "behalf"),
                    "Name the front when, and only when, the words are for one: "
                    "behalf: front or claims.")  # fmt: skip


def statement_translation(row: Row, _found: Found, faults: Faults) -> None:
    by = row.get("translation_by") or "none"
    if row.get("translation") and by == "none":
        faults.tell(row.where("translation"), "A translation says whose it is: translation_by.")
    if not row.get("translation") and by != "none":
        faults.tell(row.where("translation_by"), "Here is no translation.")


def position_front(row: Row, _found: Found, faults: Faults) -> None:
    collective, front = row.get("origin") == "collective", row.get("front")
    if collective != bool(front):
        faults.tell(row.where("front" if front else "origin"),
                    "A collective position names its front; no other does.")  # fmt: skip


def condition_operator(row: Row, found: Found, faults: Faults) -> None:
    operator, value = row.get("operator"), row.get("value")
    if bool(operator) != bool(value):
        faults.tell(row.where("operator" if operator else "value"),
                    "A sharp condition has an operator and a value.")  # fmt: skip
    elif operator and operator not in ("is", "=="):
        compared(row, "value", found, faults)


def compared(row: Row, column: str, found: Found, faults: Faults) -> None:
    """The value can be compared: it is a number, or a day."""
    word = row.get(column)
    if word and not calendar_day(word) and (fault := number_fault(word, "number")):
        faults.tell(row.where(column), fault)


def offer_author(row: Row, _found: Found, faults: Faults) -> None:
    government, front = row.get("author_government"), row.get("author_front")
    kind, place = row.get("kind"), row.where("author_government")
    if kind in ("offer", "demand", "signal") and bool(government) == bool(front):
        faults.tell(place, f"This {kind} has one author, a government or a front.")
    if kind == "outcome" and not (government or front):
        faults.tell(place, "An outcome has both sides as authors: a government and a front.")


def offer_attached(row: Row, _found: Found, faults: Faults) -> None:
    if (row.get("kind") == "signal") != bool(row.get("attached_to")):
        faults.tell(row.where("attached_to" if row.get("attached_to") else "kind"),
                    "A signal, and nothing else, is attached to an offer: attached_to.")  # fmt: skip


def offer_replaces(row: Row, _found: Found, faults: Faults) -> None:
    if row.get("replaces") and row.get("kind") not in ("offer", "outcome"):
        faults.tell(row.where("replaces"), "Only an offer or an outcome replaces another.")


def offer_is_written(row: Row, _found: Found, faults: Faults) -> None:
    if row.get("kind") == "offer" and row.get("form") == "oral":
        faults.tell(row.where("form"),
                    "An offer is written; what is oral is a signal or a demand.")  # fmt: skip


def offerterm_says_something(row: Row, _found: Found, faults: Faults) -> None:
    if not (row.get("value") or row.get("wording_en") or row.get("wording_fr")):
        faults.tell(row.place, "Give a value or the wording.")


def addressee_is_one(row: Row, _found: Found, faults: Faults) -> None:
    if bool(row.get("government")) == bool(row.get("front")):
        faults.tell(row.place, "An addressee is a government or a front.")


def contest_has_evidence(row: Row, _found: Found, faults: Faults) -> None:
    if row.get("grade") == "E5":
        faults.tell(row.where("grade"), "A contest rests on what somebody said or wrote: E1 to E4.")


def contest_another_state(row: Row, _found: Found, faults: Faults) -> None:
    if row.get("state") == row.owner.get("state"):
        faults.tell(row.where("state"), "This is the state that the step itself gives: a contest "
                                        "describes another.")  # fmt: skip


def limit_says_something(row: Row, found: Found, faults: Faults) -> None:
    if not any(row.get(name) for name in ("minimum", "maximum", "must_en", "must_fr")):
        faults.tell(row.place, "Give a minimum, a maximum, or what must be.")
    for column in ("minimum", "maximum"):
        compared(row, column, found, faults)


def as_sensitive_as_superseded(row: Row, found: Found, faults: Faults) -> None:
    earlier = found[row.kind].get(row.get("supersedes"))
    if earlier and row.level < earlier.level:
        faults.tell(row.where("supersedes"), "A row that supersedes another is at least as "
                                             "sensitive.")  # fmt: skip


FACT = (as_sensitive_as_superseded,)
RULES: dict[str, tuple[Rule, ...]] = {
    "officeholder": (ends_after("starts_on", "ends_on", "An office cannot end before it starts."),),
    "frontmember": (
        ends_after("starts_on", "ends_on", "A government cannot leave a front before it joins."),
    ),
    "event": (
        main_is_a_gathering,
        needs(lambda row: bool(row.get("starts_at")), "zone", "A time needs its time zone: zone."),
    ),
    "attendance": (
        *FACT,
        stands_in_a_gathering,
        person_of_government("person"),
        needs(is_("status", "absent"), "reason",
              "Say why the delegation was absent, or that no reason was given: reason."),
    ),
    "agendaitem": (stands_in_a_gathering, parent_of_same_event),
    "statement": (
        *FACT,
        statement_front,
        statement_translation,
        item_of_same_event,
        person_of_government("speaker"),
        needs(lambda row: not row.get("speaker"), "speaker_note",
              "Name the speaker, or say in words who spoke: speaker or speaker_note."),
    ),
    "position": (
        *FACT,
        position_front,
        needs(is_("grade", "E5"), "reasoning", "An inferred position states the reasoning."),
    ),
    "condition": (*FACT, condition_operator),
    "followup": (
        *FACT,
        item_of_same_event,
        needs(is_("state", "dropped"), "state_reason",
              "Say why the follow-up was dropped: state_reason."),
    ),
    "offer": (
        *FACT, offer_author, offer_attached, offer_replaces, offer_is_written,
        ends_after("effective_on", "response_due", "A response cannot be due before the offer."),
    ),
    "offerterm": (offerterm_says_something,),
    "offeraddressee": (addressee_is_one,),
    "claim": (ends_after("span_from", "span_to", "A span ends after it starts."),),
    "claimverdict": FACT,
    "deadline": FACT,
    "trackstep": FACT,
    "contest": (*FACT, contest_has_evidence, contest_another_state),
    "agreement": (
        ends_after("in_force_on", "ends_on", "An agreement cannot end before it starts."),
    ),
    "signature": (*FACT, person_of_government("person")),
    "mandate": (
        ends_after("given_on", "expires_on", "A mandate cannot expire before it is given."),
    ),
    "mandatelimit": (limit_says_something,),
}  # fmt: skip
