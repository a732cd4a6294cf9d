"""What the engine refuses, as data; knows nothing of languages: sentences are made elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


MOST_FAULTS = 100
MOST_RESEMBLING = 300


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a text: line and column count from 1 (0: no text); `field` names a form's field."""

    line: int = 0
    column: int = 0
    field: str = ""

    def shifted(self, columns: int) -> Place:
        """The place so many characters further on the same line."""
        return replace(self, column=self.column + columns) if self.line else self


NOWHERE = Place()


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that is wrong: a code, where, and the values a sentence about it needs."""

    line: int
    column: int
    code: str
    values: tuple[tuple[str, str], ...] = ()
    field: str = ""

    def value(self, name: str) -> str:
        """One of the values, as text; empty when the fault has no such value."""
        return dict(self.values).get(name, "")


class Refused(Exception):
    """The only exception the engine raises: what was asked cannot be done, for these faults."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__()
        self.faults = tuple(sorted(faults))

    def __str__(self) -> str:
        told = self.faults[:5]
        return "; ".join(f"{f.line}:{f.column} {f.field} {f.code} {dict(f.values)}" for f in told)


class Told(list[Fault]):
    """Faults gathered from one text; refused as they are once there are 100 of them."""

    def append(self, told: Fault) -> None:
        """Keeps one more."""
        super().append(told)
        if len(self) >= MOST_FAULTS:
            raise Refused(*dict.fromkeys(self))

    def extend(self, told: Iterable[Fault]) -> None:
        """Keeps some more."""
        for one in told:
            self.append(one)


def fault(code: str, place: Place = NOWHERE, **values: object) -> Fault:
    """A fault at a place; every value is kept as text, shortened to 200 characters."""
    told = tuple((name, str(value)[:200]) for name, value in values.items())
    return Fault(place.line, place.column, code, told, place.field)


def refuse(code: str, place: Place = NOWHERE, **values: object) -> Refused:
    """An exception holding one fault, to be raised."""
    return Refused(fault(code, place, **values))


def unknown_name(code: str, name: str, known: Iterable[str], place: Place) -> Fault:
    """A fault about a word nobody knows, with the known word it resembles most (`near`)."""
    word = name[:60]
    similar = [one for one in known if abs(len(one) - len(word)) <= 3][:MOST_RESEMBLING]
    close = get_close_matches(word, similar, n=1, cutoff=0.6)
    return fault(code, place, name=name, near=close[0] if close else "")
