"""From where a request comes, as far as it can be trusted. Knows the settings only."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def address(request: HttpRequest) -> str:
    """The address our own proxies saw; what a visitor writes into the header counts nothing.

    Each of ENTENTE_PROXIES proxies adds one address at the end of X-Forwarded-For.
    """
    chain = request.headers.get("X-Forwarded-For", "").split(",")
    proxies = settings.ENTENTE_PROXIES
    seen = chain[-proxies].strip() if 0 < proxies <= len(chain) else ""
    for candidate in (seen, request.META.get("REMOTE_ADDR", "")):
        try:
            return str(ipaddress.ip_address(candidate))
        except ValueError:
            continue
    return "127.0.0.1"  # a proxy on a local socket that adds no header
