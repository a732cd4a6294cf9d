"""Figures in words: a range is told as what it is, in both languages."""

import pytest
from django.utils import translation

from grants import telling
from grants.engine.reading import read


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(("value", "unit", "english"), [
    ("1234.50", "CAD", "$1,234.50"),
    ("-0.05", "CAD", "−$0.05"),
    ({"low": "1.00", "high": "2.00"}, "CAD/grant", "$1.00 to $2.00"),
    ({"low": "1.00"}, "CAD", "at least $1.00"),
    ({"high": "2.00"}, "CAD", "at most $2.00"),
    ({"low": "-1.00"}, "CAD", "unknown"),
    ({"low": "0.00"}, "CAD", "unknown"),
    ({}, "CAD", "unknown"),
    ("unlimited", "CAD", "no limit"),
    ("60000.00", "grant", "60,000.00"),
    ("yes", "", "yes"),
])
def test_figure_is_told_in_english(value, unit, english):
    assert plain(telling.figure(value, unit)) == english


def test_figure_is_told_in_french():
    with translation.override("fr"):
        assert plain(telling.figure({"low": "1.00", "high": "2000.00"}, "CAD")) == "de 1,00 $ à 2 000,00 $"
        assert plain(telling.figure({"low": "1.00"}, "CAD")) == "au moins 1,00 $"


def test_a_range_breaks_in_one_place_only():
    with translation.override("fr"):
        assert telling.figure({"low": "1.00", "high": "2000.00"}, "CAD").count(" ") == 1


@pytest.mark.parametrize(("value", "unit", "kind", "told"), [
    ("1/3", "", "ratio", "33.3% (1/3)"),
    ("3/20", "", "weights", "15%"),
    ("15000", "CAD/grant", "money", "$15,000"),
    ("5000/3", "CAD", "", "$1,666.67"),
    ("13510781", "person", "", "13,510,781"),
    ("1/3", "", "", "0.333333"),
])
def test_figure_inside_a_working(value, unit, kind, told):
    assert telling.exact(value, unit, kind) == told


@pytest.mark.parametrize(("filled", "told"), [
    ("500000000 * 3/5", "500_000_000 * 3/5"),
    ("1351078100000000/5847159 + 1", "≈231_065_736.37 + 1"),
    ("grants.2017-18 * 1", "grants.2017-18 * 1"),
    ("min(5000, 10000)", "min(5_000, 10_000)"),
    ("x / 2.5", "x / 2.5"),
    ("(0..675539050000000/5847159) + 0", "(0..≈115_532_868.18) + 0"),
    ("(1/2..15000)", "(1/2..15_000)"),
])
def test_filled_expression_is_made_short(filled, told):
    assert telling.readable(filled) == told


@pytest.mark.parametrize("text", [
    "{QC: 0, others: {2014-15: 15%, others: 60%}}", '{a: "1 : 1 : 1"}', "[a, b]", "15%.."])
def test_written_value_is_told_as_it_was_written(text):
    assert telling.notation(read(text)) == text


def test_bare_value_is_what_one_would_type():
    written = "{QC: {is: 0, sure: agreed, source: [a, b]}, others: {2014-15: {is: 15%, note: x}, others: 1}}"
    assert telling.bare(read(written)) == "{QC: 0, others: {2014-15: 15%, others: 1}}"
    assert telling.notation(read(written)) == written
