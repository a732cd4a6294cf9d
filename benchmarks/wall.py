"""What the wall costs: pages as the web role behind it, and as the owner without, by turns in one run.

Run from the root, on a site with the shipped record: python -m benchmarks.wall. The pages are built by
their views, without what stands around them, so that the wall's share is the greatest. Bar 10 of
docs/performance.md; benchmarks/many.py asks the same among 500,000 positions.
"""

import os
import re
from collections.abc import Callable

os.environ["DATABASE_ROLE"] = "owner"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django  # noqa: E402

django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.db import connections  # noqa: E402
from django.test import RequestFactory  # noqa: E402
from django.urls import resolve  # noqa: E402

from benchmarks.laying import run  # noqa: E402
from benchmarks.pages import addresses  # noqa: E402
from benchmarks.telling import at_most  # noqa: E402
from benchmarks.timing import by_turns, medians  # noqa: E402
from config import identity  # noqa: E402

SLUG = "canada-job-grant"
CODES = {"term": "T01", "government": "qc", "offer": "O1", "event": "2013-11-08-toronto", "source": "S001"}
TURNS, TARGET = 60, 1.3
ROLES = ("entente_web", "entente_owner")
VARYING = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")\w+')


def ways() -> dict:
    """A connection for each role."""
    found = {}
    for role in ROLES:
        connections["default"] = found[role] = connections.create_connection("default")
        run(f"SET ROLE {role}")
    return found


def building(way, user, address: str) -> Callable[[], bytes]:
    """Builds the page over that connection, as *user* asks for it."""
    match = resolve(address.partition("?")[0])
    request = RequestFactory().get(address)
    request.user, request.session = user, {}

    def build() -> bytes:
        connections["default"] = way
        answer = match.func(request, *match.args, **match.kwargs)
        if answer.status_code != 200:
            raise SystemExit(f"{address} answers {answer.status_code}")
        return VARYING.sub(b"", answer.content)

    return build


def main() -> None:
    """Measures and prints the ratios."""
    user = get_user_model().objects.get(username="lead")
    found, ratios = ways(), {}
    with identity.acting_as(user):
        for name, address in addresses(SLUG, "employer", **CODES).items():
            works = {role: building(way, user, address) for role, way in found.items()}
            if len({work() for work in works.values()}) != 1:
                raise SystemExit(f"{address}: the two roles read different pages")
            behind, without = medians(by_turns(works, TURNS)).values()
            ratios[name] = behind / without
            print(f"{behind:.1f} ms behind the wall, {without:.1f} ms without")
            at_most(f"Bar 10, {name}", ratios[name], TARGET)
    worst = max(ratios, key=lambda name: ratios[name])
    at_most(f"Bar 10, the worst page ({worst})", ratios[worst], TARGET)


if __name__ == "__main__":
    main()
