"""The value of the position matrix: who is where on what, what moved, where the block is.

Knows its rows (as `matrix_rows.load` gives them), standing and the scales; no request.
"""

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from negotiations import scales
from negotiations.reports import matrix_answers, rollup
from negotiations.reports.early import Early, early
from negotiations.reports.level import level_of
from negotiations.reports.lines import FIRMNESS, GRADES, NOT_STATED, STANCES
from negotiations.reports.matrix_frame import Row
from negotiations.reports.matrix_rows import MatrixRows
from negotiations.reports.sections import TRACK_WORDS, withdrawal
from negotiations.standing.answers import Table, is_settled, settled_since
from negotiations.standing.asof import stand
from negotiations.standing.change import Change, change, conditions_on
from negotiations.standing.clock import AsOf
from negotiations.standing.fronts import holds
from negotiations.standing.offers import withdrawn_on
from negotiations.standing.positions import Stand
from negotiations.standing.tracks import Track, read_closely, tracks

ARROWS = {1: "▲", -1: "▼", 0: "≠"}
SETTLED, LEFT_OUT, STANDS_IN = "●", "◌", "‡"
ORIGINS = scales.by_code(scales.ORIGINS)
PRINTED = ("term", "event", "offer", "offer_term", "addressee", "step", "contest", "member", "agreement",
           "block", "signature")


class Cell(NamedTuple):
    """One government on one term. `outdated` names the offer that changed the term since.

    `settled` says that it was taken before the government's agreement in principle. `left_out` names
    the choice that keeps what counts off the page: `not_firm`, or `filtered` (its evidence or origin);
    `stands_in` says that for the same reason another line stands here than the one that counts.
    """

    code: str
    term: Row
    government: Row
    stance: Any
    stand: Stand | None
    change: Change | None
    outdated: str
    settled: bool
    conditions: tuple[Row, ...]
    approved: bool
    left_out: str = ""
    stands_in: bool = False

    @property
    def origin(self) -> str:
        """Whose line it is: own, collective, or own on the whole package; empty when not stated."""
        found = self.stand
        if found is None:
            return ""
        return "package" if found.whole_package and found.row.origin != "collective" else found.row.origin

    @property
    def collective(self) -> bool:
        return self.stand is not None and self.stand.row.origin == "collective"

    @property
    def whole_package(self) -> bool:
        return self.stand is not None and self.stand.whole_package

    @property
    def symbol(self) -> str:
        """( ) for a front's line, [ ] for one on the whole package; F firm and ~ signal for its own."""
        if self.left_out:
            return LEFT_OUT
        if self.settled:
            return SETTLED
        if self.stand is None:
            return self.stance.symbol
        if self.origin == "individual":
            return self.stance.symbol + {"firm": "F", "signal": "~"}.get(self.stand.row.firmness, "")
        mark = f"[{self.stance.symbol}]" if self.whole_package else self.stance.symbol
        return f"({mark})" if self.collective else mark

    @property
    def arrow(self) -> str:
        return ARROWS[self.change.way] if self.change and not self.left_out else ""

    @property
    def met(self) -> int:
        return sum(row.status == "met" for row in self.conditions)


@dataclass(frozen=True, slots=True)
class Column:
    """A government, how far it is, its footnotes, its counts over the terms, its answer to the offer."""

    government: Row
    track: str
    contested: str
    footnotes: tuple[str, ...]
    counts: rollup.Counts
    answer: matrix_answers.Answer | None

    @property
    def name(self) -> str:
        return self.government.name


@dataclass(frozen=True, slots=True)
class Line:
    """A term, the cell of each government, and the counts over the provinces and territories."""

    term: Row
    code: str
    cells: tuple[Cell, ...]
    counts: rollup.Counts


@dataclass(frozen=True, slots=True)
class Tick:
    """A day on which something happened or was tabled."""

    day: datetime.date
    titles: tuple[str, ...]
    offers: tuple[str, ...]
    main: bool


@dataclass(frozen=True, slots=True)
class Matrix:
    """The whole. Of cells, `not_firm` are left out for that, `filtered` show nothing though a position
    counts there, and `standing_in` show another line than the one that counts.
    """

    as_of: AsOf
    since: datetime.date | None
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    ticks: tuple[Tick, ...]
    early: Early | None
    unreviewed: int
    level: int
    answers: tuple[matrix_answers.OfferAnswers, ...]
    not_firm: int
    filtered: int
    standing_in: int

    def cell(self, code: str) -> Cell | None:
        return next((cell for line in self.lines for cell in line.cells if cell.code == code), None)


def build(rows: MatrixRows, firm: bool = False) -> Matrix:
    """The value of the matrix, from its rows; with *firm* the cells that are not firm are left out.

    The position that counts is chosen first: a firm line that has been replaced never comes back.
    """
    governments = sorted(rows.frame["government"], key=lambda row: row.protocol_order)
    terms = sorted(rows.frame["term"], key=lambda row: row.number)
    found = tracks_of(rows.frame, [row.code for row in governments if row.kind != "federal"])
    judge = Judge.of(rows, found, firm)
    replies = matrix_answers.of_frame(rows.frame, rows.counting, rows.as_of)
    lines = tuple(line(term, governments, judge) for term in terms)
    ticks = tuple(all_ticks(rows.frame["event"], rows.frame["offer"]))
    stated = [cell for one in lines for cell in one.cells if cell.stand]
    left_out = Counter(cell.left_out or (cell.stands_in and "standing_in")
                       for one in lines for cell in one.cells)
    return Matrix(
        rows.as_of, rows.since,
        tuple(column(government, found.get(government.code), rows, [one.cells[place] for one in lines],
                     matrix_answers.answer(replies.get(government.code)))
              for place, government in enumerate(governments)),
        lines, ticks, early(rows.frame["event"], rows.as_of),
        len({cell.stand.row.pk for cell in stated if not cell.approved and not cell.left_out}),
        level(rows),
        matrix_answers.sums(replies, governments),
        left_out["not_firm"], left_out["filtered"], left_out["standing_in"])


def tracks_of(framed: dict[str, list[Row]], codes: Iterable[str]) -> dict[str, Track]:
    """How far each government is, by its steps and by who has signed, as the tracker reads it."""
    steps = framed["step"]
    return read_closely(tracks(codes, steps, framed["contest"]), steps, framed["agreement"])


@dataclass(frozen=True)
class Judge:
    """What each cell is held against: the table, and the agreement in principle of its government."""

    rows: MatrixRows
    table: Table
    settled: dict[str, tuple[Row, frozenset[int]]]
    firm: bool

    @classmethod
    def of(cls, rows: MatrixRows, found: dict[str, Track], firm: bool) -> "Judge":
        table = Table.of(rows.frame["offer"], rows.frame["offer_term"])
        settled = {}
        for code, track in found.items():
            step = settled_since(track, [row for row in rows.frame["step"] if row.government_id == code])
            if step is not None:
                agreed = table.versions.get(step.offer_id)
                package = frozenset(term for offer, term in table.terms if agreed and offer == agreed.pk)
                settled[code] = step, package
        return cls(rows, table, settled, firm)

    def conditions(self, one: Stand | None, day: datetime.date | None) -> list[Row]:
        rows = self.rows.conditions.get(one.row.pk) if one and day else None
        return conditions_on(rows, day) if rows else []

    def cell(self, term: Row, code: str, government: Row) -> Cell:
        on, since = self.rows.as_of.on, self.rows.since
        now = stand(self.rows.cells, government.code, term.pk)
        chosen = self.rows.counting is not self.rows.cells
        counting = stand(self.rows.counting, government.code, term.pk) if chosen else now
        if now is None:
            return Cell(code, term, government, NOT_STATED, None, None, "", False, (), False,
                        left_out="filtered" if counting else "")
        before = stand(self.rows.before, government.code, term.pk)
        conditions = self.conditions(now, on)
        moved = since and (conditions or before is not now and before != now) and change(
            before, now, self.conditions(before, since), conditions)
        settled = is_settled(now.row, term.pk, *self.settled.get(government.code, (None, ())))
        offer = None if settled else self.table.changed_by(now.row, term.pk)
        return Cell(code, term, government, STANCES[now.row.stance], now, moved or None,
                    offer.told("title") if offer else "", settled, tuple(conditions),
                    now.row.pk in self.rows.approved,
                    left_out="not_firm" if self.firm and now.row.firmness != "firm" else "",
                    stands_in=counting is not None and counting.row.pk != now.row.pk)


def line(term: Row, governments: Iterable[Row], judge: Judge) -> Line:
    name = term.code or str(term.pk)
    cells = tuple(judge.cell(term, f"{name}-{one.code}", one) for one in governments)
    return Line(term, name, cells, rollup.count(
        cell for cell in cells if cell.government.kind != "federal"))


def column(government: Row, track: Track | None, rows: MatrixRows, cells: list[Cell],
           answer: matrix_answers.Answer | None) -> Column:
    on = rows.as_of.on
    footnotes = [row.told("footnote") for row in rows.frame["member"]
                 if row.government_id == government.code and holds(row, on)]
    return Column(
        government, str(TRACK_WORDS[track.state]) if track else "",
        str(TRACK_WORDS[track.contested_as]) if track and track.contested_as else "",
        tuple(dict.fromkeys(filter(None, footnotes))), rollup.count(cells), answer)


def all_ticks(events: Iterable[Row], offers: Iterable[Row]) -> list[Tick]:
    """One tick a day, in order: what happened, what was tabled, and what was withdrawn."""
    days: dict[datetime.date, tuple[list, list, list]] = {}
    for row in sorted(events, key=attrgetter("pk")):
        days.setdefault(row.effective_on, ([], [], []))[0].append(row)
    for row in sorted(offers, key=attrgetter("pk")):
        if row.kind != "base" and row.tabled_on:
            days.setdefault(row.tabled_on, ([], [], []))[1].append(row)
        if withdrawn_on(row):
            days.setdefault(row.effective_on, ([], [], []))[2].append(row)
    return [Tick(day, (*(row.told("title") for row in (*happened, *tabled)), *map(withdrawal, withdrawn)),
                 tuple(row.code or row.told("title") for row in tabled if row.kind == "offer"),
                 any(row.main for row in happened))
            for day, (happened, tabled, withdrawn) in sorted(days.items())]


def level(rows: MatrixRows) -> int:
    """The highest sensitivity among the rows that are shown."""
    cells = [rows.cells, rows.before, *([rows.counting] if rows.counting is not rows.cells else [])]
    stood = {row.sensitivity for some in cells for one in some.values() for row in (one.row, one.signal)
             if row}
    listed = level_of(*(rows.frame[name] for name in PRINTED), *rows.conditions.values(), rows.approvals)
    return max((listed, *stood))


def words(cell: Cell) -> str:
    """The cell as it is read aloud: stance, firmness, whose line it is, evidence, what moved."""
    if cell.left_out:
        return _("not firm, left out") if cell.left_out == "not_firm" else _(
            "a position is on record; the filter leaves it out")
    if cell.stand is None:
        return str(cell.stance.word)
    return ", ".join([stance_words(cell), *change_words(cell)])


def stance_words(cell: Cell) -> str:
    row, told = cell.stand.row, [cell.stance.word]
    if cell.settled:
        told = [_("settled in principle; before that: %(stance)s") % {"stance": cell.stance.word}]
    if row.firmness != "unspecified":
        told.append(FIRMNESS[row.firmness].word)
    if cell.collective:
        told.append(ORIGINS["collective"].word)
    if cell.whole_package:
        told.append(_("on the whole package"))
    told.append(GRADES[row.grade].word)
    return ", ".join(str(one) for one in told)


def change_words(cell: Cell) -> Iterator[str]:
    """What has overtaken the position, and how it moved."""
    if cell.outdated:
        yield _("answer outdated by “%(offer)s”") % {"offer": cell.outdated}
    if cell.stand.signal:
        yield _("signal since: %(stance)s") % {"stance": STANCES[cell.stand.signal.stance].word}
    if cell.change:
        yield way_words(cell.change)
    if cell.stands_in:
        yield _("not the line that counts: the filter leaves that out")


def way_words(found: Change) -> str:
    """Which way it moved; where the line is the same, what became of its conditions."""
    if found.only_conditions:
        return condition_words(found)
    return {1: _("moved towards agreement"), -1: _("moved away from agreement"),
            0: _("changed, without a direction")}[found.way]


def condition_words(found: Change) -> str:
    """1 condition met, 2 conditions added."""
    told = [
        (len(found.added), ngettext("%(n)s condition added", "%(n)s conditions added", len(found.added))),
        (len(found.met), ngettext("%(n)s condition met", "%(n)s conditions met", len(found.met))),
        (len(found.dropped),
         ngettext("%(n)s condition dropped", "%(n)s conditions dropped", len(found.dropped)))]
    return ", ".join(words % {"n": n} for n, words in told if n)
