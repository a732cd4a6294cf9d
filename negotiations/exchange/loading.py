"""Stores a record that was read, in one transaction, as the owner of the tables.

Rows are matched by their code: what is there already is not added again.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db import DatabaseError, connection, transaction
from django.db.models import Model

from grants.models import Jurisdiction, Programme
from negotiations.exchange.faults import Fault, Refused
from negotiations.exchange.folder import Record
from negotiations.exchange.rows import Row, columns_of, model_of
from negotiations.models import Negotiation

NOON = datetime.time(12, 0, tzinfo=datetime.UTC)
BATCH = 500
GOVERNMENTS = ("government", "received_from", "author_government", "owner_government", "lead",
               "set_by", "about", "by_government")  # fmt: skip
# Each kind after those it points to; what a row says of its own kind goes in waves.
ORDER = (
    "source", "officeholder", "front", "frontmember", "term", "termdependency", "event",
    "attendance", "agendaitem", "agendaitemterm", "statement", "statementterm", "offer",
    "offerterm", "offeraddressee", "position", "positionstatement", "condition", "difference",
    "account", "followup", "reporttext", "deadline", "claim", "claimstatement", "claimverdict",
    "agreement", "signatureblock", "signature", "clause", "trackstep", "contest", "openquestion",
    "mandate", "mandatelimit", "citation",
)  # fmt: skip


@dataclass
class Loaded:
    """What was added, by kind, and what stood there already."""

    added: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    kept: dict[str, int] = field(default_factory=lambda: defaultdict(int))


@dataclass
class Ledger:
    """The keys of the rows that are stored, by kind and code."""

    negotiation: Negotiation
    keys: dict[str, dict[str, int]] = field(default_factory=dict)

    def read(self, kind: str) -> dict[str, int]:
        """The stored rows of a kind, from the database the first time: 1 query."""
        if kind not in self.keys:
            stored = model_of(kind).objects.filter(negotiation=self.negotiation)
            self.keys[kind] = dict(stored.exclude(code=None).values_list("code", "pk"))
        return self.keys[kind]


def load(record: Record, dry_run: bool = False) -> Loaded:
    """Stores what is new in *record*, or nothing. Raises Refused with file and line.

    A dry run does all of it and takes it back.
    """
    check_reference_data(record)
    loaded = Loaded()
    with transaction.atomic():
        ledger = Ledger(store_negotiation(record.negotiation, loaded))
        by_kind = defaultdict(list)
        for row in record.rows:
            by_kind[row.kind].append(row)
        for kind in ORDER:
            store_kind(kind, by_kind[kind], ledger, loaded)
        check_keys(record)
        if dry_run:
            transaction.set_rollback(True)
    return loaded


def check_reference_data(record: Record) -> None:
    """The governments and the programme are there; load_reference brings them."""
    faults = []
    row = record.negotiation
    if not Jurisdiction.objects.filter(code=row.get("home")).exists():
        faults.append(Fault(row.where("home"), "The governments are not loaded: "
                                               "run load_reference first."))  # fmt: skip
    programme = row.get("programme")
    if programme and not Programme.objects.filter(code=programme).exists():
        known = ", ".join(Programme.objects.values_list("code", flat=True)) or "none"
        faults.append(Fault(row.where("programme"),
                            f"There is no programme '{programme}'. Loaded: {known}."))  # fmt: skip
    if faults:
        raise Refused(faults)


def store_negotiation(row: Row, loaded: Loaded) -> Negotiation:
    values = {column: value for column, value in row.values.items() if column != "format"}
    values["home_id"] = values.pop("home")
    programme = values.pop("programme", None)
    if programme:
        values["programme"] = Programme.objects.get(code=programme)
    found = Negotiation.objects.filter(slug=values["slug"]).first()
    counts = loaded.kept if found else loaded.added
    counts["negotiation"] += 1
    return found or Negotiation.objects.create(**values)


def store_kind(kind: str, rows: Iterable[Row], ledger: Ledger, loaded: Loaded) -> None:
    """Adds the rows of a kind that are not stored yet, those that others name first."""
    keys = ledger.read(kind)
    waiting = [row for row in rows if row.code not in keys]
    loaded.kept[kind] += len(rows) - len(waiting)
    loaded.added[kind] += len(waiting)
    while waiting:
        ready = [row for row in waiting if stands_alone(row, keys)]
        add(kind, ready, ledger)
        waiting = [row for row in waiting if row.code not in keys]


def stands_alone(row: Row, keys: Mapping[str, int]) -> bool:
    """Whether all rows of its own kind that it names are stored."""
    own = (row.get(column) for column, kind in row.refs.items() if kind == row.kind)
    return all(code in keys for code in own if code)


def add(kind: str, rows: list[Row], ledger: Ledger) -> None:
    """Inserts the rows, in their order, and enters their keys."""
    made = [instance_of(row, ledger) for row in rows]
    try:
        with transaction.atomic():
            model_of(kind).objects.bulk_create(made, batch_size=BATCH)
    except DatabaseError as error:
        raise Refused(culprits(kind, rows, ledger, error)) from error
    ledger.keys[kind].update((one.code, one.pk) for one in made)


def instance_of(row: Row, ledger: Ledger) -> Model:
    """The model's row, its keys resolved."""
    values = {}
    columns = columns_of(row.kind)
    for column, value in row.values.items():
        if value is None or column not in columns:
            continue
        if column in row.refs:
            values[f"{column}_id"] = ledger.read(row.refs[column])[value]
        elif column in GOVERNMENTS:
            values[f"{column}_id"] = value
        else:
            values[column] = value
    recorded_at = datetime.datetime.combine(row.known, NOON)
    return model_of(row.kind)(
        negotiation=ledger.negotiation, code=row.code, sensitivity=row.level,
        recorded_at=recorded_at, **values,
    )  # fmt: skip


def culprits(kind: str, rows: list[Row], ledger: Ledger, error: DatabaseError) -> list[Fault]:
    """The rows that the database refuses one by one, with its own words.

    What it refuses should have been told before: this is the last net.
    """
    faults = []
    for row in rows:
        try:
            with transaction.atomic():
                instance_of(row, ledger).save(force_insert=True)
        except DatabaseError as refused:
            faults.append(Fault(row.place, words_of(refused)))
    return faults or [Fault(rows[0].place, words_of(error))]


def words_of(error: DatabaseError) -> str:
    return f"The database refuses this {str(error).splitlines()[0]}."


def check_keys(record: Record) -> None:
    """Has the database look at the keys now, not at the end, so that a dry run sees it too."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    except DatabaseError as error:
        raise Refused([Fault(record.negotiation.place, words_of(error))]) from error
