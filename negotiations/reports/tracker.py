"""The value of the agreement tracker: who has really signed, and what is still missing."""

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from grants import formats
from grants.models import IndicatorRelease, Jurisdiction
from negotiations import scales
from negotiations.models import Negotiation, Signature
from negotiations.reports import board, lines
from negotiations.reports.board import AlertLine, Board, TrackLine
from negotiations.reports.early import Early, early_for
from negotiations.scales import moves
from negotiations.standing import alerts, clock, money
from negotiations.standing.clock import AsOf, language
from negotiations.standing.tracks import IN_PRINCIPLE, SIGNED, Counts, Track, count
from negotiations.standing.tracks import signatures as signatures_of
from negotiations.standing.yardsticks import Coverage, Yardstick, coverage, yardsticks

GRADES = scales.by_code(scales.GRADES)
TEXT_ON_THE_TABLE = frozenset(("J7", "J8", "J9", *SIGNED, "J20", "J21"))
AGREEING = frozenset((*IN_PRINCIPLE, *SIGNED))


@dataclass(frozen=True, slots=True)
class Reached:
    """A state of a track with its day, and the evidence: its grade in words and where it stands.

    Of one that a signature shows `grade` says so.
    """

    when: str
    grade: str
    reference: str
    cite: lines.Cite


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A required signature: whose, and the day and evidence where it is there. `pk` is the block's."""

    pk: int
    government: str
    federal: bool
    office: str
    when: str
    announced: bool
    by: str
    cite: lines.Cite | None


@dataclass(frozen=True, slots=True)
class ClauseLine:
    anchor: str
    kind: str
    text: str
    due: datetime.date | None
    cite: lines.Cite


@dataclass(frozen=True, slots=True)
class AgreementLine:
    """`lapsed` says that it has ended without a successor."""

    anchor: str
    title: str
    type: str
    in_force_on: datetime.date | None
    ends_on: datetime.date | None
    money: str
    lapsed: bool
    blocks: tuple[BlockLine, ...]
    clauses: tuple[ClauseLine, ...]
    cite: lines.Cite

    @property
    def missing(self) -> int:
        return sum(not block.when for block in self.blocks)


@dataclass(frozen=True, slots=True)
class TrackerRow:
    """One government. `step` is the key of the step it stands on; `lapsed` says that an agreement has."""

    government: Jurisdiction
    track: TrackLine
    step: int | None
    state_since: Reached | None
    in_principle: Reached | None
    text: Reached | None
    approved: Reached | None
    in_force: Reached | None
    agreements: tuple[AgreementLine, ...]
    lapsed: bool
    frozen: str
    order_needed: bool
    apart: bool
    counted: bool

    @property
    def state(self) -> str:
        return self.track.told

    @property
    def contested(self) -> str:
        return self.track.contested

    @property
    def signed(self) -> tuple[str, ...]:
        return tuple(block.when for one in self.agreements for block in one.blocks if block.when)

    @property
    def missing(self) -> int:
        return sum(one.missing for one in self.agreements)


@dataclass(frozen=True, slots=True)
class Tracker:
    rows: tuple[TrackerRow, ...]
    general: tuple[AgreementLine, ...]
    alerts: tuple[AlertLine, ...]
    counts: Counts
    coverage: Coverage
    yardsticks: tuple[Yardstick, ...]
    release: IndicatorRelease | None
    unconfirmed: int
    early: Early | None
    loaded_since: bool
    level: int


def tracker(negotiation: Negotiation, as_of: AsOf, put_in: Collection[str] = (),
            left_out: Collection[str] = ()) -> Tracker:
    """The tracker as of a day; *put_in* and *left_out* change which governments count: 11 queries."""
    standing = board.load(negotiation, as_of)
    agreeing = agreeing_codes(standing.tracks, put_in, left_out)
    release = IndicatorRelease.objects.population_of(
        min(as_of.on, as_of.known or as_of.on), as_of.moment)
    people, unconfirmed = release.people() if release else ({}, 0)
    kinds = {one.code: one.kind for one in standing.governments if one.kind != "federal"}
    covered = coverage(agreeing, kinds, people)
    rows = [tracker_row(one, standing, agreeing) for one in standing.parties]
    return Tracker(
        tuple(sorted(rows, key=lambda row: not row.contested)),
        tuple(agreement_line(one, standing) for one in standing.agreements if one.government_id is None),
        standing.alerts, count(standing.tracks.values()), covered, yardsticks(covered), release,
        unconfirmed, early_for(negotiation, as_of), standing.loaded_since, standing.level)


def agreeing_codes(found: dict[str, Track], put_in: Collection[str],
                   left_out: Collection[str]) -> frozenset[str]:
    """In principle or beyond and uncontested, unless the reader puts one in or leaves one out."""
    settled = {code for code, one in found.items()
               if one.state in AGREEING and one.contest is None and not one.apart}
    return frozenset((settled | (set(put_in) & set(found))) - set(left_out))


def tracker_row(government: Jurisdiction, standing: Board, agreeing: frozenset[str]) -> TrackerRow:
    found = standing.tracks[government.code]
    own = [step for step in standing.steps if step.government_id == government.code]
    agreements = [one for one in standing.agreements if one.government_id == government.code
                  and (found.state in TEXT_ON_THE_TABLE or is_there(one, standing.on))]
    raised = [one for one in standing.raised if government.code in one.governments or (
        one.kind == alerts.ELECTION and not one.governments)]
    return TrackerRow(
        government=government, track=standing.line(government), step=found.step.pk if found.step else None,
        state_since=reached(found.since), in_principle=standing_since(own, "J6"),
        text=standing_since(own, "J7"), approved=standing_since(own, "J8"),
        in_force=standing_since(own, "J11"),
        agreements=tuple(agreement_line(one, standing) for one in agreements),
        lapsed=any(one.kind == alerts.LAPSED for one in raised),
        frozen=next((one.words for one in raised if one.kind == alerts.ELECTION), ""),
        order_needed=government.code in moves.NEEDS_ORDER, apart=found.apart,
        counted=government.code in agreeing)


def is_there(agreement: Any, on: datetime.date) -> bool:
    """An agreement has no date of its own: it is there from its first signature, or once on record."""
    return bool(signatures_of(agreement)) or on >= agreement.recorded_at.astimezone(clock.zone()).date()


def standing_since(steps: Iterable[Any], state: str) -> Reached | None:
    """When *state* was reached, and where that stands; None before, and once a later step undoes it."""
    found = None
    for step in steps:
        if step.state in moves.undone_by(state):
            found = None
        elif step.state == state:
            found = found or step
    return reached(found)


def reached(row: Any) -> Reached | None:
    """By a step, or by the signature that shows the state."""
    if row is None:
        return None
    if isinstance(row, Signature):
        return Reached(when(row), str(row._meta.verbose_name), "", lines.cite(row))
    return Reached(when(row), str(GRADES[row.grade].word), row.reference, lines.cite(row))


def when(row: Any) -> str:
    """The date as a table prints it, as exactly as it is known."""
    return formats.dated_iso(row.effective_on, language(), row.effective_precision, row.effective_from)


def agreement_line(row: Any, standing: Board) -> AgreementLine:
    return AgreementLine(
        board.anchor(row), row.title, row.get_type_display(), row.in_force_on, row.ends_on,
        money.told(row, language()),
        any(one.kind == alerts.LAPSED and row in one.behind for one in standing.raised),
        tuple(block_line(block) for block in row.blocks.all()),
        tuple(ClauseLine(board.anchor(one), one.get_kind_display(), one.text, one.due_on, lines.cite(one))
              for one in row.clauses.all()),
        lines.cite(row))


def block_line(row: Any) -> BlockLine:
    made = next(iter(row.signatures.all()), None)
    who = (made.person.person if made.person_id else made.person_in_words) if made else ""
    return BlockLine(
        row.pk, row.government.name, row.government.kind == "federal", row.office,
        when(made) if made else "", bool(made) and made.date_is == "announced", who,
        lines.cite(made) if made else None)
