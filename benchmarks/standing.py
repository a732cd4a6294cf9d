"""The position matrix of 14 x 30: against a one-query page, and with a history up to 200 times as long.

Run from the root: python -m benchmarks.standing. It makes a database of its own and drops it again.
The pages go through the whole stack, as the web role behind the wall, turn by turn in one run; what
counts is the ratios. Bars 2, 3 and 9 of docs/performance.md.
"""

from __future__ import annotations

import os
import time

os.environ["DATABASE_ROLE"] = "owner"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.test import Client
from django.test.utils import override_settings

django.setup()

from django.contrib.auth.models import User  # noqa: E402  (models need the set-up above)

from benchmarks.laying import (  # noqa: E402
    database,
    lay_positions,
    make_governments,
    make_talks,
    run,
    without_triggers,
)
from benchmarks.telling import at_most  # noqa: E402
from benchmarks.timing import Times, Works, by_turns, medians, slowest  # noqa: E402
from config import identity  # noqa: E402

# Terms, and how often each cell was revised.
SHAPES = {"20 terms": (20, 5), "once": (30, 5), "10 times": (30, 50), "100 times": (30, 500),
          "200 times": (30, 1000)}  # fmt: skip
TURNS = 60
STATIC = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
ASKED = "?on=2013-11-20&since=2013-11-08"


def lay() -> User:
    """A negotiation for each shape, its positions laid without their triggers, and one who reads them."""
    make_governments()
    user = User.objects.create(username="reader")
    with without_triggers():
        for number, (terms, revisions) in enumerate(SHAPES.values()):
            lay_positions(make_talks(user, f"talks-{number}", terms), revisions)
    run("VACUUM ANALYZE")
    return user


def signed_in(user: User) -> Client:
    """A browser of *user*; from here on the web role asks."""
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    run("SET ROLE entente_web")
    identity.current.set(identity.of(user, "benchmark"))
    return client


def asking(client: Client, address: str, headers: dict | None = None) -> object:
    """Asks once; anything but the page (or, with a tag, that nothing has changed) ends the run."""
    answer = client.get(address, headers=headers or {})
    if answer.status_code != (304 if headers else 200):
        raise SystemExit(f"{address} answers {answer.status_code}")
    return answer


def works(client: Client) -> Works:
    """The page of one query, the matrix in each shape, and one that has not changed."""
    pages = {name: f"/en/negotiations/talks-{number}/matrix/{ASKED}" for number, name in enumerate(SHAPES)}
    found: Works = {"one query": lambda: asking(client, "/en/negotiations/")}
    for name, address in pages.items():
        found[name] = lambda address=address: asking(client, address)
    tag = {"If-None-Match": asking(client, pages["once"]).headers["ETag"]}
    found["unchanged"] = lambda: asking(client, pages["once"], tag)
    return found


def report(found: Times) -> None:
    middle = medians(found)
    for name, spent in middle.items():
        print(f"{name}: {spent:.2f} ms, 95 of 100 within {slowest(found[name]):.2f} ms")
    for what, ratio, target in (
            ("Bar 2, 14 x 20 against one query", middle["20 terms"] / middle["one query"], 5.5),
            ("Bar 2, 14 x 30 against one query", middle["once"] / middle["one query"], 8),
            ("Bar 2, unchanged against one query", middle["unchanged"] / middle["one query"], 1.5),
            ("Bar 3, history 10 times", middle["10 times"] / middle["once"], 1.3),
            ("Bar 3, history 100 times", middle["100 times"] / middle["once"], 1.6),
            ("Bar 3, history 200 times, 420,000 rows", middle["200 times"] / middle["once"], 1.6),
            ("Bar 9, slowest twentieth against the median", slowest(found["once"]) / middle["once"], 2.5)):
        at_most(what, ratio, target)


def main() -> None:
    """Lays the rows, asks for the pages turn by turn, prints the ratios."""
    with database(), override_settings(STORAGES=STATIC):
        start = time.perf_counter()
        client = signed_in(lay())
        print(f"Laid in {time.perf_counter() - start:.0f} s")
        report(by_turns(works(client), TURNS))


if __name__ == "__main__":
    main()
