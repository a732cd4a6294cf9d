"""The grammar of expressions."""

import time

import pytest

from grants.engine import Refused
from grants.engine.expression import parse


def shape(term):
    """A tree as nested texts."""
    if term.op in {"number", "name"}:
        return term.text
    parts = " ".join(shape(arg) for arg in term.args)
    word = {"call": term.text, "take": "." + term.text, "status_quo": term.text + "@"}.get(term.op, term.op)
    return f"({word} {parts})" if parts else word


TREES = [
    ("products bind before sums", "a + b * c", "(+ a (* b c))"),
    ("sums go left to right", "a - b - c", "(- (- a b) c)"),
    ("a power binds before its sign", "-a ** 2", "(negative (** a 2))"),
    ("powers go right to left", "a ** b ** c", "(** a (** b c))"),
    ("an exponent may be negative", "a ** -2", "(** a (negative 2))"),
    ("a sign may follow an operator", "a + -b", "(+ a (negative b))"),
    ("a label binds before all", "-a.QC.2014-15 / b", "(/ (negative (.2014-15 (.QC a))) b)"),
    ("or is weakest", "a < b and not c or d", "(or (and (< a b) (not c)) d)"),
    ("the status quo of a name", "a@status_quo.QC - a", "(- (.QC a@) a)"),
    ("a percentage is one number", "a * 15%", "(* a 15%)"),
    ("a sum over axes", "sum(a over year government)", "(sum a)"),
    ("a label after a call", "sum(a over year).QC > 0", "(> (.QC (sum a)) 0)"),
]


@pytest.mark.parametrize(("text", "tree"), [t[1:] for t in TREES], ids=[t[0] for t in TREES])
def test_an_expression_has_one_tree(text, tree):
    assert shape(parse(text)) == tree


REFUSED = [
    ("a comparison of comparisons", "a < b < c", "unexpected_word"),
    ("a lost bracket", "(a + b", "stops_early"),
    ("an operator at the end", "a *", "stops_early"),
    ("two names", "a b", "unexpected_word"),
    ("not inside a sum", "a + not b", "unexpected_word"),
    ("a year that would be subtracted", "2014-15 + a", "year_as_subtraction"),
    ("an import", "__import__('os')", "bad_character"),
    ("an equals sign", "a = b", "bad_character"),
    ("an attribute of a number", "(1).__class__ + 'x'", "bad_character"),
    ("too many words", "a" + " + a" * 125, "too_many_words"),
    ("ten thousand brackets", "(" * 10_000 + "a" + ")" * 10_000, "too_many_words"),
    ("a hundred brackets", "(" * 100 + "a" + ")" * 100, "too_nested"),
    ("a hundred signs", "-" * 100 + "a", "too_nested"),
    ("a hundred powers", "a" + " ** a" * 100, "too_nested"),
    ("a hundred negations", "not " * 100 + "a", "too_nested"),
    ("a long number", "1" * 31, "too_many_digits"),
    ("an exponent notation", "1e9", "unexpected_word"),
]


@pytest.mark.parametrize(("text", "code"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_what_is_no_expression_is_refused_by_name(text, code):
    start = time.process_time()
    with pytest.raises(Refused) as caught:
        parse(text)
    assert [fault.code for fault in caught.value.faults] == [code]
    assert time.process_time() - start < 0.5
