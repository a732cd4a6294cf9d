"""An edited record adds rows that supersede, updates labels, deletes nothing, and says so."""

import datetime

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.utils import timezone

from config.identity import acting_as
from negotiations import models
from negotiations.exchange.faults import Refused
from negotiations.exchange.folder import read_record
from negotiations.exchange.loading import load
from tests.builders import make_governments
from tests.conftest import behind_the_wall
from tests.negotiations.exchange.small_record import FILES, changed, write_record

pytestmark = pytest.mark.django_db
EVENT, OFFERS = "events/E1.yaml", "offers.yaml"


@pytest.fixture(autouse=True)
def first_load(db, tmp_path):
    """The small record is stored; the tests edit its files and load them again, as the owner."""
    make_governments()
    with behind_the_wall():
        load(read_record(write_record(tmp_path)))
        yield


def again(folder, *edits):
    """Loads the folder with these edits: (file, old, new)."""
    files = dict(FILES)
    for name, old, new in edits:
        assert files[name].count(old) == 1, (name, old)
        files[name] = files[name].replace(old, new)
    return load(read_record(write_record(folder, files)))


def done(loaded):
    """What was added, superseded and updated, by kind."""
    return tuple({kind: n for kind, n in counts.items() if n}
                 for counts in (loaded.added, loaded.superseding, loaded.updated))  # fmt: skip


def test_a_changed_label_is_updated_and_its_history_kept(tmp_path):
    found = again(tmp_path, ("terms.yaml", "en: Envelope", "en: The envelope"))
    assert done(found) == ({}, {}, {"term": 1})
    term = models.Term.objects.get(code="T1")
    assert (term.name_en, term.version) == ("The envelope", 2)
    entry = models.HistoryEntry.objects.filter(table_name="negotiations_term").latest("id")
    assert entry.before["name_en"] == "Envelope"


def test_a_changed_negotiation_is_updated(tmp_path):
    found = again(tmp_path, ("negotiation.yaml", "en: Small talks", "en: Smaller talks"))
    assert done(found) == ({}, {}, {"negotiation": 1})
    assert models.Negotiation.objects.get().title_en == "Smaller talks"


def test_a_changed_fact_is_superseded_and_the_old_row_stays(tmp_path):
    found = again(tmp_path, (OFFERS, "en: Fifteen", "en: Fifteen per cent"))
    assert done(found) == ({}, {"offer": 1, "offerterm": 1}, {})
    old, new = models.Offer.objects.filter(code__startswith="G1").order_by("id")
    assert (old.title_en, new.title_en, new.code) == ("Fifteen", "Fifteen per cent", "G1.v2")
    assert (new.supersedes, new.correction_reason) == (old, "Changed in the record file")
    assert [part.code for part in new.terms.all()] == ["G1-T2.v2"]


def test_a_correction_is_known_from_now_on(tmp_path):
    again(tmp_path, (OFFERS, "en: Fifteen", "en: Fifteen per cent"))
    new = models.Offer.objects.get(code="G1.v2")
    assert timezone.now() - new.recorded_at < datetime.timedelta(minutes=5)
    assert new.effective_on == datetime.date(2013, 11, 8)


def test_the_file_says_why_a_fact_changed(tmp_path):
    reason = "  attached_to: O1\n  correction_reason: Read again\n"
    again(tmp_path, (OFFERS, "en: Fifteen,", "en: 15,"), (OFFERS, "  attached_to: O1\n", reason))
    assert models.Offer.objects.get(code="G1.v2").correction_reason == "Read again"


@pytest.mark.parametrize(("old", "new", "superseding"), [
    ("{term: T2, value: 15%..}", "{term: T2, value: 20%..}", {"offer": 1, "offerterm": 1}),
    ("{term: T2, value: 15%..}", "{term: T2, value: 15%..}\n    - {term: T1, value: 5}",
     {"offer": 1, "offerterm": 2}),
    ("addressees: [{front: PT}, {government: QC}]", "addressees: [{front: PT}]",
     {"offer": 1, "offeraddressee": 1, "offerterm": 2}),
], ids=["changed", "added", "taken away"])  # fmt: skip
def test_a_closed_part_that_changes_supersedes_its_owner(tmp_path, old, new, superseding):
    found = again(tmp_path, (OFFERS, old, new))
    assert done(found) == ({}, superseding, {})
    assert done(again(tmp_path, (OFFERS, old, new))) == ({}, {}, {})
    assert again(tmp_path, (OFFERS, old, new)).vanished == []


def test_a_changed_position_takes_its_conditions_and_statements_along(tmp_path):
    found = again(tmp_path, (EVENT, "firmness: flexible", "firmness: firm"))
    assert done(found) == ({}, {"position": 1, "positionstatement": 1, "condition": 2}, {})
    new = models.Position.objects.get(code="P1.v2")
    assert [one.code for one in new.conditions.all()] == ["P1-1.v2", "P1-2.v2"]
    assert {one.supersedes.code for one in new.conditions.all()} == {"P1-1", "P1-2"}


def test_a_changed_condition_supersedes_itself_alone(tmp_path):
    found = again(tmp_path, (EVENT, "value: 15%\n      - number: 2", "value: 20%\n      - number: 2"))
    assert done(found) == ({}, {"condition": 1}, {})


def test_a_changed_text_of_a_report_is_a_new_row(tmp_path):
    found = again(tmp_path, (EVENT, "en: They met.", "en: They met again."))
    assert done(found) == ({}, {"reporttext": 1}, {})


def test_a_second_change_supersedes_the_first(tmp_path):
    again(tmp_path, (OFFERS, "en: Fifteen", "en: Fifteen per cent"))
    again(tmp_path, (OFFERS, "en: Fifteen", "en: 15 per cent"))
    assert models.Offer.objects.get(code="G1.v3").supersedes.code == "G1.v2"
    assert done(again(tmp_path, (OFFERS, "en: Fifteen", "en: 15 per cent"))) == ({}, {}, {})


def test_new_rows_are_added_beside_the_old(tmp_path):
    statement = FILES[EVENT][FILES[EVENT].index("  - id: ST2"):FILES[EVENT].index("positions:")]
    found = again(tmp_path, (EVENT, statement, statement + statement.replace("ST2", "ST3")))
    assert done(found) == ({"statement": 1}, {}, {})


def test_what_vanished_is_reported_and_kept(tmp_path):
    found = again(tmp_path, ("claims.yaml", "  statements: [ST2]\n", ""),
                  ("questions.yaml", FILES["questions.yaml"], "[]"))  # fmt: skip
    assert found.vanished == [("claimstatement", "C1-ST2"), ("openquestion", "Q1")]
    assert models.OpenQuestion.objects.count() == 1


def test_a_part_that_vanished_with_its_owner_is_not_named_beside_it(tmp_path):
    first, last = FILES[EVENT].index("front_positions:"), FILES[EVENT].index("differences:")
    found = again(tmp_path, (EVENT, FILES[EVENT][first:last], ""))
    assert found.vanished == [("position", "P2-NS")]


def test_what_people_changed_on_the_site_is_left(tmp_path):
    user = get_user_model().objects.create_user("editor")
    with acting_as(user):
        models.Term.objects.filter(code="T1").update(name_fr="Fonds", version=2)
    assert done(again(tmp_path)) == ({}, {}, {})
    found = again(tmp_path, ("terms.yaml", "fr: Enveloppe", "fr: Le fonds"))
    assert done(found) == ({}, {}, {})
    assert [(row.code, why) for row, why in found.left] == [
        ("T1", "was changed on the site since it was loaded (name_fr)")]  # fmt: skip
    assert models.Term.objects.get(code="T1").name_fr == "Fonds"


def test_what_people_corrected_on_the_site_is_left(tmp_path):
    old = models.Deadline.objects.get()
    models.Deadline.objects.create(
        negotiation=old.negotiation, source=old.source, supersedes=old, correction_reason="Moved",
        effective_on=old.effective_on, title_en="Moved", title_fr="Reporté", kind=old.kind,
        due_on=datetime.date(2014, 4, 30), sensitivity=1,
    )  # fmt: skip
    found = again(tmp_path, ("deadlines.yaml", "due: 2014-03-31", "due: 2014-03-30"))
    assert done(found) == ({}, {}, {})
    assert [why for _row, why in found.left] == ["was corrected by another row since it was loaded"]


def test_a_sensitivity_rises_in_place(tmp_path):
    edit = (OFFERS, "- id: G1\n", "- id: G1\n  sensitivity: internal\n")
    found = again(tmp_path, edit)
    assert done(found) == ({}, {}, {"offer": 1})
    assert models.Offer.objects.get(code="G1").sensitivity == 2
    assert models.OfferTerm.objects.get(code="G1-T2").sensitivity == 2
    assert done(again(tmp_path, edit)) == ({}, {}, {})


def test_a_sensitivity_is_not_lowered_by_a_file(tmp_path):
    again(tmp_path, (OFFERS, "- id: G1\n", "- id: G1\n  sensitivity: internal\n"))
    with pytest.raises(Refused, match="offers.yaml:24  This is less sensitive than what is stored"):
        again(tmp_path, (OFFERS, "- id: G1\n", "- id: G1\n  sensitivity: public\n"))


def test_the_command_says_what_it_did(tmp_path, capsys):
    write_record(tmp_path, changed(OFFERS, "en: Fifteen", "en: Fifteen per cent"))
    call_command("load_record", tmp_path)
    out = capsys.readouterr().out
    assert f"{'offers':28}{3:8}{1:8} superseding\n" in out
    assert f"{tmp_path}: 0 rows added, 2 superseding.\n" in out
