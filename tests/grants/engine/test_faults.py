"""Every fault has a sentence in both languages."""

import re
from string import Formatter

import pytest

from grants.engine.fault import Place, fault
from grants.faults import SENTENCES, placed_sentence, sentence
from tests.grants.engine.documents import ROOT

CODE = re.compile(r"\b(?:fault|refuse|tell|_tell|unknown_name)\(\s*\"([a-z_]+)\"")
EXTRA = {"not_finite", "exponent_notation", "stops_in_braces", "stops_early", "maximums_below_pool"}
EXTRA |= {
    "minimums_above_pool",
    "label_twice",
    "bad_name",
    "float_written",
    "expression_needed",
    "release_lacks",
}
FILLED = {"near": "", "cell": "", "entry": "", "wanted": "", "first": "", "second": ""}


def told_codes():
    paths = (ROOT / "grants/engine").rglob("*.py")
    return {code for path in paths for code in CODE.findall(path.read_text(encoding="utf-8"))}


def test_every_code_has_its_sentences_and_none_is_idle():
    assert told_codes() - set(SENTENCES) == set()
    assert set(SENTENCES) - told_codes() - EXTRA == set()


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_both_sentences_use_the_same_values(code):
    english, french = (
        {name for _, name, _, _ in Formatter().parse(text) if name} for text in SENTENCES[code]
    )
    assert english == french
    assert SENTENCES[code][0] != SENTENCES[code][1]


def test_a_sentence_says_where_and_what_was_meant():
    told = fault("unknown_name", Place(12, 11), name="allocaton", near="allocation")
    assert placed_sentence(told) == (
        "line 12, column 11: Nothing here is named 'allocaton'. Did you mean 'allocation'?"
    )
    assert placed_sentence(told, "fr") == (
        "ligne 12, colonne 11 : Rien ici ne se nomme « allocaton ». Vouliez-vous dire « allocation » ?"
    )


def test_a_form_s_field_is_named():
    told = fault("out_of_range", Place(field="earmark"), name="earmark", met="60", allowed="0..1")
    assert placed_sentence(told) == "earmark: earmark is 60; it must lie in 0..1."
    assert sentence(told, "fr") == "earmark vaut 60 ; il doit être dans 0..1."
