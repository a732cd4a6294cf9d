"""The headers every answer carries, errors included. Knows the settings only."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

# No inline script or style anywhere; data: serves the small pictures inside Bootstrap's CSS.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # What a person may read today he may not tomorrow: nothing stays in a browser's cache.
    "Cache-Control": "no-store",
}
METHODS = ("GET", "HEAD", "POST", "OPTIONS")  # none other is spoken here, TRACE above all


class HeadersMiddleware:
    """Adds what the answer does not say itself (static files have their own caching)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        spoken = request.method in METHODS
        response = self.get_response(request) if spoken else HttpResponseNotAllowed(METHODS)
        if settings.SECURE_HSTS_SECONDS and request.is_secure():
            response.headers.setdefault(
                "Strict-Transport-Security",
                f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains",
            )
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response
