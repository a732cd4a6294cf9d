"""How far two sides are apart on a number or a date, and how much of the gap is closed. Values only."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from negotiations import typed_values
from negotiations.standing.clock import read_day


@dataclass(frozen=True, slots=True)
class Gap:
    """The distance after one version: `size` in the term's unit (days for dates), `closed` of the first."""

    size: Fraction
    closed: Fraction


@dataclass(frozen=True, slots=True)
class Difference:
    """One parameter of a value that another offer says otherwise; `change` only between two numbers."""

    label: str
    old: object
    new: object
    change: Fraction | None


def figure(value: object, kind: str) -> Fraction | None:
    """A typed value as one exact number (a date as its day number); None for what is no single number."""
    if not isinstance(value, str):
        return None
    if kind == "date":
        try:
            day = read_day(value.strip())
        except ValueError:
            return None
        return Fraction(day.toordinal()) if isinstance(day, datetime.date) else None
    return typed_values.amount(value.strip())


def gaps(versions: Iterable[tuple[str, Fraction | None]]) -> list[Gap | None]:
    """For each (side, figure) in order, the gap after it; None until two sides have said a number.

    Sides are `federal`, `other` and `both`; what both agreed closes the gap. A side whose figure is None
    says nothing from then on.
    """
    said: dict[str, Fraction] = {}
    first: Fraction | None = None
    found: list[Gap | None] = []
    for side, number in versions:
        for one in ("federal", "other") if side == "both" else (side,):
            said.pop(one, None)
            said.update({} if number is None else {one: number})
        if len(said) < 2:
            found.append(None)
            continue
        size = abs(said["federal"] - said["other"])
        first = size if first is None else first
        found.append(Gap(size, 1 - size / first if first else Fraction(1)))
    return found


def differences(old: object, new: object, kind: str) -> tuple[Difference, ...]:
    """What changed from one typed value to another: by label where both have labels, else as a whole.

    Two sets of labels are compared where one holds the other; years cut up otherwise are not.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        alike = set(old) <= set(new) or set(new) <= set(old)
        pairs = [(label, old.get(label), new.get(label)) for label in sorted({**old, **new})] if alike else []
    else:
        pairs = [("", old, new)]
    return tuple(Difference(label, before, after, change(before, after, kind))
                 for label, before, after in pairs if before != after)


def change(old: object, new: object, kind: str) -> Fraction | None:
    before, after = figure(old, kind), figure(new, kind)
    return None if before is None or after is None else after - before
