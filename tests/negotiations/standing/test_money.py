"""What an agreement's money by year comes to, exactly."""

from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.utils import translation

from negotiations.standing.money import is_more, money, told


def agreement(by_year):
    return SimpleNamespace(money_by_year=by_year)


def test_years_add_up_to_the_cent():
    found = money({"2015-16": "0.20", "2014-15": "0.10"})
    assert (found.total, found.years) == (Fraction(3, 10), ("2014-15", "2015-16"))


@pytest.mark.parametrize("by_year", [None, {}, [], 3, {"2014-15": "about 3"}, {"2014-15": None}])
def test_what_is_no_money_is_none(by_year):
    assert money(by_year) is None
    assert told(agreement(by_year), "en") == "money by year not on record"


def test_money_is_told_with_its_years():
    assert told(agreement({"2014-15": "13400000"}), "en") == "$13,400,000 (2014-15)"
    assert told(agreement({"2014-15": "1.50", "2016-17": 2}), "en") == (
        "$3.50 over 2 years, 2014-15 to 2016-17")
    with translation.override("fr"):
        assert told(agreement({"2014-15": 1}), "fr") == "1\N{NO-BREAK SPACE}$ (2014-15)"


def test_more_money_is_more_over_as_many_years():
    assert is_more(agreement({"a": 2}), agreement({"a": 1}))
    assert not is_more(agreement({"a": 2}), agreement({"a": 1, "b": 1}))
    assert not is_more(agreement({"a": 2}), agreement(None))
