"""What is wrong in a record file, and on which line; knows nothing of ours."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NamedTuple

MOST_SHOWN = 60


class Place(NamedTuple):
    """A line of a file, counted from 1; the file is named from the folder of the record."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class Fault(NamedTuple):
    """One sentence about one place; faults sort by file and line."""

    place: Place
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}  {self.sentence}"


class Refused(Exception):
    """The folder is not loaded, for these faults; nothing of it was stored."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(str(fault) for fault in self.faults))


@dataclass
class Faults:
    """Collects what is found in one run; notes are said, and refuse nothing."""

    found: list[Fault] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)

    def tell(self, place: Place, sentence: str) -> None:
        self.found.append(Fault(place, sentence))

    def note(self, place: Place, sentence: str) -> None:
        self.notes.append(Fault(place, sentence))

    def refuse(self) -> None:
        """Raises Refused when anything was found."""
        if self.found:
            raise Refused(self.found)


def shown(text: str) -> str:
    """A word of the file as a sentence quotes it, never too long."""
    line = " ".join(text.split())
    return f"'{line[:MOST_SHOWN]}...'" if len(line) > MOST_SHOWN else f"'{line}'"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` Did you mean 'x'?` when something known looks like *word*; else nothing."""
    near = get_close_matches(word[:MOST_SHOWN], list(known), n=1, cutoff=0.6)
    return f" Did you mean {shown(near[0])}?" if near else ""
