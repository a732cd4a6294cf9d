"""A cell of a file is never a formula that a spreadsheet would run; a number stays a number."""

import pytest

from grants.exporting import safe


@pytest.mark.parametrize(("text", "told"), [
    ("-1234.50", "-1234.50"), ("12", "12"), ("", ""), ("Ontario", "Ontario"),
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1+1", "'-1+1"), ("@SUM(1)", "'@SUM(1)"),
    ("\t=1", "'\t=1"), ("\r=1", "'\r=1"), ("-1\n=1", "'-1\n=1"), ("−5", "−5"),
])
def test_cell_is_safe(text, told):
    assert safe(text) == told
