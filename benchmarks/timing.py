"""Works that are timed by turns in one process, so that what else the machine does falls on all of them."""

import gc
import statistics
import time
from collections.abc import Callable

Works = dict[str, Callable[[], object]]
Times = dict[str, list[float]]


def by_turns(works: Works, turns: int, warm: int = 5) -> Times:
    """Milliseconds of each of *works* in each turn; the first *warm* turns are nobody's.

    What is loaded by then is frozen, as config/gunicorn.py does. Every other turn goes backwards.
    """
    found: Times = {name: [] for name in works}
    for turn in range(warm + turns):
        if turn == warm:
            gc.collect()
            gc.freeze()
        for name in works if turn % 2 else reversed(works):
            start = time.perf_counter()
            works[name]()
            spent = (time.perf_counter() - start) * 1000
            if turn >= warm:
                found[name].append(spent)
    return found


def in_seconds(works: Works, seconds: float, most: int) -> Times:
    """By turns, as many as fit in about *seconds*: at least five, at most *most*."""
    once = sum(sum(times) for times in by_turns(works, 1, warm=1).values()) / 1000
    return by_turns(works, min(most, max(5, int(seconds / once))), warm=1)


def medians(found: Times) -> dict[str, float]:
    return {name: statistics.median(times) for name, times in found.items()}


def slowest(times: list[float]) -> float:
    """What 95 of 100 stay within."""
    return statistics.quantiles(times, n=20)[18]
