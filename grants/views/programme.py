"""The list of programmes, and the page of one: its formula, what it means, its cases and versions."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from grants import engine, telling
from grants.calculating import ground_of
from grants.described import Described, described
from grants.models import Programme, ProgrammeVersion
from grants.results import split_of
from grants.views.reading import Place, place


@dataclass(frozen=True)
class Page:
    """The page of a programme; a text that is no formula is told by its faults."""

    place: Place
    versions: tuple[ProgrammeVersion, ...]
    formula: Described | None
    faults: tuple[str, ...]
    splits: bool
    may_add: bool


def programme_list(request: HttpRequest) -> HttpResponse:
    """All programmes by code: 1 query."""
    programmes = sorted(Programme.objects.with_current(), key=lambda one: one.name)
    context = {"programmes": programmes, "trail": [(_("Programmes"), "")]}
    return render(request, "programme_list.html", context)


def programme_page(request: HttpRequest, code: str) -> HttpResponse:
    """One programme at its current version, or at the one the address names."""
    found = place(request, code)
    versions = tuple(found.programme.versions.for_list())
    formula, faults, splits = None, (), False
    if found.version:
        try:
            ground = ground_of(found.version)
            formula = described(ground.document, ground.releases)
            splits = split_of(ground.document) is not None
        except engine.Refused as refused:
            faults = tuple(telling.placed_fault(one) for one in refused.faults)
    may_add = request.user.is_staff and request.user.has_perm("grants.change_programme")
    page = Page(found, versions, formula, faults, splits, may_add)
    return render(request, "programme.html", {"page": page, "trail": found.trail})
