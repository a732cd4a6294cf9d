"""A bad move in a record file is told with its file and line, and nothing of the file is stored."""

import pytest

from negotiations import models
from negotiations.exchange.faults import Refused
from negotiations.exchange.folder import read_record
from negotiations.exchange.loading import load
from tests.builders import make_governments
from tests.conftest import behind_the_wall
from tests.negotiations.exchange.small_record import FILES, changed, write_record

pytestmark = pytest.mark.django_db
TRACKS = FILES["tracks.yaml"]
LINES = TRACKS.count("\n")


def step(name: str, state: str, day: str, more: str = "") -> str:
    """Six lines of a record file, and *more*; its state stands on the third."""
    return (f"- id: {name}\n  government: NS\n  state: {state}\n  date: {day}\n  grade: E1\n"
            f"  source: S1\n{more}")  # fmt: skip


def faults(folder, *steps: str, files=None) -> list[str]:
    try:
        read_record(write_record(folder, {"tracks.yaml": TRACKS + "".join(steps), **(files or {})}))
    except Refused as refused:
        return [str(fault) for fault in refused.faults]
    return []


def test_a_chain_of_moves_is_read(tmp_path):
    back = "  reason: {en: New mandate, fr: Nouveau mandat}\n"
    assert faults(tmp_path, step("A", "J6", "2014-03-05"), step("B", "J3", "2014-03-07", back)) == []


def test_a_move_outside_the_table_is_told_at_its_state(tmp_path):
    told = (f"tracks.yaml:{LINES + 3}  From J1, at tracks.yaml:1, a government cannot move to J10. It can"
            " move to: J2, J3, J4, J5, J6, J7, J20, J21, J22, J23.")  # fmt: skip
    assert faults(tmp_path, step("A", "J10", "2014-03-05")) == [told]


def test_a_step_back_without_a_reason_is_told(tmp_path):
    where = f"tracks.yaml:{LINES + 9}"
    assert faults(tmp_path, step("A", "J6", "2014-03-05"), step("B", "J3", "2014-03-07")) == [
        f"{where}  To fall back from J6, at tracks.yaml:{LINES + 1} to J3 needs a reason: reason."]


def test_steps_are_judged_in_the_order_of_their_days(tmp_path):
    assert faults(tmp_path, step("A", "J10", "2014-03-09"), step("B", "J6", "2014-03-05")) == []


def test_a_corrected_step_is_passed_over(tmp_path):
    correction = "  supersedes: A\n  correction_reason: Wrong\n"
    wrong, right = step("A", "J24", "2014-03-05"), step("B", "J6", "2014-03-05", correction)
    assert faults(tmp_path, wrong, right) == []


def test_each_reader_reads_a_chain(tmp_path):
    """What only the cleared may read joins J1 and J9 for them, and for nobody else."""
    secret = "  sensitivity: strategy\n"
    assert [fault.partition("  ")[2][:55] for fault in faults(
        tmp_path, step("A", "J6", "2014-03-03", secret), step("B", "J9", "2014-03-05"))] == [
        "From J1, at tracks.yaml:1, a government cannot move to "]  # fmt: skip


def test_a_contest_of_the_same_state_is_told(tmp_path):
    files = changed("tracks.yaml", "by: CA, state: J2", "by: CA, state: J1")
    with pytest.raises(Refused, match="a contest describes another"):
        read_record(write_record(tmp_path, files))


@pytest.fixture
def owner(db):
    make_governments()
    with behind_the_wall():
        yield


def load_with(folder, *steps, files=None):
    return load(read_record(write_record(folder, {"tracks.yaml": TRACKS + "".join(steps), **(files or {})})))


def test_weaker_evidence_is_loaded(tmp_path, owner):
    load_with(tmp_path, step("A", "J5", "2014-03-05"), step("B", "J10", "2014-03-07").replace("E1", "E4"))
    assert [row.state for row in models.TrackStep.objects.all()] == ["J1", "J5", "J10"]


def test_what_a_site_typed_since_is_held_against_the_file_by_the_database(tmp_path, owner):
    load_with(tmp_path)
    first = models.TrackStep.objects.get()
    models.TrackStep.objects.create(
        negotiation=first.negotiation, government_id="NS", source=first.source, state="J23", grade="E1",
        effective_on="2014-03-04", sensitivity=first.sensitivity)  # fmt: skip
    with pytest.raises(Refused, match="The database refuses this: NS cannot move from J23 to J9"):
        load_with(tmp_path, step("A", "J6", "2014-03-03"), step("B", "J9", "2014-03-08"))
    assert models.TrackStep.objects.count() == 2


def test_a_dump_brings_back_what_no_file_may_say(tmp_path, owner):
    dumped = FILES["negotiation.yaml"] + "dumped: yes\n"
    load_with(tmp_path, step("A", "J24", "2014-03-05"), files={"negotiation.yaml": dumped})
    assert [row.state for row in models.TrackStep.objects.all()] == ["J1", "J24"]
