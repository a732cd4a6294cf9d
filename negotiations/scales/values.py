"""The shapes of a scale: a code that is stored, a word that is shown; knows nothing of ours.

Codes are stored and compared. A word is written as it stands inside a sentence (small letters);
pages raise the first letter where they need to.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """One value of a scale: the stored code, the word shown, and what it means exactly."""

    code: str
    word: str
    definition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stance(Value):
    """What one government says to one version of a term.

    *order* ranks one government's own movement; it is never averaged, summed or shown as a score.
    *rollup* is the colour it counts under, empty where it counts apart (author, not applicable).
    """

    key: str
    symbol: str
    css_class: str
    rollup: str
    order: int | None = None
    typed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensitivity(Value):
    """How our own record is handled: *level* is stored, *css_class* colours the bar on top."""

    level: int
    css_class: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackState(Value):
    """Where one government stands on the way to an agreement, and what must prove it."""

    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TermStatus(Value):
    """How far one term has come. *symbol* stands before the word; no colour says it."""

    symbol: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight(Value):
    """How much a term matters to a government: *level* 0 to 3."""

    level: int


def choices(scale: Iterable[Value]) -> list[tuple[str, str]]:
    """The values as (code, word) for a model or form field; lets out what nobody may type."""
    return [(value.code, value.word) for value in scale if getattr(value, "typed", True)]


def by_code(scale: Iterable[Value]) -> dict[str, Value]:
    """The values of a scale, found by their code."""
    return {value.code: value for value in scale}


def by_level(scale: Iterable[Value]) -> dict[int, Value]:
    """The values of a numbered scale (sensitivity, salience), found by their level."""
    return {value.level: value for value in scale}
