"""What an edited folder changes in rows that are stored; decides, and stores nothing.

Three things are compared: the file, the row as the loader last left it, and the row as it is.
What people changed on the site since is theirs, and is left.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.db.models import Field, Model

from negotiations.exchange.ledger import Ledger
from negotiations.exchange.rows import Row, columns_of
from negotiations.exchange.spelling import clean
from negotiations.models import HistoryEntry
from negotiations.models.source import CITED

NOT_COMPARED = {
    "id", "negotiation", "sensitivity", "code", "recorded_at", "entered_at", "recorded_by",
    "version", "supersedes", "correction_reason", "in_place_of", "sequence", "stored_name", "size",
}  # fmt: skip
# Parts that are closed with the fact they belong to: a change of one is a change of the fact.
SEALED = {"statementterm": "statement", "offerterm": "offer", "offeraddressee": "offer",
          "positionstatement": "position"}  # fmt: skip
# For each kind of part the columns that lead to what it belongs to, and the kind of that.
PART_OF = {
    **{part: {owner: owner} for part, owner in SEALED.items()},
    "attendance": {"event": "event"},
    "agendaitem": {"event": "event"},
    "agendaitemterm": {"item": "agendaitem"},
    "condition": {"position": "position"},
    "account": {"difference": "difference"},
    "claimstatement": {"claim": "claim"},
    "claimverdict": {"claim": "claim"},
    "contest": {"step": "trackstep"},
    "citation": {name: name for name in CITED},
}
CHANGED_ON_SITE = "was changed on the site since it was loaded"
HAS_VERSIONS = "stands in the files with its versions: correct it by a further row that supersedes it"
CORRECTED = "was corrected by another row since it was loaded"


@dataclass
class Changes:
    """What is to be done with the rows of the files, each by its identity."""

    new: list[Row] = field(default_factory=list)
    renewed: list[Row] = field(default_factory=list)
    updated: list[tuple[Row, dict[str, object]]] = field(default_factory=list)
    raised: list[Row] = field(default_factory=list)
    lowered: list[Row] = field(default_factory=list)
    kept: list[Row] = field(default_factory=list)
    left: list[tuple[Row, str]] = field(default_factory=list)


def is_fact(kind: str) -> bool:
    """Whether a row of this kind is corrected by another one, never edited."""
    return "supersedes" in columns_of(kind)


def is_label(kind: str) -> bool:
    return "version" in columns_of(kind)


def is_part_of_fact(row: Row) -> bool:
    """Whether the row has no life of its own beside its owner, a fact."""
    if row.owner is None or not is_fact(row.owner.kind):
        return False
    return row.kind in SEALED or row.kind == "citation"


def changes_of(rows: Iterable[Row], ledger: Ledger) -> Changes:
    """Compares all rows of the files with what is stored."""
    rows = list(rows)
    differing = {id(row): found for row in rows if (found := difference(row, ledger))}
    to_renew = set(facts_to_renew(rows, differing, ledger))
    found = Changes()
    left: set[int] = set()
    for row in rows:
        sort(row, ledger, found, differing.get(id(row), {}), to_renew, left)
    return found


def sort(row: Row, ledger: Ledger, found: Changes, differing: dict, to_renew: set[int],
         left: set[int]) -> None:  # fmt: skip
    """Puts one row where it belongs. Owners come before their parts."""
    stored, owner = ledger.stored(row), row.owner
    if is_part_of_fact(row) and id(owner) in left or stored and id(owner) in left:
        found.kept.append(row)
    elif is_part_of_fact(row) and id(owner) in to_renew:
        found.renewed.append(row)
    elif stored is None:
        found.new.append(row)
    elif id(row) in to_renew or is_fact(row.kind) and id(owner) in to_renew:
        sort_fact(row, stored, ledger, found, to_renew, left)
    elif differing and is_label(row.kind):
        sort_label(row, stored, differing, ledger, found)
    elif differing:
        found.left.append((row, "is never edited"))
    else:
        sort_level(row, stored, found)


def sort_fact(row: Row, stored: Model, ledger: Ledger, found: Changes, to_renew: set[int],
              left: set[int]) -> None:  # fmt: skip
    """A fact that the file corrects, unless people did so before."""
    why = why_left(row, stored, ledger)
    if why:
        found.left.append((row, why))
        left.add(id(row))
        return
    to_renew.add(id(row))
    is_lower = row.level < stored.sensitivity and "sensitivity" in row.places
    (found.lowered if is_lower else found.renewed).append(row)


def sort_level(row: Row, stored: Model, found: Changes) -> None:
    """Only the sensitivity may change in place, and only upward."""
    is_explicit = "sensitivity" in row.places
    if row.level > stored.sensitivity and not is_link(row):
        found.raised.append(row)
    elif row.level < stored.sensitivity and is_explicit:
        found.lowered.append(row)
    else:
        found.kept.append(row)


def is_link(row: Row) -> bool:
    """A row that only joins others rises with them by itself."""
    return not is_fact(row.kind) and not is_label(row.kind)


def sort_label(row: Row, stored: Model, differing: dict, ledger: Ledger, found: Changes) -> None:
    """The columns that the file changed; those that people changed too are left."""
    base = base_of(stored, ledger)
    theirs = [name for name in differing if name in base and base[name] != plain(stored, name)]
    ours = {name: value for name, value in differing.items() if name not in theirs}
    if theirs:
        found.left.append((row, f"{CHANGED_ON_SITE} ({', '.join(sorted(theirs))})"))
    if ours:
        found.updated.append((row, ours))
    elif not theirs:
        sort_level(row, stored, found)


def difference(row: Row, ledger: Ledger) -> dict[str, object]:
    """The columns in which the file differs from the row as the loader left it, with values."""
    stored = ledger.stored(row)
    return {} if stored is None else changed_columns(ledger.made(row), stored, ledger)


def changed_columns(made: Model, stored: Model, ledger: Ledger) -> dict[str, object]:
    fields = [one for one in made._meta.concrete_fields if one.name not in NOT_COMPARED]
    differing = [one for one in fields
                 if not same(one, made, stored, ledger) and not says_nothing(one, made)]  # fmt: skip
    if not differing:
        return {}
    base = base_of(stored, ledger)
    return {one.attname: getattr(made, one.attname) for one in differing
            if one.attname not in base or not same_as_base(one, made, base, ledger)}  # fmt: skip


def says_nothing(one: Field, made: Model) -> bool:
    """Whose the French is, of a row without a text: no file can say it."""
    texts = (name for name in columns_of(made._meta.model_name) if name.endswith(("_en", "_fr")))
    return one.name == "french_by" and not any(getattr(made, name) for name in texts)


def same(one: Field, made: Model, stored: Model, ledger: Ledger) -> bool:
    """Whether both say the same; a key is the same when it leads to a version of the same row."""
    return same_value(one, getattr(made, one.attname), getattr(stored, one.attname), ledger)


def same_value(one: Field, first: object, second: object, ledger: Ledger) -> bool:
    if isinstance(first, str) and isinstance(second, str):
        return clean(first) == clean(second)
    if first == second or None in (first, second) or not is_key_into_record(one):
        return first == second
    roots = ledger.shelf(one.remote_field.model._meta.model_name).roots
    return first in roots and roots.get(first) == roots.get(second)


def is_key_into_record(one: Field) -> bool:
    return one.is_relation and one.remote_field.model._meta.app_label == "negotiations"


def same_as_base(one: Field, made: Model, base: dict, ledger: Ledger) -> bool:
    return same_value(one, plain(made, one.attname), base[one.attname], ledger)


def plain(row: Model, name: str) -> object:
    """A column as the history writes it."""
    value = getattr(row, name)
    return value.isoformat() if isinstance(value, datetime.date | datetime.time) else value


def base_of(stored: Model, ledger: Ledger) -> dict[str, object]:
    """The row as the loader last left it, from its history; empty when nobody touched it.

    A row that was typed here, and dumped, is what was typed first.
    """
    entries = HistoryEntry.objects.filter(
        table_name=stored._meta.db_table, row_key=str(stored.pk), negotiation=ledger.negotiation)
    ours = entries.filter(user=None).exclude(after=None).order_by("-id").first()
    if ours is not None:
        return ours.after
    first = entries.order_by("id").first()
    return (first.before or first.after) if first is not None else {}


def why_left(row: Row, stored: Model, ledger: Ledger) -> str:
    """Why a stored fact cannot be superseded by the file; empty when it can."""
    if type(stored).objects.filter(supersedes=stored.pk).exists():
        return CORRECTED
    if ledger.has_versions(row):
        return HAS_VERSIONS
    base = base_of(stored, ledger)
    fields = [one for one in stored._meta.concrete_fields if one.name not in NOT_COMPARED]
    edited = any(one.attname in base and base[one.attname] != plain(stored, one.attname)
                 for one in fields)  # fmt: skip
    return CHANGED_ON_SITE if edited else ""


def facts_to_renew(rows: list[Row], differing: dict, ledger: Ledger) -> Iterator[int]:
    """The facts of which the file says something else now, of themselves or in a closed part."""
    there: dict[int, set[tuple[str, str]]] = defaultdict(set)
    for row in rows:
        if is_part_of_fact(row):
            there[id(row.owner)].add((row.kind, row.code))
            is_other = ledger.stored(row) is None or id(row) in differing
            if is_other and ledger.stored(row.owner) is not None:
                yield id(row.owner)
        elif id(row) in differing and is_fact(row.kind):
            yield id(row)
    for row in rows:
        stored = ledger.stored(row) if is_fact(row.kind) else None
        if stored and parts_of(row.kind, stored, ledger) - there[id(row)]:
            yield id(row)


def parts_of(kind: str, stored: Model, ledger: Ledger) -> set[tuple[str, str]]:
    """The closed parts of a stored fact, by kind and root."""
    kinds = [part for part, owner in SEALED.items() if owner == kind] + ["citation"]
    return {
        (part, root)
        for part in kinds
        for root, row in ledger.shelf(part).newest.items()
        if getattr(row, f"{kind}_id", None) == stored.pk
    }


def vanished(rows: Iterable[Row], ledger: Ledger, kinds: Iterable[str]) -> list[tuple[str, str]]:
    """What is stored by the loader and no longer in the files, by kind and code.

    A part goes with its owner and is not named beside it.
    """
    there = {(row.kind, row.code) for row in rows}
    gone = {
        (kind, root): row
        for kind in kinds
        for root, row in ledger.shelf(kind).newest.items()
        if (kind, root) not in there and not belongs_to_the_past(kind, row, ledger)
    }
    return [name for name, row in gone.items()
            if not any(owner in gone for owner in owners_of(name[0], row, ledger))]  # fmt: skip


def owners_of(kind: str, row: Model, ledger: Ledger) -> Iterator[tuple[str, str]]:
    """The rows that a part belongs to, by kind and code."""
    for column, owner in PART_OF.get(kind, {}).items():
        root = ledger.shelf(owner).roots.get(getattr(row, f"{column}_id"))
        if root:
            yield owner, root


def belongs_to_the_past(kind: str, row: Model, ledger: Ledger) -> bool:
    """Whether the row is a part of a version that is no longer the newest."""
    for column, owner in PART_OF.get(kind, {}).items():
        shelf, key = ledger.shelf(owner), getattr(row, f"{column}_id")
        if key in shelf.roots and shelf.newest[shelf.roots[key]].pk != key:
            return True
    return False
