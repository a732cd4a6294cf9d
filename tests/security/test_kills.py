"""kill -9 of a worker and of PostgreSQL while people save: nothing half-written, nothing lost."""

import os
import signal
import time
from pathlib import Path

import psycopg
import pytest

from config import embedded
from tests.bin.test_commands import free_port
from tests.config.test_failures import Site
from tests.security.asking import say
from tests.security.saving import ITEMS, Writer

__all__ = ["free_port"]
pytestmark = pytest.mark.drill
WRITERS, KILLS, ENOUGH = 4, 5, 40
PASSWORD = "a long pass phrase here"
LAY = f"""
import datetime
from django.contrib.auth.models import User
from grants.models import Jurisdiction
from negotiations.models import AgendaItem, Event, Membership, Negotiation, Source
day = datetime.date(2013, 11, 8)
place = Negotiation.objects.create(slug="a", title_en="A", title_fr="A", opened_on=day,
                                   home=Jurisdiction.objects.get(code="CA"))
source = Source.objects.create(negotiation=place, title="S", publisher="P", kind="note")
for at in range({WRITERS}):
    user = User.objects.create_user(f"writer{{at}}", password={PASSWORD!r}, is_staff=True)
    Membership.objects.create(negotiation=place, user=user, role="analyst", clearance=3, starts_on=day,
                              reason="r")
    event = Event.objects.create(negotiation=place, slug=f"e{{at}}", kind="letter", title_en="0",
                                 title_fr="0", level="ministers", effective_on=day, source=source)
    for number in range({ITEMS}):
        AgendaItem.objects.create(negotiation=place, event=event, number=str(number), title_en="0",
                                  title_fr="0")
    print("event", event.pk)
"""


@pytest.fixture
def site(tmp_path_factory, free_port):
    running = Site(tmp_path_factory.mktemp("kills"), free_port)
    yield running
    running.server.terminate()
    running.server.wait(30)
    embedded.stop(running.folder)


@pytest.fixture
def writers(site):
    site.manage("load_reference")
    site.environment["DATABASE_ROLE"] = "owner"
    said = site.manage("shell", "-c", LAY)
    del site.environment["DATABASE_ROLE"]
    site.wait("/en/accounts/login/")
    keys = [line.split()[1] for line in said.splitlines() if line.startswith("event")]
    people = [Writer(site.url, f"/en/admin/negotiations/event/{key}/change/", f"writer{at}", PASSWORD)
              for at, key in enumerate(keys)]  # fmt: skip
    for one in people:
        one.sign_in()
        one.start()
    return people


def a_worker(site) -> int:
    children = Path(f"/proc/{site.server.pid}/task/{site.server.pid}/children").read_text().split()
    return int(children[-1])


def postmaster(site) -> int:
    return int((embedded.Server(site.folder).data / "postmaster.pid").read_text().split()[0])


def kill_a_worker(site) -> None:
    os.kill(a_worker(site), signal.SIGKILL)


def kill_postgresql(site) -> None:
    os.kill(postmaster(site), signal.SIGKILL)
    time.sleep(0.5)
    embedded.start(site.folder)


def stored(site) -> dict[str, set[int]]:
    """Writer -> the numbers in the titles of the meeting and its items: one, if nothing is half."""
    owner = embedded.connection(site.folder, "entente_owner")
    with psycopg.connect(dbname=owner["NAME"], user=owner["USER"], host=owner["HOST"],
                         port=owner["PORT"]) as connection:  # fmt: skip
        rows = connection.execute(
            "SELECT e.slug, e.title_en, i.title_en FROM negotiations_event e "
            "JOIN negotiations_agendaitem i ON i.event_id = e.id").fetchall()
    found: dict[str, set[int]] = {}
    for slug, *titles in rows:
        found.setdefault(slug, set()).update(map(int, titles))
    return found


def wait_for_saves(writers, more: int) -> None:
    wanted = sum(one.saves for one in writers) + more
    until = time.monotonic() + 120
    while sum(one.saves for one in writers) < wanted:
        assert time.monotonic() < until, "nobody saves any more"
        time.sleep(0.1)


@pytest.mark.parametrize("kill", [kill_a_worker, kill_postgresql])
def test_nothing_is_half_written_and_nothing_acknowledged_is_lost(site, writers, kill):
    for _kill in range(KILLS):
        wait_for_saves(writers, ENOUGH // KILLS)
        kill(site)
    wait_for_saves(writers, ENOUGH // KILLS)
    for one in writers:
        one.stopped.set()
    for one in writers:
        one.join(90)
    numbers = stored(site)
    half = [slug for slug, found in numbers.items() if len(found) != 1]
    lost = [at for at, one in enumerate(writers) if max(numbers[f"e{at}"]) < one.acknowledged]
    say(f"{KILLS} kills, {sum(one.saves for one in writers)} saves acknowledged, "
        f"{sum(one.failures for one in writers)} told that they failed, {len(half)} half-written, "
        f"{len(lost)} lost")
    assert (half, lost, len(numbers)) == ([], [], WRITERS)
    assert "History agrees" in site.manage("verify_history")
