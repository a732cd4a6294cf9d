"""Which files may be attached, and how their bytes must begin. Standard library only.

A type is told by the end of the name and by the content, never by what the browser says.
"""

import re
import zipfile
import zlib
from typing import BinaryIO

MOST_BYTES = 25 * 1024 * 1024
MOST_UNPACKED = 200 * 1024 * 1024
MOST_PARTS = 2_000
HEAD = 8192
OFFICE = "application/vnd.openxmlformats-officedocument"
# Type, end of the name.
TYPES = {
    "application/pdf": ".pdf",
    f"{OFFICE}.wordprocessingml.document": ".docx",
    f"{OFFICE}.spreadsheetml.sheet": ".xlsx",
    "application/vnd.oasis.opendocument.text": ".odt",
    "text/plain": ".txt",
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "message/rfc822": ".eml",
}
ENDS = {end: content_type for content_type, end in TYPES.items()} | {".jpeg": "image/jpeg"}
STARTS = {"application/pdf": b"%PDF-", "image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}
# A part that each office file has; ODT names its own type in its first one.
PARTS = {
    f"{OFFICE}.wordprocessingml.document": "word/document.xml",
    f"{OFFICE}.spreadsheetml.sheet": "xl/workbook.xml",
    "application/vnd.oasis.opendocument.text": "content.xml",
}
HEADER = re.compile(rb"(?:[\x21-\x39\x3b-\x7e]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+\r?\n")
ENTRY = b"PK\x01\x02"  # one in the zip's directory for each part
MACROS = ("vbaproject.bin", "basic/script-lc.xml")


def type_of(name: str) -> str | None:
    """The type that the end of a name stands for; None for a file that is not taken."""
    dot = name.rfind(".")
    return ENDS.get(name[dot:].lower()) if dot > 0 else None


def fault_of(file: BinaryIO, content_type: str) -> str:
    """Why the content is not taken as that type: other, large, macros; empty when it is."""
    file.seek(0)
    head = file.read(HEAD)
    if content_type in STARTS:
        return "" if head.startswith(STARTS[content_type]) else "other"
    if content_type in PARTS:
        return office_fault(file, content_type) if head.startswith(b"PK\x03\x04") else "other"
    return "" if is_text(file) and (content_type == "text/plain" or HEADER.match(head)) else "other"


def is_text(file: BinaryIO) -> bool:
    """UTF-8 throughout, without the bytes that no text has."""
    file.seek(0)
    try:
        text = file.read(MOST_BYTES + 1).decode("utf-8-sig")
    except UnicodeDecodeError:
        return False
    return not any(character < " " and character not in "\t\n\r\f" for character in text)


def office_fault(file: BinaryIO, content_type: str) -> str:
    """A zip of few and small parts with the one that its type has, no macros; no part is parsed."""
    file.seek(0)
    if file.read(MOST_BYTES + 1).count(ENTRY) > MOST_PARTS:
        return "large"  # before a directory of a million parts is read
    try:
        with zipfile.ZipFile(file) as archive:
            return archive_fault(archive, content_type)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, OSError, ValueError, RuntimeError, EOFError):
        return "other"


def archive_fault(archive: zipfile.ZipFile, content_type: str) -> str:
    parts = archive.infolist()
    names = {part.filename.lower() for part in parts}
    if PARTS[content_type].lower() not in names:
        return "other"
    if any(name.endswith(MACROS) for name in names):
        return "macros"
    return "" if len(parts) <= MOST_PARTS and unpacks(archive, parts) else "large"


def unpacks(archive: zipfile.ZipFile, parts: list[zipfile.ZipInfo]) -> bool:
    """Whether all parts come to no more than the limit; counted, as the directory may lie."""
    if sum(part.file_size for part in parts) > MOST_UNPACKED:
        return False
    left = MOST_UNPACKED
    for part in parts:
        with archive.open(part) as stream:
            while piece := stream.read(1 << 20):
                left -= len(piece)
                if left < 0:
                    return False
    return True
