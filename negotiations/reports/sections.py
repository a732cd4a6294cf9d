"""The sections of a meeting's page and report: attendance, what each said, fronts, figures.

Knows the rows (as `rows.load` gives them) and the lines; each function fills one section.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from grants import formats
from negotiations import scales, typed_values
from negotiations.reports import lines
from negotiations.reports.rows import MeetingRows
from negotiations.standing.clock import language
from negotiations.standing.offers import withdrawn_on
from negotiations.standing.tracks import Track

TRACK_WORDS = {value.code: value.word for value in scales.TRACK_STATES}


@dataclass(frozen=True, slots=True)
class AttendanceLine:
    government: str
    code: str
    status: str
    recorded: bool
    person: str
    office: str
    reason: str
    cite: lines.Cite | None


@dataclass(frozen=True, slots=True)
class ItemLine:
    number: str
    title: str
    terms: tuple[tuple[str, str], ...]
    outcomes: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Said:
    """What one government said itself. `beside` are the statements that no position rests on."""

    government: Any
    statements: tuple[lines.StatementLine, ...]
    beside: tuple[lines.StatementLine, ...]
    positions: tuple[lines.PositionLine, ...]
    fronts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FrontLine:
    name: str
    members: tuple[str, ...]
    spokespersons: tuple[str, ...]
    footnotes: tuple[tuple[str, str], ...]
    statements: tuple[lines.StatementLine, ...]
    positions: tuple[lines.PositionLine, ...]


@dataclass(frozen=True, slots=True)
class AccountLine:
    gist: str
    who: str
    government: str
    grade: str
    anchor: str
    cite: lines.Cite


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    question: str
    accounts: tuple[AccountLine, ...]


@dataclass(frozen=True, slots=True)
class FollowUpLine:
    owner: str
    office: str
    action: str
    due: str
    state: str
    cite: lines.Cite


@dataclass(frozen=True, slots=True)
class NumberLine:
    anchor: str
    claim: str
    words: str
    language: str
    verdict: str
    reason: str
    may_we_say: str
    offer: str
    cites: tuple[lines.Cite, ...]


@dataclass(frozen=True, slots=True)
class TermLine:
    code: str
    name: str
    value: str
    wording: str
    note: str


@dataclass(frozen=True, slots=True)
class OfferLine:
    """Something put on the table at the event."""

    code: str
    title: str
    kind: str
    form: str
    author: str
    about: str
    summary: str
    terms: tuple[TermLine, ...]
    cite: lines.Cite


@dataclass(frozen=True, slots=True)
class TrackCell:
    government: Any
    state: str
    contested: str


def strip(governments, found: dict[str, Track]) -> tuple[TrackCell, ...]:
    return tuple(
        TrackCell(one, TRACK_WORDS[found[one.code].state],
                  TRACK_WORDS.get(found[one.code].contested_as, ""))
        for one in governments if one.code in found)


def attendance(rows: MeetingRows) -> tuple[AttendanceLine, ...]:
    """One line a government, in protocol order; no row is not recorded, which is not absent."""
    found: dict[str, list] = {}
    for row in rows.attendances:
        found.setdefault(row.government_id, []).append(row)
    return tuple(line for one in rows.governments
                 for line in attendance_lines(one, found.get(one.code, ())))


def attendance_lines(government: Any, found) -> list[AttendanceLine]:
    if not found:
        words = pgettext("attendance", "not recorded")
        return [AttendanceLine(government.name, government.code, words, False, "", "", "", None)]
    return [AttendanceLine(
        government.name, government.code, row.get_status_display(), row.status != "not_recorded",
        row.person.person if row.person_id else "", row.person.office if row.person_id else "",
        row.reason, lines.cite(row)) for row in found]


def item_line(row: Any) -> ItemLine:
    return ItemLine(
        row.number, row.title,
        tuple((link.term.code or "", link.term.name) for link in row.term_links.all()),
        tuple(str(lines.OUTCOMES[code].word) for code in row.outcomes), row.outcome)


def said(rows: MeetingRows, by_pk: dict, oral) -> tuple[Said, ...]:
    """In protocol order, each government that spoke or took a position of its own."""
    own = [row for row in rows.positions if row.origin == "individual"]
    fronts: dict[str, list[str]] = {}
    for member in rows.members:
        fronts.setdefault(member.government_id, []).append(member.front.short)
    resting = {link.statement_id for row in own for link in row.statement_links.all()}
    found = []
    for one in rows.governments:
        spoken = [row for row in rows.statements if row.government_id == one.code]
        taken = tuple(lines.position_line(row, oral) for row in own if row.government_id == one.code)
        if spoken or taken:
            found.append(Said(
                one, tuple(by_pk[row.pk] for row in spoken),
                tuple(by_pk[row.pk] for row in spoken if row.pk not in resting),
                taken, tuple(fronts.get(one.code, ()))))
    return tuple(found)


def silent(rows: MeetingRows) -> tuple[str, ...]:
    """Who takes part, and made no statement and took no position of its own at this event."""
    heard = {row.government_id for row in rows.statements} | {
        row.government_id for row in rows.positions if row.origin == "individual"}
    return tuple(one.name for one in rows.governments if one.takes_part and one.code not in heard)


def fronts(rows: MeetingRows, by_pk: dict, oral) -> tuple[FrontLine, ...]:
    """The fronts that stood on that day and spoke at, or were bound by, this event."""
    grouped: dict[Any, list] = {}
    for member in rows.members:
        grouped.setdefault(member.front, []).append(member)
    found = (front_line(front, members, rows, by_pk, oral) for front, members in grouped.items())
    return tuple(line for line in found if line.statements or line.positions)


def front_line(front: Any, members: list, rows: MeetingRows, by_pk: dict, oral) -> FrontLine:
    spoken = tuple(by_pk[row.pk] for row in rows.statements
                   if row.behalf == "front" and row.front_id == front.pk)
    taken: dict[tuple, Any] = {}
    for row in rows.positions:
        if row.front_id == front.pk:
            taken.setdefault((row.term_id, row.stance, row.firmness), row)
    return FrontLine(
        front.name, tuple(member.government.short for member in members),
        tuple(member.government.short for member in members if member.role == "spokesperson"),
        tuple((member.government.name, member.footnote) for member in members if member.footnote),
        spoken, tuple(lines.position_line(row, oral) for row in taken.values()))


def difference_line(row: Any) -> DifferenceLine:
    return DifferenceLine(row.question, tuple(account_line(one) for one in row.accounts.all()))


def account_line(row: Any) -> AccountLine:
    told = row.statement
    government = told.government.short if told.government_id else ""
    return AccountLine(
        row.gist, told.front.short if told.behalf == "front" else told.who, government,
        told.get_grade_display(), told.anchor, lines.cite(told))


def followup_line(row: Any) -> FollowUpLine:
    owner = row.owner_government or row.owner_front
    return FollowUpLine(
        owner.short if owner else row.get_side_display(), row.owner_office, row.action,
        formats.dated(row.due_on, language(), row.due_precision) if row.due_on else "",
        row.get_state_display(), lines.cite(row))


def number_line(row: Any) -> NumberLine:
    """The claim with the last verdict by then; none yet reads as being checked."""
    verdicts = list(row.verdicts.all())
    last = verdicts[-1] if verdicts else None
    return NumberLine(
        f"claim-{row.pk}", row.title, row.text, row.language,
        last.get_verdict_display() if last else "", last.reason if last else "",
        last.may_we_say if last else "", row.offer.title if row.offer_id else "",
        (lines.cite(row), *((lines.cite(last),) if last else ())))


def offers_at(rows: MeetingRows) -> tuple[OfferLine, ...]:
    """What was put on the table at the event, and what was withdrawn at it."""
    event = rows.event.pk
    tabled = [offer_line(row) for row in rows.offers if row.tabled_at == event]
    gone = [replace(offer_line(row), title=withdrawal(row)) for row in rows.offers
            if withdrawn_on(row) and row.event_id == event and row.tabled_at != event]
    return (*tabled, *gone)


def offer_line(row: Any) -> OfferLine:
    """A withdrawn one tells no figure."""
    terms = () if withdrawn_on(row) else row.terms.all()
    return OfferLine(
        row.name_in_addresses, titled(row), row.get_kind_display(), row.get_form_display(),
        row.authors, "", row.summary, tuple(term_line(one) for one in terms),
        lines.cite(row))


def withdrawal(row: Any) -> str:
    """What a withdrawal is called where days are told: never by the bare title of what it withdrew."""
    return _("withdrawn: %(title)s") % {"title": row.told("title")}


def tabled_when(row: Any) -> str:
    """The date on which an offer was put on the table; a withdrawal has that of what it withdrew."""
    if row.tabled_on:
        return formats.dated(row.tabled_on, language(), row.tabled_precision, row.tabled_from)
    return lines.when(row)


def withdrawn_words(row: Any) -> str:
    """What stands beside a title: the date of its withdrawal, or nothing."""
    if not withdrawn_on(row):
        return ""
    exact = row.effective_precision == "day"
    return (_("withdrawn on %(day)s") if exact else _("withdrawn: %(day)s")) % {"day": lines.when(row)}


def titled(row: Any) -> str:
    """Its title, which of a withdrawn one says so."""
    words = withdrawn_words(row)
    return f"{row.told('title')} ({words})" if words else row.told("title")


def term_line(row: Any) -> TermLine:
    return TermLine(
        row.term.code or "", row.term.name,
        typed_values.told(row.value, row.term.value_kind, row.term.unit), row.wording, row.note)
