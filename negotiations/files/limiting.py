"""Stops an upload at the size that is taken, before all of it is on the disk."""

from django.core.files.uploadhandler import FileUploadHandler, StopUpload
from django.http import HttpRequest

from negotiations.files.types import MOST_BYTES


class Limit(FileUploadHandler):
    """The first handler of every request; *cut_off* tells that its files came to too much."""

    cut_off = False
    received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        self.received += len(raw_data)
        if self.received > MOST_BYTES:
            self.cut_off = True
            raise StopUpload(connection_reset=False)  # what remains is read away, so that we answer
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """The next handler makes the file."""


def was_cut_off(request: HttpRequest) -> bool:
    """Whether files of a request, which has been read, were left out for their size."""
    return any(getattr(handler, "cut_off", False) for handler in request.upload_handlers)
