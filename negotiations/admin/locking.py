"""Two people, one row: the second to save is told, and nothing of either is lost.

The check stands inside the UPDATE. Knows versions and the kept history.
"""

from dataclasses import dataclass

from django.db.models import CharField, F, OuterRef, Subquery
from django.db.models.expressions import RawSQL
from django.db.models.functions import Cast
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _

from grants.admin.refusals import WALL, Refusal, Refused
from negotiations.admin import told
from negotiations.admin.declared import is_label, may_ever_change
from negotiations.models import HistoryEntry

STALE = _("Somebody else saved this row while you were writing. Nothing was saved yet: compare, "
          "change what you wrote if need be, and save again.")


class Stale(Refused):
    """The row was saved by somebody else since it was read."""

    def __init__(self, form) -> None:
        super().__init__(Refusal(STALE, 409))
        self.form = form


@dataclass(frozen=True)
class Clash:
    """One field as both found it, as it stands now, and as it was typed."""

    label: str
    base: str
    theirs: str
    yours: str


def marked(rows):
    """Rows that are edited as drafts, with what tells one writing of a row from the next.

    They have no version: `xmin` is the transaction that wrote the row, and changes with each.
    """
    if is_label(rows.model) or not may_ever_change(rows.model):
        return rows
    kept = HistoryEntry.objects.filter(
        table_name=rows.model._meta.db_table, row_key=Cast(OuterRef("pk"), CharField()))
    return rows.annotate(
        written_in=_xmin(rows.model), last_change=Subquery(kept.order_by("-id").values("id")[:1]))


def _xmin(model):
    return RawSQL(f'"{model._meta.db_table}".xmin::text', [], CharField())


def mark(row) -> str:
    """What the form sends back: the version of a label, or how a draft was written, and its history."""
    if is_label(type(row)):
        return str(row.version)
    written_in = getattr(row, "written_in", None)
    return f"{written_in}-{row.last_change or 0}" if written_in else ""


def _read(form) -> tuple[str, int]:
    """The version or the transaction, and the last change that had been kept."""
    first, _dash, last = form.cleaned_data["read_version"].partition("-")
    return first, int(last) if last.isdecimal() else 0


def _stored(form):
    """The row, whatever it has become."""
    return type(form.instance)._base_manager.filter(pk=form.instance.pk)


def _as_read(form):
    """The row, if nobody has written it since it was read."""
    rows, (first, _last) = _stored(form), _read(form)
    if is_label(rows.model):
        return rows.filter(version=int(first) if first.isdecimal() else 0)
    return rows.filter(Exact(_xmin(rows.model), first))


def write(form) -> None:
    """Save what *form* changed, if the row is still as it was read."""
    row = form.instance
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields
              if field.name in form.changed_data and field.name in form.cleaned_data}
    if not values:
        return
    if is_label(type(row)):
        values["version"] = F("version") + 1
    _refuse_nothing_done(form, _as_read(form).update(**values))


def take_away(form) -> None:
    """Take away the part of a draft that *form* shows, if it is still as it was read."""
    rows = _as_read(form)
    _refuse_nothing_done(form, rows._raw_delete(rows.db))


def _refuse_nothing_done(form, done: int) -> None:
    if not done:
        raise Refused(Refusal(WALL, 403)) if _as_read(form).exists() else Stale(form)


def clashes(form) -> list[Clash]:
    """Where what was typed differs from what stands now, with what both started from."""
    row = form.instance
    now = _stored(form).first()
    if now is None:
        return []
    base = _base(form)
    found = []
    for field in row._meta.concrete_fields:
        yours, theirs = getattr(row, field.attname), getattr(now, field.attname)
        if field.name in form.cleaned_data and yours != theirs:
            found.append(Clash(
                label=field.verbose_name, base=told.value(field, base.get(field.column)),
                theirs=told.value(field, theirs), yours=told.value(field, yours)))
    return found


def _base(form) -> dict:
    """The columns as they were when the form was made, as the history keeps them."""
    row, (first, last) = form.instance, _read(form)
    kept = HistoryEntry.objects.filter(table_name=row._meta.db_table, row_key=str(row.pk))
    if is_label(type(row)):
        entry = kept.filter(after__version=int(first) if first.isdecimal() else 0).first()
        return (entry.after if entry else None) or {}
    entry = kept.filter(id__gt=last).order_by("id").first()
    return (entry.before if entry else None) or {}


def read_again(posted, form):
    """What was typed, now said to be typed over the row as it stands."""
    typed = posted.copy()
    now = marked(_stored(form)).first()
    if now is not None:
        typed[form.add_prefix("read_version")] = mark(now)
    return typed
