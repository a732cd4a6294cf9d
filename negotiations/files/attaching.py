"""Attaches a file to a source: the row and the file, or neither."""

from typing import BinaryIO

from negotiations.files import keeping
from negotiations.models import Document, Source
from negotiations.refusals import in_words


def attach(source: Source, file: BinaryIO, *, name: str, content_type: str, sensitivity: int) -> Document:
    """By somebody who writes in the negotiation, up to that level: the database sees to it."""
    kept = keeping.keep(keeping.pieces_of(file))
    try:
        with in_words():
            return Document.objects.create(
                negotiation_id=source.negotiation_id, source=source, sensitivity=sensitivity, name=name,
                content_type=content_type, size=kept.size, sha256=kept.sha256,
                stored_name=kept.stored_name)
    except BaseException:
        keeping.drop(kept.stored_name)
        raise
