"""The files of a record folder, which lie in files/ under their SHA-256: checked, then kept.

Knows where attached files lie and which types are taken; each file is stored with its row or not.
"""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from negotiations.exchange.faults import Faults
from negotiations.exchange.rows import Row
from negotiations.files import keeping
from negotiations.files.types import MOST_BYTES, TYPES, fault_of

FOLDER = "files"


def file_name(sha256: str, content_type: str) -> str:
    """Where in the folder a file lies."""
    return f"{FOLDER}/{sha256}{TYPES.get(content_type, '')}"


def check_files(rows: Iterable[Row], folder: Path, faults: Faults) -> None:
    """Tells each document whose file is missing, too large, not of its type or not the same."""
    for row in rows:
        if row.kind == "document" and row.sound and (sentence := file_fault(row, folder)):
            faults.tell(row.where("sha256"), sentence)


def file_fault(row: Row, folder: Path) -> str:
    name = file_name(row.get("sha256"), row.get("content_type"))
    path = folder / name
    if not path.is_file() or path.is_symlink():
        return f"There is no file {name}."
    if not 0 < path.stat().st_size <= MOST_BYTES:
        return f"The file {name} is empty, or larger than {MOST_BYTES:,} bytes."
    with path.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != row.get("sha256"):
            return f"The file {name} has another SHA-256."
        if fault_of(file, row.get("content_type")):
            return f"The file {name} is not of the type that it is said to be."
    return ""


@contextmanager
def kept_files(rows: Iterable[Row], folder: Path) -> Iterator[None]:
    """Stores the files of these rows, which then know where; takes them away after a failure."""
    kept = []
    try:
        for row in rows:
            path = folder / file_name(row.get("sha256"), row.get("content_type"))
            with path.open("rb") as file:
                one = keeping.keep(keeping.pieces_of(file))
            kept.append(one.stored_name)
            row.values = {**row.values, "stored_name": one.stored_name, "size": one.size}
        yield
    except BaseException:
        for stored_name in kept:
            keeping.drop(stored_name)
        raise
