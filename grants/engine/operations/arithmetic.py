"""The arithmetic operation: named expressions over named numbers; the grammar is the language's.

Names may also be words that are functions elsewhere (share, sum); a function is one before "(".
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grants.engine import exact
from grants.engine.columns import MOST_BITS
from grants.engine.compiling import MOST_EXPONENT
from grants.engine.fault import Place, Refused, refuse, unknown_name
from grants.engine.notation import simple

if TYPE_CHECKING:
    from grants.engine.expression import Term
    from grants.engine.operations.inputs import Desk
    from grants.engine.operations.rounding import Rounding

    Number = int | Fraction
    Inputs = dict[str, Any]

_CALLS = {
    "min": (1, 99, lambda *values: min(values)),
    "max": (1, 99, lambda *values: max(values)),
    "sum": (1, 99, lambda *values: sum(values)),
    "abs": (1, 1, abs),
    "floor": (1, 2, lambda value, unit=1: exact.round_down(value, unit)),
    "ceil": (1, 2, lambda value, unit=1: -exact.round_down(-value, unit)),
    "round": (1, 2, lambda value, unit=1: exact.round_half_away(value, unit)),
    "if": (3, 3, lambda test, yes, no: yes if test else no),
}
_WORK = {
    "+": exact.add,
    "-": exact.subtract,
    "*": exact.multiply,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "and": lambda a, b: bool(a and b),
    "or": lambda a, b: bool(a or b),
}


def arithmetic(inputs: Inputs, desk: Desk, rounding: Rounding) -> dict[str, Number]:
    """Each expression's value, in any order; exact until rounded, each alone, at the end.

    An expression may use the variables and the other expressions. Refuses names nobody
    declared, circles, a zero divisor, exponents that are not whole or beyond 100.
    """
    known: dict[str, Number] = dict(inputs.get("variables", {}))
    waiting: dict[str, tuple[Term, Place]] = dict(inputs["expressions"])
    found: dict[str, Number] = {}
    names = {*known, *waiting}
    while waiting:
        ready = [n for n, (term, _) in waiting.items() if not (term.names() - {n}) & {*waiting}]
        if not ready or any(n in waiting[n][0].names() and n not in known for n in ready):
            first = next(iter(ready or waiting))
            raise refuse("cycle", waiting[first][1], name=first, path=" -> ".join(waiting))
        for name in ready:
            term, place = waiting.pop(name)
            found[name] = _Worker(known, names, place).value(term)
        known |= found
    return rounding.each(found)


class _Worker:
    """Works out one expression."""

    def __init__(self, known: dict[str, Number], names: set[str], place: Place) -> None:
        self.known, self.names, self.place = known, names, place

    def value(self, term: Term) -> Any:
        """A term's value; refused beyond 20,000 bits."""
        value = self._value(term)
        if not isinstance(value, bool) and exact.bits(value) > MOST_BITS:
            raise refuse("figure_too_long", self.place, most=MOST_BITS)
        return value

    def _value(self, term: Term) -> Any:
        here = self.place.shifted(term.start)
        if term.op == "number":
            return term.number
        if term.op == "name":
            if term.text not in self.known:
                raise Refused(unknown_name("unknown_name", term.text, self.names, here))
            return self.known[term.text]
        if term.op == "call":
            return self._call(term, here)
        if term.op in {"take", "status_quo"}:
            raise refuse("does_not_vary", here, axis="", label=term.text)
        return self._worked(term, [self.value(arg) for arg in term.args], here)

    def _worked(self, term: Term, parts: list[Any], here: Place) -> Any:
        if term.op == "group":
            return parts[0]
        if term.op == "negative":
            return -parts[0]
        if term.op == "not":
            return not parts[0]
        if term.op == "/":
            if parts[1] == 0:
                raise refuse("division_by_zero", here, cell="")
            return simple(Fraction(parts[0]) / parts[1])
        if term.op == "**":
            return self._power(parts[0], parts[1], here)
        return _WORK[term.op](*parts)

    def _power(self, base: Number, exponent: Number, here: Place) -> Number:
        if exponent.denominator != 1:
            raise refuse("exponent_not_whole", here)
        if abs(exponent) > MOST_EXPONENT:
            raise refuse("exponent_too_big", here, met=exponent, most=MOST_EXPONENT)
        if base == 0 and exponent < 0:
            raise refuse("division_by_zero", here, cell="")
        if (exact.bits(base) - 1) * abs(exponent) > MOST_BITS:
            raise refuse("figure_too_long", here, most=MOST_BITS)
        return simple(exact.power(base, int(exponent)))

    def _call(self, term: Term, here: Place) -> Any:
        if term.text not in _CALLS:
            raise Refused(unknown_name("unknown_function", term.text, _CALLS, here))
        fewest, most, work = _CALLS[term.text]
        if not fewest <= len(term.args) <= most or term.over:
            met = len(term.args)
            raise refuse("argument_count", here, name=term.text, met=met, wanted=fewest)
        values = [self.value(arg) for arg in term.args]
        if term.text in {"floor", "ceil", "round"} and len(values) > 1 and values[1] <= 0:
            raise refuse("unit_not_positive", here, met=values[1])
        return work(*values)
