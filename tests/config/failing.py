"""Addresses that fail as a database does, in tests of the failure pages only."""

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.db import InterfaceError, OperationalError, ProgrammingError, connection, transaction
from django.http import HttpResponse
from django.urls import path

from config import urls

handler400, handler500 = urls.handler400, urls.handler500


def raising(fault: Exception):
    @login_not_required
    def view(request):
        raise fault

    return view


@login_not_required
def slow(request):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '50ms'")
        cursor.execute("SELECT pg_sleep(5)")
    return HttpResponse("never")


CROSSED = """DO $$ BEGIN RAISE EXCEPTION 'crossed' USING ERRCODE = '40P01'; END $$"""
asked = []


@login_not_required
def crossed(request, times):
    """Gives way to another transaction the first *times* times."""
    asked.append(request.method)
    if len(asked) <= times:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(CROSSED)
    return HttpResponse(f"done: {request.POST.get('note', '')}")


urlpatterns = [
    path("crossed/<int:times>/", crossed),
    path("en/accounts/crossed/<int:times>/", crossed),
    path("away/", raising(OperationalError("connection refused: secret-host"))),
    path("closed/", raising(InterfaceError("the connection is closed"))),
    path("wrong/", raising(ProgrammingError("no such column"))),
    path("slow/", slow),
    path("large/", raising(RequestDataTooBig("too big"))),
    path("many/", raising(TooManyFieldsSent("too many"))),
    *urls.urlpatterns,
]
