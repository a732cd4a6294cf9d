"""How far one term has come, by rule: open, bracketed, provisionally agreed, subject to the package, closed.

Knows rows with the fields of offers, their terms and positions, and the tracks; no request, no words.
The rules in words are those of `scales.TERM_STATUSES`. Governments *concerned* are those that take part,
neither stand apart nor have withdrawn, and to which the term applies. A government stands behind a
version when, by the latest of these, it accepts it, accepts it under conditions or proposes it; tabled it
itself; or reached the agreement in principle that states it.
"""

import datetime
import json
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from negotiations.standing.answers import Table, settled_since, value_of
from negotiations.standing.gap import figure
from negotiations.standing.positions import Stand
from negotiations.standing.tracks import Track

OPEN, BRACKETED, PROVISIONAL, SUBJECT, CLOSED = ORDER = (
    "open", "bracketed", "provisionally_agreed", "subject_to_package", "closed")
ACCEPTS = ("accept", "accept_if")
BEHIND = (*ACCEPTS, "proposes")
FEDERAL = "CA"


@dataclass(frozen=True, slots=True)
class Version:
    """What was said on the term: `said` makes two the same, `row` is one that says it."""

    said: Hashable
    on: datetime.date
    row: Any = None


@dataclass(frozen=True, slots=True)
class Voice:
    """A government concerned: the version it stands behind, if any, and whether it has signed."""

    government: str
    behind: Version | None = None
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Status:
    """`missing` keep the term from its next status; `without` do not stand behind what is agreed.

    `version` is what is agreed (since `since`) or, until then, what most stand behind.
    """

    code: str
    version: Version | None
    since: datetime.date | None
    concerned: tuple[str, ...]
    missing: tuple[str, ...]
    without: tuple[str, ...] = ()

    @property
    def agreed(self) -> bool:
        return ORDER.index(self.code) >= ORDER.index(PROVISIONAL)


def status(voices: Iterable[Voice], tabled: Iterable[Version] = (), outcome: Version | None = None,
           package: Iterable[str] | None = None) -> Status:
    """The status of one term. *tabled* holds the last version of each author, *outcome* the agreed one.

    *package* names the governments that have neither signed nor withdrawn, nor stand apart; None where the
    negotiation is no single package.
    """
    voices = list(voices)
    concerned = tuple(one.government for one in voices)
    version = outcome or favoured(voices)
    without = tuple(one.government for one in voices if not stands_behind(one, version))
    if outcome is None and (without or len(voices) < 2):
        code = BRACKETED if len({one.said for one in tabled}) > 1 else OPEN
        return Status(code, version, None, concerned, without)
    since = outcome.on if outcome else max(one.behind.on for one in voices if one.behind)
    waiting = [one.government for one in voices if not one.signed] if package is None else package
    missing = tuple(waiting)
    agreed = PROVISIONAL if package is None else SUBJECT
    return Status(agreed if missing else CLOSED, version, since, concerned, missing, without)


def favoured(voices: Iterable[Voice]) -> Version | None:
    """The version that most stand behind; of two with as many the later one."""
    versions = [one.behind for one in voices if one.behind]
    counted = Counter(one.said for one in versions)
    return max(versions, key=lambda one: (counted[one.said], one.on), default=None)


def stands_behind(voice: Voice, version: Version | None) -> bool:
    return voice.behind is not None and version is not None and voice.behind.said == version.said


def said(row: Any, kind: str) -> Hashable:
    """What a term of an offer says, so that 300_000_000 and 300000000 are the same; None for nothing."""
    value = value_of(row)
    number = figure(value, kind)
    if number is not None or value is None:
        return number
    return value.strip().casefold() if isinstance(value, str) else json.dumps(value, sort_keys=True)


def own(code: str, last: Mapping[tuple[str | None, int | None], Version]) -> Version | None:
    """What a government last said itself; an outcome of both sides is Canada's too."""
    found = [one for (author, _front), one in last.items() if author == code]
    return max(found, key=lambda one: one.on, default=None)


def of_one_alone(offer: Any) -> bool:
    """An outcome with one government, which says nothing of what the others agree to."""
    return offer.kind == "outcome" and bool(offer.author_government_id) and not offer.author_front_id


@dataclass(frozen=True)
class Ground:
    """What every term's status is read from: the offers on the table, the steps and the tracks."""

    table: Table
    steps: Mapping[str, list[Any]]
    tracks: Mapping[str, Track]
    single_package: bool

    def of(self, term: Any, stands: Mapping[str, Stand | None]) -> Status:
        """The status of *term*; *stands* gives the effective position of each that takes part, in order."""
        outcome, last = self.outcome(term), self.last_said(term)
        voices = [Voice(code, self.behind(code, term, found, outcome, last), self.signed(code))
                  for code, found in stands.items() if self.concerned(code, found)]
        tabled = [version for (author, _front), version in last.items() if not self.left_out(author)]
        return status(voices, tabled, outcome, self.waiting if self.single_package else None)

    def concerned(self, code: str, found: Stand | None) -> bool:
        return not self.left_out(code) and not (found and found.row.stance == "not_applicable")

    def left_out(self, code: str | None) -> bool:
        """It stands apart, or has withdrawn: what the others agree to does not wait for it."""
        return code in self.tracks and (self.tracks[code].apart or self.tracks[code].withdrawn)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The governments that have neither signed nor withdrawn, nor stand apart."""
        return tuple(code for code, track in self.tracks.items()
                     if not self.left_out(code) and not track.signed)

    def said_in(self, offer: Any, term: Any) -> Version | None:
        row = self.table.terms.get((offer.pk, term.pk))
        words = said(row, term.value_kind)
        return None if words is None else Version(words, offer.effective_on, row)

    def last_said(self, term: Any) -> dict[tuple[str | None, int | None], Version]:
        """By author (government, front) what its last offer says, or its last demand without one."""
        last: dict[tuple, tuple[bool, Version]] = {}
        for offer in self.written(("demand", "offer", "outcome")):
            version, firm = self.said_in(offer, term), offer.kind != "demand"
            author = offer.author_government_id, offer.author_front_id
            if version and firm >= last.get(author, (False,))[0]:
                last[author] = firm, version
        return {author: version for author, (_firm, version) in last.items()}

    def written(self, kinds: Iterable[str]) -> list[Any]:
        """Those on the table, oldest first."""
        return [row for row in self.table.standing if row.kind in kinds and not of_one_alone(row)]

    def outcome(self, term: Any) -> Version | None:
        """What the last outcome of both sides says, unless a later offer says otherwise."""
        found = None
        for offer in self.written(("offer", "outcome")):
            version = self.said_in(offer, term)
            if version is None or (found and version.said == found.said):
                continue
            found = version if offer.kind == "outcome" else None
        return found

    def signed(self, code: str) -> bool:
        """Canada's signature stands under that of each of the others."""
        return code == FEDERAL or (code in self.tracks and self.tracks[code].signed)

    def behind(self, code: str, term: Any, found: Stand | None, outcome: Version | None,
               last: Mapping[tuple[str | None, int | None], Version]) -> Version | None:
        """By the latest of what it settled in principle, what it tabled, and its position.

        Of two on one day a position that refuses comes first; one that accepts gives way.
        """
        ways = [version for version in (self.settled(code, term, outcome), own(code, last)) if version]
        latest = max(ways, key=lambda one: one.on, default=None)
        if found is None or (latest and latest.on > found.row.effective_on):
            return latest
        accepted = self.accepted(term, found)
        if latest and found.row.stance in ACCEPTS and (accepted is None or latest.on == accepted.on):
            return latest
        return accepted

    def settled(self, code: str, term: Any, outcome: Version | None) -> Version | None:
        """What its agreement in principle states, or what any outcome does once it has signed."""
        step = settled_since(self.tracks.get(code), self.steps.get(code, ()))
        if step is None:
            return None
        row = self.table.said(step.offer_id, term.pk)
        if row is None and outcome and (self.signed(code) or not step.offer_id):
            row = outcome.row
        words = said(row, term.value_kind)
        return None if words is None else Version(words, step.effective_on, row)

    def accepted(self, term: Any, found: Stand) -> Version | None:
        """The version that a position is behind: of the offer it answers, or by then the last of its side.

        Who accepts a whole package accepts what the offer says, and no term on which it is silent.
        """
        position = found.row
        offer = self.table.versions.get(position.offer_id)
        if position.stance not in BEHIND or (offer and not self.table.stands(offer)):
            return None
        named = None if offer and of_one_alone(offer) else self.table.said(position.offer_id, term.pk)
        words = said(named, term.value_kind)
        if words is not None:
            return Version(words, position.effective_on, named)
        if position.stance == "proposes" or (found.whole_package and position.offer_id):
            return None
        thread = {row.pk for row in self.table.thread(position.offer_id)}
        by_then = [row for row in self.written(("offer", "outcome"))
                   if row.pk in thread and row.effective_on <= position.effective_on]
        last = next((one for one in (self.said_in(row, term) for row in reversed(by_then)) if one), None)
        return last and Version(last.said, position.effective_on, last.row)
