"""Loads what every negotiation rests on: governments, releases of indicators, programmes.

Knows the files of data/, the engine that reads them, and the models; nothing of negotiations.
A release and a version of a formula are added and never edited; names are brought up to date.
"""

import calendar
import datetime
from dataclasses import dataclass, field
from pathlib import Path

from django.db import transaction

from grants import engine
from grants.engine.reading import Node, read
from grants.faults import sentence
from grants.models import IndicatorRelease, IndicatorValue, Jurisdiction, Programme
from grants.publishing import publish_version

REASON = "From the files of the site"
MOST_BYTES = 1_000_000


class Refused(Exception):
    """The files are not loaded, for these faults: file, line and sentence in one line each."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@dataclass
class Counts:
    """How many of each kind the files hold, and how many were added or changed."""

    held: dict[str, int] = field(default_factory=dict)
    added: dict[str, int] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)

    def count(self, kind: str, added: bool = False, changed: bool = False) -> None:
        for counts, more in ((self.held, True), (self.added, added), (self.changed, changed)):
            counts[kind] = counts.get(kind, 0) + more


def load_reference(folder: Path) -> Counts:
    """Loads governments.yaml, releases/ and programmes/ of *folder*, all or nothing.

    What is not there is passed over. Raises Refused.
    """
    counts, faults = Counts(), []
    with transaction.atomic():
        for load, paths in (
            (load_governments, folder.glob("governments.yaml")),
            (load_release, folder.glob("releases/*.yaml")),
            (load_programme, folder.glob("programmes/*.yaml")),
        ):
            for path in sorted(paths):
                try:
                    load(path, counts)
                except engine.Refused as refused:
                    faults += [f"{path}:{one.line or 1}  {sentence(one)}" for one in refused.faults]
                except Refused as refused:
                    faults += refused.faults
        if faults:
            raise Refused(*faults)
    return counts


def text_of(path: Path) -> str:
    try:
        data = path.read_bytes()
        if len(data) > MOST_BYTES:
            raise Refused(f"{path}:1  The file is larger than {MOST_BYTES:,} bytes.")
        return data.decode()
    except UnicodeDecodeError:
        raise Refused(f"{path}:1  The file is not UTF-8.") from None


def load_governments(path: Path, counts: Counts) -> None:
    """The governments, in protocol order as they stand in the file."""
    root = read(text_of(path))
    if root.kind != "list":
        raise Refused(f"{path}:1  A list of governments is wanted.")
    for number, node in enumerate(root.items, start=1):
        values = government_values(node, number, path)
        found = Jurisdiction.objects.filter(code=values["code"]).first()
        changed = found is not None and bring_up_to_date(found, values)
        if found is None:
            Jurisdiction.objects.create(**values)
        counts.count("governments", added=found is None, changed=changed)


def government_values(node: Node, number: int, path: Path) -> dict[str, object]:
    """One entry as the columns of its row."""
    told = {key: words_at(node, *key.split(".")) for key in
            ("code", "kind", "ties", "name.en", "name.fr", "short.en", "short.fr")}  # fmt: skip
    missing = [key for key, word in told.items() if not word and key != "ties"]
    if missing:
        raise Refused(f"{path}:{node.place.line}  Missing: {', '.join(missing)}.")
    if told["kind"] not in Jurisdiction.Kind.values or (told["ties"] and not told["ties"].isdigit()):
        raise Refused(f"{path}:{node.place.line}  The kind is one of "
                      f"{', '.join(Jurisdiction.Kind.values)}, and ties is a number.")  # fmt: skip
    return {
        "code": told["code"], "kind": told["kind"], "protocol_order": number,
        "canonical_order": int(told["ties"]) if told["ties"] else None,
        "name_en": told["name.en"], "name_fr": told["name.fr"],
        "short_en": told["short.en"], "short_fr": told["short.fr"],
    }  # fmt: skip


def words_at(node: Node | None, *keys: str) -> str:
    """The text under a key, or under a key of the table there; empty when there is none."""
    for key in keys:
        node = node.get(key) if node is not None else None
    return node.text.strip() if node is not None else ""


def bring_up_to_date(row, values: dict[str, object]) -> bool:
    """Saves the columns of the row that differ; whether any did."""
    differing = [name for name, value in values.items() if getattr(row, name) != value]
    for name in differing:
        setattr(row, name, values[name])
    if differing:
        row.save(update_fields=differing)
    return bool(differing)


def load_release(path: Path, counts: Counts) -> None:
    """One release with its figures; one that is stored is compared, never edited."""
    text = text_of(path)
    release = engine.read_release(text)
    check_labels(release, path)
    found = IndicatorRelease.objects.filter(code=release.release).first()
    if found is None:
        store_release(release, read(text))
    elif figures_of(found) != figures_in(release):
        raise Refused(f"{path}:1  The release '{release.release}' is stored with other figures; "
                      "a revision is a new release with a name of its own.")  # fmt: skip
    counts.count("releases", added=found is None)


def check_labels(release: engine.Release, path: Path) -> None:
    """Each figure is of a government, once, and every mark is of a figure."""
    labels = [label for label, _value in release.values]
    known = set(Jurisdiction.objects.values_list("code", flat=True))
    strange = sorted({*labels, *release.unconfirmed} - known)
    if strange:
        raise Refused(f"{path}:1  Not a government that is loaded: {', '.join(strange)}.")
    if not set(release.unconfirmed) <= set(labels):
        raise Refused(f"{path}:1  A government is marked unconfirmed and has no figure.")


def store_release(release: engine.Release, node: Node) -> None:
    stored = IndicatorRelease.objects.create(
        code=release.release, indicator=release.indicator, unit=words_at(node, "unit") or "person",
        reference_date=datetime.date.fromisoformat(release.date),
        released_on=last_day(release.released), title=release.title, publisher=release.publisher,
        url=release.url, note=note_of(release, words_at(node, "note")),
    )  # fmt: skip
    IndicatorValue.objects.bulk_create(
        IndicatorValue(
            release=stored, government_id=label, value=engine.write_decimal(value, 4),
            confirmed=label not in release.unconfirmed,
        )
        for label, value in release.values
    )  # fmt: skip


def note_of(release: engine.Release, note: str) -> str:
    """The file's note, and that the day of publication is not known where it is not."""
    if len(release.released) == 10:
        return note
    return f"{note} Published in {release.released}; the day is not known.".strip()


def last_day(written: str) -> datetime.date:
    """The day, or the last one of the month or year: by then it was published."""
    if len(written) == 10:
        return datetime.date.fromisoformat(written)
    year, month = int(written[:4]), int(written[5:7] or 12)
    return datetime.date(year, month, calendar.monthrange(year, month)[1])


def figures_of(stored: IndicatorRelease) -> set[tuple[str, str, bool]]:
    values = stored.values.values_list("government_id", "value", "confirmed")
    return {(label, f"{value:.4f}", confirmed) for label, value, confirmed in values}


def figures_in(release: engine.Release) -> set[tuple[str, str, bool]]:
    return {(label, engine.write_decimal(value, 4), label not in release.unconfirmed)
            for label, value in release.values}  # fmt: skip


def load_programme(path: Path, counts: Counts) -> None:
    """The programme and, when its text is new, a version that becomes the current one."""
    text = text_of(path)
    document = engine.compile_document(text)
    found, added = Programme.objects.get_or_create(
        code=document.programme, defaults={"name_en": document.en, "name_fr": document.fr}
    )
    named = bring_up_to_date(found, {"name_en": document.en, "name_fr": document.fr})
    counts.count("programmes", added=added, changed=named)
    is_new = not found.versions.filter(sha256=document.sha256).exists()
    if is_new:
        publish(path, found, text)
    counts.count("versions", added=is_new)


def publish(path: Path, programme: Programme, text: str) -> None:
    """The one way to make a version current; a file whose version may not become so is refused."""
    done = publish_version(programme, text, REASON, None)
    if done.failed:
        failed = ", ".join(outcome.id for outcome in done.failed)
        raise Refused(f"{path}:1  These cases fail: {failed}; check_cases says why.")
    if done.losses:
        lost = ", ".join(f"{loss.kind} {loss.name}" for loss in done.losses)
        raise Refused(f"{path}:1  Lost or changed, though stored terms may name it: {lost}.")
