"""What is typed arrives in one spelling (NFC), without characters that hide or reverse text.

Stands before every form, so that none can forget it. Knows no form and no field but by name.
"""

import re
import unicodedata

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

# Controls but for tab and line ends; characters that override the direction; half characters.
HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
AS_TYPED = re.compile("password")  # compared by hash: never respelled, and not stored


class TextsMiddleware:
    """Respells what was posted or asked for; refuses hidden characters and names the field."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view, args, kwargs) -> HttpResponse | None:
        found = [*hidden(request.GET), *hidden(request.POST)]
        if HIDDEN.search(request.path):
            found.append("URL")
        if found:
            return render(request, "hidden_characters.html", {"fields": sorted(set(found))}, status=400)
        request.GET, request.POST = respelled(request.GET), respelled(request.POST)
        return None


def hidden(given: QueryDict) -> list[str]:
    """The names of the fields that hold such a character."""
    return [HIDDEN.sub("?", name) for name, texts in given.lists()
            if any(map(HIDDEN.search, (name, *texts)))]  # fmt: skip


def respelled(given: QueryDict) -> QueryDict:
    """The same in NFC; the very object when nothing changes."""
    if all(unicodedata.is_normalized("NFC", text) for _name, texts in given.lists() for text in texts):
        return given
    plain = given.copy()
    for name, texts in given.lists():
        if not AS_TYPED.search(name):
            plain.setlist(name, [unicodedata.normalize("NFC", text) for text in texts])
    plain._mutable = False
    return plain
