"""A page's value as a file for a machine: both clocks, the clearance, or the fault of the address."""

from typing import Any

from django.http import JsonResponse

from negotiations.views.reading import LEVELS, Reading


def told(reading: Reading, value: dict[str, Any]) -> JsonResponse:
    """The value with what it was read with."""
    as_of = reading.dates.as_of
    return JsonResponse({
        "negotiation": reading.negotiation.slug, "on": str(as_of.on),
        "known": str(as_of.known) if as_of.known else None,
        "clearance": str(LEVELS[reading.clearance].word), **value},
        json_dumps_params={"ensure_ascii": False})


def refused(reading: Reading) -> JsonResponse:
    """400: which date cannot be read, and what is valid."""
    return JsonResponse({"fault": reading.dates.fault}, status=400)
