"""Yardsticks: who counts, how many people, and what the test is in law."""

from fractions import Fraction

from negotiations.standing.yardsticks import coverage, yardsticks

KINDS = dict.fromkeys(("NT", "YT", "NU"), "territory") | dict.fromkeys(
    ("ON", "QC", "NS", "NB", "MB", "BC", "PE", "SK", "AB", "NL"), "province")
# 1 July 2013, first release.
PEOPLE = {
    "ON": 13_537_994, "QC": 8_155_334, "NS": 940_789, "NB": 756_050, "MB": 1_265_015,
    "BC": 4_581_978, "PE": 145_237, "SK": 1_108_303, "AB": 4_025_074, "NL": 526_702,
    "NT": 43_537, "YT": 36_700, "NU": 35_591}
ALL = frozenset(KINDS)


def met(agreeing):
    return {str(one.name): one.met for one in yardsticks(coverage(agreeing, KINDS, PEOPLE))}


def percent(share: Fraction) -> str:
    return f"{round(share * 1000) / 10:.1f}"


def test_twelve_without_quebec():
    found = coverage(ALL - {"QC"}, KINDS, PEOPLE)
    assert (found.governments, found.of_governments, found.provinces, found.of_provinces) == (12, 13, 9, 10)
    assert (percent(found.of_canada), percent(found.of_provincial)) == ("76.8", "76.7")
    assert met(ALL - {"QC"}) == {
        "each agreement stands alone": None, "majority of provinces": True, "7/50 yardstick": True,
        "unanimity": False}


def test_eleven_without_quebec_and_nova_scotia():
    found = coverage(ALL - {"QC", "NS"}, KINDS, PEOPLE)
    assert (found.governments, found.provinces) == (11, 8)
    assert (percent(found.of_canada), percent(found.of_provincial)) == ("74.1", "74.0")


def test_the_seven_smallest_provinces_are_not_enough():
    seven = frozenset({"PE", "NL", "NB", "NS", "SK", "MB", "AB"})
    assert met(frozenset({"PE", "NL", "NB", "NS", "SK", "MB"}))["7/50 yardstick"] is False
    assert coverage(seven, KINDS, PEOPLE).of_provincial == Fraction(8_767_170, 35_042_476)
    assert met(seven)["7/50 yardstick"] is False


def test_five_provinces_are_no_majority_however_many_live_there():
    assert met(frozenset({"ON", "QC", "BC", "AB", "MB"}))["majority of provinces"] is False


def test_all_are_unanimous():
    assert met(ALL)["unanimity"] is True


def test_without_a_full_release_no_share_is_given_and_seven_fifty_is_not_met():
    found = coverage(ALL, KINDS, {"ON": 13_537_994})
    assert (found.of_canada, found.of_provincial) == (None, None)
    assert [one.met for one in yardsticks(found)] == [None, True, False, True]


def test_answers_stand_alone():
    told = [str(one.answer) for one in yardsticks(coverage(ALL - {"QC"}, KINDS, PEOPLE))]
    assert told == ["nothing to meet", "majority met", "7/50 yardstick met – not a legal test",
                    "unanimity not met"]


def test_the_meter_is_the_share_of_canada_with_one_decimal():
    assert coverage(ALL - {"QC"}, KINDS, PEOPLE).meter == "76.8"
    assert coverage(ALL, KINDS, {}).meter == ""
