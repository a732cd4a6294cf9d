"""Typed values in words."""

import pytest
from django.utils import translation

from negotiations.typed_values import told


@pytest.mark.parametrize(("value", "kind", "english", "french"), [
    ("300000000", "money", "$300M", "300 M$"),
    ("5_000", "money", "$5,000", "5 000 $"),
    ("15%..", "ratio", "at least 15%", "au moins 15 %"),
    ("..1/3", "ratio", "at most 1/3", "au plus 1/3"),
    ("0..60%", "ratio", "0 to 60%", "de 0 à 60 %"),
    ("2014-04-01", "date", "1 April 2014", "1er avril 2014"),
    ("unknown", "money", "not stated", "non précisé"),
    ("unlimited", "money", "no limit", "sans limite"),
    ({"federal": "1/3", "employer": "rest"}, "weights", "Federal 1/3 · Employer the rest",
     "Fédéral 1/3 · Employeur le reste"),
    ({"is": "30%", "sure": "assumed", "note": "read off"}, "ratio", "30% (assumed)", "30 % (supposé)"),
    ({"2017-18": "60%", "2015-16": {"is": "30%"}}, "schedule", "2015-16 30% · 2017-18 60%",
     "2015-16 30 % · 2017-18 60 %"),
    (["lma", "own"], "choice", "Labour Market Agreement, Own revenue",
     "Entente sur le marché du travail, Revenus autonomes"),
    ("any source", "choice", "any source", "any source"),
    (None, "money", "", ""),
])
def test_value_is_told_in_both_languages(value, kind, english, french):
    assert told(value, kind).replace("\xa0", " ") == english
    with translation.override("fr"):
        assert told(value, kind).replace("\xa0", " ") == french


def test_unit_follows_the_figure():
    assert told("6", "number", "years") == "6\xa0years"
