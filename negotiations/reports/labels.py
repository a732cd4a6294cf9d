"""What labels say of facts (money, days, kinds) as it stood then, from their history. Knows the record.

The history is this site's own: a file that was loaded, a dump too, carries each label as it stood there.
"""

import datetime
from collections.abc import Sequence

from negotiations.models import Agreement, Clause, HistoryEntry

FACTS = {Agreement: ("type", "money_by_year", "in_force_on", "ends_on"), Clause: ("kind", "due_on")}


def set_back(rows: Sequence[Agreement | Clause], moment: datetime.datetime | None) -> None:
    """Gives *rows*, all of one kind, the facts that they stated at *moment*: 1 query, none for today."""
    if moment is None or not rows:
        return
    model, by_key = type(rows[0]), {str(row.pk): row for row in rows}
    edits = HistoryEntry.objects.filter(
        table_name=model._meta.db_table, row_key__in=by_key, action="update", at__gte=moment)
    for first in edits.order_by("row_key", "id").distinct("row_key"):
        for name in FACTS[model]:
            said = model._meta.get_field(name).to_python(first.before[name])
            setattr(by_key[first.row_key], name, said)


def loaded_since(rows: Sequence[Agreement | Clause], moment: datetime.datetime | None) -> bool:
    """One of them was put on this site after *moment*, though known by then: its history begins later."""
    return moment is not None and any(row.entered_at >= moment for row in rows)
