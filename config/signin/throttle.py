"""Guessing is counted in the database, by account and by source, one guess at a time.

Knows axes, which keeps the counts, and nothing of passwords or codes.
"""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from config import source

TAKE_TURN = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


def fold(name: str) -> str:
    """The account a name counts for: letter case and look-alike forms are one."""
    return unicodedata.normalize("NFKC", name).casefold().strip()[:255]


def account(request: HttpRequest, credentials: dict | None) -> str | None:
    """The name axes counts by."""
    given = credentials if credentials else request.POST
    name = given.get("username")
    return fold(name) if name else None


def counted_by(request: HttpRequest, credentials: dict | None = None) -> list[str]:
    """The account and the source, each for itself; without a name the source alone."""
    return ["username", "ip_address"] if account(request, credentials) else ["ip_address"]


class Handler(AxesDatabaseHandler):
    """A success forgives the account at that source, and nobody else's wrong tries."""

    def reset_user_attempts(self, request: HttpRequest, credentials: dict | None = None) -> int:
        own = AccessAttempt.objects.filter(
            username=get_client_username(request, credentials), ip_address=request.axes_ip_address
        )
        return own.delete()[0]


@contextmanager
def turn(request: HttpRequest, name: str) -> Iterator[None]:
    """One guess at a time for the account and for the source: posts side by side are counted too."""
    keys = sorted((f"account {fold(name)}", f"source {source.address(request)}"))
    with transaction.atomic(), connection.cursor() as cursor:
        for key in keys:
            cursor.execute(TAKE_TURN, [key])
        yield


def allows(request: HttpRequest, credentials: dict) -> bool:
    """Whether one more guess is evaluated; a refused one is marked on the request."""
    if AxesProxyHandler.is_allowed(request, credentials):
        return True
    request.axes_locked_out = True
    return False


def count(request: HttpRequest, credentials: dict) -> None:
    """A wrong guess."""
    AxesProxyHandler.user_login_failed(__name__, credentials, request)


def forgive(request: HttpRequest, credentials: dict) -> None:
    """After the right one."""
    AxesProxyHandler.update_request(request)
    AxesProxyHandler.get_implementation().reset_user_attempts(request, credentials)


def locked_out(request: HttpRequest, response: HttpResponse, credentials: dict | None) -> HttpResponse:
    """What axes shows in place of *response*: the page's own, with what to do (429)."""
    return import_string("config.signin.views.locked_page")(request)


def minutes() -> int:
    """How long a lock lasts."""
    return round(settings.AXES_COOLOFF_TIME * 60)
