"""Where attached files lie: under random names, outside the web root, for the site's user alone.

Knows the folder; no model and no request.
"""

import hashlib
import os
import re
import secrets
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, NamedTuple

from django.conf import settings

STORED = re.compile(r"[0-9a-f]{32}", re.ASCII)
LONGEST_NAME = 200
PIECE = 1 << 20


class Kept(NamedTuple):
    """A file as it lies there."""

    stored_name: str
    size: int
    sha256: str


def folder() -> Path:
    return Path(settings.VAR) / "documents"


def path_of(stored_name: str) -> Path:
    """Where a stored file lies. Raises ValueError for a name that keep() never gave."""
    if not STORED.fullmatch(stored_name):
        raise ValueError("This is not the name of a stored file.")
    return folder() / stored_name


def find(stored_name: str) -> Path | None:
    """Where a stored file lies; None when it is gone, or no name of ours."""
    if not STORED.fullmatch(stored_name):
        return None
    path = path_of(stored_name)
    return path if path.is_file() and not path.is_symlink() else None


def keep(pieces: Iterable[bytes]) -> Kept:
    """Stores a file whole, or nothing of it."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    stored_name = secrets.token_hex(16)
    path, digest, size = path_of(stored_name), hashlib.sha256(), 0
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            for piece in pieces:
                digest.update(piece)
                size += len(piece)
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        drop(stored_name)
        raise
    return Kept(stored_name, size, digest.hexdigest())


def drop(stored_name: str) -> None:
    """Takes away a file whose row was refused."""
    path_of(stored_name).unlink(missing_ok=True)


def pieces_of(file: BinaryIO) -> Iterable[bytes]:
    file.seek(0)
    while piece := file.read(PIECE):
        yield piece


def clean_name(name: str) -> str:
    """A file's own name: no folder, no control or direction character, NFC, short; the end is kept."""
    last = re.split(r"[\\/]", unicodedata.normalize("NFC", name))[-1]
    kept = "".join(one for one in last if unicodedata.category(one) not in ("Cc", "Cf", "Cs", "Zl", "Zp"))
    kept = " ".join(kept.split()).strip(". ")
    stem, dot, end = kept.rpartition(".")
    return f"{stem[: LONGEST_NAME - len(dot + end)]}{dot}{end}" if dot else kept[:LONGEST_NAME]
