"""What became of a row: each change with old and new, or the rows that supersede one another.

Knows the kept history; prints through templates/admin/negotiations/record_history.html.
"""

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import ForeignKey
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from negotiations.admin import loading, told
from negotiations.admin.declared import has, is_label
from negotiations.models import HistoryEntry

UNTOLD = {"id", "version", "recorded_at", "entered_at", "recorded_by", "entered_by", "negotiation",
          "in_place_of"}
UNTOLD_BETWEEN = UNTOLD | {"supersedes", "code"}
MOST = 200
ACTS = {
    "insert": pgettext_lazy("history", "added"),
    "update": pgettext_lazy("history", "changed"),
    "delete": pgettext_lazy("history", "taken away"),
}


@dataclass(frozen=True)
class Change:
    """One column: what it was, what it became."""

    label: str
    old: str
    new: str


@dataclass(frozen=True)
class Entry:
    """What one person did to a row, or the row that took its place."""

    at: datetime
    who: str
    act: str
    address: str = ""
    changes: list[Change] = field(default_factory=list)


def page(request, model_admin, row):
    """The history page of *row*, for its admin's history address."""
    versions = chain(row) if has(type(row), "supersedes") else []
    context = {
        **model_admin.admin_site.each_context(request), "opts": model_admin.opts, "object": row,
        "title": _("History"), "subtitle": str(row), "versions": told_versions(versions),
        "entries": entries(row), "is_label": is_label(type(row)),
    }
    request.current_app = model_admin.admin_site.name
    return TemplateResponse(request, "admin/negotiations/record_history.html", context)


def entries(row) -> list[Entry]:
    """The kept changes of the row itself, newest first: 1 query, and one for each kind of key."""
    kept = list(HistoryEntry.objects.filter(
        table_name=row._meta.db_table, row_key=str(row.pk),
    ).select_related("user").order_by("-id")[:MOST])
    columns = _columns(type(row), UNTOLD)
    pairs = [(entry.before or {}, entry.after or {}) for entry in kept]
    names = _names(columns, [one for pair in pairs for one in pair])
    return [
        Entry(at=entry.at, who=_who(entry.user), act=ACTS[entry.action],
              changes=_changes(columns, before, after, names))
        for entry, (before, after) in zip(kept, pairs, strict=True)
    ]


def chain(row) -> list:
    """The versions of an append-only row, oldest first; all are equally sensitive."""
    found = {row.pk: row}
    rows = loading.whole(type(row).objects.all())
    earlier = row
    while earlier.supersedes_id and earlier.supersedes_id not in found and len(found) < MOST:
        earlier = rows.get(pk=earlier.supersedes_id)
        found[earlier.pk] = earlier
    later = row
    while len(found) < MOST:
        later = rows.filter(supersedes=later.pk).first()
        if later is None:
            break
        found[later.pk] = later
    return [found[key] for key in sorted(found)]


def told_versions(versions) -> list[Entry]:
    """Each version, with what it changed of the one before."""
    if not versions:
        return []
    columns = _columns(type(versions[0]), UNTOLD_BETWEEN)
    rows = [{column.column: getattr(row, column.attname) for column in columns}
            for row in versions]
    names = _names(columns, rows)
    before = [None, *rows[:-1]]
    return [
        Entry(at=row.recorded_at, who=_who(row.recorded_by), act=str(row), address=str(row.pk),
              changes=[] if old is None else _changes(columns, old, new, names))
        for row, old, new in zip(versions, before, rows, strict=True)
    ]


def _who(user) -> str:
    return "" if user is None else user.get_full_name() or user.get_username()


def _columns(model, untold) -> list:
    return [one for one in model._meta.concrete_fields if one.name not in untold]


def _changes(columns, before, after, names) -> list[Change]:
    """Where the two differ; on an addition what was filled in, on a removal what was lost."""
    return [
        Change(label=column.verbose_name, old=told.value(column, before.get(column.column), names),
               new=told.value(column, after.get(column.column), names))
        for column in columns
        if _filled(before.get(column.column)) != _filled(after.get(column.column))
    ]


def _filled(raw):
    """An empty text says as little as no value."""
    return None if raw in ("", []) else raw


def _names(columns, rows) -> dict:
    """The names of all rows that the keys in *rows* point to: one query for each kind."""
    wanted = {}
    for column in columns:
        if isinstance(column, ForeignKey):
            keys = {row.get(column.column) for row in rows} - {None}
            wanted.setdefault(column.remote_field.model, set()).update(keys)
    names = {}
    for model, keys in wanted.items():
        if keys:
            names.update(told.names_of(model, keys))
    return names
