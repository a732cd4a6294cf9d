"""A dump as a ZIP that is made while it is sent: a README, and the record folder.

Asks the database nothing: it may run after the request is over.
"""

import io
import zipfile
from collections.abc import Iterator
from datetime import datetime

from negotiations.exchange.dumping import Dump

OWNER_ALONE = 0o600 << 16
PIECE = 1 << 16


class Sent(io.RawIOBase):
    """What the archive has written and nobody has taken yet."""

    def __init__(self) -> None:
        self.waiting: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        self.waiting.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        taken, self.waiting = b"".join(self.waiting), []
        return taken


def packed(made: Dump, folder: str, readme: str, at: datetime) -> Iterator[bytes]:
    """The bytes of the archive, piece by piece."""
    sent = Sent()
    with zipfile.ZipFile(sent, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(entry("README.txt", at), readme.encode("utf-8-sig"))
        for name, text in made.texts.items():
            archive.writestr(entry(f"{folder}/{name}", at), text.encode())
            yield sent.take()
        for name, path in made.files.items():
            with path.open("rb") as file, archive.open(entry(f"{folder}/{name}", at), "w") as part:
                while piece := file.read(PIECE):
                    part.write(piece)
                    yield sent.take()
    yield sent.take()


def entry(name: str, at: datetime) -> zipfile.ZipInfo:
    found = zipfile.ZipInfo(name, at.timetuple()[:6])
    found.external_attr = OWNER_ALONE
    found.compress_type = zipfile.ZIP_DEFLATED
    return found
