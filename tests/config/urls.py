"""Addresses that exist in tests of the runtime only."""

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.urls import path

from config import urls


@login_not_required
def fine(request):
    return HttpResponse("fine")


@login_not_required
def stream(request):
    return StreamingHttpResponse(iter(["a", "b"]))


@login_not_required
def broken(request):
    raise ZeroDivisionError("planted")


@login_not_required
def missing(request):
    raise Http404


@login_not_required
def forbidden(request):
    raise PermissionDenied


urlpatterns = [
    path("fine/", fine),
    path("stream/", stream),
    path("broken/", broken),
    path("missing/", missing),
    path("forbidden/", forbidden),
    *urls.urlpatterns,
]
