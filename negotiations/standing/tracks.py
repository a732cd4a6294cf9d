"""How far each government has come, and how many are where. Knows the states' order only."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

IN_PRINCIPLE = ("J6", "J7", "J8", "J9")
SIGNED = ("J10", "J11", "J13", "J14")
APART = ("J20", "J21", "J22")
AGREEMENT_STATES = ("J5", *IN_PRINCIPLE, *SIGNED, *APART)
UNCOUNTED = ("J0",)


@dataclass(frozen=True, slots=True)
class Track:
    """Where one government is. When contested, `state` is the lower and `contested_as` the higher."""

    government: str
    state: str
    step: Any = None
    contest: Any = None
    contested_as: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many governments are where; a contested one counts only as contested."""

    governments: int
    in_principle: int
    signed: int
    apart: int
    contested: int


def tracks(governments: Iterable[str], steps: Iterable[Any], contests: Iterable[Any]) -> dict[str, Track]:
    """The track of each government: its latest step, lowered where an open contest says less."""
    latest = {step.government_id: step for step in sorted(steps, key=when)}
    open_contests = {row.step_id: row for row in sorted(contests, key=when) if not row.settled}
    return {code: track(code, latest.get(code), open_contests) for code in governments}


def track(code: str, step: Any, contests: dict[int, Any]) -> Track:
    if step is None:
        return Track(code, "J0")
    contest = contests.get(step.pk)
    if contest is None:
        return Track(code, step.state, step)
    lower, higher = sorted((step.state, contest.state), key=rank)
    return Track(code, lower, step, contest, higher)


def count(found: Iterable[Track]) -> Counts:
    found = list(found)
    settled = [one.state for one in found if one.contest is None]
    return Counts(
        governments=len(found),
        in_principle=sum(state in IN_PRINCIPLE for state in settled),
        signed=sum(state in SIGNED for state in settled),
        apart=sum(state in APART for state in settled),
        contested=sum(one.contest is not None for one in found),
    )


def rank(state: str) -> int:
    """J5 before J6 before J10: the order in which a track usually runs."""
    return int(state[1:])


def when(row: Any) -> tuple:
    return row.effective_on, row.pk
