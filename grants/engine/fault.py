"""What the engine refuses, as data; knows nothing of languages: sentences are made elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


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
        super().__init__(
            "; ".join(f"{f.line}:{f.column} {f.code} {dict(f.values)}" for f in faults)
        )
        self.faults = tuple(sorted(faults))


def fault(code: str, place: Place = NOWHERE, **values: object) -> Fault:
    """A fault at a place; every value is kept as text, shortened to 200 characters."""
    told = tuple((name, str(value)[:200]) for name, value in values.items())
    return Fault(place.line, place.column, code, told, place.field)


def refuse(code: str, place: Place = NOWHERE, **values: object) -> Refused:
    """An exception holding one fault, to be raised."""
    return Refused(fault(code, place, **values))


def unknown_name(code: str, name: str, known: Iterable[str], place: Place) -> Fault:
    """A fault about a word nobody knows, with the known word it resembles most (`near`)."""
    close = get_close_matches(name[:60], list(known), n=1, cutoff=0.6)
    return fault(code, place, name=name, near=close[0] if close else "")
