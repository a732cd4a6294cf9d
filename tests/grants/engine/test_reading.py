"""YAML into nodes: every scalar is text, and nothing is expanded."""

import time

import pytest

from grants.engine import Refused
from grants.engine.reading import node_of, plain, read

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{c}: &{c} [{', '.join([f'*{p}'] * 9)}]\n" for p, c in zip("abcdefgh", "bcdefghi", strict=True)
)
BAD = [
    ("an anchor that explodes", BOMB, {"anchor", "alias"}),
    ("a tag", "!!python/object:os.system x", {"tag"}),
    ("ten megabytes", "x" * 10_000_000, {"too_long"}),
    ("eleven levels", "[" * 11 + "]" * 11, {"too_deep"}),
    ("ten thousand levels", "[" * 10_000, {"too_deep"}),
    ("ten thousand dashes", "- " * 10_000 + "x", {"too_deep"}),
    ("no YAML", "a: [b", {"not_yaml"}),
    ("a tab", "a:\n\t- b", {"not_yaml"}),
    ("a null byte", "a\x00b", {"not_text"}),
    ("half a character", "\ud800", {"not_text"}),
    ("nothing", "", {"empty_document"}),
    ("two documents", "a\n---\nb", {"several_documents"}),
    ("a key twice", "a: 1\na: 2", {"repeated_key"}),
    ("a table for a key", "? [a]\n: 1", {"key_not_text"}),
]


@pytest.mark.parametrize(("text", "codes"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad_text_is_refused_by_name_at_once(text, codes):
    start = time.process_time()
    with pytest.raises(Refused) as caught:
        read(text)
    assert {fault.code for fault in caught.value.faults} == codes
    assert time.process_time() - start < 1


def test_every_scalar_stays_text_with_its_place():
    root = read("ON: yes\nn: {a: 0.15, b: 1:1:1, c: '2013-07-01'}")
    assert root.get("ON").text == "yes"
    table = root.get("n")
    assert [value.text for _, value in table.items] == ["0.15", "1:1:1", "2013-07-01"]
    assert [(v.place.line, v.place.column, v.start.column) for _, v in table.items] == [
        (2, 8, 8),
        (2, 17, 17),
        (2, 27, 28),
    ]


PLAIN = [(0.5, "not_exact"), (None, "not_exact"), (10**40, "too_many_digits"), (object(), "not_exact")]


@pytest.mark.parametrize(("value", "code"), PLAIN)
def test_a_plain_value_that_is_not_exact_is_refused(value, code):
    with pytest.raises(Refused) as caught:
        node_of({"by": [value]}, "earmark")
    assert [(f.code, f.field) for f in caught.value.faults] == [(code, "earmark")]


def test_plain_values_become_nodes():
    node = node_of({"QC": True, "others": [1, "15%"]})
    assert node.get("QC").text == "yes"
    assert [part.text for part in node.get("others").items] == ["1", "15%"]


def test_nodes_become_plain_values_again():
    value = {"QC": "0", "others": {"2014-15": "15%", "parts": ["1", "2"]}}
    assert plain(node_of(value)) == value


def test_a_plain_value_cannot_go_deep():
    value = "x"
    for _ in range(50_000):
        value = [value]
    with pytest.raises(Refused):
        node_of(value)
