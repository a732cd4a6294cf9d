"""How far two sides are apart, and how much of it is closed."""

from fractions import Fraction

import pytest

from negotiations.standing.gap import Difference, Gap, differences, figure, gaps
from negotiations.standing.wording import Piece, against, compare


def test_start_date_of_the_talks():
    """1 April, 1 October, 1 July 2014: 183 days, then 92, which is 49.7 per cent closed."""
    days = [figure(text, "date") for text in ("2014-04-01", "2014-10-01", "2014-07-01")]
    found = gaps(zip(("federal", "other", "federal"), days, strict=True))
    assert found == [None, Gap(Fraction(183), Fraction(0)), Gap(Fraction(92), Fraction(91, 183))]
    assert f"{round(Fraction(91, 183) * 1000) / 10}" == "49.7"


def test_what_both_agree_closes_the_gap():
    found = gaps([("federal", Fraction(1)), ("other", Fraction(3)), ("both", Fraction(2))])
    assert found[-1] == Gap(Fraction(0), Fraction(1))


def test_a_gap_that_grows_is_closed_below_zero():
    found = gaps([("federal", Fraction(1)), ("other", Fraction(3)), ("other", Fraction(5))])
    assert found[-1] == Gap(Fraction(4), Fraction(-1))


def test_two_sides_that_start_together_have_no_gap():
    assert gaps([("federal", Fraction(1)), ("other", Fraction(1))])[-1] == Gap(Fraction(0), Fraction(1))


def test_a_side_that_withdraws_leaves_no_gap_until_it_says_a_number_again():
    said = [("federal", Fraction(1)), ("other", Fraction(5)), ("federal", None), ("federal", Fraction(3))]
    found = gaps(said)
    assert found == [None, Gap(Fraction(4), Fraction(0)), None, Gap(Fraction(2), Fraction(1, 2))]


def test_words_without_a_number_leave_no_gap():
    assert gaps([("federal", None), ("other", Fraction(3))]) == [None, None]


@pytest.mark.parametrize(("value", "kind", "number"), [
    ("300_000_000", "money", Fraction(300_000_000)), ("15%", "ratio", Fraction(3, 20)),
    ("1/3", "ratio", Fraction(1, 3)), ("15%..", "ratio", None), ("any source", "choice", None),
    ({"federal": "1/3"}, "weights", None), (None, "money", None), ("2014-13-01", "date", None)])
def test_a_typed_value_is_a_number_or_none(value, kind, number):
    assert figure(value, kind) == number


def test_wordings_are_compared_word_by_word():
    assert compare("begin delivery 1 April 2014", "begin delivery by 1 October 2014") == (
        Piece("kept", "begin delivery"), Piece("put_in", "by"), Piece("kept", "1"),
        Piece("taken_out", "April"), Piece("put_in", "October"), Piece("kept", "2014"))


def test_a_no_break_space_keeps_what_it_joins():
    assert compare("300\xa0M$ par an", "300\xa0M$ au plus") == (
        Piece("kept", "300\xa0M$"), Piece("taken_out", "par an"), Piece("put_in", "au plus"))


@pytest.mark.parametrize(("base", "text", "pieces"), [
    ("", "by 1 July", [("kept", "by 1 July")]), ("1 April", "", []),
    ("none", "after 2 years", [("put_in", "after 2 years")]),
    ("begin delivery 1 April 2014", "1 Jul 2014", [("put_in", "1 Jul 2014")]),
    ("1 April", "1 July", [("kept", "1"), ("taken_out", "April"), ("put_in", "July")])])
def test_a_wording_is_held_against_the_base(base, text, pieces):
    assert [(one.act, one.words) for one in against(base, text)] == pieces


def test_a_change_of_a_number_is_told_with_its_size():
    assert differences("2014-04-01", "2014-07-01", "date") == (
        Difference("", "2014-04-01", "2014-07-01", Fraction(91)),)
    assert differences("10%", "any", "ratio") == (Difference("", "10%", "any", None),)


def test_labels_are_compared_one_by_one_and_what_stays_is_left_out():
    old, new = {"federal": "1/3", "employer": "1/3"}, {"federal": "2/3", "employer": "1/3", "own": "0"}
    assert differences(old, new, "weights") == (
        Difference("federal", "1/3", "2/3", Fraction(1, 3)), Difference("own", None, "0", None))
    assert differences(old, {"federal": "2/3", "others": "1/3"}, "weights") == ()
