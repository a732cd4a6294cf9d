"""The pages for what went wrong below the views: 400, 413, 500, and 503 while the database is away.

Django calls them inside the handling of the exception. They ask the database nothing.
"""

import sys

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import defaults

TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
AGAIN = "10"  # seconds after which a browser or a monitor may ask again
BUSY = {"55P03", "57014", "40P01", "40001"}  # a lock or a statement took too long, or two crossed


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A form that holds more than the site takes is told so; all else is not understood."""
    if isinstance(exception, TOO_MUCH):
        return render(request, "413.html", status=413)
    return defaults.bad_request(request, exception)


def failed(request: HttpRequest) -> HttpResponse:
    """A database that is away, restarting or busy is nobody's mistake: ask again soon."""
    fault = sys.exc_info()[1]
    if isinstance(fault, OperationalError | InterfaceError):
        busy = getattr(fault.__cause__, "sqlstate", None) in BUSY
        answer = render(request, "503.html", {"busy": busy}, status=503)
        answer.headers["Retry-After"] = AGAIN
        return answer
    return defaults.server_error(request)
