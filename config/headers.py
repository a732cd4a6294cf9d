"""The headers every answer carries, errors included. Knows nothing of the site."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

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
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # What a person may read today he may not tomorrow: nothing stays in a browser's cache.
    "Cache-Control": "no-store",
}


class HeadersMiddleware:
    """Adds what the answer does not say itself (static files have their own caching)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response
