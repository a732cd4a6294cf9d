"""A column's value in the words a reader knows; asks for the names of keys through the wall."""

import json

from django.db.models import ForeignKey, JSONField
from django.utils.translation import gettext as _

from negotiations.admin import loading

EMPTY = "–"


def value(field, raw, names=None) -> str:
    """*raw* as a column or its JSON holds it; *names* are names of rows at hand, by (model, key)."""
    if raw is None or raw in ("", []):
        return EMPTY
    if isinstance(field, ForeignKey):
        return _name(field, raw, names or {})
    if isinstance(raw, bool):
        return _("Yes") if raw else _("No")
    if isinstance(raw, list):
        words = dict(getattr(field, "base_field", field).flatchoices)
        return ", ".join(str(words.get(one, one)) for one in raw)
    if isinstance(field, JSONField):
        return json.dumps(raw, ensure_ascii=False)
    return str(dict(field.flatchoices).get(raw, raw))


def _name(field, key, names) -> str:
    model = field.remote_field.model
    if (model, str(key)) not in names:
        names.update(names_of(model, {key}))
    return names.get((model, str(key)), EMPTY)


def names_of(model, keys) -> dict:
    """The names of the rows that may be read: one query."""
    rows = loading.named(model._default_manager.filter(pk__in=keys))
    return {(model, str(row.pk)): str(row) for row in rows}
