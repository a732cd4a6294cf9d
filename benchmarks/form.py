"""420 cells in the stock admin form and in ours: to look at all of them, and to store all of them.

Run from the root: python -m benchmarks.form. It makes a database of its own and drops it again.
To look: the stock change form with 420 inline rows, against the position matrix. To store: that form
with 420 new rows, against the page that records where a front stands (30 terms, 14 members), and
against one bulk insert as the loader does it. All go through the whole stack but the last; what is
stored is taken back each time. Bar 5 of docs/performance.md.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING
from urllib.parse import urlencode

os.environ["DATABASE_ROLE"] = "owner"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

if TYPE_CHECKING:
    from collections.abc import Callable

django.setup()

from django.contrib.auth.models import User  # noqa: E402  (models need the set-up above)

from benchmarks.laying import (  # noqa: E402
    DAY,
    GOVERNMENTS,
    database,
    lay_positions,
    make_governments,
    make_talks,
    run,
    without_triggers,
)
from benchmarks.pages import ASKED  # noqa: E402
from benchmarks.standing import STATIC, signed_in  # noqa: E402
from benchmarks.telling import at_least  # noqa: E402
from benchmarks.timing import Times, by_turns, medians  # noqa: E402
from negotiations.models import Front, FrontMember, Position, Statement, Term  # noqa: E402

TERMS = 30
CELLS = len(GOVERNMENTS) * TERMS
TYPED = "application/x-www-form-urlencoded"
SEEN = re.compile(r'name="seen" value="([^"]*)"')


def lay(analyst: User) -> tuple[dict, dict, Statement]:
    """A negotiation of 420 positions, and one without, in which a front of all has spoken."""
    make_governments()
    with without_triggers():
        full = make_talks(analyst, "full", TERMS, "analyst")
        seed = lay_positions(full, 1)
        Position.objects.filter(pk=seed.pk).delete()
        empty = make_talks(analyst, "empty", TERMS, "analyst")
    of = {"negotiation": empty["negotiation"], "source": empty["source"]}
    front = Front.objects.create(**of, name_en="All", name_fr="Tous", short_en="All", short_fr="Tous")
    for code in GOVERNMENTS:
        FrontMember.objects.create(**of, front=front, government_id=code, starts_on=DAY.replace(year=2012))
    said = Statement.objects.create(
        **of, event=empty["event"], front=front, behalf="front", speaker_note_en="The chair", kind="position",
        manner="verbatim", language="en", text="Words", channel="room", grade="E1", state="in_review",
        effective_on=DAY)
    run("VACUUM ANALYZE")
    return full, empty, said


def stock_form(talks: dict, page: str) -> dict[str, object]:
    """What a browser sends of the stock form: 420 new rows, and none that stood."""
    terms = list(Term.objects.of(talks["negotiation"]).values_list("pk", flat=True))
    cells = [(code, term) for code in GOVERNMENTS for term in terms]
    prefix = next(iter(re.findall(r'name="([^"]*)-TOTAL_FORMS"', page)))
    typed: dict[str, object] = {"title_en": "Talks"} | {
        f"{prefix}-{name}": value for name, value in (
            ("TOTAL_FORMS", CELLS), ("INITIAL_FORMS", 0), ("MIN_NUM_FORMS", 0), ("MAX_NUM_FORMS", 1000))}
    for number, (code, term) in enumerate(cells):
        row = {"id": "", "negotiation": talks["negotiation"].pk, "government": code, "term": term,
               "source": talks["source"].pk, "stance": "open", "firmness": "firm", "grade": "E1",
               "effective_on": DAY}  # fmt: skip
        typed |= {f"{prefix}-{number}-{name}": value for name, value in row.items()}
    return typed


def front_form(talks: dict) -> dict[str, object]:
    """What a browser sends of ours: a line for each term, every government ticked."""
    typed: dict[str, object] = {
        "lines-TOTAL_FORMS": TERMS, "lines-INITIAL_FORMS": TERMS, "members": GOVERNMENTS, "sensitivity": 2,
        "footnote_government": "", "footnote_en": "", "footnote_fr": "", "act": "preview"}
    for number, term in enumerate(Term.objects.of(talks["negotiation"])):
        line = {"term": term.pk, "stance": "open", "firmness": "firm", "value": "", "summary_en": "",
                "summary_fr": "", "offer": "", "conditions_en": "", "conditions_fr": "",
                "kind": "condition", "combine": "all"}  # fmt: skip
        typed |= {f"lines-{number}-{name}": value for name, value in line.items()}
    return typed


def as_loaded(talks: dict) -> None:
    """The same rows in one bulk insert, as a record file is stored."""
    terms = list(Term.objects.of(talks["negotiation"]))
    Position.objects.bulk_create(
        [Position(negotiation=talks["negotiation"], source=talks["source"], government_id=code, term=term,
                  stance="open", firmness="firm", grade="E1", effective_on=DAY, recorded_at=None,
                  entered_at=None)
         for code in GOVERNMENTS for term in terms], batch_size=500)


def asking(client: Client, address: str) -> Callable[[], str]:
    def ask() -> str:
        answer = client.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address} answers {answer.status_code}")
        return answer.content.decode()

    return ask


def sending(client: Client, address: str, typed: dict) -> Callable[[], None]:
    """Sends what a browser would send of a form without files."""
    body = urlencode(typed, doseq=True)

    def send() -> None:
        answer = client.post(address, body, content_type=TYPED)
        if answer.status_code != 302:
            raise SystemExit(f"{address} answers {answer.status_code}")

    return send


def taken_back(store: Callable[[], None]) -> Callable[[], None]:
    """Stores 420 positions, judges their keys as a commit does, and takes them back."""
    def stored() -> None:
        with transaction.atomic():
            store()
            run("SET CONSTRAINTS ALL IMMEDIATE")
            transaction.set_rollback(True)

    return stored


def check(store: Callable[[], None]) -> int:
    """How many queries it takes to store; anything but 420 new positions ends the run."""
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        before = Position.objects.count()
        store()
        if Position.objects.count() != before + CELLS:
            raise SystemExit(f"{Position.objects.count() - before} positions were stored, not {CELLS}")
        transaction.set_rollback(True)
    return len(asked) - 3


def compare(quick: Callable[[], object], slow: Callable[[], object]) -> tuple[float, float]:
    """Median milliseconds: ours behind the wall, and the stock form, which knows none, as the owner."""
    found: Times = {"quick": [], "slow": []}
    for _ in range(3):  # close together, so that what else the machine does falls on both
        run("SET ROLE entente_web")
        found["quick"] += by_turns({"quick": quick}, 10, warm=2)["quick"]
        run("RESET ROLE")
        found["slow"] += by_turns({"slow": slow}, 1, warm=0)["slow"]
    middle = medians(found)
    return middle["quick"], middle["slow"]


def look_at(client: Client, full: dict, form: str) -> None:
    """Prints how much longer the stock form takes than the matrix."""
    look = asking(client, form)
    with CaptureQueriesContext(connection) as asked:
        rows, queries = look().count('-effective_on"'), len(asked)
    if rows < CELLS:
        raise SystemExit(f"The stock form shows {rows} positions")
    address = f"/en/negotiations/{full['negotiation'].slug}/matrix/{ASKED}"
    matrix, stock = compare(asking(client, address), look)
    print(f"The stock form of {CELLS} rows: {stock:.0f} ms, {queries} queries; the matrix: {matrix:.1f} ms")
    at_least("Bar 5, looking at 420 cells", stock / matrix, 300)


def store_in(client: Client, empty: dict, said: Statement, form: str) -> None:
    """Prints how much longer the stock form takes to store than ours, and than one bulk insert."""
    saving = sending(client, form, stock_form(empty, asking(client, form)()))
    address = f"/en/negotiations/{empty['negotiation'].slug}/statements/{said.pk}/front/"
    typed = front_form(empty)
    seen = SEEN.search(client.post(address, typed).content.decode())[1]
    recording = sending(client, address, {**typed, "act": "record", "seen": seen})
    counted = check(saving), check(recording)
    ours, stock = compare(taken_back(recording), taken_back(saving))
    bulk, _ = compare(taken_back(lambda: as_loaded(empty)), lambda: None)
    print(f"The stock form stored: {stock:.0f} ms, {counted[0]} queries; a front recorded: {ours:.1f} ms, "
          f"{counted[1]} queries; one bulk insert: {bulk:.1f} ms")  # fmt: skip
    at_least("Bar 5, storing 420 cells with what they rest on: the page of a front", stock / ours, 30)
    at_least("Bar 5, storing 420 cells: one bulk insert, as the loader does", stock / bulk, 30)


def main() -> None:
    """Lays the rows, looks and stores both ways, prints the ratios."""
    with database(), override_settings(STORAGES=STATIC, ROOT_URLCONF="benchmarks.stock"):
        user = User.objects.create(username="analyst", is_staff=True, is_superuser=True)
        full, empty, said = lay(user)
        client = signed_in(user)
        run("RESET ROLE")
        form = "/stock/negotiations/negotiation/{}/change/"
        look_at(client, full, form.format(full["negotiation"].pk))
        store_in(client, empty, said, form.format(empty["negotiation"].pk))


if __name__ == "__main__":
    main()
