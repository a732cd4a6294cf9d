"""What somebody should look at, from plain rows: shown, never judged."""

import datetime
from itertools import count
from types import SimpleNamespace

import pytest
from django.utils import translation

from negotiations.standing.alerts import alerts, stopped
from negotiations.standing.deadlines import countdowns
from negotiations.standing.tracks import read_closely, tracks

NAMES = {"CA": "Canada", "NB": "NB", "NS": "NS", "ON": "ON"}
PARTIES = ["NB", "NS", "ON"]
keys = count(1)


def day(text):
    return datetime.date.fromisoformat(text)


class Rows(list):
    def all(self):
        return self


def signature(on):
    return SimpleNamespace(pk=next(keys), in_place_of=None, effective_on=day(on))


def block(government, *signed):
    return SimpleNamespace(government_id=government, signatures=Rows(signature(on) for on in signed))


def clause(kind="me_too", due_on=None):
    return SimpleNamespace(
        kind=kind, text="NB may adopt the terms of any better financial deal.", due_on=due_on)


def agreement(government, *blocks, type="bilateral", clauses=(), money=None, note="", **dates):
    return SimpleNamespace(
        pk=next(keys), government_id=government, title=f"{government} agreement", type=type,
        blocks=Rows(blocks), clauses=Rows(clauses), money_by_year=money, note=note,
        recorded_at=datetime.datetime(2016, 1, 1, tzinfo=datetime.UTC),
        **{"in_force_on": None, "ends_on": None, **{name: day(on) for name, on in dates.items()}})


def deadline(due, kind="target", title="LMA expires", hard=False, set_by=None, moved_from=None):
    before = SimpleNamespace(due_on=day(moved_from)) if moved_from else None
    return SimpleNamespace(
        title=title, kind=kind, due_on=day(due), hard=hard, set_by_id=set_by, supersedes=before)


def step(government, state, on, agreement=None):
    return SimpleNamespace(
        pk=next(keys), in_place_of=None, government_id=government, state=state, effective_on=day(on),
        grade="E1", offer_id=None, supersedes_id=None, agreement_id=agreement.pk if agreement else None)


def contest(of, state, on):
    return SimpleNamespace(pk=next(keys), in_place_of=None, step_id=of.pk, state=state,
                           effective_on=day(on), settled=False)


def raised(on, agreements=(), deadlines=(), steps=(), contests=()):
    found = read_closely(tracks(PARTIES, steps, contests), steps, agreements)
    return list(alerts(agreements, deadlines, found, steps, NAMES, day(on)))


def words(*args, kind=None, **rows):
    return [one.words for one in raised(*args, **rows) if kind in (None, one.kind)]


# Me-too ------------------------------------------------------------------------------------------


def new_brunswick(**changes):
    blocks = block("CA", "2016-12-22"), block("NB", "2016-12-22")
    return agreement("NB", *blocks, clauses=[clause()], **changes)


def nova_scotia(on="2016-12-23", **changes):
    return agreement("NS", block("NS", on), **changes)


def test_a_signature_elsewhere_may_trigger_a_me_too_clause():
    own, other = new_brunswick(note="229.4 $M over 10 years."), nova_scotia(money={"2017-18": "320000000"})
    alert, = raised("2016-12-23", [own, other])
    assert (alert.kind, alert.governments, alert.words, alert.open) == (
        "me_too", ("NB",), "me-too may be triggered by NS – check", True)
    assert alert.details == (
        "Clause of “NB agreement”: NB may adopt the terms of any better financial deal.",
        "“NB agreement”, signed 2016-12-22: money by year not on record. 229.4 $M over 10 years.",
        "“NS agreement”, signed 2016-12-23: $320,000,000 (2017-18).")
    assert alert.behind == (own.clauses[0], other)


def test_less_money_elsewhere_is_a_signature_elsewhere_all_the_same():
    rows = [new_brunswick(money={"2017-18": "320000000"}), nova_scotia(money={"2017-18": "0.10"})]
    alert, = raised("2016-12-23", rows)
    assert alert.details[-1] == "“NS agreement”, signed 2016-12-23: $0.10 (2017-18)."


@pytest.mark.parametrize(("changes", "on"), [
    ({"on": "2016-12-21"}, "2016-12-23"),  # before the clause was agreed
    ({"type": "in_principle"}, "2016-12-23"),  # signs for nobody in particular
])
def test_what_is_no_later_signature_triggers_nothing(changes, on):
    assert words(on, [new_brunswick(), nova_scotia(**changes)]) == []


def test_a_clause_of_an_unsigned_agreement_triggers_nothing():
    own = agreement("NB", block("NB"), clauses=[clause()])
    assert words("2016-12-23", [own, nova_scotia()]) == []


def test_an_earlier_signature_triggers_when_more_money_is_put_on_record_later():
    own, other = new_brunswick(money={"2017-18": "1"}), nova_scotia("2016-12-01", money={"2017-18": "2"})
    other.recorded_at = datetime.datetime(2017, 1, 5, tzinfo=datetime.UTC)
    assert words("2017-01-06", [own, other]) == ["me-too may be triggered by NS – check"]
    other.money_by_year = {"2017-18": "1"}
    assert words("2017-01-06", [own, other]) == []


def test_another_kind_of_clause_is_no_me_too():
    own = agreement("NB", block("NB", "2016-12-22"), clauses=[clause("notice")])
    assert words("2016-12-23", [own, nova_scotia()]) == []


# Gaps --------------------------------------------------------------------------------------------

EXPIRY = deadline("2014-03-31", "legal_expiry")


def talks(*, contested=True):
    in_principle = step("NS", "J5", "2014-03-31")
    steps = [step("ON", "J10", "2014-03-28"), step("NB", "J6", "2014-02-28"), in_principle]
    return {"steps": steps, "contests": [contest(in_principle, "J6", "2014-03-31")] if contested else []}


def test_what_ends_before_all_have_signed_asks_for_a_bridge():
    alert = raised("2014-03-31", deadlines=[EXPIRY], **talks())[0]
    assert alert.words == (
        "LMA expires, 2014-03-31 – 2 have not signed, of which 1 contested: confirm bridge funding")
    assert (alert.governments, alert.details) == (("NB", "NS"), ("Not signed: NB, NS (contested).",))


@pytest.mark.parametrize(("state", "other", "told", "details"), [
    ("J5", "J6", "1 has not signed, contested", ("Not signed: NS (contested).",)),
    ("J10", "J11", "1 is contested", ("Contested: NS.",))])
def test_who_is_contested_has_signed_if_both_accounts_say_so(state, other, told, details):
    own = step("NS", state, "2014-03-28")
    steps = [step("ON", "J10", "2014-03-28"), step("NB", "J10", "2014-03-28"), own]
    alert = raised("2014-03-31", deadlines=[EXPIRY], steps=steps,
                   contests=[contest(own, other, "2014-03-31")])[0]
    assert alert.words == f"LMA expires, 2014-03-31 – {told}: confirm bridge funding"
    assert (alert.governments, alert.details) == (("NS",), details)


def test_a_sentence_that_ends_with_an_abbreviation_has_one_full_stop():
    assert [stopped(text) for text in ("Not signed: N.-É.", "Not signed: Yn")] == [
        "Not signed: N.-É.", "Not signed: Yn."]


@pytest.mark.parametrize(("on", "told"), [("2013-12-30", 0), ("2013-12-31", 1)])
def test_a_bridge_is_asked_for_from_the_first_alarm_on(on, told):
    assert len(words(on, deadlines=[EXPIRY], kind="bridge")) == told


def test_a_start_that_has_passed_is_a_gap_for_who_has_not_signed():
    start = deadline("2014-04-01", "start", "Direct delivery begins")
    assert words("2014-03-31", deadlines=[start], kind="gap", **talks()) == []
    assert words("2014-04-01", deadlines=[start], kind="gap", **talks(contested=False)) == [
        "Direct delivery begins, started 2014-04-01 – 2 have not signed: gap risk, check that money flows"]


def test_a_framework_starts_as_a_start_does():
    framework = agreement(None, type="framework", in_force_on="2018-04-01")
    assert words("2018-04-02", [framework], kind="gap") == [
        "None agreement, started 2018-04-01 – 3 have not signed: gap risk, check that money flows"]


def test_a_gap_that_a_later_signature_closed_is_told_as_closed():
    steps = [step("ON", "J10", "2014-03-28"), step("NB", "J10", "2014-06-30"),
             step("NS", "J21", "2014-03-01")]
    alert, = raised("2014-07-01", deadlines=[EXPIRY], steps=steps)
    assert (alert.open, alert.words, alert.details) == (
        False, "LMA expires, 2014-03-31 – 1 signed after it", ("Signed after that day: NB 2014-06-30.",))


def test_who_was_signed_in_part_on_the_day_is_late_once_all_have_signed():
    """Its own signature is not yet the other side's, nor its second one."""
    row = agreement("NS", block("CA", "2014-03-30"), block("NS", "2014-03-30"), block("NS", "2014-04-10"))
    others = [step(code, "J10", "2014-03-01") for code in ("NB", "ON")]
    found = raised("2014-05-01", [row], [deadline("2014-04-01", "start", "Funding starts")],
                   [*others, step("NS", "J9", "2014-03-30", row), step("NS", "J10", "2014-04-10", row)])
    assert [(one.governments, one.details, one.open) for one in found if one.kind == "gap"] == [
        (("NS",), ("Signed after that day: NS 2014-04-10.",), False)]


def test_an_agreement_of_before_is_no_signature_in_time():
    """What was signed, has ended and was signed anew counts from the new signature."""
    others = [step(code, "J10", "2014-03-01") for code in ("NB", "ON")]
    again = [step("NS", state, on) for state, on in (
        ("J10", "2009-03-01"), ("J15", "2014-03-31"), ("J22", "2014-04-02"), ("J5", "2014-04-05"),
        ("J10", "2014-06-01"))]
    found = raised("2014-07-01", (), [deadline("2014-05-01", "start", "Funding starts")], [*others, *again])
    assert [one.details for one in found if one.kind == "gap"] == [
        ("Signed after that day: NS 2014-06-01.",)]


def test_nothing_is_told_where_everybody_signed_in_time_or_left():
    steps = [step("ON", "J10", "2014-03-28"), step("NB", "J10", "2014-03-31"),
             step("NS", "J23", "2014-03-01")]
    assert words("2014-04-30", deadlines=[EXPIRY], steps=steps) == []


# Ends --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("on", "told"), [
    ("2019-12-31", []),
    ("2020-03-30", ["“NB agreement” ends on 2020-03-31, in 1 day, and no successor is on record"]),
    ("2020-04-01",
     ["“NB agreement” ended on 2020-03-31 and no successor is on record: lapsed, as computed"]),
])
def test_an_agreement_ends_with_an_alarm_before(on, told):
    assert words(on, [agreement("NB", block("NB", "2014-06-01"), ends_on="2020-03-31")]) == told


def test_a_successor_keeps_an_agreement_from_lapsing():
    rows = [agreement("NB", block("NB", "2014-06-01"), ends_on="2020-03-31"),
            agreement("NB", block("NB", "2020-02-01"), ends_on="2026-03-31")]
    assert words("2020-04-01", rows) == []


# Dates -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("days", "alarm"), [
    (91, None), (90, 90), (61, 90), (60, 60), (30, 30), (29, 30), (14, 14), (8, 14), (7, 7), (2, 7), (1, 1),
    (0, 1), (-1, None)])
def test_the_closest_alarm_that_is_reached_counts(days, alarm):
    on = day("2014-03-31") - datetime.timedelta(days)
    assert countdowns([EXPIRY], on)[0].alarm == alarm


def test_an_alarm_says_how_hard_the_date_is_and_from_when_it_moved():
    moved = deadline("2014-07-01", title="Start", moved_from="2014-04-01")
    alert, = raised("2014-06-28", deadlines=[moved])
    assert (alert.words, alert.details) == (
        "3 days to 2014-07-01: Start", ("Soft, it can be moved, alarm of 7 days, moved from 2014-04-01.",))
    alert, = raised("2014-07-01", deadlines=[deadline("2014-07-01", title="Reply", hard=True)])
    assert (alert.words, alert.details) == ("today, 2014-07-01: Reply", ("Hard, alarm of 1 day.",))


def test_a_coming_election_freezes_what_follows_approval_where_it_is_held():
    vote = deadline("2014-04-07", "election", "NS votes", hard=True, set_by="NS")
    alert = raised("2014-03-10", deadlines=[vote])[0]
    assert (alert.kind, alert.governments, alert.words) == ("election", ("NS",), (
        "NS votes, 2014-04-07 – caretaker period: approvals, signatures and entry into force wait"))
    assert words("2014-04-08", deadlines=[vote]) == []


def test_alerts_speak_french():
    with translation.override("fr"):
        assert words("2016-12-23", [new_brunswick(), nova_scotia()]) == [
            "traitement égal peut-être déclenché par NS – à vérifier"]
