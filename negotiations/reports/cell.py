"""The value of a cell's pane: what counts there, on which words it rests, and all that came before.

Knows querysets and lines; the template only prints it.
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from grants import formats
from negotiations import scales
from negotiations.models import Approval, Condition, Position, PositionStatement, Statement
from negotiations.reports import lines
from negotiations.reports.level import level_of
from negotiations.reports.matrix import Cell, way_words
from negotiations.reports.meeting import ORAL_CHANNELS
from negotiations.standing.asof import ALL, Filters
from negotiations.standing.clock import AsOf, zone

MOST = 40
SALIENCE = scales.by_level(scales.SALIENCE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One position in the history of a cell. `counts` marks the one shown, `signal` a later weaker one.

    `recorded` says by whom and when; `correction` is the row that corrects it, as such a sentence with
    its reason, and `corrects` says that it does so itself.
    """

    line: lines.PositionLine
    row: Any
    event: Any
    when: str
    origin: str
    salience: str
    statements: tuple[tuple[Any, lines.StatementLine], ...]
    counts: bool
    signal: bool
    recorded: str
    correction: str
    corrects: bool


@dataclass(frozen=True, slots=True)
class Pane:
    """One cell opened. `claims` are words for others, which bind nobody."""

    cell: Cell
    words: str
    entries: tuple[Entry, ...]
    more: int
    claims: tuple[tuple[Any, lines.StatementLine], ...]
    level: int

    @property
    def counted(self) -> Entry | None:
        return next((one for one in self.entries if one.counts), None)

    @property
    def others(self) -> tuple[Entry, ...]:
        return tuple(one for one in self.entries if not one.counts)

    @property
    def corrected(self) -> int:
        return sum(bool(one.correction) for one in self.entries)

    @property
    def moved(self) -> str:
        found = self.cell.change
        return f"{self.cell.arrow} {way_words(found)}" if found else ""

    @property
    def term_name(self) -> str:
        """As addresses name the term."""
        return self.cell.term.code or str(self.cell.term.pk)


def pane(cell: Cell, words: str, negotiation: Any, clock: AsOf, filters: Filters = ALL) -> Pane:
    """The pane of *cell*, newest first, with what was corrected and by what: 11 queries."""
    about = Q(term=cell.term.pk) | Q(term__isnull=True)
    found = list(positions(clock).filter(
        about, negotiation=negotiation, government=cell.government.code, grade__in=filters.grades,
        origin__in=filters.origins, sensitivity__lte=filters.level)[:MOST + 1])
    corrections = {row.supersedes_id: row for row in found if row.supersedes_id}
    entries = tuple(entry(row, cell, corrections.get(row.pk)) for row in found[:MOST]
                    if row.standing or row.pk in corrections)
    claims = [row for row in spoken(clock).filter(
        negotiation=negotiation, government=cell.government.code, behalf="claims",
        event__effective_on__lte=clock.on, sensitivity__lte=filters.level)
        if cell.term.pk in {link.term_id for link in row.term_links.all()} or not row.term_links.all()]
    said = (link.statement for row in found for link in row.statement_links.all())
    return Pane(cell, words, entries, max(0, len(found) - MOST),
                tuple((row.event, lines.statement_line(row)) for row in claims),
                level_of(found, said, claims))


def positions(clock: AsOf) -> QuerySet:
    """All that was known, corrected rows too; `standing` says that nothing has corrected the row."""
    later = Position.objects.known(clock.moment).filter(supersedes=OuterRef("pk"))
    conditions = Condition.objects.unsuperseded(clock.moment, clock.on).select_related("term", "about")
    resting = PositionStatement.objects.known(clock.moment).prefetch_related(
        Prefetch("statement", spoken(clock)))
    return (Position.objects.known(clock.moment).filter(effective_on__lte=clock.on)
            .select_related("government", "term", "front", "source", "event", "recorded_by")
            .annotate(standing=~Exists(later))
            .order_by("-effective_on", Coalesce("in_place_of", "pk").desc(), "-pk").prefetch_related(
                Prefetch("conditions", conditions.filter(effective_on__lte=clock.on)),
                Prefetch("statement_links", resting),
                Prefetch("approvals", Approval.objects.known(clock.moment))))


def spoken(clock: AsOf) -> QuerySet:
    """Statements with all that a line prints; on a known-on page drafts are left out."""
    rows = Statement.objects.known(clock.moment)
    if clock.moment is not None:
        rows = rows.exclude(state=Statement.State.DRAFT)
    return (rows.select_related("government", "speaker", "front", "source", "item", "event")
            .prefetch_related("term_links__term", "citations__source").order_by("event__effective_on", "pk"))


def entry(row: Position, cell: Cell, correction: Position | None) -> Entry:
    said = [link.statement for link in row.statement_links.all() if link.statement]
    oral = [one.pk for one in said if one.channel in ORAL_CHANNELS]
    stand = cell.stand
    return Entry(
        lines.position_line(row, oral), row, row.event, lines.when(row), row.get_origin_display(),
        str(SALIENCE[row.salience].word) if row.salience is not None else "",
        tuple((one.event, lines.statement_line(one)) for one in said),
        counts=bool(stand) and stand.row.pk == row.pk,
        signal=bool(stand and stand.signal) and stand.signal.pk == row.pk,
        recorded=recorded(row), correction=corrected(correction) if correction else "",
        corrects=row.supersedes_id is not None)


def recorded(row: Position) -> str:
    """By whom and when; what came from a file was known from that day."""
    at = row.recorded_at.astimezone(zone())
    if row.recorded_by is None:
        return _("from a record file; known since %(day)s") % {"day": formats.date_iso(at.date())}
    return _("recorded by %(who)s, %(time)s") % {"who": name(row), "time": f"{at:%Y-%m-%d %H:%M}"}


def corrected(row: Position) -> str:
    """By whom, when and why a row was corrected, from the row that corrects it."""
    at = row.recorded_at.astimezone(zone())
    told = {"day": formats.date_iso(at.date()), "time": f"{at:%Y-%m-%d %H:%M}", "why": row.correction_reason}
    if row.recorded_by is None:
        return _("corrected by a record file, %(day)s: %(why)s") % told
    return _("corrected by %(who)s, %(time)s: %(why)s") % {**told, "who": name(row)}


def name(row: Position) -> str:
    return row.recorded_by.get_full_name() or row.recorded_by.get_username()
