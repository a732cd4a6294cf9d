"""The track of each government in a record file is a chain of allowed moves; knows the table of moves."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from negotiations.exchange.faults import Faults
from negotiations.exchange.rows import Row
from negotiations.scales import moves


def check_tracks(rows: Iterable[Row], faults: Faults) -> None:
    """Tells each step that may not follow the one before it, or falls back without a reason."""
    for steps in tracks(rows).values():
        for level in sorted({step.level for step in steps}):
            as_read = [step for step in steps if step.level <= level]
            for before, after in pairwise([None, *as_read]):
                check_joint(before, after, faults)


def tracks(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The steps of each government that no other corrects, in the order in which the database has them."""
    steps = [row for row in rows if row.kind == "trackstep"]
    corrected = {row.get("supersedes") for row in steps}
    found = defaultdict(list)
    for row in sorted(steps, key=lambda row: row.known):
        if row.sound and row.code not in corrected:
            found[row.get("government")].append(row)
    return {code: sorted(own, key=lambda row: row.get("effective_on")) for code, own in found.items()}


def check_joint(before: Row | None, after: Row, faults: Faults) -> None:
    state = before.get("state") if before else moves.FIRST
    where = f", at {before.place}" if before else ""
    reached = after.get("state")
    if not moves.is_allowed(state, reached):
        options = ", ".join((*moves.onward(state), *moves.backward(state)))
        faults.tell(after.where("state"), f"From {state}{where}, a government cannot move to {reached}. "
                                          f"It can move to: {options}.")  # fmt: skip
    elif moves.is_backward(state, reached) and not (after.get("reason_en") or after.get("reason_fr")):
        faults.tell(after.where("state"),
                    f"To fall back from {state}{where} to {reached} needs a reason: reason.")  # fmt: skip
