"""The value of the agreement tracker: who has really signed, and what is still missing."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from grants.models import IndicatorRelease, Jurisdiction
from negotiations import scales
from negotiations.models import Agreement, Clause, Contest, Negotiation, Signature, SignatureBlock, TrackStep
from negotiations.reports import lines
from negotiations.standing.clock import AsOf
from negotiations.standing.tracks import APART, IN_PRINCIPLE, SIGNED, Counts, Track, count, tracks
from negotiations.standing.yardsticks import Coverage, Yardstick, coverage, yardsticks

WORDS = {value.code: value.word for value in scales.TRACK_STATES}
TEXT_ON_THE_TABLE = frozenset(("J7", "J8", "J9", *SIGNED, "J20", "J21"))
AGREEING = frozenset((*IN_PRINCIPLE, *SIGNED))


@dataclass(frozen=True, slots=True)
class Reached:
    """A state of a track with its day and evidence."""

    when: str
    cite: lines.Cite


@dataclass(frozen=True, slots=True)
class TrackerRow:
    government: Any
    state: str
    contested: str
    contest_words: str
    contest_cite: lines.Cite | None
    in_principle: Reached | None
    approved: Reached | None
    signed: tuple[str, ...]
    missing: int
    agreements: tuple[Any, ...]
    clauses: tuple[Any, ...]
    apart: bool
    counted: bool


@dataclass(frozen=True, slots=True)
class Tracker:
    rows: tuple[TrackerRow, ...]
    counts: Counts
    coverage: Coverage
    yardsticks: tuple[Yardstick, ...]
    release: IndicatorRelease | None
    unconfirmed: int
    level: int


def tracker(negotiation: Negotiation, as_of: AsOf, put_in: Collection[str] = (),
            left_out: Collection[str] = ()) -> Tracker:
    """The tracker as of a day; *put_in* and *left_out* change which governments count: 11 queries."""
    governments = [one for one in Jurisdiction.objects.in_protocol_order() if one.kind != "federal"]
    steps, contests = track_rows(negotiation, as_of)
    found = tracks([one.code for one in governments], steps, contests)
    agreeing = agreeing_codes(found, put_in, left_out)
    agreements = agreements_by_government(negotiation, as_of)
    release = IndicatorRelease.objects.population_of(as_of.on)
    people, unconfirmed = release.people() if release else ({}, 0)
    covered = coverage(agreeing, {one.code: one.kind for one in governments}, people)
    rows = [tracker_row(one, found[one.code], steps, agreements.get(one.code, []), agreeing)
            for one in governments]
    return Tracker(
        tuple(sorted(rows, key=lambda row: not row.contested)), count(found.values()), covered,
        yardsticks(covered), release, unconfirmed, level(steps, contests, agreements))


def track_rows(negotiation: Negotiation, as_of: AsOf) -> tuple[list[TrackStep], list[Contest]]:
    """2 queries: the steps and the contests by then, oldest first."""
    steps = TrackStep.objects.of(negotiation).unsuperseded(as_of.moment)
    contests = Contest.objects.of(negotiation).unsuperseded(as_of.moment)
    return (
        list(steps.filter(effective_on__lte=as_of.on).select_related("source")
             .order_by("effective_on", "id")),
        list(contests.filter(effective_on__lte=as_of.on).select_related("source", "by_government")
             .order_by("effective_on", "id")))


def agreeing_codes(found: dict[str, Track], put_in: Collection[str],
                   left_out: Collection[str]) -> frozenset[str]:
    """In principle or beyond and uncontested, unless the reader puts one in or leaves one out."""
    settled = {code for code, one in found.items() if one.state in AGREEING and one.contest is None}
    return frozenset((settled | (set(put_in) & set(found))) - set(left_out))


def agreements_by_government(negotiation: Negotiation, as_of: AsOf) -> dict[str, list[Agreement]]:
    """4 queries: agreements known by then, with blocks, signatures made by then, and clauses."""
    signatures = (Signature.objects.unsuperseded(as_of.moment).filter(effective_on__lte=as_of.on)
                  .order_by("effective_on", "id"))
    rows = Agreement.objects.of(negotiation).known(as_of.moment).prefetch_related(
        Prefetch("blocks", SignatureBlock.objects.known(as_of.moment)
                 .prefetch_related(Prefetch("signatures", signatures))),
        Prefetch("clauses", Clause.objects.known(as_of.moment)))
    grouped: dict[str, list[Agreement]] = {}
    for row in rows.order_by("id"):
        grouped.setdefault(row.government_id or "", []).append(row)
    return grouped


def tracker_row(government: Jurisdiction, found: Track, steps: list[TrackStep],
                agreements: list[Agreement], agreeing: frozenset[str]) -> TrackerRow:
    own = [step for step in steps if step.government_id == government.code]
    agreements = [one for one in agreements if found.state in TEXT_ON_THE_TABLE or signed_by_one(one)]
    blocks = [block for one in agreements for block in one.blocks.all()]
    made = [block.signatures.all()[0] for block in blocks if block.signatures.all()]
    contest = found.contest
    return TrackerRow(
        government=government, state=WORDS[found.state],
        contested=str(WORDS.get(found.contested_as, "")),
        contest_words=contest.words if contest else "",
        contest_cite=lines.cite(contest) if contest else None,
        in_principle=first(own, ("J6",)), approved=first(own, ("J8",)),
        signed=tuple(lines.when(row) for row in made), missing=len(blocks) - len(made),
        agreements=tuple(agreements),
        clauses=tuple(clause for one in agreements for clause in one.clauses.all()),
        apart=found.state in APART, counted=government.code in agreeing)


def signed_by_one(agreement: Agreement) -> bool:
    """An agreement has no date of its own: it is there from its first signature, or its text."""
    return any(block.signatures.all() for block in agreement.blocks.all())


def first(steps: list[TrackStep], states: Collection[str]) -> Reached | None:
    """When a state was first reached, and where that stands."""
    step = next((step for step in steps if step.state in states), None)
    return Reached(lines.when(step), lines.cite(step)) if step else None


def level(steps, contests, agreements: dict[str, list[Agreement]]) -> int:
    shown = [*steps, *contests, *(row for rows in agreements.values() for row in rows)]
    return max((row.sensitivity for row in shown), default=1)
