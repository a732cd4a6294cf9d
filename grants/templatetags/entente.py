"""What templates print with: thin filters over grants.formats, in the reader's language."""

from datetime import date
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django import template
from django.urls import translate_url
from django.utils.translation import get_language

from grants import formats

register = template.Library()


def _language() -> str:
    return "fr" if (get_language() or "en").startswith("fr") else "en"


@register.filter
def money(amount: formats.Number) -> str:
    return formats.money(amount, _language())


@register.filter
def money_whole(amount: formats.Number) -> str:
    return formats.money_whole(amount, _language())


@register.filter
def money_short(amount: formats.Number) -> str:
    return formats.money_short(amount, _language())


@register.filter
def ratio(value: formats.Number, places: int | None = None) -> str:
    return formats.ratio(value, _language(), places)


@register.filter
def number(value: formats.Number, places: int = 0) -> str:
    return formats.number(value, _language(), places)


@register.filter
def days(count: int) -> str:
    return formats.days(count, _language())


@register.filter
def date_iso(day: date) -> str:
    return formats.date_iso(day)


@register.filter
def date_long(day: date) -> str:
    return formats.date_long(day, _language())


@register.filter
def date_with_weekday(day: date) -> str:
    return formats.date_with_weekday(day, _language())


@register.simple_tag
def dated(day: date, precision: str = "day", start: date | None = None) -> str:
    """A date in a sentence, as exactly as it is known."""
    return formats.dated(day, _language(), precision, start)


@register.simple_tag
def dated_iso(day: date, precision: str = "day", start: date | None = None) -> str:
    """A date in a table, as exactly as it is known."""
    return formats.dated_iso(day, _language(), precision, start)


@register.simple_tag(takes_context=True)
def address_in(context: template.Context, language: str) -> str:
    """This page, its query string kept, in *language*."""
    request = context.get("request")
    if request is None:
        return f"/{language}/"
    return in_language(request.get_full_path(), language)


def in_language(address: str, language: str) -> str:
    """*address* in *language*; an address that has no languages leads to the home page.

    The page to go on to after signing in (``next``) changes its language too.
    """
    parts = urlsplit(address)
    path = _path_in(parts.path, language)
    query = [
        (name, in_language(value, language) if name == "next" else value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
    ]
    return urlunsplit(("", "", path, urlencode(query), ""))


def _path_in(path: str, language: str) -> str:
    translated = translate_url(path, language)
    if translated != path or path.startswith(f"/{language}/"):
        return translated
    head, _, rest = path.lstrip("/").partition("/")
    return f"/{language}/{rest}" if head in ("en", "fr") else f"/{language}/"
