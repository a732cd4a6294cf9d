"""How far each government has come, and how many are where. Knows the states and what proves them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from negotiations.scales import moves

IN_PRINCIPLE = ("J6", "J7", "J8", "J9")
SIGNED = ("J10", "J11", "J13", "J14")
APART = ("J20", "J21", "J22")
WITHDRAWN = "J23"
GONE = (WITHDRAWN, "J24")
LAPSED = "J15"
# From what claims least to what claims most: what has ended leaves nothing but the talks.
CLAIMS = ("J0", "J1", "J2", "J3", "J4", LAPSED, *GONE, "J5", *IN_PRINCIPLE, *SIGNED, *APART)
AGREEMENT_STATES = ("J5", *IN_PRINCIPLE, *SIGNED, *APART)
UNCOUNTED = ("J0",)
ASYMMETRIC, SIGNED_IN_PART = "J21", "J9"
OF_AN_AGREEMENT = ("J8", "J9", *SIGNED, LAPSED)  # what may follow an asymmetric agreement, and leaves it one


@dataclass(frozen=True, slots=True)
class Signing:
    """How many signatures an agreement requires of a government, and how many are there."""

    made: int
    required: int

    @property
    def in_part(self) -> bool:
        return 0 < self.made < self.required


@dataclass(frozen=True, slots=True)
class Track:
    """Where one government is. When contested, `state` is the lower and `contested_as` the higher.

    `step` is the last on record; `since` the row by which the state was reached: the first of the steps
    that have told it since, or the signature that shows it. `signing` counts its own signatures, where
    an agreement names blocks for it; `asymmetric` says that its agreement has terms of its own, and
    `pending` that it is not reached yet; `unconfirmed` that the evidence is weaker than the state demands.
    """

    government: str
    state: str
    step: Any = None
    since: Any = None
    contest: Any = None
    contested_as: str = ""
    signing: Signing | None = None
    asymmetric: bool = False
    pending: bool = False
    unconfirmed: bool = False

    @property
    def apart(self) -> bool:
        return self.asymmetric or self.state in APART

    @property
    def signed(self) -> bool:
        """Signed by all, and whoever contests the step says so too."""
        return self.state in SIGNED and (self.contest is None or self.contested_as in SIGNED)

    @property
    def withdrawn(self) -> bool:
        """It has left the talks, and nobody says otherwise: nothing waits for it."""
        return self.contest is None and self.state == WITHDRAWN

    @property
    def finished(self) -> bool:
        """Signed by all, or standing apart, and nobody says otherwise."""
        return self.contest is None and (self.signed or (self.apart and not self.pending))


@dataclass(frozen=True, slots=True)
class Counts:
    """How many governments are where; a contested one counts only as contested.

    `asymmetric` are those of `apart` that have an agreement of their own terms, and `pending` those of
    them that have not reached it yet.
    """

    governments: int
    in_principle: int
    signed: int
    apart: int
    contested: int
    asymmetric: int = 0
    pending: int = 0
    withdrawn: int = 0

    @property
    def finished(self) -> int:
        """Signed by all, or standing apart."""
        return self.signed + self.apart - self.pending

    @property
    def awaited(self) -> int:
        """Those that should still sign or settle where they stand: not finished, and not withdrawn."""
        return self.governments - self.finished - self.withdrawn

    @property
    def elsewhere(self) -> int:
        """Opted out with compensation, or served by Canada directly."""
        return self.apart - self.asymmetric

    @property
    def underway(self) -> int:
        """Neither in principle nor beyond, nor contested, nor withdrawn."""
        return (self.governments - self.in_principle - self.signed - self.apart - self.contested
                - self.withdrawn)


def tracks(governments: Iterable[str], steps: Iterable[Any], contests: Iterable[Any]) -> dict[str, Track]:
    """The track of each government: its latest step, lowered where an open contest says less."""
    ordered, told = sorted(steps, key=when), [row for row in sorted(contests, key=when) if not row.settled]
    return {code: track(code, [step for step in ordered if step.government_id == code], told)
            for code in governments}


def track(code: str, steps: list[Any], contests: Iterable[Any]) -> Track:
    """From its own steps, oldest first. Further evidence of a state leaves open who contests it."""
    reached = run(steps)
    if not reached:
        return Track(code, "J0")
    since, step, keys = reached[0], reached[-1], {one.pk for one in reached}
    contest = next((row for row in reversed(list(contests)) if row.step_id in keys), None)
    if contest is None:
        return Track(code, step.state, step, since, asymmetric=step.state == ASYMMETRIC)
    lower, higher = sorted((step.state, contest.state), key=rank)
    return Track(code, lower, step, since, contest, higher)


def run(steps: list[Any]) -> list[Any]:
    """The last of *steps*, and those just before it that tell the same state."""
    return list(takewhile(lambda step: step.state == steps[-1].state, reversed(steps)))[::-1]


def read_closely(found: dict[str, Track], steps: Iterable[Any],
                 agreements: Iterable[Any]) -> dict[str, Track]:
    """The same tracks, read beside the steps that led there and the *agreements* of the day.

    Agreements come with their blocks and signatures, steps with their offer. Some but not all of a
    government's own signatures make it signed in part, unless a later step says where it has gone since.
    """
    by_pk, ordered = {row.pk: row for row in agreements}, sorted(steps, key=when)
    return {code: beside(one, [step for step in ordered if step.government_id == code],
                         agreement_of(one, by_pk)) for code, one in found.items()}


def agreement_of(found: Track, by_pk: dict[int, Any]) -> Any:
    """The agreement that the step names, or the latest of the government that has a signature."""
    named = by_pk.get(found.step.agreement_id) if found.step else None
    own = [row for row in by_pk.values() if row.government_id == found.government and signatures(row)]
    return named or (own[-1] if own else None)


def beside(found: Track, steps: list[Any], agreement: Any) -> Track:
    own = [block for block in agreement.blocks.all() if block.government_id == found.government] if (
        agreement) else []
    signing = Signing(sum(bool(block.signatures.all()) for block in own), len(own)) if own else None
    if found.contest is not None:
        return replace(found, signing=signing, asymmetric=stands_alone(found, steps))
    in_part = signing is not None and signing.in_part and is_latest(found, own)
    state, since = (SIGNED_IN_PART, signed_since(found, own)) if in_part else (found.state, found.since)
    reached = is_asymmetric(steps)
    named = found.step is not None and agreement is not None and found.step.agreement_id == agreement.pk
    named = named and agreement.type == "asymmetric"
    return replace(
        found, signing=signing, state=state, since=since, asymmetric=reached or named,
        pending=named and not reached and state not in (*SIGNED, *APART, *GONE, LAPSED),
        unconfirmed=is_unconfirmed(steps))


def is_latest(found: Track, blocks: Iterable[Any]) -> bool:
    """Those signatures say more than the step: it claims them all, or is no later than they are.

    On the day of the last signature a correction that was recorded after it is later.
    """
    if found.step is None or found.state in (*SIGNED, ASYMMETRIC):
        return True
    last = of_blocks(blocks)[-1]
    if found.step.effective_on == last.effective_on and found.step.supersedes_id:
        return last.recorded_at > found.step.recorded_at
    return found.step.effective_on <= last.effective_on


def signed_since(found: Track, blocks: Iterable[Any]) -> Any:
    """Its first signature, but for the steps that told of one before that."""
    told = [found.since] if found.state == SIGNED_IN_PART else []
    return min([of_blocks(blocks)[0], *told], key=lambda row: row.effective_on)


def stands_alone(found: Track, steps: list[Any]) -> bool:
    """Its agreement has terms of its own, by the step on which it stands and by who contests that.

    Who says that all signed, where the step says no more than that the agreement is asymmetric, may
    mean the one of the others.
    """
    if not is_asymmetric(steps) or found.contest is None:
        return is_asymmetric(steps)
    of_the_others = found.step.state == ASYMMETRIC and found.contest.state in SIGNED
    return found.contest.state in (ASYMMETRIC, *OF_AN_AGREEMENT) and not of_the_others


def is_asymmetric(steps: Iterable[Any]) -> bool:
    """An asymmetric agreement was reached, and nothing since but its own approval and signatures."""
    found = False
    for step in steps:
        found = step.state == ASYMMETRIC or (found and step.state in OF_AN_AGREEMENT)
    return found


def is_unconfirmed(steps: list[Any]) -> bool:
    """No step on the state in which the track now stands rests on the evidence that it demands."""
    return bool(steps) and not any(
        moves.is_proven(step.state, step.grade, step.offer_id is not None and step.offer.form == "oral")
        for step in run(steps))


def signatures(agreement: Any) -> list[Any]:
    """The signatures of an agreement, oldest first."""
    return of_blocks(agreement.blocks.all())


def of_blocks(blocks: Iterable[Any]) -> list[Any]:
    """The signatures in *blocks*, oldest first."""
    return sorted((row for block in blocks for row in block.signatures.all()), key=when)


def count(found: Iterable[Track]) -> Counts:
    found = list(found)
    settled = [one for one in found if one.contest is None]
    together = [one.state for one in settled if not one.apart]
    return Counts(
        governments=len(found),
        in_principle=sum(state in IN_PRINCIPLE for state in together),
        signed=sum(state in SIGNED for state in together),
        apart=sum(one.apart for one in settled),
        contested=sum(one.contest is not None for one in found),
        asymmetric=sum(one.asymmetric for one in settled),
        pending=sum(one.pending for one in settled),
        withdrawn=sum(one.withdrawn for one in settled),
    )


def rank(state: str) -> int:
    """How much a state claims: in talks least; what has lapsed less than any agreement."""
    return CLAIMS.index(state)


def when(row: Any) -> tuple:
    """By day, and within a day in the order of the record: a correction keeps its place."""
    return row.effective_on, row.in_place_of or row.pk
