"""The pages of a negotiation that are measured, by name. Knows addresses, no rows."""

from django.urls import reverse

ASKED = "?on=2013-11-20&since=2013-11-08"
PAGES = {
    "home": ("negotiation-home", {}), "matrix": ("matrix", {}), "matrix as JSON": ("matrix-json", {}),
    "tracker": ("tracker", {}), "terms": ("term-list", {}), "term": ("term", {"code": "term"}),
    "governments": ("government-list", {}), "profile": ("government", {"code": "government"}),
    "offers": ("offer-list", {}), "offer": ("offer", {"code": "offer"}),
    "meeting": ("meeting", {"event": "event"}), "meeting report": ("meeting-report", {"event": "event"}),
    "timeline": ("timeline", {}), "gaps": ("gaps", {}), "claims": ("claim-list", {}),
    "search": ("search", {}), "sources": ("source-list", {}), "source": ("source", {"code": "source"}),
}  # fmt: skip


def addresses(slug: str, word: str, **codes: str) -> dict[str, str]:
    """Each page of the negotiation; *codes* names its term, government, offer, event and source."""
    return {name: address(page, {"slug": slug} | {part: codes[kind] for part, kind in asks.items()}, word)
            for name, (page, asks) in PAGES.items()}  # fmt: skip


def address(page: str, values: dict[str, str], word: str) -> str:
    return reverse(page, kwargs=values) + (f"?q={word}" if page == "search" else ASKED)
