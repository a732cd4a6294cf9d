"""The event log: one JSON object a line about who did what, and never a word of the record.

Knows who asks (config.identity) and from where (config.source); no model. What callers hand over
are codes, addresses and numbers: JSON escapes them, so no line can be forged with a line break.

What was done is told once it is committed: an act that is rolled back leaves no line. What was
refused, tried in vain, read or taken out is told at once, because it happened whatever is stored.
"""

import json
import logging
import os
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from logging.handlers import WatchedFileHandler
from typing import NamedTuple

from django.db import transaction
from django.http import HttpRequest, HttpResponse

from config import identity, source

LOGGER = logging.getLogger("entente.events")
LONGEST = 300  # characters of one value: an address typed by a stranger may be endless
STRATEGY = 4
REFUSALS = {403, 404, 409, 413, 429}


class Asked(NamedTuple):
    """What the request of now asked for, and from where; empty in a command."""

    source: str = ""
    method: str = ""
    path: str = ""


NOTHING = Asked()
asked: ContextVar[Asked] = ContextVar("entente_asked", default=NOTHING)


def write(event: str, **facts: object) -> None:
    """One line of what was done, written when the transaction commits; at once outside of one.

    *facts* are codes, account names and numbers, never texts of the record.
    """
    line = _line(event, facts)
    transaction.on_commit(lambda: LOGGER.info(line), robust=True)


def write_at_once(event: str, **facts: object) -> None:
    """One line of what was refused, tried, read or taken out: it stands whatever is rolled back."""
    LOGGER.info(_line(event, facts))


def _line(event: str, facts: dict[str, object]) -> str:
    """As things are now: on commit somebody else may be asking."""
    who = identity.current.get()
    line = {
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "event": event,
        "user": int(who.user_id) if who.user_id else None,
        "request": who.request_id,
        **asked.get()._asdict(),
        **facts,
    }
    return json.dumps({name: _short(value) for name, value in line.items()})


def _short(value: object) -> object:
    return value[:LONGEST] if isinstance(value, str) else value


def strategy_read(negotiation: int, what: str, level: int = STRATEGY) -> None:
    """Somebody reads what only Strategy opens: *what* is a kind and a number, never a title."""
    if level >= STRATEGY:
        write_at_once("strategy read", negotiation=negotiation, what=what)


def exported(negotiation: int, what: str) -> None:
    """Something left the site as a file; answers sent as attachments are seen without this."""
    write_at_once("export", negotiation=negotiation, what=what)


class EventsMiddleware:
    """Remembers what is asked for, and writes down each refusal and each file that goes out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked.set(Asked(source.address(request), request.method or "", request.path))
        response = self.get_response(request)
        if response.status_code in REFUSALS:
            self._refused(response.status_code)
        elif response.headers.get("Content-Disposition", "").startswith("attachment"):
            write_at_once("export", status=response.status_code)
        return response

    def process_template_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """The admin's pages: the row that is shown, or the rows of a list."""
        context = response.context_data or {}
        shown = context.get("original") or context.get("object")
        rows = getattr(context.get("cl"), "result_list", None) or [shown]
        for row in rows:
            if getattr(row, "sensitivity", 0) >= STRATEGY:
                strategy_read(row.negotiation_id, f"{row._meta.model_name} {row.pk}")
        return response

    def _refused(self, status: int) -> None:
        """What strangers ask for in vain is noise, unless it is forbidden to them."""
        if status != 404 or identity.current.get().user_id:
            write_at_once("refused", status=status)


class KeptFile(WatchedFileHandler):
    """A log file that only its owner reads; it may be moved away while the site runs."""

    def _open(self):
        return open(self.baseFilename, self.mode, encoding="utf-8", opener=_closed)  # noqa: PTH123, SIM115


def _closed(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
