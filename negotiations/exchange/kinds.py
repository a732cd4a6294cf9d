"""How one field of a record file is read: a node in, a plain value out, or a fault with its line.

A reader returns None after a fault. One that fills several columns returns Parts.
"""

import datetime
import re
import zoneinfo
from collections.abc import Callable, Iterable
from functools import cache

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

from negotiations.exchange.faults import Faults, did_you_mean, shown
from negotiations.exchange.reading import READ_AS, Node, unquoted

Reader = Callable[[Node, Faults], object]
LEVELS = {"public": 1, "internal": 2, "in_confidence": 3, "strategy": 4}
GOVERNMENTS = ("CA", "ON", "QC", "NS", "NB", "MB", "BC", "PE", "SK", "AB", "NL", "NT", "YT", "NU")
CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*", re.ASCII)
SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)
SLUG = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
MONTH = re.compile(r"\d{4}-\d{2}", re.ASCII)
MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z", re.ASCII)
TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
BY = ("official", "media", "ours", "none")
is_url = URLValidator(schemes=["http", "https", "ftp", "ftps"])


class Parts(dict):
    """The values of one field that fills several columns, by the ending of the column."""


def text(node: Node, faults: Faults) -> str | None:
    """What is written, without the space around it."""
    if node.kind != "text":
        faults.tell(node.place, f"Here a text is wanted, not a {node.kind}.")
    elif node.read_as in READ_AS:
        faults.tell(node.place, unquoted(node))
    elif CONTROL.search(node.text):
        faults.tell(node.place, "The text holds a control character.")
    elif not node.text.strip():
        faults.tell(node.place, "Nothing is written here: leave the key out, or write a text.")
    else:
        return node.text.strip()
    return None


def written(node: Node, faults: Faults, form: re.Pattern, sentence: str) -> str | None:
    """A text of the given form."""
    word = text(node, faults)
    if word is not None and not form.fullmatch(word):
        faults.tell(node.place, f"{shown(word)} is not {sentence}.")
        return None
    return word


def code(node: Node, faults: Faults) -> str | None:
    """The id of a row, of this folder or another's."""
    return written(
        node, faults, CODE,
        "an id: letters, digits, points, dashes and underscores, a letter or digit first",
    )  # fmt: skip


def slug(node: Node, faults: Faults) -> str | None:
    return written(node, faults, SLUG, "an address: letters, digits, dashes and underscores")


def sha256(node: Node, faults: Faults) -> str | None:
    return written(node, faults, SHA256, "a SHA-256: 64 digits and letters from a to f")


def one_of(allowed: Iterable[str]) -> Reader:
    """A reader of one of the *allowed* codes, which the fault lists."""
    codes = tuple(allowed)

    def choice(node: Node, faults: Faults) -> str | None:
        word = text(node, faults)
        if word is None or word in codes:
            return word
        listed = ", ".join(codes)
        faults.tell(
            node.place,
            f"{shown(word)} is not a value of this scale.{did_you_mean(word, codes)} "
            f"Allowed: {listed}.",
        )
        return None

    return choice


def government(node: Node, faults: Faults) -> str | None:
    word = text(node, faults)
    if word is None or word in GOVERNMENTS:
        return word
    faults.tell(node.place, f"{shown(word)} is not a government. "
                            f"Allowed: {', '.join(GOVERNMENTS)}.")  # fmt: skip
    return None


def level(node: Node, faults: Faults) -> int | None:
    word = one_of(LEVELS)(node, faults)
    return None if word is None else LEVELS[word]


def flag(node: Node, faults: Faults) -> bool | None:
    """yes or no, with or without quotes."""
    words = {"yes": True, "no": False, "true": True, "false": False}
    if node.kind == "text" and node.text in words:
        return words[node.text]
    faults.tell(node.place, "Write yes or no.")
    return None


def whole(least: int, most: int) -> Reader:
    """A reader of a whole number between two ends."""

    def number(node: Node, faults: Faults) -> int | None:
        word = text(node, faults)
        if word is None:
            return None
        if re.fullmatch(r"\d{1,9}", word, re.ASCII) and least <= int(word) <= most:
            return int(word)
        faults.tell(node.place, f"{shown(word)} is not a whole number from {least} to {most}.")
        return None

    return number


def calendar_day(word: str) -> datetime.date | None:
    """The day that a text writes as YYYY-MM-DD, or None; years before 1867 have no record."""
    if not DAY.fullmatch(word):
        return None
    try:
        found = datetime.date.fromisoformat(word)
    except ValueError:
        return None
    return found if 1867 <= found.year <= 2200 else None


def day(node: Node, faults: Faults) -> datetime.date | None:
    word = text(node, faults)
    if word is None:
        return None
    found = calendar_day(word)
    if found is None:
        faults.tell(node.place, f"{shown(word)} is not a day; write it as 2013-11-08.")
    return found


def moment(node: Node, faults: Faults) -> datetime.datetime | None:
    """An exact moment in Greenwich time: 2026-01-15T12:00:00Z, with parts of a second or without."""
    word = text(node, faults)
    if word is None:
        return None
    if MOMENT.fullmatch(word) and calendar_day(word[:10]):
        try:
            return datetime.datetime.fromisoformat(word)
        except ValueError:
            pass
    faults.tell(node.place, f"{shown(word)} is not a moment; write it as 2026-01-15T12:00:00Z.")
    return None


def last_day_of(month: str) -> datetime.date | None:
    first = calendar_day(f"{month}-01") if MONTH.fullmatch(month) else None
    if first is None:
        return None
    return (first + datetime.timedelta(days=31)).replace(day=1) - datetime.timedelta(days=1)


def dated(node: Node, faults: Faults) -> Parts | None:
    """A day, a month, a range or an approximate day; the last day counts."""
    word = text(node, faults)
    if word is None:
        return None
    first, dots, last = (part.strip() for part in word.partition(".."))
    if dots:
        return ranged(node, calendar_day(first), calendar_day(last), faults)
    if word.startswith("about "):
        found, precision = calendar_day(word.removeprefix("about ").strip()), "about"
    elif MONTH.fullmatch(word):
        found, precision = last_day_of(word), "month"
    else:
        found, precision = calendar_day(word), "day"
    if found is None:
        faults.tell(
            node.place,
            f"{shown(word)} is not a date; write 2013-11-08, 2013-11, "
            "2013-07-24..2013-07-26 or about 2014-01-15.",
        )
        return None
    return Parts(_on=found, _from=None, _precision=precision)


def ranged(node: Node, first, last, faults: Faults) -> Parts | None:
    if first is None or last is None:
        faults.tell(node.place, f"{shown(node.text)} is not a range of days; "
                                "write it as 2013-07-24..2013-07-26.")  # fmt: skip
        return None
    if first >= last:
        faults.tell(node.place, "The first day of a range is before its last.")
        return None
    return Parts(_on=last, _from=first, _precision="range")


def dated_without_range(node: Node, faults: Faults) -> Parts | None:
    """As `dated`, for a date that keeps no first day."""
    found = dated(node, faults)
    if found and found.pop("_from"):
        faults.tell(node.place, "Here a day, a month or an approximate day is kept, not a range.")
        return None
    return found


def span(node: Node, faults: Faults) -> Parts | None:
    """A range of days, or one day."""
    found = dated(node, faults)
    if found is None:
        return None
    if found["_precision"] == "about":
        faults.tell(node.place, "A span is a range of days, a month or a day.")
        return None
    first = found["_on"].replace(day=1) if found["_precision"] == "month" else found["_on"]
    return Parts(_from=found["_from"] or first, _to=found["_on"])


def local_time(node: Node, faults: Faults) -> datetime.time | None:
    word = written(node, faults, TIME, 'a time; write it as "09:00"')
    return None if word is None else datetime.time.fromisoformat(word)


@cache
def zones() -> set[str]:
    return zoneinfo.available_timezones()


def zone(node: Node, faults: Faults) -> str | None:
    word = text(node, faults)
    if word is None or word in zones():
        return word
    faults.tell(node.place, f"{shown(word)} is not a time zone; write it as America/Toronto.")
    return None


def url(node: Node, faults: Faults) -> str | None:
    word = text(node, faults)
    if word is None:
        return None
    try:
        is_url(word)
    except ValidationError:
        faults.tell(node.place, f"{shown(word)} is not an address on the web.")
        return None
    return word


def both_languages(required: bool) -> Reader:
    """A reader of {en, fr, by}; both texts are *required*, or one of them is enough.

    Whose the French is holds for the row, and is read with it.
    """

    def languages(node: Node, faults: Faults) -> Parts | None:
        if node.kind != "table":
            faults.tell(node.place, "Write it in both languages: {en: ..., fr: ...}.")
            return None
        told = len(faults.found)
        for key, _value in node.items:
            if key.text not in ("en", "fr", "by"):
                faults.tell(key.place, f"{shown(key.text)} is not known here; only en, fr and by.")
        parts = Parts(_en="", _fr="")
        for language in ("en", "fr"):
            value = node.get(language)
            if value is not None:
                parts[f"_{language}"] = text(value, faults)
            elif required:
                faults.tell(node.place, f"The text in '{language}' is missing.")
        if by := node.get("by"):
            one_of(BY)(by, faults)
        if not required and len(faults.found) == told and not parts["_en"] and not parts["_fr"]:
            faults.tell(node.place, "A text in 'en' or in 'fr' is missing.")
        return parts if len(faults.found) == told else None

    return languages
