"""What the wall costs: two pages as the web role behind it, and as the owner without, in one run.

Run from the root, on a site with the shipped record: python -m benchmarks.wall. Builds the meeting's
report and the negotiation's home through their views, by turns. Target: at most 1.3 times.
"""

import os
import re
import statistics
import time
from collections.abc import Callable

os.environ["DATABASE_ROLE"] = "owner"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django  # noqa: E402

django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import RequestFactory  # noqa: E402

from config import identity  # noqa: E402
from negotiations.models import Negotiation  # noqa: E402
from negotiations.views import event, negotiation  # noqa: E402

SLUG, MEETING = "canada-job-grant", "2013-11-08-toronto"
ROUNDS, WARM = 60, 5
TARGET = 1.3


def pages(user) -> dict[str, Callable[[], object]]:
    """Each page by its name, as *user* asks for it."""
    request = RequestFactory().get("/")
    request.user = user
    request.session = {}
    return {
        "meeting report": lambda: event.meeting_report(request, SLUG, MEETING),
        "negotiation home": lambda: negotiation.negotiation_home(request, SLUG),
    }


def play(role: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET ROLE {role}")


def timed(page: Callable[[], object]) -> tuple[float, bytes]:
    began = time.perf_counter()
    answer = page()
    spent = time.perf_counter() - began
    return spent, re.sub(rb'(?<=name="csrfmiddlewaretoken" value=")\w+', b"", answer.content)


def compare(page: Callable[[], object]) -> tuple[float, float]:
    """Median seconds behind the wall and without, by turns; both must give the same page."""
    spent: dict[str, list[float]] = {"entente_web": [], "entente_owner": []}
    for turn in range(WARM + ROUNDS):
        found = {}
        for role in spent if turn % 2 else reversed(spent):
            play(role)
            seconds, found[role] = timed(page)
            if turn >= WARM:
                spent[role].append(seconds)
        assert found["entente_web"] == found["entente_owner"], "the two roles read different pages"
    return tuple(statistics.median(times) for times in spent.values())


def main() -> None:
    """Measures and prints the ratios."""
    user = get_user_model().objects.get(username="lead")
    with identity.acting_as(user):
        print(f"{Negotiation.objects.count()} negotiations; {ROUNDS} rounds by turns; target {TARGET}")
        for name, page in pages(user).items():
            behind, without = compare(page)
            print(f"{name}: {behind * 1000:.1f} ms behind the wall, {without * 1000:.1f} ms without: "
                  f"{behind / without:.2f} times")


if __name__ == "__main__":
    main()
