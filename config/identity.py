"""Who asks: one context variable that the database backend passes on to PostgreSQL.

Nothing is cleared at the end of a request, because a streamed answer still reads after it;
the next request starts as nobody.
"""

import argparse
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from django.http import HttpRequest, HttpResponse


class Identity(NamedTuple):
    """The user's id as text ("" is nobody: no row of the record) and the request's."""

    user_id: str = ""
    request_id: str = ""


NOBODY = Identity()
current: ContextVar[Identity] = ContextVar("entente_identity", default=NOBODY)


def of(user: object, request_id: str = "") -> Identity:
    """The identity of *user*; None, the anonymous and the unsaved are nobody."""
    key = getattr(user, "pk", None)
    return Identity("" if key is None else str(key), request_id)


@contextmanager
def acting_as(user: object) -> Iterator[None]:
    """Queries inside run as *user*, afterwards as whoever it was before."""
    token = current.set(of(user, uuid.uuid4().hex))
    try:
        yield
    finally:
        current.reset(token)


class IdentityMiddleware:
    """First in the list. Nobody until the view is known, then the signed-in user."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.id = uuid.uuid4().hex
        current.set(Identity("", request.id))
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view, args, kwargs) -> None:
        current.set(of(getattr(request, "user", None), request.id))


def add_argument(parser: argparse.ArgumentParser) -> None:
    """The option --as USERNAME for commands that touch the record."""
    parser.add_argument(
        "--as",
        dest="username",
        metavar="USERNAME",
        help="whose rights to read and write with; without it no row of the record is seen",
    )


@contextmanager
def acting_as_named(username: str | None) -> Iterator[None]:
    """What --as named: an active user, or nobody when it is left out."""
    user = None
    if username:
        users = get_user_model()._default_manager.filter(is_active=True)
        user = users.filter(**{get_user_model().USERNAME_FIELD: username}).first()
        if user is None:
            raise CommandError(f"No active user is called {username!r}.")
    with acting_as(user):
        yield
