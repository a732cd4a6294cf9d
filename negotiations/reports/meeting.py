"""The value of a meeting's page and report: what happened, who said what, what moved.

Knows the rows (as `rows.load` gives them) and standing; the templates only print it.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants import formats
from negotiations.reports import lines, sections
from negotiations.reports.level import level_of
from negotiations.reports.rows import MeetingRows
from negotiations.standing.clock import language
from negotiations.standing.deadlines import Countdown, countdowns
from negotiations.standing.headline import Headline, headline
from negotiations.standing.movement import moves
from negotiations.standing.tracks import (
    AGREEMENT_STATES,
    UNCOUNTED,
    Track,
    count,
    read_closely,
    tracks,
)

ORAL_CHANNELS = ("room", "scrum", "interview", "legislature")


@dataclass(frozen=True, slots=True)
class MeetingReport:
    """Everything the page and the report print, in the reader's language."""

    event: Any
    cite: lines.Cite
    when: str
    as_of: Any
    outcomes: tuple[Any, ...]
    bottom_line: str
    state_sentence: str
    agreement_states_moved: int
    headline: Headline
    countdowns: tuple[Countdown, ...]
    strip: tuple[sections.TrackCell, ...]
    attendance: tuple[sections.AttendanceLine, ...]
    items: tuple[sections.ItemLine, ...]
    statements: tuple[lines.StatementLine, ...]
    said: tuple[sections.Said, ...]
    silent: tuple[str, ...]
    others: tuple[lines.StatementLine, ...]
    moves: tuple[lines.MoveLine, ...]
    offers: tuple[sections.OfferLine, ...]
    fronts: tuple[sections.FrontLine, ...]
    differences: tuple[sections.DifferenceLine, ...]
    followups: tuple[sections.FollowUpLine, ...]
    numbers: tuple[sections.NumberLine, ...]
    questions: tuple[Any, ...]
    sources: tuple[lines.Cite, ...]
    texts: dict[int, Any]
    level: int

    @property
    def quotations(self) -> tuple[lines.StatementLine, ...]:
        return tuple(line for line in self.statements if line.verbatim)

    @property
    def changes(self) -> tuple[lines.MoveLine, ...]:
        return tuple(move for move in self.moves if move.changed)

    @property
    def not_recorded(self) -> tuple[str, ...]:
        return tuple(line.government for line in self.attendance if not line.recorded)


def build(rows: MeetingRows) -> MeetingReport:
    """The value of one event, from its rows."""
    event = rows.event
    found = read_closely(tracks(provincial(rows), rows.steps, rows.contests), rows.steps, rows.agreements)
    head = headline(rows.offers, count(found.values()), talks(found))
    oral = frozenset(row.pk for row in rows.statements if row.channel in ORAL_CHANNELS)
    shorts = {one.code: one.short for one in rows.governments}
    statements = tuple(lines.statement_line(row) for row in rows.statements)
    by_pk = dict(zip((row.pk for row in rows.statements), statements, strict=True))
    moved = agreement_steps(rows)
    deadlines = tuple(countdowns(rows.deadlines, rows.as_of.on))
    return MeetingReport(
        event=event, cite=lines.cite(event), when=lines.when(event), as_of=rows.as_of,
        outcomes=tuple(lines.OUTCOMES[code] for code in event.outcomes),
        bottom_line=bottom_line(event, moved, deadlines),
        state_sentence=state_sentence(moved), agreement_states_moved=moved,
        headline=head, countdowns=deadlines, strip=sections.strip(rows.governments, found),
        attendance=sections.attendance(rows) if event.is_gathering else (),
        items=tuple(sections.item_line(row) for row in rows.items), statements=statements,
        said=sections.said(rows, by_pk, oral), silent=sections.silent(rows),
        others=tuple(by_pk[row.pk] for row in rows.statements
                     if row.government_id is None and row.behalf != "front"),
        moves=tuple(lines.move_line(move, oral, shorts)
                    for move in moves([*rows.positions, *rows.before], event)),
        offers=sections.offers_at(rows),
        fronts=sections.fronts(rows, by_pk, oral),
        differences=tuple(sections.difference_line(row) for row in rows.differences),
        followups=tuple(sections.followup_line(row) for row in rows.followups),
        numbers=tuple(sections.number_line(row) for row in rows.claims),
        questions=tuple(rows.questions), sources=sources(rows, statements),
        texts={row.section: row for row in rows.texts}, level=level(rows))


def provincial(rows: MeetingRows) -> list[str]:
    """The governments that an agreement is to be reached with: all that take part but Canada."""
    return [one.code for one in rows.governments if one.kind != "federal" and one.takes_part]


def talks(found: dict[str, Track]) -> bool:
    return any(one.state not in UNCOUNTED for one in found.values())


def agreement_steps(rows: MeetingRows) -> int:
    """How many tracks reached a state of agreement at this event."""
    return sum(step.event_id == rows.event.pk and step.state in AGREEMENT_STATES for step in rows.steps)


def state_sentence(moved: int) -> str:
    if not moved:
        return _("No agreement state moved.")
    return ngettext("%(count)s government’s agreement state moved.",
                    "%(count)s governments’ agreement states moved.", moved) % {"count": moved}


def bottom_line(event: Any, moved: int, deadlines: tuple[Countdown, ...]) -> str:
    """Outcome, what it means, whether a state moved, and the next date: at most 35 words."""
    outcome = [lines.OUTCOMES[code] for code in event.outcomes]
    told = [f"{capital(one.word)}. {one.definition}" for one in outcome]
    coming = [one for one in deadlines if not one.passed]
    return " ".join([*told, state_sentence(moved), *(countdown_sentence(one) for one in coming[:1])])


def capital(word: str) -> str:
    word = str(word)
    return word[:1].upper() + word[1:]


def countdown_sentence(one: Countdown) -> str:
    """143 days to 31 March 2014 (Labour Market Agreements expire)."""
    return _("%(days)s to %(date)s (%(title)s).") % {
        "days": formats.days(one.days, language()),
        "date": formats.dated(one.row.due_on, language(), one.row.due_precision),
        "title": one.row.title}


def sources(rows: MeetingRows, statements) -> tuple[lines.Cite, ...]:
    """Each source named on the page, once, in the order of its code."""
    named = {one.code: one for line in statements for one in line.cites}
    for row in (*rows.attendances, *rows.followups, rows.event):
        named.setdefault(lines.cite(row).code, lines.cite(row))
    return tuple(named[code] for code in sorted(named))


def level(rows: MeetingRows) -> int:
    """The highest sensitivity among the rows that are shown."""
    return level_of(
        [rows.event], rows.attendances, rows.items, rows.statements, rows.differences, rows.followups,
        rows.deadlines, rows.claims, rows.questions, rows.texts, rows.offers, rows.steps, rows.contests,
        rows.positions, rows.before, rows.members, rows.agreements)
