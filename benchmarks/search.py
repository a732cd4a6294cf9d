"""The newest 50 statements that hold a word, of 500,000: as the page finds them, and by a sequential scan.

Run from the root: python -m benchmarks.search. It makes a database of its own and drops it again.
Both are behind the wall as the web role, with the context of a page; what counts is the ratio, in
one run. Target: at least 8 times faster, however common the word.
"""

from __future__ import annotations

import datetime
import os
import statistics
import time
from typing import TYPE_CHECKING

os.environ["DATABASE_ROLE"] = "owner"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

if TYPE_CHECKING:
    from collections.abc import Callable

django.setup()

from django.contrib.auth.models import User  # noqa: E402  (models need the set-up above)

from benchmarks.laying import database, run  # noqa: E402
from benchmarks.telling import at_least  # noqa: E402
from config import identity  # noqa: E402
from grants.models import Jurisdiction  # noqa: E402
from negotiations.models import Event, Membership, Negotiation, Source, Statement  # noqa: E402
from negotiations.reports import search as page  # noqa: E402
from negotiations.reports.words import Words, read_words  # noqa: E402
from negotiations.standing.clock import AsOf  # noqa: E402

ROWS = 500_000
DAY = datetime.date(2013, 11, 8)
TARGET = 8
# A word, and one statement in how many holds it.
WORDS = {"flexibility": 1000, "matching": 100, "ratio": 20, "funding": 2}
LAY = """
INSERT INTO negotiations_statement
SELECT (jsonb_populate_record(s, jsonb_build_object(
  'id', s.id + n, 'sequence', n, 'effective_on', date '2004-01-01' + mod(n, 3600),
  'text', (SELECT string_agg('word' || (3000 * power(random(), 2))::int, ' ')
           FROM generate_series(1, 14 + mod(n, 3)))
          || CASE WHEN mod(n, 1000) = 0 THEN ' flexibility' ELSE '' END
          || CASE WHEN mod(n, 100) = 1 THEN ' matching' ELSE '' END
          || CASE WHEN mod(n, 20) = 2 THEN ' ratios' ELSE '' END
          || CASE WHEN mod(n, 2) = 1 THEN ' funding' ELSE '' END))).*
FROM negotiations_statement s, generate_series(1, %s) AS n WHERE s.id = %s
"""
ENTER = """
INSERT INTO negotiations_searchentry
SELECT 'statement', id, negotiation_id, sensitivity, entente_search_document(text)
FROM negotiations_statement WHERE id > %s
"""


def lay() -> tuple[Negotiation, User]:
    """A negotiation with ROWS statements, laid without its triggers, and a member who reads it."""
    home = Jurisdiction.objects.create(
        code="CA", name_en="Canada", name_fr="Canada", short_en="Canada", short_fr="Canada", kind="federal",
        protocol_order=1)
    user = User.objects.create(username="reader")
    talks = Negotiation.objects.create(slug="talks", title_en="Talks", title_fr="Pourparlers", home=home,
                                       opened_on=DAY)
    Membership.objects.create(negotiation=talks, user=user, role="viewer", clearance=2, starts_on=DAY,
                              reason="Reads")
    source = Source.objects.create(negotiation=talks, title="Note", publisher="Us", kind="note")
    event = Event.objects.create(negotiation=talks, slug="meeting", kind="meeting", title_en="Meeting",
                                 title_fr="Rencontre", effective_on=DAY, source=source)
    first = Statement.objects.create(
        negotiation=talks, event=event, source=source, government=home, speaker_note_en="The minister",
        kind="position", manner="verbatim", language="en", text="Nothing", channel="room", grade="E1",
        state="approved", effective_on=DAY)
    run("ALTER TABLE negotiations_statement DISABLE TRIGGER USER")
    run("SELECT setseed(0.5)")
    run(LAY, ROWS, first.pk)
    run("ALTER TABLE negotiations_statement ENABLE TRIGGER USER")
    run(ENTER, first.pk)
    run("VACUUM ANALYZE")
    return talks, user


def median(work: Callable[[], object], times: int) -> float:
    """Milliseconds of one call, after a first one that nobody counts."""
    work()
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append((time.perf_counter() - start) * 1000)
    return statistics.median(found)


def by_scan(talks: Negotiation, as_of: AsOf, words: Words) -> tuple[int, tuple]:
    """What the page would show if every statement were read: all that hold the word, counted and sorted."""
    rows = page.found(talks, as_of, words, page.Facets())
    return rows.count(), page.found_lines(rows[:page.PAGE], as_of, page.Facets())


def compare(talks: Negotiation, word: str, one_in: int) -> float:
    """The ratio for one word; both ways find the same rows."""
    as_of, words = AsOf(datetime.date(2020, 1, 1)), read_words(word)
    asked = page.search(talks, as_of, words, page.Facets())
    fast = median(lambda: page.search(talks, as_of, words, page.Facets()), 15)
    run("SET enable_bitmapscan = off")  # an index on words is read through a bitmap only
    count, lines = by_scan(talks, as_of, words)
    slow = median(lambda: by_scan(talks, as_of, words), 5)
    run("SET enable_bitmapscan = on")
    if asked.lines != lines or count != ROWS // one_in or asked.count != min(count, page.MOST):
        raise SystemExit(f"{word}: the two ways differ")
    print(f"{word}, {count} of {ROWS} statements, newest {page.PAGE} with their context: "
          f"{fast:.1f} ms, {slow:.1f} ms by a scan, {slow / fast:.1f} times")
    return slow / fast


def main() -> None:
    """Lays the rows, searches both ways, prints the ratios."""
    with database():
        start = time.perf_counter()
        talks, user = lay()
        print(f"{ROWS} statements laid in {time.perf_counter() - start:.0f} s")
        run("SET ROLE entente_web")
        identity.current.set(identity.of(user, "benchmark"))
        ratios = [compare(talks, word, one_in) for word, one_in in WORDS.items()]
        at_least("Bar 11, the newest 50 against a scan, the least of these", min(ratios), TARGET)


if __name__ == "__main__":
    main()
