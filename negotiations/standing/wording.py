"""Two wordings compared word by word. Knows words only."""

from dataclasses import dataclass
from difflib import SequenceMatcher


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words: `kept`, `taken_out` or `put_in`."""

    act: str
    words: str


def compare(before: str, after: str) -> tuple[Piece, ...]:
    """What was kept, taken out and put in, in reading order."""
    old, new = before.split(), after.split()
    found: list[Piece] = []
    for act, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if act == "equal":
            found.append(Piece("kept", " ".join(new[k:m])))
            continue
        if old[i:j]:
            found.append(Piece("taken_out", " ".join(old[i:j])))
        if new[k:m]:
            found.append(Piece("put_in", " ".join(new[k:m])))
    return tuple(found)
