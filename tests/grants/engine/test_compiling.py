"""What a document's check tells before anything is worked out."""

# ruff: noqa: E501  (a table keeps each case, or each text, on one line)

import pytest

from grants.engine import check, compile_document
from grants.engine.frame import write_unit
from grants.faults import placed_sentence
from tests.grants.engine.documents import codes, document

TOLD = [
    (
        "a misspelt name",
        "a: envelop * 2",
        ("line 16, column 6: Nothing here is named 'envelop'. Did you mean 'envelope'?"),
    ),
    ("two units", "a: envelope + part", "line 16, column 6: This puts CAD and a pure number together."),
    (
        "an axis that is not there",
        "a: envelope.federal",
        "line 16, column 6: This does not vary by party, so '.federal' cannot be taken from it.",
    ),
    (
        "a sum over nothing",
        "a: sum(envelope)",
        "line 16, column 6: Say what is summed: sum(x over government), sum(x over year).",
    ),
    (
        "an argument too many",
        "a: {allocate: envelope, by: people, per: people}",
        "line 16, column 39: 'per' is not an argument of allocate.",
    ),
    (
        "a comma inside braces",
        "a: {allocate: max(envelope, 3), by: people}",
        (
            "line 16, column 17: The expression stops before ')'; inside { } a comma ends the value: "
            "put the expression in quotes."
        ),
    ),
    ("a circle", "a: b\nb: c\nc: a\nd: a", "line 16, column 6: 'a' rests on itself: a -> b -> c -> a."),
    (
        "a pool by government",
        "a: {allocate: envelope * earmark, by: people}",
        "line 16, column 17: The pool varies by government already, so it cannot be allocated to governments.",
    ),
    (
        "a number for an answer",
        "a: if(part < 1 and price, 1, 2)",
        "line 16, column 22: A yes or no is needed here, such as a comparison.",
    ),
    (
        "an unknown function",
        "a: flor(part)",
        "line 16, column 6: There is no function 'flor'. Did you mean 'floor'?",
    ),
    ("an import", "a: __import__(part)", "line 16, column 6: There is no function '__import__'."),
]


@pytest.mark.parametrize(("lines", "sentence"), [t[1:] for t in TOLD], ids=[t[0] for t in TOLD])
def test_a_fault_says_what_and_where(lines, sentence):
    assert [placed_sentence(fault) for fault in check(document(lines))] == [sentence]


CODES = [
    ("an open exponent", "a: part ** part", ["exponent_not_whole"]),
    ("a growing power of dollars", "a: envelope ** elapsed", ["power_of_unit"]),
    ("an exponent of 101", "a: part ** 101", ["exponent_too_big"]),
    ("previous by itself", "a: previous + 1", ["previous_outside_then"]),
    ("before by itself", "a: before(part)", ["before_outside_then"]),
    ("a year inside then", "a: {first: envelope, then: envelope.2014-15}", ["year_inside_then"]),
    (
        "a sum of years inside then",
        "a: {first: part, then: 'sum(envelope over year) / envelope'}",
        ["year_inside_then"],
    ),
    (
        "a cost already split",
        ("a: {split: b, over: party, shares: shares}\nb: {split: price, over: party, shares: shares}"),
        ["cost_varies_over"],
    ),
    (
        "weights of another axis",
        "a: {split: price, over: firm, shares: shares.federal, rest: big}",
        ["unknown_label"],
    ),
    ("shares that do not vary", "a: {split: price, over: party, shares: part}", ["shares_do_not_vary"]),
    ("the share of no government", "a: share(envelope)", ["does_not_vary_sum"]),
    ("an answer for a quantity", "a: part < 1", ["number_needed"]),
    ("what follows from another fault is not told", "a: envelop\nb: a + 1\nc: sum(b)", ["unknown_name"]),
    (
        "every fault of a text in one go",
        "a: x + y\nb: part +\nc: [1]\nd: sum(part over year)",
        ["unknown_name", "unknown_name", "stops_early", "form_unknown", "does_not_vary_sum"],
    ),
]


@pytest.mark.parametrize(("lines", "expected"), [c[1:] for c in CODES], ids=[c[0] for c in CODES])
def test_faults_are_told_together_in_order(lines, expected):
    found = codes(document(lines))
    assert [code for code in found if code != "sum_over_what"] == expected


SHAPES = [
    ("a union, matched by name", "a: earmark * shares.federal", ("year", "government", "firm"), ""),
    ("less the axis taken", "a: earmark.2014-15", ("government",), ""),
    ("less the axes summed", "a: sum(earmark over year government)", (), ""),
    ("a quotient of units", "a: envelope / price", ("year",), "grant"),
    (
        "first and then vary by year",
        "a: {first: price, then: previous * (1 + growth)}",
        ("year",),
        "CAD/grant",
    ),
    ("then may widen first", "a: {first: 0, then: 'previous + earmark'}", ("year", "government"), ""),
    (
        "tiers lose their slices",
        (
            "a: {tiers: envelope, per: people, over: party, starts: s, rates: shares}\n"
            "s: shares * envelope / people"
        ),
        ("year", "government", "firm"),
        "CAD",
    ),
]


@pytest.mark.parametrize(("lines", "shape", "unit"), [s[1:] for s in SHAPES], ids=[s[0] for s in SHAPES])
def test_shapes_and_units_are_known_when_saved(lines, shape, unit):
    plan = compile_document(document(lines)).plans["a"]
    assert (plan.shape, write_unit(plan.unit)) == (shape, unit)
