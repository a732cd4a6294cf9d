"""Two people, one row: the second to save is told, and nothing of either is lost.

The check stands inside the UPDATE. Knows versions and the kept history.
"""

from dataclasses import dataclass

from django.core.exceptions import NON_FIELD_ERRORS
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from grants.admin.refusals import WALL, Refusal, Refused
from negotiations.admin import told
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


def write(form) -> None:
    """Save what *form* changed, if the row is still the version that was read."""
    row = form.instance
    changed = [field for field in row._meta.concrete_fields
               if field.name in form.changed_data and field.name in form.cleaned_data]
    if not changed:
        return
    rows = type(row)._base_manager.filter(pk=row.pk)
    done = rows.filter(version=form.cleaned_data["read_version"]).update(
        **{field.attname: getattr(row, field.attname) for field in changed},
        version=F("version") + 1)
    if not done:
        if rows.filter(version=form.cleaned_data["read_version"]).exists():
            raise Refused(Refusal(WALL, 403))
        raise Stale(form)
    row.version = form.cleaned_data["read_version"] + 1


def clashes(form) -> list[Clash]:
    """Where what was typed differs from what stands now, with what both started from."""
    row = form.instance
    now = type(row)._base_manager.filter(pk=row.pk).first()
    if now is None:
        return []
    entry = HistoryEntry.objects.filter(
        table_name=row._meta.db_table, row_key=str(row.pk),
        after__version=form.cleaned_data["read_version"]).first()
    base = (entry.after if entry else None) or {}
    found = []
    for field in row._meta.concrete_fields:
        yours, theirs = getattr(row, field.attname), getattr(now, field.attname)
        if field.name in form.cleaned_data and field.name != NON_FIELD_ERRORS and yours != theirs:
            found.append(Clash(
                label=field.verbose_name, base=told.value(field, base.get(field.column)),
                theirs=told.value(field, theirs), yours=told.value(field, yours)))
    return found


def read_again(posted, form):
    """What was typed, now said to be typed over the row as it stands."""
    typed = posted.copy()
    now = type(form.instance)._base_manager.filter(pk=form.instance.pk).values_list(
        "version", flat=True).first()
    if now is not None:
        typed[form.add_prefix("read_version")] = str(now)
    return typed
