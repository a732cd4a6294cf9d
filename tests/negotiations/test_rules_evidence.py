"""The evidence that the database demands of a step that is typed, and not of one that is loaded."""

import pytest

from negotiations import stepping
from negotiations.models import TrackStep
from tests import builders
from tests.negotiations.rows import check_keys, refused
from tests.negotiations.steps import day, lay, make_talks, sign_in, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def talks():
    found = make_talks()
    sign_in(found)
    return found


NOTHING = {"event": None, "offer": None, "agreement": None, "statement": None, "reference": "", "grade": "E1"}
LACKING = [
    ("J1", {"grade": "E4"}, "J1 needs evidence of grade E3; this is E4"),
    ("J2", {"grade": "E2"}, "J2 needs evidence of grade E1; this is E2"),
    ("J2", {"offer": None}, "J2 names one of these: offer"),
    ("J4", {"reason_en": " "}, "J4 states a reason"),
    ("J5", NOTHING, "J5 names one of these: statement event agreement"),
    ("J6", {"grade": "E2"}, "J6 needs evidence of grade E1; this is E2"),
    ("J6", NOTHING, "J6 names one of these: statement event agreement"),
    ("J8", {"reference": " "}, "J8 gives the number"),
    ("J9", {"agreement": None}, "J9 names one of these: agreement"),
    ("J10", {}, "1 of 2 blocks of the agreement are signed by 2014-03-06"),
    ("J21", {"grade": "E2"}, "J21 needs evidence of grade E1; this is E2"),
]
BEFORE = {"J1": "J0", "J2": "J0", "J5": "J2"}


@pytest.mark.parametrize(("state", "changes", "sentence"), LACKING)
def test_a_typed_step_brings_what_its_state_demands(talks, state, changes, sentence):
    lay(talks, BEFORE.get(state, "J5"), 0)
    with refused(sentence):
        write(talks, state, 5, **changes)


@pytest.mark.parametrize(("state", "changes", "sentence"), LACKING)
def test_the_loader_may_bring_less(talks, state, changes, sentence):
    lay(talks, BEFORE.get(state, "J5"), 0)
    lay(talks, state, 5, **changes)
    check_keys()
    assert TrackStep.objects.count() == 2


def test_further_evidence_of_a_state_may_be_weaker(talks):
    lay(talks, "J6", 0)
    write(talks, "J6", 5, **{**NOTHING, "grade": "E4"})
    check_keys()


UNPROVEN = {**NOTHING, "grade": "E4"}


def test_further_evidence_does_not_come_to_stand_alone(talks):
    """Neither the step that proved the state is corrected away from it, nor another put in between."""
    lay(talks, "J5", 0)
    proof = write(talks, "J9", 2)
    write(talks, "J9", 4, **UNPROVEN)
    with refused("J9 needs evidence of grade E1; this is E4"):
        write(talks, "J8", 2, supersedes=proof, correction_reason="Not signed.")
    with refused("J9 needs evidence of grade E1; this is E4"):
        write(talks, "J8", 3, reason_en="They asked for time.")
    write(talks, "J9", 3, supersedes=proof, correction_reason="A day later.")
    check_keys()


def test_further_evidence_that_proves_the_state_may_come_to_stand_alone(talks):
    lay(talks, "J5", 0)
    proof = write(talks, "J9", 2)
    write(talks, "J9", 4)
    write(talks, "J8", 2, supersedes=proof, correction_reason="Not signed.")
    check_keys()


def test_what_the_loader_brought_is_not_held_against_who_corrects(talks):
    lay(talks, "J2", 0)
    proof = lay(talks, "J6", 2)
    lay(talks, "J6", 4, **UNPROVEN)
    write(talks, "J3", 2, supersedes=proof, correction_reason="A counter-offer.")
    check_keys()


def test_what_was_loaded_is_corrected_on_the_evidence_that_it_had(talks):
    """Of the same government, state and day; weaker evidence is judged as that of any other step."""
    lay(talks, "J5", 0)
    loaded = lay(talks, "J10", 2, **{**UNPROVEN, "grade": "E2", "event": talks["event"]})
    said = {**UNPROVEN, "supersedes": loaded, "correction_reason": "Another page", "locator": "p. 4"}
    for changes in ({"grade": "E3"}, {"grade": "E2", "event": None}, {"grade": "E2", "on": 3}):
        with refused("J10 needs evidence of grade E1"):
            write(talks, "J10", **{"on": 2, "event": talks["event"], **said, **changes})
    kept = {**said, "grade": "E2", "event": talks["event"]}
    assert stepping.faults(TrackStep(**{**talks, **kept, "state": "J10", "effective_on": day(2)})) == []
    write(talks, "J10", 2, **kept)
    check_keys()


def test_the_number_of_an_order_is_not_asked_of_a_correction_that_says_the_same():
    talks = make_talks("QC", signed=2)
    sign_in(talks)
    lay(talks, "J5", 0)
    loaded = lay(talks, "J21", 2)
    write(talks, "J21", 2, supersedes=loaded, correction_reason="Another page", locator="p. 4")
    check_keys()


def test_an_oral_offer_needs_less(talks):
    oral = builders.make_offer(negotiation=talks["negotiation"], kind="demand", form="oral",
                               source=talks["source"])  # fmt: skip
    write(talks, "J2", 0, offer=oral, grade="E3")
    with refused("J2 needs evidence of grade E3; this is E4"):
        write(talks, "J2", 0, offer=oral, grade="E4", government=builders.make_government("NS"))


def test_signatures_count_by_their_day_and_until_they_are_corrected(talks):
    lay(talks, "J5", 0)
    second = talks["agreement"].blocks.order_by("order").last()
    late = builders.make_signature(block=second, source=talks["source"], effective_on=day(6))
    with refused("1 of 2 blocks of the agreement are signed by 2014-03-06"):
        write(talks, "J10", 5)
    write(talks, "J10", 6)
    builders.make_signature(block=second, source=talks["source"], effective_on=day(9), supersedes=late,
                            correction_reason="Later")  # fmt: skip
    with refused("1 of 2 blocks"):
        write(talks, "J10", 8, supersedes=TrackStep.objects.get(state="J10"), correction_reason="Moved")


def test_an_agreement_without_blocks_or_with_another_government_signs_nothing(talks):
    lay(talks, "J5", 0)
    here = {"negotiation": talks["negotiation"], "source": talks["source"]}
    with refused("0 of 0 blocks"):
        write(talks, "J9", 5, agreement=builders.make_agreement(**here))
    elsewhere = builders.make_agreement(**here, government=builders.make_government("NS"))
    with refused("with another government"):
        write(talks, "J9", 5, agreement=elsewhere)


def test_quebec_needs_the_number_of_its_order_first():
    talks = make_talks("QC", signed=2)
    sign_in(talks)
    lay(talks, "J6", 0)
    for state in ("J9", "J10", "J21"):
        with refused("QC needs the number of an order first"):
            write(talks, state, 5)
    write(talks, "J8", 3)
    with refused("QC needs the number of an order first"):
        write(talks, "J10", 2)
    write(talks, "J10", 5)
    check_keys()


def test_the_order_for_another_agreement_is_none_for_this():
    talks = make_talks("QC", signed=2)
    sign_in(talks)
    other = builders.make_agreement(negotiation=talks["negotiation"], source=talks["source"])
    lay(talks, "J6", 0), lay(talks, "J8", 1, agreement=other)
    with refused("QC needs the number of an order first"):
        write(talks, "J10", 5)
