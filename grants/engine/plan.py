"""What compiling hands to evaluating: plans, and the scope they run in; no rules of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from grants.engine.columns import Column
    from grants.engine.frame import Shape, Unit


class Scope(Protocol):
    """Where a plan finds its columns while it runs; `year` is set inside first/then."""

    year: int | None
    previous: Column

    def column(self, name: str) -> Column: ...
    def status_quo(self, name: str) -> Column: ...
    def earlier(self) -> Scope: ...


@dataclass(frozen=True, slots=True)
class Declared:
    """What a name stands for: its shape, unit (None takes any) and whether it is an answer."""

    shape: Shape
    unit: Unit | None
    answer: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """A checked expression: run it in a scope for its column."""

    run: Callable[[Any], Column]
    shape: Shape
    unit: Unit | None
    answer: bool = False
