"""Every address that the site answers to, with real values put in; knows the resolver."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.apps import apps
from django.urls import get_resolver
from django.utils import translation

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
# Addresses that are regular expressions.
EXPRESSIONS = {"(?P<url>.*)$": "no-such-page", "^(?P<app_label>": "negotiations/"}
MISSING = {"slug": "no-such", "event": "no-such", "code": "no-such", "pk": "999999999",
           "object_id": "999999999", "id": "999999999", "content_type_id": "999999", "act": "close",
           "uidb64": "OTk5", "token": "abc-def", "document": "no-such"}  # fmt: skip


@dataclass(frozen=True)
class Address:
    """One pattern of the resolver: its route, its name, and what it asks for."""

    route: str
    name: str

    @property
    def asks(self) -> list[str]:
        return PARAMETER.findall(self.route)

    @property
    def model(self):
        """The model of an admin page, or None."""
        found = re.match(r"en/admin/(\w+)/(\w+)/", self.route)
        try:
            return found and apps.get_model(found[1], found[2])
        except LookupError:
            return None

    def fill(self, values: dict) -> str:
        """The path, with *values* by name, and what is missing where they name nothing."""
        known = {**MISSING, **values}
        return "/" + PARAMETER.sub(lambda found: str(known[found[1]]), self.route)


def addresses() -> list[Address]:
    """In English; French is the same addresses under another letter."""
    with translation.override("en"):
        return list(_walk(get_resolver(), "", ""))


def _walk(resolver, route: str, space: str) -> Iterator[Address]:
    for pattern in resolver.url_patterns:
        here = route + _plain(str(pattern.pattern))
        if hasattr(pattern, "url_patterns"):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _walk(pattern, here, inner)
        else:
            yield Address(here, space + (pattern.name or ""))


def _plain(route: str) -> str:
    for start, word in EXPRESSIONS.items():
        if route.startswith(start):
            return word
    return route


def values_for(address: Address, rows: dict) -> dict:
    """What an address asks for, taken from *rows* (model -> row) of one negotiation."""
    by_name = {model.__name__: row for model, row in rows.items()}
    coded = {"offers/": "Offer", "programmes/": "Programme", "terms/": "Term",
             "statements/": "Statement", "jurisdictions/": "Jurisdiction"}  # fmt: skip
    code = next((kind for part, kind in coded.items() if part in address.route), "Source")
    pk = by_name["Membership" if "members/" in address.route else "User"].pk
    found = {"slug": by_name["Negotiation"].slug, "event": by_name["Event"].slug,
             "code": by_name[code].code, "document": by_name["Document"].code,
             "pk": pk, "id": by_name["User"].pk}  # fmt: skip
    if address.model is not None:
        row = by_name.get(address.model._meta.concrete_model.__name__)
        found["object_id"] = row.pk if row else MISSING["object_id"]
    return found
