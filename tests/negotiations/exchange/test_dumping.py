"""What is dumped, loaded into an empty database and dumped again is the same, byte for byte."""

import stat
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction

from negotiations import models
from negotiations.exchange.changing import HAS_VERSIONS
from negotiations.exchange.dumping import dump, write
from negotiations.exchange.faults import Refused
from negotiations.exchange.folder import read_record
from negotiations.exchange.gathering import KINDS, gather
from negotiations.exchange.loading import load
from negotiations.exchange.spelling import clean
from negotiations.files import keeping
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.exchange.small_record import changed, write_record
from tests.negotiations.exchange.typed_record import type_record

pytestmark = pytest.mark.django_db
DATA = Path(settings.BASE_DIR) / "data"


@pytest.fixture(autouse=True)
def stage(db, tmp_path, settings):
    """The governments, and a folder for attached files that is the test's own."""
    settings.VAR = tmp_path / "var"
    builders.make_governments()


def loaded(folder):
    with behind_the_wall():
        return load(read_record(folder))


def dumped(slug, level=4):
    """The dump of somebody cleared up to that level, as file texts."""
    reader = builders.make_member(stored(slug), "viewer", level)
    as_user(reader)
    made = dump(slug)
    as_user(None)
    return made


def stored(slug, model=None, **wanted):
    with behind_the_wall():
        negotiation = models.Negotiation.objects.get(slug=slug)
        return model.objects.get(negotiation=negotiation, **wanted) if model else negotiation


@contextmanager
def a_database():
    """One that is forgotten at the end: the next is empty, and counts on from other keys."""
    with suppress(Forgotten), transaction.atomic():
        yield
        raise Forgotten


class Forgotten(Exception):
    pass


def round_trip(lay, folder, slug, level=4):
    """The dump of what *lay* lays, and that of a database which loaded the first."""
    with a_database():
        lay()
        first = dumped(slug, level)
        write(first, folder)
    with a_database():
        loaded(folder)
        return first, dumped(slug, level)


def assert_same(first, second):
    assert list(first.texts) == list(second.texts)
    for name, text in first.texts.items():
        assert text == second.texts[name], name
    assert list(first.files) == list(second.files)


def content(slug):
    """All that is on record, keys as names: what a dump must bring back."""
    with behind_the_wall():
        found = gather(slug)
    kept = {kind: sorted((told(row, found) for row in rows), key=str) for kind, rows in found.rows.items()}
    read_in_order = ("event", "offer", "position", "trackstep")
    return kept | {("order", kind): order(kind, found) for kind in read_in_order}


def order(kind, found):
    """The order in which pages read facts of one day."""
    return [found.names[kind][row.pk]
            for row in sorted(found.rows[kind], key=lambda row: (row.effective_on, first_version(row)))]


def first_version(row):
    return getattr(row, "in_place_of", None) or row.pk


def told(row, found):
    values = {}
    for one in row._meta.concrete_fields:
        value = getattr(row, one.attname)
        if one.is_relation and value and one.remote_field.model._meta.model_name in found.names:
            value = found.names[one.remote_field.model._meta.model_name][value]
        values[one.attname] = clean(value) if isinstance(value, str) else value
    if values.get("in_place_of"):
        values["in_place_of"] = found.names[row._meta.model_name][row.in_place_of]
    for name in ("id", "code", "negotiation_id", "entered_at", "recorded_by_id", "version", "sequence",
                 "stored_name"):
        values.pop(name, None)
    has_texts = any(value for name, value in values.items() if name.endswith(("_en", "_fr")))
    if not has_texts:  # whose the French is has nowhere to stand
        values.pop("french_by", None)
    return tuple(values.items())


SLUGS = {
    "small": ("small-talks", lambda folder: loaded(write_record(folder))),
    "typed": ("typed", lambda folder: type_record()),
    "corrected": ("small-talks", lambda folder: correct(folder)),
}

SHIPPED = [pytest.param(path.name, marks=pytest.mark.drill)
           for path in sorted(DATA.iterdir()) if (path / "negotiation.yaml").is_file()]  # fmt: skip
ALL = SLUGS | {
    one.values[0]: (one.values[0].replace("_", "-"), lambda folder, name=one.values[0]: loaded(DATA / name))
    for one in SHIPPED}  # fmt: skip


def make_programmes():
    for code in ("grant", "canada-job-grant"):
        builders.make_programme(code=code)


def correct(folder):
    """The small record, of which the files then said something else, twice."""
    loaded(write_record(folder))
    loaded(write_record(folder, changed("events/E1.yaml", "salience: 3", "salience: 2")))
    files = changed("offers.yaml", "value: 15%..", "value: 10%..")
    loaded(write_record(folder, files))
    loaded(write_record(folder, files | changed("deadlines.yaml", "hard: yes", "hard: no")))


@pytest.mark.parametrize("name", [*SLUGS, *SHIPPED])
def test_a_record_comes_back_the_same(tmp_path, name):
    make_programmes()
    slug, lay = ALL[name]
    assert_same(*round_trip(lambda: lay(tmp_path / "lay"), tmp_path / "first", slug))


@pytest.mark.parametrize("name", [*SLUGS, *SHIPPED])
def test_all_that_is_on_record_comes_back(tmp_path, name):
    """Not the bytes alone: each column of each row, when it was known, and what decides."""
    make_programmes()
    slug, lay = ALL[name]
    with a_database():
        lay(tmp_path / "lay")
        write(dumped(slug), tmp_path / "first")
        before = content(slug)
    with a_database():
        loaded(tmp_path / "first")
        after = content(slug)
    for kind, rows in before.items():
        assert after[kind] == rows, kind


@pytest.mark.parametrize("name", SLUGS)
def test_a_dump_adds_nothing_to_the_database_it_came_from(tmp_path, name):
    make_programmes()
    slug, lay = SLUGS[name]
    lay(tmp_path / "lay")
    write(dumped(slug), tmp_path / "first")
    done = loaded(tmp_path / "first")
    assert [sum(one.values()) for one in (done.added, done.superseding, done.updated)] == [0, 0, 0]
    assert (done.left, done.vanished) == ([], [])


@pytest.mark.parametrize("name", SLUGS)
def test_a_dump_that_is_loaded_twice_adds_nothing(tmp_path, name):
    make_programmes()
    slug, lay = SLUGS[name]
    with a_database():
        lay(tmp_path / "lay")
        write(dumped(slug), tmp_path / "first")
    loaded(tmp_path / "first")
    done = loaded(tmp_path / "first")
    assert [sum(one.values()) for one in (done.added, done.superseding, done.updated)] == [0, 0, 0]
    assert (done.left, done.vanished) == ([], [])


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_dump_up_to_a_clearance_can_be_loaded_as_well(tmp_path, level):
    make_programmes()
    assert_same(*round_trip(type_record, tmp_path / "first", "typed", level))


def test_a_reader_gets_no_row_above_his_clearance(tmp_path):
    loaded(write_record(tmp_path))
    made = dumped("small-talks", 2)
    assert "mandates.yaml" not in made.texts
    told = "\n".join(made.texts.values())
    assert "An undated note" not in told
    assert "They would take 10%" not in told
    assert "We can be flexible." in told


def test_a_further_source_that_says_what_another_says_is_written_once(tmp_path):
    loaded(write_record(tmp_path))
    event, source = stored("small-talks", models.Event), stored("small-talks", models.Source, code="S1")
    builders.lay(models.Citation, negotiation=stored("small-talks"), event=event, source=source)
    [text] = [text for name, text in dumped("small-talks").texts.items() if name.startswith("events/")]
    assert "source:\n  - S1\n  - id: S2\n    at: page 3\n" in text


def test_who_is_nobody_gets_nothing(tmp_path):
    loaded(write_record(tmp_path))
    with pytest.raises(models.Negotiation.DoesNotExist):
        dump("small-talks")


def test_a_dump_takes_one_query_a_kind(tmp_path, django_assert_num_queries):
    loaded(write_record(tmp_path))
    as_user(builders.make_member(stored("small-talks"), "viewer", 4))
    with django_assert_num_queries(len(KINDS) + 3):  # the negotiation, and a savepoint
        dump("small-talks")


def test_the_command_writes_a_folder_for_its_user_alone(tmp_path, capsys):
    loaded(write_record(tmp_path / "small"))
    reader = builders.make_member(stored("small-talks"), "viewer", 2)
    call_command("dump_record", "small-talks", tmp_path / "out", username=reader.username)
    assert "record files, 0 attached files." in capsys.readouterr().out
    assert not (tmp_path / "out" / "mandates.yaml").exists()
    assert stat.S_IMODE((tmp_path / "out" / "sources.yaml").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o700


@pytest.mark.parametrize("username", [None, "stranger"])
def test_the_command_gives_nothing_to_who_is_no_member(tmp_path, username):
    loaded(write_record(tmp_path / "small"))
    builders.make_user("stranger")
    with pytest.raises(CommandError, match="reads no negotiation of the address 'small-talks'"):
        call_command("dump_record", "small-talks", tmp_path / "out", username=username)
    assert not (tmp_path / "out").exists()


def test_the_command_writes_over_nothing(tmp_path):
    with pytest.raises(CommandError, match="is there already"):
        call_command("dump_record", "small-talks", tmp_path)


def test_an_edited_dump_says_that_a_row_with_versions_is_corrected_by_a_further_row(tmp_path):
    correct(tmp_path / "lay")
    write(dumped("small-talks"), tmp_path / "first")
    offers = tmp_path / "first" / "offers.yaml"
    offers.write_text(offers.read_text().replace('"10%.."', '"12%.."'))
    done = loaded(tmp_path / "first")
    assert [(row.code, why) for row, why in done.left if row.kind == "offer"] == [("G1.v2", HAS_VERSIONS)]
    assert sum(done.added.values()) == 0


def test_documents_come_back_with_their_bytes(tmp_path):
    first, again = round_trip(lambda: attach(tmp_path / "lay"), tmp_path / "first", "small-talks")
    assert_same(first, again)
    [name] = first.files
    assert (tmp_path / "first" / name).read_bytes() == b"%PDF-1.4 small"


def attach(folder, content=b"%PDF-1.4 small"):
    loaded(write_record(folder))
    source = stored("small-talks", models.Source, code="S1")
    kept = keeping.keep([content])
    builders.lay(models.Document, negotiation=stored("small-talks"), source=source, name="Café.pdf",
                 content_type="application/pdf", **kept._asdict())
    return kept


def test_a_document_whose_file_is_gone_is_left_out_and_named(tmp_path):
    keeping.drop(attach(tmp_path / "lay").stored_name)
    made = dumped("small-talks")
    assert (made.files, made.missing) == ({}, ("Café.pdf",))
    assert "Café.pdf" not in made.texts["sources.yaml"]


@pytest.mark.parametrize(("change", "sentence"), [
    (lambda path: path.unlink(), "There is no file files/"),
    (lambda path: path.write_bytes(b"%PDF-1.4 other"), "has another SHA-256."),
    (lambda path: path.write_bytes(b""), "is empty, or larger than"),
], ids=["missing", "changed", "empty"])  # fmt: skip
def test_a_folder_whose_file_is_not_the_one_it_names_is_refused(tmp_path, change, sentence):
    attach(tmp_path / "lay")
    write(dumped("small-talks"), tmp_path / "first")
    [path] = (tmp_path / "first" / "files").iterdir()
    change(path)
    with pytest.raises(Refused, match=sentence):
        read_record(tmp_path / "first")


def test_a_refused_load_leaves_no_file_behind(tmp_path):
    with a_database():
        attach(tmp_path / "lay")
        write(dumped("small-talks"), tmp_path / "first")
    before = set(keeping.folder().iterdir())
    with behind_the_wall():
        load(read_record(tmp_path / "first"), dry_run=True)
    assert set(keeping.folder().iterdir()) == before
