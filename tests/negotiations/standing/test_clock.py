"""The two clocks of an address."""

import datetime

import pytest
from django.utils import timezone, translation

from negotiations.standing.clock import AsOf, read_dates, read_day, today

DAY = datetime.date(2013, 11, 8)


@pytest.mark.parametrize("text", [
    "2013-02-31", "0000-01-01", "1066-10-14", "yesterday", "8/11/2013", "20131108", "2013-11-8",
    "2013-W45-5"])
def test_a_day_that_cannot_be_read_says_what_is_valid(text):
    with pytest.raises(ValueError, match=r"Write year, month and day, as in 2013-11-08\."):
        read_day(text)


def test_an_address_without_dates_reads_the_default_as_we_know_it_now():
    dates = read_dates({}, DAY)
    assert (dates.as_of, dates.fault, dates.query) == (AsOf(DAY), "", "")


def test_both_clocks_are_read_and_kept_in_links():
    dates = read_dates({"on": "2014-01-10", "known": "2014-01-15"}, DAY)
    assert dates.as_of == AsOf(datetime.date(2014, 1, 10), datetime.date(2014, 1, 15))
    assert dates.query == "?on=2014-01-10&known=2014-01-15"


def test_known_on_a_day_ends_with_that_day_where_the_ministry_works(settings):
    settings.ENTENTE_TIME_ZONE = "America/Toronto"
    assert AsOf(DAY, DAY).moment.astimezone(datetime.UTC) == datetime.datetime(
        2013, 11, 9, 5, tzinfo=datetime.UTC)


def test_the_sentence_says_both_clocks_in_the_reader_s_language():
    assert AsOf(DAY).sentence.replace("\xa0", " ") == (
        "As it was on 8 November 2013, as we know it today.")
    with translation.override("fr"):
        assert AsOf(DAY, DAY).sentence.replace("\xa0", " ") == (
            "Tel que c’était le 8 novembre 2013, selon ce que nous savions le 8 novembre 2013.")


def test_today_is_the_ministry_s_day(settings, monkeypatch):
    evening = datetime.datetime(2014, 1, 1, 3, 30, tzinfo=datetime.UTC)
    monkeypatch.setattr(timezone, "now", lambda: evening)
    settings.ENTENTE_TIME_ZONE = "America/Toronto"
    assert today() == datetime.date(2013, 12, 31)
    settings.ENTENTE_TIME_ZONE = "UTC"
    assert today() == datetime.date(2014, 1, 1)


@pytest.mark.parametrize(("text", "words"), [
    ("2014-02-31", "“2014-02-31” is not a day: February 2014 has 28 days."),
    ("2012-02-30", "“2012-02-30” is not a day: February 2012 has 29 days."),
    ("0000-01-01", "“0000-01-01” is not between 1867-07-01 and 2199-12-31."),
    ("1066-10-14", "“1066-10-14” is not between 1867-07-01 and 2199-12-31."),
    ("9999-12-31", "“9999-12-31” is not between 1867-07-01 and 2199-12-31."),
    ("2014-13-01", "“2014-13-01” is not a date that can be read."),
    ("soon", "“soon” is not a date that can be read."),
])
def test_a_bad_day_says_what_is_wrong_with_it(text, words):
    with pytest.raises(ValueError) as fault:
        read_day(text)
    assert str(fault.value) == f"{words} Write year, month and day, as in 2013-11-08."


def test_each_field_has_its_own_fault_and_the_good_one_is_read():
    dates = read_dates({"on": "2014-02-31", "known": "2014-01-15"}, DAY)
    assert (dates.as_of, bool(dates.fault_on), dates.fault_known) == (
        AsOf(DAY, datetime.date(2014, 1, 15)), True, "")
    assert dates.fault == dates.fault_on
    both = read_dates({"on": "x", "known": "y"}, DAY)
    assert ("“x”" in both.fault_on, "“y”" in both.fault_known, both.fault) == (True, True, both.fault_on)


def test_the_last_day_that_can_be_read_has_an_end():
    assert AsOf(DAY, datetime.date(2199, 12, 31)).moment.year == 2200
