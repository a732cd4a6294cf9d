"""The chain over history: each transaction's entries are summed with the link before.

An edit, a removal and a forged entry show in the chain itself. A cut tail and a chain that was
computed anew show only against an anchor: a file kept elsewhere, one line a verification.
"""

from dataclasses import dataclass
from pathlib import Path

from django.db import connection

FAULTS = {
    "link_missing": "link {link}: the link before it is missing",
    "entry_missing": "link {link}: entry {entry} was removed",
    "link_broken": "link {link}: an entry was changed, or the link itself",
    "entry_unlinked": "entry {entry} was never chained",
    "level_lowered": "entry {entry} is less sensitive than what it says",
}


class Unreadable(ValueError):
    """A line of the anchor file that cannot be read; the text names it."""


@dataclass(frozen=True, slots=True)
class Link:
    """One link: its number and, in hexadecimal, its digest."""

    number: int
    digest: str

    def __str__(self) -> str:
        return f"{self.number} {self.digest}"


def faults() -> list[str]:
    """What does not agree inside the database, in order: 1 query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT link, entry, fault FROM public.entente_chain_faults()")
        return [FAULTS[fault].format(link=link, entry=entry) for link, entry, fault in cursor]


def link(number: int | None = None) -> Link | None:
    """That link, or the last one."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT number, digest FROM public.entente_chain_link(%s)", [number])
        found = cursor.fetchone()
    return found and Link(*found)


def read_anchor(path: Path) -> list[Link]:
    """The links noted in *path*, oldest first; none when there is no such file."""
    lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
    return [_read(path, number, line) for number, line in enumerate(lines, 1)]


def _read(path: Path, number: int, line: str) -> Link:
    try:
        link, digest = line.split()
        return Link(int(link), bytes.fromhex(digest).hex())
    except ValueError:
        raise Unreadable(f"{path}, line {number}: expected a number and a digest.") from None


def faults_against(anchor: list[Link]) -> list[str]:
    """What the anchor remembers otherwise: 1 query a line."""
    return [fault for noted in anchor for fault in _against(noted, link(noted.number))]


def _against(noted: Link, found: Link | None) -> list[str]:
    if found is None:
        return [f"link {noted.number} of the anchor is gone: the tail was cut"]
    if found != noted:
        return [f"link {noted.number} differs from the anchor: the chain was computed anew"]
    return []


def note(path: Path, head: Link) -> None:
    with path.open("a", encoding="ascii") as file:
        file.write(f"{head}\n")
