"""The loader keeps the database's rule: a row is never less sensitive than what it names."""

import pytest

from negotiations import models
from negotiations.exchange.faults import Refused
from negotiations.exchange.folder import read_record
from negotiations.exchange.loading import load
from tests.builders import make_governments
from tests.conftest import behind_the_wall
from tests.negotiations.exchange.small_record import changed, line_of, write_record

pytestmark = pytest.mark.django_db
EVENT = "events/E1.yaml"


@pytest.fixture(autouse=True)
def owner(db):
    make_governments()
    with behind_the_wall():
        yield


def levels_of(record):
    return {(row.kind, row.code): row.level for row in record.rows}


def test_a_row_is_raised_to_what_it_names_over_several_steps(tmp_path):
    """The status quo rests on a source in confidence; so do its terms, which are read later."""
    found = levels_of(read_record(write_record(tmp_path)))
    assert (found["offer", "B0"], found["offerterm", "B0-T1"], found["offer", "O1"]) == (3, 3, 1)


def test_an_event_read_before_the_offer_is_raised_by_it(tmp_path):
    files = changed("offers.yaml", "  known_from: 2013-04-02\n",
                    "  known_from: 2013-04-02\n  sensitivity: in_confidence\n")  # fmt: skip
    found = levels_of(read_record(write_record(tmp_path, files)))
    assert found["position", "P1"] == 3
    assert found["condition", "P1-1"] == 3
    assert found["claim", "C1"] == 3


def test_loading_twice_adds_and_raises_nothing(tmp_path):
    record = read_record(write_record(tmp_path))
    load(record)
    again = load(read_record(tmp_path))
    assert [sum(one.values()) for one in (again.added, again.superseding, again.updated)] == [0, 0, 0]
    stored = {(kind, row.code): row.sensitivity for kind, model in (
        ("offer", models.Offer), ("position", models.Position), ("citation", models.Citation))
        for row in model.objects.all()}  # fmt: skip
    expected = {name: level for name, level in levels_of(record).items() if name in stored}
    assert stored == expected


def test_a_stated_level_that_is_raised_is_told_on_its_line(tmp_path):
    files = changed("offers.yaml", "  form: agreement\n", "  form: agreement\n  sensitivity: internal\n")
    [note] = [note for note in read_record(write_record(tmp_path, files)).notes
              if "Raised" in note.sentence]  # fmt: skip
    assert note.sentence == "Raised from internal to in_confidence, as 'S3' is."
    assert note.place == ("offers.yaml", line_of(files["offers.yaml"], "sensitivity: internal"))


def test_a_corrected_row_rises_with_its_correction(tmp_path):
    files = changed("deadlines.yaml", "  source: S1\n", """\
  source: S1
- id: DL2
  title: {en: They lapse later, fr: Plus tard}
  date: 2014-01-21
  due: 2014-06-30
  kind: legal_expiry
  sensitivity: internal
  supersedes: DL1
  correction_reason: It moved
  source: S1
""")
    found = levels_of(read_record(write_record(tmp_path, files)))
    assert (found["deadline", "DL1"], found["deadline", "DL2"]) == (2, 2)
    load(read_record(tmp_path))
    again = load(read_record(tmp_path))
    assert sum(again.updated.values()) == 0


def test_a_ceiling_below_what_is_on_record_is_refused_with_its_line(tmp_path):
    load(read_record(write_record(tmp_path)))
    files = {
        **changed("negotiation.yaml", "ceiling: strategy", "ceiling: public"),
        **changed("sources.yaml", "  sensitivity: in_confidence\n  received_from: \"ON\"\n", ""),
        **changed(EVENT, "        basis: assessed\n", ""),
        "mandates.yaml": None,
    }
    (tmp_path / "mandates.yaml").unlink()
    with pytest.raises(Refused) as refused:
        load(read_record(write_record(tmp_path, files)))
    [fault] = refused.value.faults
    assert (str(fault.place), fault.sentence) == (
        "negotiation.yaml:7",
        "The database refuses this: Rows or memberships stand above this ceiling.")  # fmt: skip
    assert models.Negotiation.objects.get().ceiling == 4
