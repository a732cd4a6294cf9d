"""How sure each figure of a measure is, for whole tables at once; the engine's rule, worked out once.

Knows the engine's results only.
"""

from collections import defaultdict

from grants import engine
from grants.engine.frame import Shape

Cell = tuple[str, ...]


class Sureness:
    """The marks (agreed, offered, assumed) of the values that each cell of a figure rests on."""

    def __init__(self, results: engine.Results, name: str, shape: Shape) -> None:
        parameters = sorted(results.rests.get(name, {name}) & set(results.values))
        parts = (_part(results, parameter, shape) for parameter in parameters)
        self._parts = [part for part in parts if part[1]]

    def at(self, cell: Cell) -> Cell:
        """As `Results.sure` tells it, in the order of the words."""
        marks: set[str] = set()
        for places, found in self._parts:
            marks |= found.get(tuple(cell[place] for place in places), set())
        return tuple(sorted(marks))


def _part(results: engine.Results, parameter: str, shape: Shape) -> tuple[list[int], dict[Cell, set[str]]]:
    """Where in a cell the labels of a parameter stand, and the marks at those labels."""
    value = results.values[parameter]
    axes = value.column.axes
    found: dict[Cell, set[str]] = defaultdict(set)
    for cell, mark in zip(results.frame.cells(axes), value.marks, strict=True):
        if mark.sure:
            labels = (label for axis, label in zip(axes, cell, strict=True) if axis in shape)
            found[tuple(labels)].add(mark.sure)
    return [shape.index(axis) for axis in axes if axis in shape], dict(found)
