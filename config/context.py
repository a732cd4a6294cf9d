"""What the footer of every page shows. Knows the settings only."""

from datetime import date

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """site_version, site_contact, site_modified (a date)."""
    return {
        "site_version": settings.ENTENTE_VERSION,
        "site_contact": settings.ENTENTE_CONTACT,
        "site_modified": date.fromisoformat(settings.ENTENTE_MODIFIED),
    }
