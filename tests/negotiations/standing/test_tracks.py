"""How far each government has come, and the counts of the headline."""

import datetime
from types import SimpleNamespace

from negotiations import scales
from negotiations.standing.headline import headline
from negotiations.standing.tracks import (
    CLAIMS,
    Counts,
    Signing,
    count,
    read_closely,
    stands_alone,
    track,
    tracks,
)


def step(pk, code, state, day=1, agreement=None, grade="E1", offer=None, corrects=None, in_place_of=None):
    """Recorded in the order of *pk*, whatever its day."""
    return SimpleNamespace(pk=pk, in_place_of=in_place_of, government_id=code, state=state, grade=grade,
                           agreement_id=agreement, offer=offer, offer_id=offer and 1,
                           effective_on=datetime.date(2014, 3, day), supersedes_id=corrects, recorded_at=pk)


class Rows(list):
    def all(self):
        return self


def agreement(pk, code, signed, type="bilateral"):
    """With one block of *code* for each of *signed*, filled where it is true."""
    blocks = [SimpleNamespace(government_id=code, signatures=Rows([step(9, code, "")] if made else []))
              for made in signed]
    return SimpleNamespace(pk=pk, government_id=code, type=type, blocks=Rows(blocks))


def read(steps, agreements=(), contests=()):
    return read_closely(tracks([steps[0].government_id], steps, contests), steps, agreements)[
        steps[0].government_id]


def contest(pk, of, state, settled=False, day=2):
    return SimpleNamespace(pk=pk, in_place_of=None, step_id=of, state=state, settled=settled,
                           effective_on=datetime.date(2014, 3, day))


def test_the_latest_step_counts():
    found = tracks(["ON"], [step(2, "ON", "J6", 2), step(1, "ON", "J2")], [])
    assert found["ON"].state == "J6"


def test_a_correction_keeps_its_place_among_the_steps_of_its_day():
    found = tracks(["ON"], [step(9, "ON", "J2", corrects=1, in_place_of=1), step(2, "ON", "J6")], [])
    assert found["ON"].state == "J6"


def test_a_government_without_a_step_is_not_engaged():
    assert tracks(["NU"], [], [])["NU"].state == "J0"


def test_a_contested_step_reads_as_the_lower_state_and_tells_the_higher():
    found = tracks(["NS"], [step(1, "NS", "J6")], [contest(1, 1, "J5")])["NS"]
    assert (found.state, found.contested_as) == ("J5", "J6")


def test_a_settled_contest_lowers_nothing():
    found = tracks(["NS"], [step(1, "NS", "J6")], [contest(1, 1, "J5", settled=True)])["NS"]
    assert (found.state, found.contested_as) == ("J6", "")


def test_further_evidence_of_a_state_leaves_it_contested():
    steps = [step(1, "NS", "J6", 1), step(2, "NS", "J6", 4, grade="E4")]
    found = tracks(["NS"], steps, [contest(1, 1, "J5")])["NS"]
    assert (found.state, found.contested_as, found.step.pk) == ("J5", "J6", 2)
    assert tracks(["NS"], steps, [contest(1, 1, "J5", settled=True)])["NS"].contest is None


def test_a_contest_of_an_earlier_state_counts_no_more():
    steps = [step(1, "NS", "J6", 1), step(2, "NS", "J3", 3), step(3, "NS", "J6", 4)]
    assert tracks(["NS"], steps[:2], [contest(1, 1, "J5")])["NS"].contest is None
    assert tracks(["NS"], steps, [contest(1, 1, "J5")])["NS"].contest is None


def test_a_state_is_reached_with_the_first_step_that_tells_it_since():
    steps = [step(1, "NB", "J6", 1), step(2, "NB", "J5", 2), step(3, "NB", "J6", 3), step(4, "NB", "J6", 9)]
    assert [read(steps[:n]).since.pk for n in (1, 2, 3, 4)] == [1, 2, 3, 3]
    assert tracks(["NU"], [], [])["NU"].since is None


def test_signed_in_part_since_the_first_signature():
    signed = agreement(7, "QC", [True, False])
    for steps in ([step(1, "QC", "J6", 1)], [step(2, "QC", "J10", 20, agreement=7)]):
        assert read(steps, [signed]).since.pk == 9
    earlier = [step(1, "QC", "J6", 1), step(2, "QC", "J9", 1, agreement=7), step(3, "QC", "J9", 5)]
    day = datetime.date(2014, 3, 4)
    signed.blocks[0].signatures[0].effective_on = day
    assert (read(earlier[:1], [signed]).since.effective_on, read(earlier, [signed]).since.pk) == (day, 2)


def test_ten_comes_after_nine():
    found = track("ON", [step(1, "ON", "J10")], [contest(1, 1, "J9")])
    assert (found.state, found.contested_as) == ("J9", "J10")


def test_what_has_ended_claims_less_than_any_agreement():
    for state, said, lower in (("J10", "J15", "J15"), ("J15", "J11", "J15"), ("J6", "J23", "J23"),
                               ("J1", "J23", "J1"), ("J14", "J15", "J15")):
        found = track("ON", [step(1, "ON", state)], [contest(1, 1, said)])
        assert (found.state, found.contested_as) == (lower, ({state, said} - {lower}).pop())


def test_every_state_has_its_place_among_the_claims():
    assert sorted(CLAIMS) == sorted(one.code for one in scales.TRACK_STATES)


def test_an_asymmetric_agreement_contested_as_lapsed_reads_lapsed_and_stays_one():
    steps = [step(1, "QC", "J21", 1), step(2, "QC", "J10", 2)]
    found = read(steps, contests=[contest(1, 2, "J15")])
    assert (found.state, found.contested_as, found.asymmetric, found.signed) == ("J15", "J10", True, False)
    assert count([found]) == Counts(1, 0, 0, 0, 1)


def test_who_is_said_to_have_joined_the_others_is_not_taken_to_stand_alone():
    """Signed by all, said of an asymmetric agreement, may be the agreement of the others."""
    steps = [step(1, "QC", "J21")]
    found = read(steps, contests=[contest(1, 1, "J10")])
    assert (found.state, stands_alone(found, steps), found.signed) == ("J10", False, False)


def test_contested_is_signed_only_where_both_say_so():
    for said, signed in (("J11", True), ("J6", False), ("J21", False)):
        found = track("ON", [step(1, "ON", "J10")], [contest(1, 1, said)])
        assert found.signed is signed


def test_each_government_is_counted_once_and_a_contested_one_apart():
    found = tracks(
        ["ON", "QC", "NS", "AB", "NU"],
        [step(1, "ON", "J10"), step(2, "QC", "J21"), step(3, "NS", "J6"), step(4, "AB", "J6")],
        [contest(1, 3, "J5")])
    assert count(found.values()) == Counts(
        governments=5, in_principle=1, signed=1, apart=1, contested=1, asymmetric=1)


def test_some_of_its_own_signatures_make_a_government_signed_in_part():
    found = read([step(1, "QC", "J10", agreement=7)], [agreement(7, "QC", [True, False])])
    assert (found.state, found.signing) == ("J9", Signing(1, 2))


def test_all_or_none_of_its_signatures_leave_the_state_as_it_is():
    for signed in ([True, True], [False, False]):
        assert read([step(1, "QC", "J21", agreement=7)], [agreement(7, "QC", signed)]).state == "J21"


def test_a_signature_counts_where_no_step_names_the_agreement():
    assert read([step(1, "ON", "J6")], [agreement(7, "ON", [True, False])]).state == "J9"


def test_who_left_after_signing_in_part_is_where_it_has_gone():
    """A signature is no later word than the step that takes it back, or ends what was signed."""
    rows, signed = [agreement(7, "ON", [True, False])], step(1, "ON", "J9", 1, agreement=7)
    for state in ("J4", "J15", "J23"):
        found = read([signed, step(2, "ON", state, 2)], rows)
        assert (found.state, found.signing) == (state, Signing(1, 2))


def test_a_correction_of_the_day_takes_back_what_was_signed_by_then():
    """Signed by all was wrong; the one signature that is there is told, and makes the state no higher."""
    rows = [agreement(7, "ON", [True, False])]
    for corrected, state in ((10, "J6"), (8, "J9")):
        found = read([step(corrected, "ON", "J6", 1, agreement=7, corrects=4)], rows)
        assert (found.state, found.signing) == (state, Signing(1, 2))
    assert read([step(10, "ON", "J10", 1, agreement=7, corrects=4)], rows).state == "J9"


def test_a_correction_that_names_an_asymmetric_agreement_does_not_finish_it():
    """Before it is signed nobody has an agreement of its own, whatever the step names as evidence."""
    rows = [agreement(7, "QC", [True], "asymmetric")]
    for state in ("J6", "J8"):
        found = read([step(10, "QC", state, 1, agreement=7, corrects=4)], rows)
        assert (found.state, found.asymmetric, found.pending, found.finished) == (state, True, True, False)
        assert headline([], count([found]), talks=True).state == "F4"
    signed = read([step(1, "QC", "J10", agreement=7)], rows)
    assert (signed.pending, headline([], count([signed]), talks=True).state) == (False, "F6")


def test_an_asymmetric_agreement_counts_apart_though_signed_in_part():
    found = read([step(1, "QC", "J21", agreement=7)], [agreement(7, "QC", [True, False], "asymmetric")])
    assert (found.state, found.asymmetric) == ("J9", True)
    assert count([found]) == Counts(1, 0, 0, 1, 0, asymmetric=1)


def test_an_asymmetric_agreement_stays_one_when_it_is_approved_and_signed():
    steps = [step(1, "QC", "J21", 1), step(2, "QC", "J8", 2), step(3, "QC", "J10", 3)]
    assert read(steps).asymmetric
    assert not read([*steps[:1], step(4, "QC", "J3", 4)]).asymmetric


def test_a_contested_state_is_not_read_from_signatures():
    steps, rows = [step(1, "NS", "J10", agreement=7)], [agreement(7, "NS", [True, False])]
    found = read(steps, rows, [contest(1, 1, "J5")])
    assert (found.state, found.contested_as, found.signing) == ("J5", "J10", Signing(1, 2))


def test_weaker_evidence_than_the_state_demands_leaves_it_unconfirmed():
    assert read([step(1, "NB", "J6", grade="E2")]).unconfirmed
    assert not read([step(1, "NB", "J6", grade="E1")]).unconfirmed


def test_better_evidence_of_the_same_state_confirms_it():
    proven = step(1, "NB", "J6", 1)
    assert not read([proven, step(2, "NB", "J6", 2, grade="E2")]).unconfirmed
    assert read([proven, step(2, "NB", "J3", 2), step(3, "NB", "J6", 3, grade="E2")]).unconfirmed


def test_an_oral_offer_is_in_hand_on_weaker_evidence():
    assert not read([step(1, "NB", "J2", grade="E3", offer=SimpleNamespace(form="oral"))]).unconfirmed
    assert read([step(1, "NB", "J2", grade="E3", offer=SimpleNamespace(form="letter"))]).unconfirmed


def test_who_has_withdrawn_is_counted_and_not_awaited_unless_it_is_contested():
    steps = [step(1, "ON", "J23"), step(2, "QC", "J24"), step(3, "NU", "J10")]
    found = count(tracks(["ON", "QC", "NU"], steps, []).values())
    assert (found.withdrawn, found.underway, found.awaited) == (1, 1, 1)
    contested = count(tracks(["ON"], steps, [contest(1, 1, "J6")]).values())
    assert (contested.withdrawn, contested.contested, contested.awaited) == (0, 1, 1)


def test_counts_add_up_to_all_governments():
    found = count(tracks(["ON", "QC", "NU"], [step(1, "ON", "J20"), step(2, "QC", "J2")], []).values())
    assert (found.apart, found.elsewhere, found.underway) == (1, 1, 2)
