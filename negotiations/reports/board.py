"""How far everybody is, loaded at once: what the home, the tracker and a profile share.

Knows querysets, and the alerts as lines with a link to what they rest on.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from grants.models import Jurisdiction
from negotiations.models import (
    Agreement,
    Clause,
    Contest,
    Deadline,
    Negotiation,
    Signature,
    SignatureBlock,
    TrackStep,
)
from negotiations.reports import labels, lines, parties
from negotiations.reports.level import level_of
from negotiations.reports.sections import TRACK_WORDS
from negotiations.standing.alerts import (
    BRIDGE,
    DEADLINE,
    ELECTION,
    ENDING,
    GAP,
    LAPSED,
    ME_TOO,
    Alert,
    alerts,
)
from negotiations.standing.clock import AsOf
from negotiations.standing.tracks import Track, read_closely, tracks

TITLES = {
    ME_TOO: pgettext_lazy("alert", "Me-too clause"), BRIDGE: pgettext_lazy("alert", "Gap risk"),
    GAP: pgettext_lazy("alert", "Gap risk"), LAPSED: pgettext_lazy("alert", "Lapsed"),
    ENDING: pgettext_lazy("alert", "Ends soon"), ELECTION: pgettext_lazy("alert", "Election"),
    DEADLINE: pgettext_lazy("alert", "Deadline"),
}


@dataclass(frozen=True, slots=True)
class Behind:
    """A row that an alert rests on: `page` (tracker or home), `anchor` there, and its name."""

    page: str
    anchor: str
    name: str


@dataclass(frozen=True, slots=True)
class AlertLine:
    """An alert in words: `title` names its kind, `who` the government where it concerns one."""

    kind: str
    title: str
    who: str
    governments: tuple[str, ...]
    words: str
    details: tuple[str, ...]
    behind: tuple[Behind, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class TrackLine:
    """Where one government is, in words. `signing` says how many of its own signatures are there."""

    government: Jurisdiction
    state: str
    contested: str
    contest_words: str
    contest_cite: lines.Cite | None
    unconfirmed: bool
    signing: str

    @property
    def told(self) -> str:
        """The state, and what must be said with it."""
        marks = [self.signing, _("unconfirmed") if self.unconfirmed else ""]
        return ", ".join([self.state, *filter(None, marks)])


@dataclass(frozen=True)
class Board:
    """The rows of a day as known then, and the tracks and alerts that follow from them.

    `loaded_since`: what some agreement said at that time is not known here, only what its file says.
    """

    governments: tuple[Jurisdiction, ...]
    steps: tuple[TrackStep, ...]
    contests: tuple[Contest, ...]
    agreements: tuple[Agreement, ...]
    deadlines: tuple[Deadline, ...]
    tracks: dict[str, Track]
    raised: tuple[Alert, ...]
    on: datetime.date
    loaded_since: bool = False

    @property
    def parties(self) -> tuple[Jurisdiction, ...]:
        """Those that could sign with Canada: they take part in the negotiation."""
        return tuple(one for one in self.governments if one.code in self.tracks)

    @property
    def alerts(self) -> tuple["AlertLine", ...]:
        return alert_lines(self.raised, {one.code: one.name for one in self.governments})

    def narrowed(self, code: str) -> "Board":
        """What of it concerns one government: its own rows, its alerts, and what those rest on."""
        raised = tuple(one for one in self.raised if code in one.governments or (
            one.kind == ELECTION and not one.governments))
        rests = [row for one in raised for row in one.behind]
        steps = tuple(row for row in self.steps if row.government_id == code)
        keys = {row.pk for row in steps}
        return replace(
            self, steps=steps, raised=raised,
            contests=tuple(row for row in self.contests if row.step_id in keys),
            agreements=tuple(row for row in self.agreements if row.government_id == code or row in rests),
            deadlines=tuple(row for row in self.deadlines if row.set_by_id == code or row in rests))

    def line(self, government: Jurisdiction) -> "TrackLine":
        return track_line(government, self.tracks[government.code])

    @property
    def level(self) -> int:
        """The highest sensitivity of what stands behind it."""
        return level_of(self.steps, self.contests, self.agreements, self.deadlines)


def load(negotiation: Negotiation, as_of: AsOf) -> Board:
    """The board as of a day: 8 queries."""
    governments = tuple(parties.marked(negotiation, as_of))
    steps, contests = track_rows(negotiation, as_of)
    agreements, deadlines = agreement_rows(negotiation, as_of), deadline_rows(negotiation, as_of)
    codes = [one.code for one in governments if one.kind != "federal" and one.takes_part]
    found = read_closely(tracks(codes, steps, contests), steps, agreements)
    names = {one.code: one.short for one in governments}
    return Board(governments, steps, contests, agreements, deadlines, found,
                 alerts(agreements, deadlines, found, steps, names, as_of.on), as_of.on,
                 labels.loaded_since(with_clauses(agreements), as_of.moment))


def with_clauses(agreements: Iterable[Agreement]) -> list[Agreement | Clause]:
    return [row for one in agreements for row in (one, *one.clauses.all())]


def track_rows(negotiation: Negotiation, as_of: AsOf) -> tuple[tuple[TrackStep, ...], tuple[Contest, ...]]:
    """2 queries: the steps and the contests by then, oldest first."""
    steps = TrackStep.objects.of(negotiation).unsuperseded(as_of.moment)
    contests = Contest.objects.of(negotiation).unsuperseded(as_of.moment, as_of.on)
    steps, contests = (rows.filter(effective_on__lte=as_of.on).in_order()
                       for rows in (steps, contests))
    return (tuple(steps.select_related("source", "event", "offer")),
            tuple(contests.select_related("source", "by_government")))


def agreement_rows(negotiation: Negotiation, as_of: AsOf) -> tuple[Agreement, ...]:
    """4 queries: agreements known by then, with blocks, signatures made by then, and clauses.

    1 more on a known-on page, where they say what they said then.
    """
    signatures = (Signature.objects.unsuperseded(as_of.moment).filter(effective_on__lte=as_of.on)
                  .select_related("source", "person").in_order())
    blocks = SignatureBlock.objects.known(as_of.moment).select_related("government").order_by(
        "order", "government__protocol_order", "id")
    clauses = Clause.objects.known(as_of.moment).select_related("source").order_by("kind", "id")
    rows = Agreement.objects.of(negotiation).known(as_of.moment).select_related("source").prefetch_related(
        Prefetch("blocks", blocks.prefetch_related(Prefetch("signatures", signatures))),
        Prefetch("clauses", clauses))
    found = tuple(rows.order_by("id"))
    labels.set_all_back({
        Agreement: found, Clause: [clause for row in found for clause in row.clauses.all()],
        SignatureBlock: [block for row in found for block in row.blocks.all()]}, as_of.moment)
    return found


def deadline_rows(negotiation: Negotiation, as_of: AsOf) -> tuple[Deadline, ...]:
    """1 query: each at the date that stood on that day, with the one it replaced."""
    rows = Deadline.objects.of(negotiation).unsuperseded(as_of.moment, as_of.on)
    return tuple(rows.filter(effective_on__lte=as_of.on).select_related("supersedes", "set_by", "source"))


def track_line(government: Jurisdiction, found: Track) -> TrackLine:
    contest = found.contest
    return TrackLine(
        government, str(TRACK_WORDS[found.state]), str(TRACK_WORDS.get(found.contested_as, "")),
        contest.words.rstrip(".") if contest else "", lines.cite(contest) if contest else None,
        found.unconfirmed, signing_words(government, found))


def signing_words(government: Jurisdiction, found: Track) -> str:
    """Told while some are missing: 1 of 2 signatures (Quebec)."""
    signing = found.signing
    if signing is None or not signing.in_part:
        return ""
    return ngettext("%(made)s of %(required)s signature (%(government)s)",
                    "%(made)s of %(required)s signatures (%(government)s)", signing.required) % {
        "made": signing.made, "required": signing.required, "government": government.name}


def alert_lines(raised: Iterable[Alert], names: dict[str, str]) -> tuple[AlertLine, ...]:
    return tuple(AlertLine(
        one.kind, str(TITLES[one.kind]), names[one.governments[0]] if len(one.governments) == 1 else "",
        one.governments, one.words, one.details, tuple(behind(row) for row in one.behind), one.open)
        for one in raised)


def behind(row: Any) -> Behind:
    match row:
        case Deadline():
            return Behind("home", anchor(row), row.title)
        case Clause():
            return Behind("tracker", anchor(row), row.get_kind_display())
    return Behind("tracker", anchor(row), row.title)


def anchor(row: Any) -> str:
    """Its place on the page that lists rows of its kind."""
    return f"{type(row).__name__.lower()}-{row.name_in_addresses}"
