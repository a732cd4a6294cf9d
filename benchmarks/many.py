"""Each page of a negotiation among 50 of its size, 500,000 positions in all, and alone in a database.

Run from the root: python -m benchmarks.many. It makes two databases of its own and drops them again.
The pages go through the whole stack, by turns in one run: alone, among 50, and among 50 as the owner,
without the wall. What counts is the ratios: nothing of the others is read, and the wall costs little.
Bars 10 and 12 of docs/performance.md.
"""

from __future__ import annotations

import os
import re
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

os.environ["DATABASE_ROLE"] = "owner"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.db import connection, connections
from django.test import Client
from django.test.utils import override_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.db.backends.base.base import BaseDatabaseWrapper

django.setup()

from django.contrib.auth.models import User  # noqa: E402  (models need the set-up above)

from benchmarks.laying import NAME, database, make_governments, run, without_triggers  # noqa: E402
from benchmarks.pages import addresses  # noqa: E402
from benchmarks.record import lay_record  # noqa: E402
from benchmarks.standing import STATIC  # noqa: E402
from benchmarks.telling import at_most  # noqa: E402
from benchmarks.timing import Works, in_seconds, medians  # noqa: E402
from config import identity  # noqa: E402
from negotiations.models import Position  # noqa: E402

NEGOTIATIONS, TERMS, REVISIONS = 50, 30, 24
TURNS, SECONDS = 40, 12  # of a page: at most so many turns, in about so many seconds
TARGET = 1.3
ONE_OF_EACH = {"term": "T07", "government": "on", "offer": "O3", "event": "meeting-8", "source": "S7"}
VARYING = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")\w+')


@contextmanager
def copied() -> Iterator[str]:
    """The name of a second database with what the first holds now."""
    connection.close()
    connection.creation.clone_test_db("alone", verbosity=0, autoclobber=True)
    try:
        yield f"{NAME}_alone"
    finally:
        connection.creation.destroy_test_db(suffix="alone", verbosity=0)


@contextmanager
def connected(ways: dict[str, tuple[str, str]]) -> Iterator[dict[str, BaseDatabaseWrapper]]:
    """A connection for each way, by name, to a database and as a role; the first is put back at the end."""
    kept, found = connections["default"], {}
    for way, (name, role) in ways.items():
        found[way] = connections["default"] = connections.create_connection("default")
        found[way].settings_dict = {**kept.settings_dict, "NAME": name}
        run(f"SET ROLE {role}")
    try:
        yield found
    finally:
        for one in found.values():
            one.close()
        connections["default"] = kept


def asking(way: BaseDatabaseWrapper, client: Client, address: str) -> Callable[[], bytes]:
    """Asks once over that connection for a page, without what changes from one answer to the next."""
    def ask() -> bytes:
        connections["default"] = way
        answer = client.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address} answers {answer.status_code}")
        return VARYING.sub(b"", answer.content)

    return ask


def works(ways: dict[str, BaseDatabaseWrapper], clients: dict[str, Client], address: str) -> Works:
    """One page in each way; all of them must give the same."""
    found = {name: asking(way, clients[name], address) for name, way in ways.items()}
    if len({ask() for ask in found.values()}) != 1:
        raise SystemExit(f"{address}: the pages differ")
    return found


def sign_in(ways: dict[str, BaseDatabaseWrapper], user: User) -> dict[str, Client]:
    found = {}
    for name, way in ways.items():
        connections["default"] = way
        found[name] = Client(SERVER_NAME="127.0.0.1")
        found[name].force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    identity.current.set(identity.of(user, "benchmark"))
    return found


def compare(ways: dict[str, BaseDatabaseWrapper], clients: dict[str, Client]) -> None:
    """Prints both ratios of each page, and the worst of each."""
    others, wall = {}, {}
    asked = addresses("talks-0", "words", **ONE_OF_EACH)
    for name, address in asked.items():
        middle = medians(in_seconds(works(ways, clients, address), SECONDS, TURNS))
        others[name], wall[name] = middle["among"] / middle["alone"], middle["among"] / middle["open"]
        print(f"{name}: {middle['alone']:.1f} ms alone, {middle['among']:.1f} ms among {NEGOTIATIONS} "
              f"({others[name]:.2f} times), {middle['open']:.1f} ms there without the wall "
              f"({wall[name]:.2f} times)", flush=True)
    for what, ratios in ((f"Bar 12, among {NEGOTIATIONS} against alone", others), ("Bar 10, the wall", wall)):
        if what.startswith("Bar 12"):
            at_most(f"{what}, the matrix", ratios["matrix"], TARGET)
        worst = max(ratios, key=lambda name: ratios[name])
        at_most(f"{what}, the worst page ({worst})", ratios[worst], TARGET)


def lay_records(reader: User, numbers: range) -> None:
    with without_triggers():
        for number in numbers:
            lay_record(reader, f"talks-{number}", TERMS, REVISIONS)
    run("VACUUM ANALYZE")


def main() -> None:
    """Lays the rows, asks for the pages by turns, prints the ratios."""
    with database(), override_settings(STORAGES=STATIC):
        start = time.perf_counter()
        make_governments()
        reader = User.objects.create(username="reader")
        lay_records(reader, range(1))
        with copied() as alone:
            lay_records(reader, range(1, NEGOTIATIONS))
            took = time.perf_counter() - start
            print(f"{Position.objects.count()} positions laid in {took:.0f} s", flush=True)
            ways = {"alone": (alone, "entente_web"), "among": (NAME, "entente_web"),
                    "open": (NAME, "entente_owner")}  # fmt: skip
            with connected(ways) as found:
                compare(found, sign_in(found, reader))


if __name__ == "__main__":
    main()
