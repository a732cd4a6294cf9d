"""What labels say of facts (money, days, kinds, members) as it stood then, from their history.

Knows the record.

The history is this site's own: a file that was loaded, a dump too, carries each label as it stood there.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grants.models import Jurisdiction
from negotiations.models import (
    Agreement,
    Clause,
    Event,
    FrontMember,
    HistoryEntry,
    Negotiation,
    SignatureBlock,
)

FACTS = {
    Agreement: ("type", "government_id", "money_by_year", "in_force_on", "ends_on"),
    Clause: ("kind", "due_on"),
    Event: ("kind", "level", "mode", "main", "outcomes",
            "effective_on", "effective_from", "effective_precision"),
    FrontMember: ("front_id", "government_id", "role", "starts_on", "ends_on", "footnote_en", "footnote_fr"),
    SignatureBlock: ("government_id", "order"),
}


def set_back(rows: Sequence[Any], moment: datetime.datetime | None) -> None:
    """Gives *rows*, all of one kind, the facts that they stated at *moment*: 1 query, none for today.

    One more where a government was another then.
    """
    if rows:
        set_all_back({type(rows[0]): rows}, moment)


def set_all_back(rows: Mapping[type, Sequence[Any]], moment: datetime.datetime | None) -> None:
    """The same for rows of several kinds: 1 query."""
    if moment is None:
        return
    at_hand = {(model._meta.db_table, str(row.pk)): (model, row)
               for model, some in rows.items() for row in some}
    if not at_hand:
        return
    edits = HistoryEntry.objects.filter(
        table_name__in={table for table, _key in at_hand}, row_key__in={key for _table, key in at_hand},
        action="update", at__gte=moment)
    moved = []
    for first in edits.order_by("table_name", "row_key", "id").distinct("table_name", "row_key"):
        model, row = at_hand.get((first.table_name, first.row_key), (None, None))
        if model:
            moved += [row] if say_as_then(model, row, first.before) else []
    name_governments(moved)


def say_as_then(model: type, row: Any, before: Mapping[str, Any]) -> bool:
    """Whether it names another government now."""
    now = getattr(row, "government_id", None)
    for name in FACTS[model]:
        setattr(row, name, model._meta.get_field(name).to_python(before[name]))
    return getattr(row, "government_id", None) != now


def name_governments(rows: Sequence[Any]) -> None:
    """Gives each its government at once: 1 query, none without rows."""
    if rows:
        found = Jurisdiction.objects.in_bulk({row.government_id for row in rows if row.government_id})
        for row in rows:
            row.government = found.get(row.government_id)


def known_events(negotiation: Negotiation, moment: datetime.datetime | None) -> list[Event]:
    """The events on record at *moment* as they stood then, in order: 1 query, 2 with a moment."""
    found = list(Event.objects.of(negotiation).known(moment).select_related("source").in_order())
    set_back(found, moment)
    return sorted(found, key=lambda row: (row.effective_on, row.pk))


def known_members(members: Iterable[FrontMember], moment: datetime.datetime | None) -> list[FrontMember]:
    """*members* (a queryset) as they stood at *moment*: 1 query, 2 with a moment.

    Which held on a day is asked of what they give: the record may say otherwise by now.
    """
    found = list(members)
    set_back(found, moment)
    return found


def loaded_since(rows: Sequence[Agreement | Clause], moment: datetime.datetime | None) -> bool:
    """One of them was put on this site after *moment*, though known by then: its history begins later."""
    return moment is not None and any(row.entered_at >= moment for row in rows)
