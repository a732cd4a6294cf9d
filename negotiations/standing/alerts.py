"""What somebody should look at: shown, never acted on. Knows rows and the days between them.

    alerts(agreements, deadlines, found, steps, names, on) -> tuple[Alert, ...]

Give rows as known then: agreements with their blocks, signatures and clauses, deadlines with what each
supersedes, the tracks, and the steps behind them. Nothing here judges whether one deal is better than
another, whether a gap was bridged, or whether a state should change.
"""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from negotiations.standing import money
from negotiations.standing.clock import language, zone
from negotiations.standing.deadlines import ALARMS, Countdown, countdowns
from negotiations.standing.tracks import APART, GONE, SIGNED, Track, is_asymmetric, signatures, when

ME_TOO, BRIDGE, GAP, LAPSED, ENDING, ELECTION, DEADLINE = KINDS = (
    "me_too", "bridge", "gap", "lapsed", "ending", "election", "deadline")
OF_ONE_GOVERNMENT = ("bilateral", "asymmetric", "amendment")
OF_ALL = ("framework", "in_principle")
FIRST_ALARM = max(ALARMS)


@dataclass(frozen=True, slots=True)
class Alert:
    """One thing to look at. `governments` are those it concerns: none means all of them.

    `details` are further sentences. `behind` are the rows it rests on: clauses, agreements, deadlines.
    `open` is False for what can no longer be helped: a gap that a later signature has closed.
    """

    kind: str
    governments: tuple[str, ...]
    words: str
    details: tuple[str, ...]
    behind: tuple[Any, ...]
    open: bool = True

    def concerns(self, government: str) -> bool:
        return not self.governments or government in self.governments


@dataclass(frozen=True)
class Board:
    """The rows, and what is read from them once: when each agreement and each government signed."""

    agreements: tuple[Any, ...]
    found: Mapping[str, Track]
    steps: tuple[Any, ...]
    names: Mapping[str, str]
    on: datetime.date

    def signed_on(self, agreement: Any) -> datetime.date | None:
        """The day of its first signature, or of the step that says that it was signed."""
        days = [row.effective_on for row in signatures(agreement)[:1]]
        days += [row.effective_on for row in self.steps
                 if row.agreement_id == agreement.pk and row.state in (*SIGNED, *APART)]
        return min(days, default=None)

    def finished_on(self, code: str) -> datetime.date | None:
        """The day since which the government counts as signed or apart; None while it does not.

        That of the step that says so, or of the last signature of the agreement which it names.
        """
        if not self.found[code].finished:
            return None
        own, since = [row for row in self.steps if row.government_id == code], []
        for row in own:
            done = row.state in (*SIGNED, *APART) or is_asymmetric(own[:own.index(row) + 1])
            since = [*since, row] if done else []
        named = {row.agreement_id for row in since or own[-1:]}
        days = [row.effective_on for row in since or own[-1:]]
        days += [day for row in self.agreements if row.pk in named and (day := completed_on(row))]
        return min(days)

    @property
    def waiting(self) -> list[str]:
        """Those that should still sign, contested or not: neither signed nor apart nor gone."""
        return [code for code, one in self.found.items()
                if one.pending or (not one.apart and one.state not in (*SIGNED, *GONE))]

    @property
    def contested(self) -> list[str]:
        return [code for code, one in self.found.items() if one.contest is not None]

    def named(self, codes: Iterable[str]) -> str:
        return ", ".join(self.names[code] for code in codes)

    def marked(self, codes: Iterable[str]) -> str:
        """The names, and of each whether it is contested."""
        told = _("%(who)s (contested)")
        return ", ".join(told % {"who": self.names[code]} if self.found[code].contest is not None
                         else self.names[code] for code in codes)


def completed_on(agreement: Any) -> datetime.date | None:
    """The day of its last required signature; None while one is missing."""
    made = [sorted(row.effective_on for row in block.signatures.all()) for block in agreement.blocks.all()]
    return max(days[0] for days in made) if made and all(made) else None


def alerts(agreements: Iterable[Any], deadlines: Iterable[Any], found: Mapping[str, Track],
           steps: Iterable[Any], names: Mapping[str, str], on: datetime.date) -> tuple[Alert, ...]:
    """What needs a look first, then what has closed. *names* gives each government's short name."""
    board = Board(tuple(agreements), found, tuple(sorted(steps, key=when)), names, on)
    counted = countdowns(deadlines, on)
    raised = [*me_too(board), *bridges(board, counted), *gaps(board, counted), *ends(board),
              *elections(board, counted), *alarms(counted)]
    return tuple(sorted(raised, key=lambda one: not one.open))


# A better deal elsewhere -------------------------------------------------------------------------


def me_too(board: Board) -> Iterable[Alert]:
    """A clause of the kind in a signed agreement, and a signature elsewhere on that day or after it."""
    for agreement in board.agreements:
        signed = board.signed_on(agreement)
        elsewhere = triggers(board, agreement, signed) if signed else []
        for clause in agreement.clauses.all():
            if clause.kind == "me_too" and elsewhere:
                yield me_too_alert(board, agreement, clause, elsewhere)


def triggers(board: Board, own: Any, since: datetime.date) -> list[Any]:
    """Agreements with other governments, signed since; or put on record since, with more money."""
    found = []
    for other in board.agreements:
        day = board.signed_on(other)
        if not day or other.type not in OF_ONE_GOVERNMENT or other.government_id in (None, own.government_id):
            continue
        later = other.recorded_at.astimezone(zone()).date() > since and money.is_more(other, own)
        if day >= since or later:
            found.append(other)
    return found


def me_too_alert(board: Board, own: Any, clause: Any, elsewhere: list[Any]) -> Alert:
    codes = dict.fromkeys(row.government_id for row in elsewhere)
    told = [_("Clause of “%(agreement)s”: %(text)s") % {"agreement": own.title, "text": clause.text}]
    if clause.due_on:
        told.append(_("To be claimed by %(day)s.") % {"day": clause.due_on})
    told += [signed_words(row, board.signed_on(row)) for row in (own, *elsewhere)]
    return Alert(
        ME_TOO, (own.government_id,) if own.government_id else (),
        _("me-too may be triggered by %(governments)s – check") % {"governments": board.named(codes)},
        tuple(told), (clause, *elsewhere))


def signed_words(agreement: Any, day: datetime.date | None) -> str:
    """When it was signed and what money is on record; its note where no year is."""
    words = _("“%(agreement)s”, signed %(day)s: %(money)s.") % {
        "agreement": agreement.title, "day": day, "money": money.told(agreement, language())}
    is_told = money.money(agreement.money_by_year) or not agreement.note
    return words if is_told else f"{words} {agreement.note}"


# Money that may stop flowing ---------------------------------------------------------------------


def bridges(board: Board, counted: Iterable[Countdown]) -> Iterable[Alert]:
    """What runs today ends before everybody has signed: from the first alarm on."""
    for one in counted:
        if one.row.kind == "legal_expiry" and one.days <= FIRST_ALARM:
            end = one.row.due_on
            yield from gap_alert(board, BRIDGE, one.row, end, _("%(what)s, %(day)s") % {
                "what": one.row.title, "day": end})


def gaps(board: Board, counted: Iterable[Countdown]) -> Iterable[Alert]:
    """What was agreed has started before a government has signed its own agreement."""
    starts = [(one.row, one.row.due_on) for one in counted if one.row.kind == "start"]
    starts += [(row, row.in_force_on) for row in board.agreements
               if row.type in OF_ALL and row.in_force_on and row.government_id is None]
    for row, start in starts:
        if start <= board.on:
            yield from gap_alert(board, GAP, row, start, _("%(what)s, started %(day)s") % {
                "what": row.title, "day": start})


def gap_alert(board: Board, kind: str, row: Any, day: datetime.date, what: str) -> Iterable[Alert]:
    """Who has not signed, or else who signed after *day*; nothing where everybody was in time.

    A contested government is named as such: among those that have not signed, or apart if it has.
    """
    waiting = board.waiting
    apart = [code for code in board.contested if code not in waiting]
    finished = {code: board.finished_on(code) for code in board.found}
    late = [code for code, signed in finished.items() if signed and signed > day]
    after = ", ".join(f"{board.names[code]} {finished[code]}" for code in late)
    details = [stopped(_("Not signed: %(who)s") % {"who": board.marked(waiting)}) if waiting else "",
               stopped(_("Contested: %(who)s") % {"who": board.named(apart)}) if apart else "",
               stopped(_("Signed after that day: %(who)s") % {"who": after}) if late else ""]
    told = tuple(filter(None, details))
    if waiting or apart:
        contested = len(board.contested) - len(apart)
        words = gap_words(kind, what, len(waiting), contested, len(apart))
        yield Alert(kind, (*waiting, *apart), words, told, (row,))
    elif late:
        words = ngettext("%(what)s – %(n)s signed after it", "%(what)s – %(n)s signed after it", len(late))
        yield Alert(kind, tuple(late), words % {"what": what, "n": len(late)}, told, (row,), open=False)


def stopped(sentence: str) -> str:
    """With its full stop, unless an abbreviation at the end has one."""
    return sentence if sentence.endswith(".") else f"{sentence}."


def gap_words(kind: str, what: str, waiting: int, contested: int, apart: int) -> str:
    """*contested* are some of the *waiting*; those *apart* are contested though they have signed."""
    who = []
    if waiting:
        who.append(ngettext("%(n)s has not signed", "%(n)s have not signed", waiting) % {"n": waiting})
    if contested:
        who.append(_("contested") if contested == waiting == 1 else ngettext(
            "of which %(n)s contested", "of which %(n)s contested", contested) % {"n": contested})
    if apart:
        who.append(ngettext("%(n)s is contested", "%(n)s are contested", apart) % {"n": apart})
    ask = _("confirm bridge funding") if kind == BRIDGE else _("gap risk, check that money flows")
    return _("%(what)s – %(who)s: %(ask)s") % {"what": what, "who": ", ".join(who), "ask": ask}


# Agreements that end -----------------------------------------------------------------------------


def ends(board: Board) -> Iterable[Alert]:
    """A signed agreement that has ended without a successor, or is about to."""
    for row in board.agreements:
        if row.ends_on is None or not row.government_id or not board.signed_on(row):
            continue
        days = (row.ends_on - board.on).days
        if days <= FIRST_ALARM and not successor(board, row):
            yield end_alert(row, days)


def successor(board: Board, ended: Any) -> bool:
    """Another signed agreement of the same government runs on."""
    return any(row.government_id == ended.government_id and row.pk != ended.pk and board.signed_on(row)
               and (row.ends_on is None or row.ends_on > ended.ends_on) for row in board.agreements)


def end_alert(row: Any, days: int) -> Alert:
    told = {"what": row.title, "day": row.ends_on, "n": days}
    if days < 0:
        words = _("“%(what)s” ended on %(day)s and no successor is on record: lapsed, as computed")
    else:
        words = ngettext("“%(what)s” ends on %(day)s, in %(n)s day, and no successor is on record",
                         "“%(what)s” ends on %(day)s, in %(n)s days, and no successor is on record", days)
    return Alert(LAPSED if days < 0 else ENDING, (row.government_id,), words % told, (), (row,))


# Dates that come near ----------------------------------------------------------------------------


def elections(board: Board, counted: Iterable[Countdown]) -> Iterable[Alert]:
    """A coming election freezes approvals and what follows them, where it is held."""
    for one in counted:
        if one.row.kind == "election" and one.alarm:
            where = (one.row.set_by_id,) if one.row.set_by_id in board.names else ()
            yield Alert(ELECTION, where, _(
                "%(what)s, %(day)s – caretaker period: approvals, signatures and entry into force wait") % {
                    "what": one.row.title, "day": one.row.due_on}, (), (one.row,))


def alarms(counted: Iterable[Countdown]) -> Iterable[Alert]:
    """Each deadline whose alarm is reached on the day shown, nearest first."""
    for one in counted:
        if one.alarm:
            told = [_("hard") if one.row.hard else _("soft, it can be moved"), alarm_words(one.alarm)]
            if one.moved_from:
                told.append(_("moved from %(day)s") % {"day": one.moved_from})
            yield Alert(DEADLINE, (), time_left(one), (", ".join(told).capitalize() + ".",), (one.row,))


def time_left(one: Countdown) -> str:
    words = _("today, %(day)s: %(what)s") if one.days == 0 else ngettext(
        "%(n)s day to %(day)s: %(what)s", "%(n)s days to %(day)s: %(what)s", one.days)
    return words % {"n": one.days, "day": one.row.due_on, "what": one.row.title}


def alarm_words(days: int) -> str:
    return ngettext("alarm of %(n)s day", "alarm of %(n)s days", days) % {"n": days}
