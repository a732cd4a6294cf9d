"""What conditions, claims and terms name must be in the programme's formula, when it is on record."""

from pathlib import Path

import pytest
from django.conf import settings

from grants.models import Programme
from negotiations.exchange.faults import Refused
from negotiations.exchange.folder import read_record
from negotiations.exchange.formulas import formula_faults
from negotiations.exchange.loading import load
from tests.builders import make_governments, make_programme, make_programme_version
from tests.conftest import behind_the_wall
from tests.negotiations.exchange.small_record import changed, line_of, write_record

pytestmark = pytest.mark.django_db
EVENT = "events/E1.yaml"
WITH_PROGRAMME = changed("negotiation.yaml", "home: CA\n", "home: CA\nprogramme: canada-job-grant\n")
MEASURED = ("        about: QC\n", "        about: QC\n        measure: {}\n")


@pytest.fixture(autouse=True)
def programme(db):
    """The programme with its shipped formula; the test is the owner."""
    make_governments()
    text = (Path(settings.BASE_DIR) / "data/programmes/canada-job-grant.yaml").read_text("utf-8")
    made = make_programme(code="canada-job-grant")
    version = make_programme_version(made, text=text)
    with behind_the_wall():
        Programme.objects.filter(pk=made.pk).update(current=version)
        yield


def measured(name):
    old, new = MEASURED
    return changed(EVENT, old, new.format(name))


def faults_of(folder, files):
    with pytest.raises(Refused) as refused:
        load(read_record(write_record(folder, {**WITH_PROGRAMME, **files})))
    return refused.value.faults


@pytest.mark.parametrize(("files", "words", "sentence"), [
    (measured("employer_minimun"), "measure:",
     "The programme's formula refuses this: There is nothing named 'employer_minimun'."),
    (changed("claims.yaml", "  offer: O1\n", "  offer: O1\n  test: burdn.ON > 3\n"), "test:",
     "The programme's formula refuses this:"),
    (changed("claims.yaml", "  offer: O1\n", "  offer: O1\n  test: burden > 3\n"), "test:",
     "The programme's formula refuses this:"),
    (changed("terms.yaml", "  value_kind: ratio\n", "  value_kind: ratio\n  parameter: earmrk\n"),
     "parameter:", "The programme has no parameter 'earmrk'. Did you mean 'earmark'?"),
], ids=["measure", "test", "test of many cells", "parameter"])  # fmt: skip
def test_what_the_formula_does_not_know_is_told_with_its_line(tmp_path, files, words, sentence):
    [fault] = faults_of(tmp_path, files)
    [(name, text)] = files.items()
    assert fault.place == (name, line_of(text, words))
    assert fault.sentence.startswith(sentence.split(" There is")[0])


@pytest.mark.parametrize("measure", ["employer_minimum", "burden", "burden.QC.2017-18"])
def test_what_it_knows_is_taken(tmp_path, measure):
    load(read_record(write_record(tmp_path, {**WITH_PROGRAMME, **measured(measure)})))


def test_without_a_programme_nothing_is_asked(tmp_path):
    load(read_record(write_record(tmp_path, measured("whatever"))))


def test_what_a_site_has_dumped_is_noted_and_not_refused(tmp_path):
    """It was on record once."""
    files = {**WITH_PROGRAMME, **measured("whatever")}
    files["negotiation.yaml"] += "dumped: yes\n"
    loaded = load(read_record(write_record(tmp_path, files)))
    assert [note.place for note in loaded.notes] == [(EVENT, line_of(files[EVENT], "measure: whatever"))]


def test_the_shipped_record_names_what_its_formula_has():
    record = read_record(Path(settings.BASE_DIR) / "data" / "canada_job_grant")
    assert formula_faults(record) == ([], [])
