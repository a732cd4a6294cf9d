"""Each page of a negotiation with a history of 30 lines a cell, against one of 3, in one run.

Run from the root: python -m benchmarks.history. It makes a database of its own and drops it again.
All else is the same, so a page that does not print history should take as long. Bar 3 of
docs/performance.md asks it of the matrix; the others are told beside it.
"""

from __future__ import annotations

import os

os.environ["DATABASE_ROLE"] = "owner"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.test.utils import override_settings

django.setup()

from django.contrib.auth.models import User  # noqa: E402  (models need the set-up above)

from benchmarks.laying import database, make_governments, run, without_triggers  # noqa: E402
from benchmarks.many import ONE_OF_EACH, TERMS  # noqa: E402
from benchmarks.pages import addresses  # noqa: E402
from benchmarks.record import lay_record  # noqa: E402
from benchmarks.standing import STATIC, asking, signed_in  # noqa: E402
from benchmarks.telling import at_most  # noqa: E402
from benchmarks.timing import in_seconds, medians  # noqa: E402

SHORT, LONG = 3, 30
TURNS, SECONDS, TARGET = 40, 6, 1.3


def main() -> None:
    """Lays both, asks for each page by turns, prints the ratios."""
    with database(), override_settings(STORAGES=STATIC):
        make_governments()
        reader = User.objects.create(username="reader")
        with without_triggers():
            lay_record(reader, "short", TERMS, SHORT)
            lay_record(reader, "long", TERMS, LONG)
        run("VACUUM ANALYZE")
        client = signed_in(reader)
        pages = {slug: addresses(slug, "words", **ONE_OF_EACH) for slug in ("short", "long")}
        for name in pages["short"]:
            works = {slug: lambda slug=slug, name=name: asking(client, pages[slug][name]) for slug in pages}
            middle = medians(in_seconds(works, SECONDS, TURNS))
            print(f"{middle['short']:.1f} ms with {SHORT} lines a cell, {middle['long']:.1f} ms with {LONG}")
            at_most(f"Bar 3, {name}", middle["long"] / middle["short"], TARGET)


if __name__ == "__main__":
    main()
