"""A form that comes after its session ended: what was typed is shown again, to be sent once signed in.

Signing in changes the CSRF token, so that this page carries a token of its own, which counts only
together with a cookie of the same browser, for the same address and for a day. Knows no form.
"""

import secrets
from collections.abc import Callable

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare

COOKIE = "__Host-again" if settings.HTTPS else "again"
FIELD = "sent-again"
DAY = 24 * 60 * 60
SHORT = 40  # characters; what is longer was typed by a person, and is shown
NEVER = {"csrfmiddlewaretoken", FIELD}
SALT = "config.expired"


class ExpiredMiddleware:
    """Stands behind the CSRF check and before the demand to sign in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and COOKIE in request.COOKIES and is_ours(request):
            request.csrf_processing_done = True  # this token has been checked instead
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view, args, kwargs) -> HttpResponse | None:
        """The typed text, where somebody without a session sends some to a page that needs one."""
        if request.method != "POST" or request.user.is_authenticated:
            return None
        if not getattr(view, "login_required", True) or is_secret(request):
            return None
        typed = fields(request.POST)
        return page(request, typed) if any(text for _name, text in typed) else None


def is_secret(request: HttpRequest) -> bool:
    """Passwords and codes are typed below accounts/: never shown again."""
    return request.path.startswith(reverse("login").removesuffix("login/"))


def fields(posted: QueryDict) -> list[tuple[str, str]]:
    return [(name, text) for name, texts in posted.lists() for text in texts if name not in NEVER]


def page(request: HttpRequest, typed: list[tuple[str, str]]) -> HttpResponse:
    """What was typed, shown and to be sent again; 401, because nobody is signed in."""
    nonce = request.COOKIES.get(COOKIE) or secrets.token_urlsafe(32)
    context = {
        **apart(typed),
        "field": FIELD,
        "token": signing.dumps([nonce, request.path], salt=SALT),
    }
    answer = render(request, "expired.html", context, status=401)
    answer.set_cookie(COOKIE, nonce, max_age=DAY, secure=settings.HTTPS, httponly=True, samesite="Strict")
    return answer


def apart(typed: list[tuple[str, str]]) -> dict[str, list[tuple[str, str]]]:
    """What a person wrote is shown; the rest only goes along."""
    return {
        "hidden": [(name, text) for name, text in typed if not is_long(text)],
        "shown": [(name, text) for name, text in typed if is_long(text)],
    }


def is_long(text: str) -> bool:
    return len(text) > SHORT or "\n" in text


def is_ours(request: HttpRequest) -> bool:
    """The token is the one that this site gave to this browser for this address."""
    try:
        nonce, path = signing.loads(request.POST.get(FIELD, ""), salt=SALT, max_age=DAY)
    except signing.BadSignature:
        return False
    return path == request.path and constant_time_compare(nonce, request.COOKIES[COOKIE])
