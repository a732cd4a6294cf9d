"""Stores a record that was read, in one transaction, as the owner of the tables.

Rows are matched by their code. What is there already is not added again: a label that the file
changed is brought up to date, a fact is superseded by a further row, and nothing is deleted.
"""

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from django.db import DatabaseError, connection, transaction
from django.db.models import F, Model
from django.db.models.functions import Now

from grants.models import Jurisdiction, Programme
from negotiations.exchange.attached import kept_files
from negotiations.exchange.changing import Changes, changed_columns, changes_of, is_fact, vanished
from negotiations.exchange.faults import Fault, Refused
from negotiations.exchange.folder import Record
from negotiations.exchange.formulas import formula_faults
from negotiations.exchange.ledger import Ledger, version_of
from negotiations.exchange.rows import Row, columns_of, model_of
from negotiations.models import Negotiation

BATCH = 500
REASON = "Changed in the record file"
LOWERED = "This is less sensitive than what is stored; a sensitivity is lowered by two people."
# Each kind after those it points to; what a row says of its own kind goes in waves.
ORDER = (
    "source", "document", "officeholder", "front", "frontmember", "term", "termdependency", "event",
    "attendance", "agendaitem", "agendaitemterm", "statement", "statementterm", "offer",
    "offerterm", "offeraddressee", "position", "positionstatement", "condition", "difference",
    "account", "followup", "reporttext", "deadline", "claim", "claimstatement", "claimverdict",
    "agreement", "signatureblock", "signature", "clause", "trackstep", "contest", "openquestion",
    "mandate", "mandatelimit", "citation",
)  # fmt: skip


@dataclass
class Loaded:
    """How many rows of each kind the files hold, what was done, and what was left as it was."""

    held: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    added: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    superseding: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    updated: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    left: list[tuple[Row, str]] = field(default_factory=list)
    vanished: list[tuple[str, str]] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)


class TakenBack(Exception):
    """The end of a dry run."""


def load(record: Record, dry_run: bool = False) -> Loaded:
    """Stores what is new or changed in *record*, or nothing. Raises Refused with file and line.

    A dry run does all of it and takes it back.
    """
    loaded = Loaded(notes=check_reference_data(record))
    with suppress(TakenBack), transaction.atomic():
        say_if_restoring(record)
        ledger = store_negotiation(record, loaded)
        changes = changes_of(record.rows, ledger)
        if changes.lowered:
            raise Refused(Fault(row.where("sensitivity"), LOWERED) for row in changes.lowered)
        with kept_files((row for row in changes.new if row.kind == "document"), record.folder):
            store(record, changes, ledger, loaded)
            have_keys_checked(record)
            loaded.vanished = vanished(record.rows, ledger, ORDER)
            if dry_run:
                raise TakenBack
    return loaded


def check_reference_data(record: Record) -> list[Fault]:
    """The governments and the programme are there, and its formula knows what is named; or notes."""
    row = record.negotiation
    faults, notes = formula_faults(record)
    if not Jurisdiction.objects.filter(code=row.get("home")).exists():
        sentence = "The governments are not loaded: run load_reference first."
        faults.append(Fault(row.where("home"), sentence))
    programme = row.get("programme")
    if programme and not Programme.objects.filter(code=programme).exists():
        known = ", ".join(Programme.objects.values_list("code", flat=True)) or "none"
        sentence = f"There is no programme '{programme}'. Loaded: {known}."
        faults.append(Fault(row.where("programme"), sentence))
    if faults:
        raise Refused(faults)
    return notes


def store_negotiation(record: Record, loaded: Loaded) -> Ledger:
    """The negotiation of that address: made, or brought up to date."""
    row = record.negotiation
    values = {name: value for name, value in row.values.items() if name not in ("format", "dumped")}
    values["home_id"] = values.pop("home")
    if programme := values.pop("programme", None):
        values["programme"] = Programme.objects.get(code=programme)
    found = Negotiation.objects.filter(slug=values["slug"]).first()
    loaded.held["negotiation"] += 1
    if found is None:
        loaded.added["negotiation"] += 1
        return Ledger(Negotiation.objects.create(**values), record.rows, record.dumped)
    ledger = Ledger(found, record.rows, record.dumped)
    changed = changed_columns(Negotiation(**values), found, ledger)
    if changed:
        update_negotiation(row, found, changed)
        loaded.updated["negotiation"] += 1
    return ledger


def update_negotiation(row: Row, found: Negotiation, changed: dict[str, object]) -> None:
    """Its columns as the file has them; a ceiling does not come down onto what stands above it."""
    try:
        with transaction.atomic():
            Negotiation.objects.filter(pk=found.pk).update(**changed, version=F("version") + 1)
    except DatabaseError as error:
        place = row.where("ceiling") if "ceiling" in changed else row.place
        raise Refused([Fault(place, words_of(error))]) from error


def store(record: Record, changes: Changes, ledger: Ledger, loaded: Loaded) -> None:
    """Does what was decided, kind by kind."""
    renewed = {id(row) for row in changes.renewed}
    waiting = defaultdict(list)
    for row in [*changes.new, *changes.renewed]:
        waiting[row.kind].append(row)
        (loaded.superseding if id(row) in renewed else loaded.added)[row.kind] += 1
    for row in record.rows:
        loaded.held[row.kind] += 1
    for kind in ORDER:
        for row, values in changes.updated:
            if row.kind == kind:
                update(row, values, ledger)
                loaded.updated[kind] += 1
        store_kind(waiting[kind], renewed, ledger)
    for row in changes.raised:
        model_of(row.kind).objects.filter(pk=ledger.stored(row).pk).update(sensitivity=row.level)
        loaded.updated[row.kind] += 1
    loaded.left = changes.left


def update(row: Row, values: dict[str, object], ledger: Ledger) -> None:
    """A label's columns as the file has them; the database keeps what they were."""
    stored = ledger.stored(row)
    level = max(row.level, stored.sensitivity)
    try:
        with transaction.atomic():
            type(stored).objects.filter(pk=stored.pk).update(
                **values, sensitivity=level, version=F("version") + 1)  # fmt: skip
    except DatabaseError as error:
        raise Refused([Fault(row.place, words_of(error))]) from error


def store_kind(waiting: list[Row], renewed: set[int], ledger: Ledger) -> None:
    """Adds the rows of a kind, facts as they became known, and none before one that it names.

    What was added last decides between facts of one day.
    """
    if waiting and is_fact(waiting[0].kind):
        waiting = sorted(waiting, key=lambda row: row.known)
    while waiting:
        ready, waiting = next_batch(waiting)
        add(ready, renewed, ledger)


def next_batch(waiting: list[Row]) -> tuple[list[Row], list[Row]]:
    """The rows to be added at once, in their order, and the rest."""
    names, batch, later, taken = {row.code for row in waiting}, [], [], set()
    for number, row in enumerate(waiting):
        named = own_refs(row) - {row.code}
        if named & taken:
            return batch, [*later, *waiting[number:]]
        if named & names:
            later.append(row)
        else:
            batch.append(row)
            taken.add(row.code)
    return batch, later


def own_refs(row: Row) -> set[str]:
    """The rows of its own kind that a row names."""
    return {row.get(column) for column, kind in row.refs.items() if kind == row.kind}


def add(rows: list[Row], renewed: set[int], ledger: Ledger) -> None:
    """Inserts rows of one kind, in their order, and enters them in the ledger."""
    made = [instance(row, id(row) in renewed, ledger) for row in rows]
    try:
        with transaction.atomic():
            type(made[0]).objects.bulk_create(made, batch_size=BATCH)
    except DatabaseError as error:
        raise Refused(culprits(rows, renewed, ledger, error)) from error
    for one in made:
        ledger.shelf(rows[0].kind).put(one, one.code)


def instance(row: Row, is_renewed: bool, ledger: Ledger) -> Model:
    """The row to insert: as in the file, or as the correction of what is stored.

    A correction is known from now on: it never changes what was known before.
    """
    if not is_renewed:
        return ledger.made(row)
    stored = ledger.stored(row)
    if stored is None:
        return ledger.made(row, recorded_at=Now())
    changes: dict[str, object] = {
        "code": f"{row.code}.v{version_of(stored.code or '') + 1}",
        "sensitivity": max(row.level, stored.sensitivity),
        "recorded_at": Now(),
    }
    if "supersedes" in columns_of(row.kind):
        changes |= {"supersedes_id": stored.pk}
    if "correction_reason" in columns_of(row.kind):
        changes |= {"correction_reason": row.get("correction_reason") or REASON}
    return ledger.made(row, **changes)


def culprits(rows: Iterable[Row], renewed: set[int], ledger: Ledger,
             error: DatabaseError) -> list[Fault]:  # fmt: skip
    """The rows that the database refuses one by one, in its own words.

    What it refuses should have been told before: this is the last net.
    """
    faults, first = [], None
    for row in rows:
        first = first or row
        try:
            with transaction.atomic():
                instance(row, id(row) in renewed, ledger).save(force_insert=True)
        except DatabaseError as refused:
            faults.append(Fault(row.place, words_of(refused)))
    return faults or [Fault(first.place, words_of(error))]


def words_of(error: DatabaseError) -> str:
    return f"The database refuses this: {str(error).splitlines()[0]}"


def say_if_restoring(record: Record) -> None:
    """What a site has dumped stood there: its tracks are not judged again, until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('entente.restoring', %s, true)", ["on" if record.dumped else ""])


def have_keys_checked(record: Record) -> None:
    """Has the database look at the keys now, not at the end, so that a dry run sees it too."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    except DatabaseError as error:
        raise Refused([Fault(record.negotiation.place, words_of(error))]) from error
