"""What every page of a programme needs: the programme, the version the address names. 404 or found."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from grants import engine
from grants.calculating import Ground, ground_of
from grants.models import Programme, ProgrammeVersion


@dataclass(frozen=True)
class Place:
    """Where a page stands: its programme, the version read (None: none is current), its trail."""

    programme: Programme
    version: ProgrammeVersion | None
    trail: tuple[tuple[str, str], ...]


def place(request: HttpRequest, code: str, *trail: tuple[str, str]) -> Place:
    """The programme and the version named by `version`, or the current one: 1 or 2 queries."""
    programme = get_object_or_404(Programme.objects.with_current(), code=code)
    version, number = programme.current, request.GET.get("version", "")
    if number:
        if not number.isascii() or not number.isdigit() or len(number) > 6:
            raise Http404
        version = get_object_or_404(programme.versions.select_related("programme"), number=number)
    home = reverse("programme", args=[code]) if trail else ""
    return Place(programme, version, (
        (_("Programmes"), reverse("programme-list")), (programme.name, home), *trail))


def ground(found: Place) -> Ground:
    """The formula and its releases: 2 queries. 404 when there is no version, or it is no formula."""
    if found.version is None:
        raise Http404
    try:
        return ground_of(found.version)
    except engine.Refused:
        raise Http404 from None


def address(name: str, code: str, pairs: Any = ()) -> str:
    """The address of a page of a programme with what it is asked."""
    query = urlencode(list(pairs))
    return reverse(name, args=[code]) + (f"?{query}" if query else "")
