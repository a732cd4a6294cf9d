"""Canadian formats: each case is what an officer expects to read."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from grants import formats

N = "\N{NO-BREAK SPACE}"
M = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("amount", "english", "french"),
    [
        (Decimal("300000000"), "$300,000,000.00", f"300{N}000{N}000,00{N}$"),
        (Decimal("5000.005"), "$5,000.01", f"5{N}000,01{N}$"),
        (Fraction(1, 3), "$0.33", f"0,33{N}$"),
        (Decimal("-2750"), f"{M}$2,750.00", f"{M}2{N}750,00{N}$"),
        (Decimal("-0.001"), "$0.00", f"0,00{N}$"),
        (0, "$0.00", f"0,00{N}$"),
    ],
)
def test_money_is_printed_in_full(amount, english, french):
    assert formats.money(amount, "en") == english
    assert formats.money(amount, "fr") == french


@pytest.mark.parametrize(
    ("amount", "english", "french"),
    [
        (Decimal("300000000"), "$300M", f"300{N}M$"),
        (Decimal("192500000"), "$192.5M", f"192,5{N}M$"),
        (Decimal("2450000000"), "$2.45B", f"2,45{N}G$"),
        (Decimal("80160000"), "$80.16M", f"80,16{N}M$"),
        (Fraction(100_000_000, 3), "$33.333M", f"33,333{N}M$"),
        (Decimal("-600000000"), f"{M}$600M", f"{M}600{N}M$"),
        (Decimal("5000"), "$5,000", f"5{N}000{N}$"),
    ],
)
def test_money_short_scales_the_amount(amount, english, french):
    assert formats.money_short(amount, "en") == english
    assert formats.money_short(amount, "fr") == french


def test_money_short_takes_the_decimals_asked_for():
    assert formats.money_short(Decimal("115500000"), "en", places=0) == "$116M"
    assert formats.money_short(Decimal("13400000"), "fr", places=2) == f"13,40{N}M$"


@pytest.mark.parametrize(
    ("value", "english", "french"),
    [
        (Fraction(1, 3), "33.3%", f"33,3{N}%"),
        (Decimal("0.15"), "15%", f"15{N}%"),
        (Fraction(300, 2450), "12.2%", f"12,2{N}%"),
        (Decimal("0.1225"), "12.3%", f"12,3{N}%"),
        (Decimal("-0.5"), f"{M}50%", f"{M}50{N}%"),
    ],
)
def test_ratio_is_a_percentage(value, english, french):
    assert formats.ratio(value, "en") == english
    assert formats.ratio(value, "fr") == french


def test_ratio_takes_the_decimals_asked_for():
    assert formats.ratio(Decimal("0.15"), "en", places=2) == "15.00%"


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [
        (143, f"143{N}days", f"143{N}jours"),
        (1, f"1{N}day", f"1{N}jour"),
        (0, f"0{N}days", f"0{N}jour"),
        (1262, f"1,262{N}days", f"1{N}262{N}jours"),
    ],
)
def test_days_are_counted(count, english, french):
    assert formats.days(count, "en") == english
    assert formats.days(count, "fr") == french


def test_until_counts_the_days_to_a_deadline():
    assert formats.until(date(2014, 3, 31), date(2013, 11, 8)) == 143
    assert formats.until(date(2013, 11, 8), date(2014, 3, 31)) == -143


@pytest.mark.parametrize(
    ("day", "english", "french"),
    [
        (date(2013, 11, 8), f"8{N}November 2013", f"8{N}novembre 2013"),
        (date(2014, 8, 1), f"1{N}August 2014", f"1er{N}août 2014"),
    ],
)
def test_date_long_reads_in_a_sentence(day, english, french):
    assert formats.date_long(day, "en") == english
    assert formats.date_long(day, "fr") == french


def test_date_iso_is_for_tables():
    assert formats.date_iso(date(2013, 11, 8)) == "2013-11-08"


def test_date_with_weekday_names_the_day():
    assert formats.date_with_weekday(date(2013, 11, 8), "en") == f"Friday 8{N}November 2013"
    assert formats.date_with_weekday(date(2013, 11, 8), "fr") == f"vendredi 8{N}novembre 2013"


@pytest.mark.parametrize(
    ("precision", "start", "english", "french"),
    [
        ("day", None, f"31{N}July 2013", f"31{N}juillet 2013"),
        ("month", None, "July 2013", "juillet 2013"),
        ("about", None, f"about 31{N}July 2013", f"vers{N}le 31{N}juillet 2013"),
        (
            "range",
            date(2013, 7, 24),
            f"24 to 31{N}July 2013",
            f"du 24 au 31{N}juillet 2013",
        ),
        (
            "range",
            date(2013, 6, 1),
            f"1{N}June to 31{N}July 2013",
            f"du 1er{N}juin au 31{N}juillet 2013",
        ),
        (
            "range",
            date(2012, 12, 30),
            f"30{N}December 2012 to 31{N}July 2013",
            f"du 30{N}décembre 2012 au 31{N}juillet 2013",
        ),
        ("range", date(2013, 7, 31), f"31{N}July 2013", f"31{N}juillet 2013"),
    ],
)
def test_dated_says_how_exact_the_date_is(precision, start, english, french):
    day = date(2013, 7, 31)
    assert formats.dated(day, "en", precision, start) == english
    assert formats.dated(day, "fr", precision, start) == french


@pytest.mark.parametrize(
    ("precision", "start", "english", "french"),
    [
        ("day", None, "2013-07-31", "2013-07-31"),
        ("month", None, "2013-07", "2013-07"),
        ("about", None, f"about{N}2013-07-31", f"vers{N}le{N}2013-07-31"),
        (
            "range",
            date(2013, 7, 24),
            "2013-07-24 to 2013-07-31",
            "2013-07-24 au 2013-07-31",
        ),
    ],
)
def test_dated_iso_says_the_same_in_tables(precision, start, english, french):
    day = date(2013, 7, 31)
    assert formats.dated_iso(day, "en", precision, start) == english
    assert formats.dated_iso(day, "fr", precision, start) == french


def test_number_prints_decimals_as_asked():
    assert formats.number(Decimal("35158304"), "en") == "35,158,304"
    assert formats.number(Decimal("35158304"), "fr") == f"35{N}158{N}304"
    assert formats.number(Decimal("-3.45"), "fr", 1) == f"{M}3,5"
