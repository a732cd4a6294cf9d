"""Two wordings compared word by word. Knows words only."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

WORDS = re.compile(r"[^ \t\r\n]+")  # a no-break space joins what stands on its two sides


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words: `kept`, `taken_out` or `put_in`."""

    act: str
    words: str


def compare(before: str, after: str) -> tuple[Piece, ...]:
    """What was kept, taken out and put in, in reading order."""
    old, new = WORDS.findall(before), WORDS.findall(after)
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


def against(base: str, text: str) -> tuple[Piece, ...]:
    """*text* held against *base*: plain where there is no base, all new where they share less than half."""
    if not text:
        return ()
    if not base:
        return (Piece("kept", text),)
    pieces = compare(base, text)
    kept = sum(len(WORDS.findall(one.words)) for one in pieces if one.act == "kept")
    longer = max(len(WORDS.findall(base)), len(WORDS.findall(text)))
    return pieces if 2 * kept >= longer else (Piece("put_in", text),)
