"""Sessions that end: after rest, after a day's work, and for every one of an account at once.

The engine is Django's in the database. Knows accounts by their id only.
"""

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.sessions.backends import db
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

BEGAN, SEEN = "began", "seen"
TOUCH = 60  # seconds: how exactly the rest is measured; each touch is a write


class SessionStore(db.SessionStore):
    """Writes down when a session began: each sign-in gives it a new id, and this."""

    def cycle_key(self) -> None:
        self[BEGAN] = self[SEEN] = int(time.time())
        super().cycle_key()


def end_sessions(user_id: int, but: str | None = None) -> int:
    """Delete the sessions of that account on the server, *but* one; their number."""
    rows = SessionStore.get_model_class().objects.filter(expire_date__gt=timezone.now())
    keys = [
        row.session_key
        for row in rows.iterator()
        if row.session_key != but and row.get_decoded().get(SESSION_KEY) == str(user_id)
    ]
    return SessionStore.get_model_class().objects.filter(session_key__in=keys).delete()[0]


def clear_old() -> None:
    """The rows of sessions that ended by themselves."""
    SessionStore.get_model_class().objects.filter(expire_date__lt=timezone.now()).delete()


class SessionLimitsMiddleware:
    """Ends what is too old; SESSION_COOKIE_AGE ends what rests, once `seen` has moved the end."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.session.get(SESSION_KEY):
            self._measure(request)
        return self.get_response(request)

    def _measure(self, request: HttpRequest) -> None:
        now, session = int(time.time()), request.session
        if now - session.setdefault(BEGAN, now) >= settings.ENTENTE_SESSION_LIMIT:
            logout(request)
        elif now - session.get(SEEN, 0) >= TOUCH:
            session[SEEN] = now
