"""What labels say of facts (money, days, kinds) as it stood then, from their history. Knows the record."""

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
