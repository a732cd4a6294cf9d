"""Columns of exact values and the operations on them; knows axes, not names or documents.

A column holds one value for each cell of the axes it really varies along, which may be fewer
than its shape: a pool equal in every year is one number, and is worked with as one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from grants.engine import exact
from grants.engine.exact import Exact, Infinite, Range, ends
from grants.engine.fault import Place, Refused, refuse
from grants.engine.frame import GOVERNMENT, Frame, Shape, without
from grants.engine.ratios import parts

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

MOST_BITS = 20_000
_LONGEST = 1 << MOST_BITS


class Column(NamedTuple):
    """Values over the cells of some axes, the last axis running fastest."""

    axes: Shape
    cells: list[Any]


def constant(value: Any) -> Column:
    """One value for every cell."""
    return Column((), [value])


def spread(frame: Frame, column: Column, shape: Shape) -> list[Any]:
    """The column's value for each cell of a wider shape."""
    indices = frame.index_map(column.axes, shape)
    return column.cells if indices is None else [column.cells[i] for i in indices]


def gather(frame: Frame, columns: list[Column]) -> tuple[Shape, list[list[Any]]]:
    """Columns matched by axis name: their common axes, and the cells of each over them."""
    axes: Shape = ()
    for column in columns:
        axes = frame.union(axes, column.axes)
    return axes, [spread(frame, column, axes) for column in columns]


def narrowed(frame: Frame, column: Column) -> Column:
    """The same values without the axes along which they never differ."""
    for axis in column.axes:
        groups = frame.groups(column.axes, axis)
        if all(column.cells[i] == column.cells[group[0]] for group in groups for i in group):
            cells = [column.cells[group[0]] for group in groups]
            return narrowed(frame, Column(without(column.axes, axis), cells))
    return column


def bounded(column: Column, place: Place) -> Column:
    """The column, refused when a figure in it grew over 20,000 bits."""
    for cell in column.cells:
        for end in (cell.low, cell.high) if cell.__class__ is Range else (cell,):
            above, below = (0, 1) if end.__class__ is Infinite else parts(end)
            if below > _LONGEST or not -_LONGEST < above < _LONGEST:
                raise refuse("figure_too_long", place, most=MOST_BITS)
    return column


def combine(
    frame: Frame, work: Callable[[Any, Any], Any], a: Column, b: Column, place: Place
) -> Column:
    """work(a, b) for each cell; a certain zero divisor is refused with its cell."""
    if not a.axes and not b.axes:
        axes, first, second = (), a.cells, b.cells
    else:
        axes, (first, second) = gather(frame, [a, b])
    try:
        return Column(axes, list(map(work, first, second)))
    except ZeroDivisionError:
        raise _zero_divisor(frame, axes, second, place) from None


def _zero_divisor(frame: Frame, axes: Shape, divisors: list[Any], place: Place) -> Refused:
    zero = next(i for i, value in enumerate(divisors) if value == 0)
    return refuse("division_by_zero", place, cell=", ".join(frame.cells(axes)[zero]))


def total(frame: Frame, column: Column, axes: Shape) -> Column:
    """The sum along each of the axes; along one it does not vary by, so many times itself."""
    for axis in axes:
        if axis in column.axes:
            groups = frame.groups(column.axes, axis)
            cells = [_sum([column.cells[i] for i in group]) for group in groups]
            column = Column(without(column.axes, axis), cells)
        else:
            count = len(frame.axes[axis])
            column = Column(column.axes, [exact.multiply(v, count) for v in column.cells])
    return column


def _sum(values: list[Exact]) -> Exact:
    result: Exact = 0
    for value in values:
        result = exact.add(result, value)
    return result


def share(frame: Frame, column: Column, place: Place) -> Column:
    """Each government's part of the sum over governments; refused when that sum is zero."""
    axes = frame.union(column.axes, (GOVERNMENT,))
    cells = list(spread(frame, column, axes))
    for group in frame.groups(axes, GOVERNMENT):
        parts = [cells[i] for i in group]
        if _sum(parts) == 0:
            raise refuse("weights_add_to_zero", place)
        for i, part in zip(group, _shares_of(parts), strict=True):
            cells[i] = part
    return Column(axes, cells)


def _shares_of(parts: list[Exact]) -> list[Exact]:
    whole = _sum(parts)
    if whole.__class__ is not Range or any(ends(part)[0] < 0 for part in parts):
        return [exact.divide(part, whole) for part in parts]
    return [_open_share(parts, at) for at in range(len(parts))]


def _open_share(parts: list[Exact], at: int) -> Exact:
    """One part over the sum of all, beside ranges: smallest when the others are largest."""
    value = parts[at]
    (low, high), (least, most) = ends(value), ends(_sum(parts[:at] + parts[at + 1 :]))
    smallest = 0 if low == 0 or most is exact.MOST else exact.divide(low, low + most)
    if high is exact.MOST:
        return exact.between(smallest, 1)
    return exact.between(smallest, 0 if high == 0 else exact.divide(high, high + least))


def take(frame: Frame, column: Column, axis: str, label: str) -> Column:
    """The column at one label of an axis."""
    if axis not in column.axes:
        return column
    at = frame.axes[axis].index(label)
    cells = [column.cells[group[at]] for group in frame.groups(column.axes, axis)]
    return Column(without(column.axes, axis), cells)


def join(frame: Frame, axis: str, parts: list[Column]) -> Column:
    """One column from its parts, one for each label of an axis it did not vary by."""
    inside, columns = gather(frame, parts)
    axes = frame.union(inside, (axis,))
    cells: list[Any] = [None] * frame.size(axes)
    for group_number, group in enumerate(frame.groups(axes, axis)):
        for part, i in zip(columns, group, strict=True):
            cells[i] = part[group_number]
    return Column(axes, cells)


def choose(frame: Frame, test: Column, yes: Column, no: Column) -> Column:
    """yes or no by the answer of each cell; a cell nobody can answer holds both branches."""
    axes, (answers, first, second) = gather(frame, [test, yes, no])
    cells = [
        exact.hull([a, b]) if answer is None else a if answer else b
        for answer, a, b in zip(answers, first, second, strict=True)
    ]
    return Column(axes, cells)


def as_answer(value: Exact | bool | None) -> bool | None:
    """A switch (1 or 0) as an answer; answers stay as they are."""
    if value is None or value.__class__ is bool:
        return value
    return exact.opposite(exact.is_equal(value, 0))


def rounded(frame: Frame, column: Column, unit: Column, place: Place) -> Column:
    """Each value to the nearest multiple of its unit, halves away from zero."""
    for value in unit.cells:
        _certain_unit(value, place)
    return combine(
        frame, lambda v, u: exact.on_ends(v, exact.round_half_away, u), column, unit, place
    )


def reconciled(frame: Frame, column: Column, unit: Column, axis: str, place: Place) -> Column:
    """Values rounded by largest remainder along an axis, so that they add to the rounded sum."""
    axes, (values, units) = gather(frame, [column, unit])
    axes, (values, units) = _with_axis(frame, axes, axis, values, units)
    cells = list(values)
    for group in frame.groups(axes, axis):
        step = _certain_unit(units[group[0]], place)
        parts = exact.reconcile([values[i] for i in group], step)
        for i, part in zip(group, parts, strict=True):
            cells[i] = part
    return Column(axes, cells)


def _with_axis(
    frame: Frame, axes: Shape, axis: str, *columns: list[Any]
) -> tuple[Shape, list[list[Any]]]:
    wide = frame.union(axes, (axis,))
    return wide, [spread(frame, Column(axes, cells), wide) for cells in columns]


def _certain_unit(value: Exact, place: Place) -> int | Fraction:
    if value.__class__ is Range or value <= 0:
        raise refuse("unit_not_positive", place, met=value)
    return value
