"""A document as a whole: sections, cycles, limits, scenarios."""

# ruff: noqa: E501  (a table keeps each case, or each text, on one line)

import time

import pytest

from grants.engine import check, compile_document, evaluate
from tests.grants.engine.documents import codes, document

BAD = [
    ("another language", ("language: 1", "language: 2"), ["language_unknown"]),
    ("a misspelt section", ("quantities:", "quantites:"), ["key_missing", "unknown_key"]),
    ("years that do not follow", ("2014-15..2016-17", "2014-15..2013-14"), ["years_bad"]),
    ("a label on two axes", ("firm: [small, other]", "firm: [small, federal]"), ["name_taken"]),
    ("a label that is a government", ("firm: [small, other]", "firm: [small, QC]"), ["name_taken"]),
    ("a name used twice", ("  a: part", "  part: price"), ["name_taken"]),
    ("a word of the language", ("  a: part", "  elapsed: price"), ["bad_name"]),
    ("no status quo", ("{kind: ratio, status_quo: 25%}", "{kind: ratio}"), ["no_status_quo"]),
    ("an unknown kind", ("kind: rate", "kind: rat"), ["unknown_kind"]),
    ("an unknown axis", ("by: year,", "by: yeer,"), ["unknown_axis"]),
    ("weights over nothing", ("over: party, ", ""), ["weights_over"]),
    ("a date that is none", ("date: 2013-07-01", "date: July"), ["not_a_date"]),
    ("a table where a word belongs", ("programme: trial", "programme: {a: 1}"), ["text_needed"]),
    ("a word where a table belongs", ("  a: part", "  a: part\nmeasures: x"), ["table_needed"]),
    ("a measure of nothing", ("  a: part", "  a: part\nmeasures: {b: {en: B, fr: B}}"), ["unknown_quantity"]),
    ("a measure in one language", ("  a: part", "  a: part\nmeasures: {a: {en: A}}"), ["key_missing"]),
    ("a scenario of nothing", ("  a: part", "  a: part\nscenarios: {s: {parts: 1}}"), ["unknown_parameter"]),
    ("a scenario beyond bounds", ("  a: part", "  a: part\nscenarios: {s: {part: 2}}"), ["out_of_range"]),
    (
        "a case of no scenario",
        ("  a: part", "  a: part\ncases: [{id: c, scenario: s, expect: {a: 1}}]"),
        ["unknown_scenario"],
    ),
    (
        "a case twice",
        ("  a: part", "  a: part\ncases: [{id: c, expect: {a: 1}}, {id: c, expect: {a: 1}}]"),
        ["repeated_id"],
    ),
    (
        "a source nobody declared",
        ("  a: part", "  a: part\ncases: [{id: c, source: x, expect: {a: 1}}]"),
        ["unknown_source"],
    ),
    (
        "a figure of a year outside",
        ("  a: part", "  a: part\ncases: [{id: c, expect: {envelope.2019-20: 1}}]"),
        ["unknown_label"],
    ),
]


@pytest.mark.parametrize(("change", "expected"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_a_fault_of_the_whole_is_told(change, expected):
    text = document("a: part")
    assert change[0] in text
    found = [fault.code for fault in check(text.replace(*change))]
    assert sorted(set(found) & {*expected}) == expected


def test_scenarios_that_extend_each_other_are_a_circle():
    assert codes(document("a: part", "scenarios: {s: {extends: t}, t: {extends: s}}\n")) == ["cycle", "cycle"]


def test_scenarios_are_laid_over_what_they_extend():
    more = "scenarios: {s: {part: 1%, price: 7}, t: {extends: s, part: 2%}, u: {growth: 3%}}\n"
    compiled = compile_document(document("a: part", more))
    laid = compiled.laid("t", "u")
    assert {name: node.text for name, node in laid.items()} == {"part": "2%", "price": "7", "growth": "3%"}


def test_a_long_chain_of_quantities_is_no_danger():
    lines = "\n".join(["q0: part", *(f"q{i}: q{i - 1} * 1" for i in range(1, 3000))])
    compiled = compile_document(document(lines))
    assert len(compiled.chain("q2999")) == 3000


def test_a_long_circle_is_told():
    lines = "\n".join(f"q{i}: q{(i + 1) % 2000}" for i in range(2000))
    assert codes(document(lines)) == ["cycle"]


SLOW = [
    ("too many cells", "\n".join(f"q{i}: earmark * shares" for i in range(300)), "too_many_cells"),
    ("ten thousand brackets", "a: " + "(" * 10_000 + "part" + ")" * 10_000, "too_many_words"),
    ("three thousand unknown names", "\n".join(f"q{i}: nam{i} + naem{i}" for i in range(3000)), "unknown_name"),
    ("a key written nine thousand times", "a: 1\n" * 9_000, "repeated_key"),
    ("a vast number", "a: 1" + "0" * 50_000, "too_many_digits"),
    ("ten megabytes", "a: " + "x" * 10_000_000, "too_long"),
]


@pytest.mark.parametrize(("lines", "code"), [s[1:] for s in SLOW], ids=[s[0] for s in SLOW])
def test_what_would_take_long_is_refused_at_once(lines, code):
    start = time.process_time()
    assert code in codes(document(lines))
    assert time.process_time() - start < 1


def test_an_axis_holds_a_hundred_labels():
    many = ", ".join(f"l{i}" for i in range(101))
    text = document("a: part").replace("axes: {", f"axes: {{big: [{many}], ")
    assert codes(text) == ["too_many_labels"]


def test_at_most_a_hundred_faults_are_told():
    assert len(codes(document("\n".join(f"q{i}: nobody" for i in range(500))))) == 100


def test_a_text_is_compiled_once():
    text = document("a: part * 3")
    assert compile_document(text) is compile_document(text)


REMARKED = """\
language: 1
programme: p
years: 2014-15..2015-16
sources: {act: {title: The Act}}
drivers: {people: {indicator: population, date: 2013-07-01}}
parameters: {pool: {kind: money, status_quo: 100}}
quantities:
  shared: {allocate: pool, by: people, source: act, note: Equal for each person.}
checks:
  plain: pool > 0
  named: {is: pool > 0, en: There is money, fr: Il y a de l'argent, source: act}
"""


def test_any_entry_may_carry_remarks_and_a_check_its_names():
    found = compile_document(REMARKED)
    assert list(found.checks) == ["plain", "named"]
    assert (found.checks["named"].en, found.checks["named"].fr) == ("There is money", "Il y a de l'argent")
    assert found.checks["plain"].en == ""
    assert evaluate(found).figure("named").at() is True


@pytest.mark.parametrize(("old", "new", "code"), [
    ("source: act, note", "source: acts, note", "unknown_source"),
    ("l'argent, source: act", "l'argent, source: acts", "unknown_source"),
    ("en: There", "eng: There", "unknown_key"),
    ("{is: pool > 0, en", "{en", "form_unknown"),
    ("note: Equal", "remark: Equal", "unknown_argument"),
])  # fmt: skip
def test_remarks_are_checked_as_all_else(old, new, code):
    assert [fault.code for fault in check(REMARKED.replace(old, new))] == [code]
