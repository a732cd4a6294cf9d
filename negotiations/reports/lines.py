"""The lines of a meeting's page and report, as plain values in the reader's language.

Knows the scales and the shape of the rows. `anchor` names the row a line comes from.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from grants import formats
from negotiations import scales, typed_values
from negotiations.models import Position
from negotiations.standing.clock import language

STANCES = scales.by_code(scales.STANCES)
FIRMNESS = scales.by_code(scales.FIRMNESS)
GRADES = scales.by_code(scales.GRADES)
OUTCOMES = scales.by_code(scales.OUTCOMES)
VERDICTS = scales.by_code(scales.VERDICTS)
CHANNELS = scales.by_code(scales.CHANNELS)
NOT_STATED = STANCES["not_stated"]


@dataclass(frozen=True, slots=True)
class Cite:
    """A source of a row: its code for the link, its words, and the place in it."""

    code: str
    publisher: str
    title: str
    locator: str


@dataclass(frozen=True, slots=True)
class StatementLine:
    anchor: str
    code: str
    government: str
    who: str
    office: str
    behalf: str
    front: str
    kind: str
    kind_word: str
    channel: str
    grade: str
    verbatim: bool
    terms: tuple[tuple[str, str], ...]
    item: str
    text: str
    language: str
    translation: str
    translation_language: str
    translation_by: str
    original_missing: bool
    state: str
    draft: bool
    cites: tuple[Cite, ...]
    binds: str = ""  # the name of a front's statement in addresses

    @property
    def reading(self) -> tuple[str, str, str]:
        """Text, its language, and whose translation it is, in the reader's language where on file."""
        if self.language != language() and self.translation:
            return self.translation, self.translation_language, self.translation_by
        return self.text, self.language, ""


@dataclass(frozen=True, slots=True)
class ConditionLine:
    text: str
    kind: str
    red_line: bool
    status: str


@dataclass(frozen=True, slots=True)
class PositionLine:
    """One position in words. `approved` is False while nobody but its author has confirmed it."""

    anchor: str
    who: str
    term_code: str
    term: str
    stance: Any
    firmness: str
    grade: str
    grade_code: str
    oral: bool
    collective: bool
    summary: str
    value: str
    conditions: tuple[ConditionLine, ...]
    combine: str
    approved: bool
    cite: Cite


@dataclass(frozen=True, slots=True)
class MoveLine:
    before: Any
    before_firmness: str
    before_origin: str
    after: PositionLine
    changed: bool
    governments: tuple[str, ...]


def cite(row: Any) -> Cite:
    """The main source of a fact or an event."""
    return Cite(row.source.name_in_addresses, row.source.publisher, row.source.title,
                getattr(row, "locator", ""))


def cites(row: Any) -> tuple[Cite, ...]:
    """The main source and the further ones."""
    return (cite(row), *(cite(further) for further in row.citations.all()))


def statement_line(row: Any) -> StatementLine:
    other = "fr" if row.language == "en" else "en"
    return StatementLine(
        anchor=row.anchor, code=row.code or "",
        government=row.government.short if row.government_id else "",
        who=row.who, office=row.speaker.office if row.speaker_id else "",
        behalf=row.get_behalf_display() if row.behalf != "own" else "",
        front=row.front.short if row.front_id else "",
        kind=row.kind, kind_word=row.get_kind_display(), channel=row.get_channel_display(),
        grade=row.get_grade_display(), verbatim=row.manner == "verbatim",
        terms=tuple((link.term.code or "", link.term.name) for link in row.term_links.all()),
        item=row.item.number if row.item_id else "",
        text=row.text, language=row.language, translation=row.translation,
        translation_language=other, translation_by=row.get_translation_by_display(),
        original_missing=row.original_missing, state=row.get_state_display(),
        draft=row.state == "draft", cites=cites(row),
        binds=row.name_in_addresses if row.behalf == "front" else "")


def condition_line(row: Any) -> ConditionLine:
    return ConditionLine(row.text, row.get_kind_display(), row.kind == "red_line",
                         row.get_status_display())


def position_line(row: Position, oral: Iterable[int] = ()) -> PositionLine:
    """*oral* holds the keys of statements made by word of mouth."""
    resting_on = [link.statement_id for link in row.statement_links.all()]
    conditions = tuple(condition_line(one) for one in row.conditions.all())
    return PositionLine(
        anchor=row.anchor,
        who=row.front.short if row.front_id else row.government.name,
        term_code=(row.term.code or "") if row.term_id else "",
        term=row.term.name if row.term_id else "",
        stance=STANCES[row.stance], firmness=FIRMNESS[row.firmness].word,
        grade=GRADES[row.grade].word, grade_code=row.grade,
        oral=bool(resting_on) and all(key in oral for key in resting_on),
        collective=row.origin == "collective", summary=row.summary,
        value=typed_values.told(row.value, row.term.value_kind, row.term.unit) if row.term_id else "",
        conditions=conditions,
        combine=row.get_combine_display() if len(conditions) > 1 else "",
        approved=is_approved(row), cite=cite(row))


def is_approved(row: Position) -> bool:
    """The last verdict on the row, of those it was loaded with, approves it."""
    last = max(row.approvals.all(), key=lambda one: one.pk, default=None)
    return last is not None and last.verdict == "approved"


def move_line(move: Any, oral: Iterable[int], shorts: dict[str, str]) -> MoveLine:
    before = move.before
    return MoveLine(
        before=STANCES[before.row.stance] if before else NOT_STATED,
        before_firmness=FIRMNESS[before.row.firmness].word if before else "",
        before_origin=Position.Origin(before.row.origin).label if before else "",
        after=position_line(move.row, oral), changed=move.changed,
        governments=tuple(shorts[code] for code in move.governments))


def when(row: Any) -> str:
    """The date of a row, as exactly as it is known, in a sentence."""
    return formats.dated(row.effective_on, language(), row.effective_precision, row.effective_from)
