"""What rests on what: scenarios that extend each other, quantities in working order.

Knows names only. Nothing here recurses, however long a chain is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grants.engine.fault import refuse

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grants.engine.forms import Entry
    from grants.engine.sections import Scenario


def extended(scenarios: Mapping[str, Scenario], name: str) -> list[Scenario]:
    """A scenario and those it extends, the farthest first."""
    line: list[Scenario] = []
    while name and name in scenarios and scenarios[name] not in line:
        line.append(scenarios[name])
        name = scenarios[name].extends
    return line[::-1]


def working_order(entries: Mapping[str, Entry], roots: Iterable[str]) -> tuple[str, ...]:
    """Entries in working order; refuses the first cycle with its path. Does not recurse."""
    done: dict[str, bool] = {}
    order: list[str] = []
    for root in roots:
        path = [(root, iter(sorted(_rests(entries, root))))] if root not in done else []
        if path:
            done[root] = False
        while path:
            name, waiting = path[-1]
            step = next(waiting, None)
            if step is None:
                path.pop()
                done[name] = True
                order.append(name)
            elif step not in done:
                done[step] = False
                path.append((step, iter(sorted(_rests(entries, step)))))
            elif not done[step]:
                names = [n for n, _ in path]
                cycle = [*names[names.index(step) :], step]
                place = entries[step].node.place
                raise refuse("cycle", place, name=step, path=" -> ".join(cycle))
    return tuple(order)


def _rests(entries: Mapping[str, Entry], name: str) -> set[str]:
    return {n for n in entries[name].names() if n in entries} if name in entries else set()
