"""A column as a record file writes it: what kinds.py and schema/readers.py read, the other way.

Knows the schema's fields and the models' columns; no query.
"""

import datetime
import re
from collections.abc import Mapping

from django.db.models import Model

from negotiations.exchange.emitting import Flag
from negotiations.exchange.levels import WORDS
from negotiations.exchange.rows import columns_of
from negotiations.exchange.schema import Field

Names = Mapping[str, Mapping[int, str]]
NOT_WRITTEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
LEVELS = ("ceiling",)


def clean(text: str) -> str:
    """A text as it is read back: one kind of line end, no control characters, no space around."""
    return NOT_WRITTEN.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def spelled(row: Model, name: str, one: Field, names: Names) -> object:
    """What stands under a key; None where the key is left out."""
    column, columns = one.column or name, columns_of(row._meta.model_name)
    if f"{column}_en" in columns:
        return languages(row, column)
    if f"{column}_precision" in columns:
        return date(getattr(row, f"{column}_on"), getattr(row, f"{column}_precision"))
    if f"{column}_to" in columns:
        return span(getattr(row, f"{column}_from"), getattr(row, f"{column}_to"))
    if f"{column}_front" in columns:
        return party(row, column, names)
    if column not in columns:
        return None
    return single(row, column, one.required or column == "number", names)


def single(row: Model, column: str, always: bool, names: Names) -> object:
    """The value of one column, unless it is the default."""
    field = row._meta.get_field(column)
    if field.is_relation:
        return key(row, column, names)
    value = getattr(row, column)
    if value in (None, "", [], {}) or not always and value == field.get_default():
        return None
    return WORDS[value] if column in LEVELS else plain(value)


def key(row: Model, column: str, names: Names) -> str | None:
    """The name of the row, the code of the government or programme that a column names."""
    value = getattr(row, f"{column}_id")
    to = row._meta.get_field(column).remote_field.model._meta
    if value is None:
        return None
    if to.app_label == "negotiations":
        return names[to.model_name][value]
    return getattr(row, column).code if to.model_name == "programme" else value


def plain(value: object) -> object:
    """A value as texts, whatever it holds."""
    if isinstance(value, bool):
        return Flag("yes" if value else "no")
    if isinstance(value, datetime.time):
        return f"{value:%H:%M}"
    if isinstance(value, dict):
        return {clean(str(name)): plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    return clean(str(value)) if value is not None else "unknown"


def languages(row: Model, stem: str) -> dict | None:
    texts = {code: clean(getattr(row, f"{stem}_{code}")) for code in ("en", "fr")}
    return {code: text for code, text in texts.items() if text} or None


def french_by(row: Model, entry: dict) -> None:
    """Says whose the French is, beside the first text, where it is not what a reader assumes."""
    by = getattr(row, "french_by", None)
    tables = [value for value in entry.values() if isinstance(value, dict) and {"en", "fr"} & {*value}]
    has_french = any("fr" in table for table in tables)
    if by and tables and by != ("ours" if has_french else "none"):
        tables[0]["by"] = by


def date(on: datetime.date | None, precision: str, first: datetime.date | None = None) -> str | None:
    """A day, a month, a range, or an approximate day; a range without its first day is that."""
    if on is None:
        return None
    if precision == "range" and first:
        return f"{first}..{on}"
    if precision == "month":
        return f"{on:%Y-%m}"
    return f"{on}" if precision == "day" else f"about {on}"


def span(first: datetime.date | None, last: datetime.date | None) -> str | None:
    first, last = first or last, last or first
    return f"{first}..{last}" if first != last else first and f"{first}"


def party(row: Model, column: str, names: Names) -> dict | None:
    found = {
        "government": getattr(row, f"{column}_government_id"),
        "front": key(row, f"{column}_front", names),
    }
    return {name: value for name, value in found.items() if value} or None


def moment(at: datetime.datetime) -> str:
    """2026-01-15T12:00:00Z, with the parts of a second that it has."""
    at = at.astimezone(datetime.UTC)
    parts = f".{at.microsecond:06}".rstrip("0") if at.microsecond else ""
    return f"{at:%Y-%m-%dT%H:%M:%S}{parts}Z"
