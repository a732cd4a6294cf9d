"""The fast arithmetic gives what `fractions` gives, in the same form."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grants.engine import ratios

numbers = st.one_of(st.integers(-(10**6), 10**6), st.fractions(-(10**4), 10**4, max_denominator=10**4))


@settings(max_examples=400, deadline=None)
@given(numbers, numbers)
def test_it_agrees_with_fractions(a, b):
    a, b = (int(n) if n.denominator == 1 else n for n in (a, b))
    pairs = [(ratios.plus, Fraction(a) + b), (ratios.minus, Fraction(a) - b), (ratios.times, Fraction(a) * b)]
    if b:
        pairs.append((ratios.over, Fraction(a) / b))
    for work, expected in pairs:
        found = work(a, b)
        assert (found, hash(found), str(found)) == (expected, hash(expected), str(expected))
        assert type(found) is (int if expected.denominator == 1 else Fraction)


def test_division_by_zero_is_told():
    with pytest.raises(ZeroDivisionError):
        ratios.over(Fraction(1, 2), 0)
