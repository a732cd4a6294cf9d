"""The position matrix of 14 x 30: against a one-query page, and with a history 10 and 100 times as long.

Run from the root: python -m benchmarks.standing. It makes a database of its own and drops it again.
The pages go through the whole stack, as the web role behind the wall, turn by turn in one run; what
counts is the ratios. Targets: the matrix at most 8 times a page of one query, 5.5 times with 20 terms;
an unchanged one 1.5 times; a longer history at most 1.3 and 1.6 times; the slowest twentieth at most
2.5 times the median.
"""

from __future__ import annotations

import datetime
import gc
import os
import statistics
import time

os.environ["DATABASE_ROLE"] = "owner"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.test import Client
from django.test.utils import override_settings

django.setup()

from django.contrib.auth.models import User  # noqa: E402  (models need the set-up above)

from benchmarks.search import database, run  # noqa: E402
from config import identity  # noqa: E402
from grants.models import Jurisdiction  # noqa: E402
from negotiations.models import Event, Membership, Negotiation, Source, Term  # noqa: E402

GOVERNMENTS = ("CA", "ON", "QC", "NS", "NB", "MB", "BC", "PE", "SK", "AB", "NL", "NT", "YT", "NU")
SHAPES = {"20 terms": (20, 5), "once": (30, 5), "10 times": (30, 50), "100 times": (30, 500)}
TURNS = 60
DAY = datetime.date(2013, 11, 8)
STATIC = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
LAY = """
INSERT INTO negotiations_position (negotiation_id, sensitivity, recorded_at, entered_at, effective_on,
  effective_precision, locator, source_id, correction_reason, government_id, term_id, stance, firmness,
  summary_en, summary_fr, origin, grade, combine, reasoning)
SELECT %s, 2, timestamptz '2004-01-01' + n * interval '3 days', now(), date '2004-01-01' + n * 3, 'day', '',
  %s, '', g.code, t.id, (ARRAY['accept', 'open', 'concerned', 'opposed_as_drafted'])[1 + mod(n + t.id, 4)],
  'firm', '', '', 'individual', 'E' || (1 + mod(n, 4)), 'all', ''
FROM generate_series(1, %s) AS n, grants_jurisdiction g, negotiations_term t WHERE t.negotiation_id = %s
"""


def lay() -> User:
    """A negotiation for each shape, its positions laid without their triggers, and one who reads them."""
    for place, code in enumerate(GOVERNMENTS):
        Jurisdiction.objects.create(
            code=code, name_en=code, name_fr=code, short_en=code, short_fr=code,
            kind="province" if place else "federal", protocol_order=place + 1)
    user = User.objects.create(username="reader")
    run("ALTER TABLE negotiations_position DISABLE TRIGGER USER")
    for number, (terms, revisions) in enumerate(SHAPES.values()):
        lay_one(user, f"talks-{number}", terms, revisions)
    run("ALTER TABLE negotiations_position ENABLE TRIGGER USER")
    run("VACUUM ANALYZE")
    return user


def lay_one(user: User, slug: str, terms: int, revisions: int) -> None:
    talks = Negotiation.objects.create(slug=slug, title_en="Talks", title_fr="Pourparlers", opened_on=DAY,
                                       home_id="CA")
    Membership.objects.create(negotiation=talks, user=user, role="viewer", clearance=2, starts_on=DAY,
                              reason="Reads")
    source = Source.objects.create(negotiation=talks, title="Note", publisher="Us", kind="note")
    for day in range(1, 28):
        Event.objects.create(negotiation=talks, slug=f"meeting-{day}", kind="meeting", title_en="Meeting",
                             title_fr="Rencontre", effective_on=DAY.replace(day=day), source=source)
    for number in range(1, terms + 1):
        Term.objects.create(negotiation=talks, code=f"T{number:02}", number=number, name_en="A term",
                            name_fr="Un terme", family="money", value_kind="money",
                            recorded_at=datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC))
    run(LAY, talks.pk, source.pk, revisions, talks.pk)


def measure(pages: dict[str, tuple[str, dict]], client: Client) -> dict[str, list[float]]:
    """Milliseconds of each page, all of them in every turn; the first five turns are nobody's."""
    found: dict[str, list[float]] = {name: [] for name in pages}
    gc.collect()
    gc.freeze()
    for turn in range(TURNS + 5):
        for name, (address, headers) in pages.items():
            start = time.perf_counter()
            status = client.get(address, headers=headers).status_code
            spent = (time.perf_counter() - start) * 1000
            if status != (304 if headers else 200):
                raise SystemExit(f"{name}: the page answers {status}")
            if turn >= 5:
                found[name].append(spent)
    return found


def pages(client: Client) -> dict[str, tuple[str, dict]]:
    """The page of one query, the matrix in each shape, and one that has not changed."""
    asked = "?on=2013-11-20&since=2013-11-08"
    found = {"one query": ("/en/negotiations/", {})}
    for number, name in enumerate(SHAPES):
        found[name] = (f"/en/negotiations/talks-{number}/matrix/{asked}", {})
    tag = client.get(found["once"][0]).headers["ETag"]
    return {**found, "unchanged": (found["once"][0], {"If-None-Match": tag})}


def slowest(times: list[float]) -> float:
    """What 95 of 100 stay within."""
    return statistics.quantiles(times, n=20)[18]


def report(found: dict[str, list[float]]) -> None:
    medians = {name: statistics.median(times) for name, times in found.items()}
    for name, spent in medians.items():
        print(f"{name}: {spent:.2f} ms, 95 of 100 within {slowest(found[name]):.2f} ms")
    slow = slowest(found["once"]) / medians["once"]
    for words, ratio, target in (
            ("14 x 20 against one query", medians["20 terms"] / medians["one query"], 5.5),
            ("14 x 30 against one query", medians["once"] / medians["one query"], 8),
            ("unchanged against one query", medians["unchanged"] / medians["one query"], 1.5),
            ("history 10 times", medians["10 times"] / medians["once"], 1.3),
            ("history 100 times", medians["100 times"] / medians["once"], 1.6),
            ("slowest twentieth against the median", slow, 2.5)):
        print(f"{words}: {ratio:.2f} times (target: {target})")


def main() -> None:
    """Lays the rows, asks for the pages turn by turn, prints the ratios."""
    with database(), override_settings(STORAGES=STATIC):
        user = lay()
        client = Client(SERVER_NAME="127.0.0.1")
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        run("SET ROLE entente_web")
        identity.current.set(identity.of(user, "benchmark"))
        report(measure(pages(client), client))


if __name__ == "__main__":
    main()
