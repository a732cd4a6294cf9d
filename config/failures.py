"""The pages for what went wrong below the views: 400, 413, 500, and 503 while the database is away.

Django calls them inside the handling of the exception. They ask the database nothing. A page that
is only read is asked for once more when its transaction crossed another; a form never is: the page
of the failure holds what was typed, to be sent again.
"""

import sys
from collections.abc import Callable

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import defaults

from config import expired

TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
AGAIN = "10"  # seconds after which a browser or a monitor may ask again
CROSSED = {"40P01", "40001"}
BUSY = {"55P03", "57014", *CROSSED}  # a lock or a statement took too long, or two crossed


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A form that holds more than the site takes is told so; all else is not understood."""
    if isinstance(exception, TOO_MUCH):
        return render(request, "413.html", status=413)
    return defaults.bad_request(request, exception)


def failed(request: HttpRequest) -> HttpResponse:
    """A database that is away, restarting or busy is nobody's mistake: ask again soon."""
    fault = sys.exc_info()[1]
    if isinstance(fault, OperationalError | InterfaceError):
        context = {"busy": _sqlstate(fault) in BUSY, **sent(request)}
        answer = render(request, "503.html", context, status=503)
        answer.headers["Retry-After"] = AGAIN
        return answer
    return defaults.server_error(request)


def _sqlstate(fault: BaseException) -> str:
    return getattr(fault.__cause__, "sqlstate", None) or ""


def sent(request: HttpRequest) -> dict[str, object]:
    """What was typed, to be sent again; nothing where it is secret or may have come from another site."""
    checked = getattr(request, "csrf_processing_done", False)
    if request.method != "POST" or not checked or expired.is_secret(request):
        return {"sent": False}
    typed = expired.fields(request.POST)
    return {"sent": bool(typed), "files": bool(request.FILES), **expired.apart(typed)}


class CrossedMiddleware:
    """The last of all: a reading that the database gave up for another is begun once more, unseen."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """A view that only reads has left nothing behind."""
        crossed = isinstance(fault, OperationalError) and _sqlstate(fault) in CROSSED
        if not crossed or request.method not in ("GET", "HEAD") or hasattr(request, "asked_again"):
            return None
        request.asked_again = True
        match = request.resolver_match
        return match.func(request, *match.args, **match.kwargs)
