"""What was typed into the search box, as words to look for, and the rows that hold them.

Knows the functions of the search migration, in which the wall is written; no page.
"""

import re
from dataclasses import dataclass

from django.db import connection
from django.db.models.expressions import RawSQL

from negotiations.models import Negotiation
from negotiations.standing.clock import AsOf

MOST = 200  # characters: what is longer is refused with a sentence
OTHER_KINDS = ("offer", "offerterm", "term", "event", "source", "claim")
ENOUGH = 200  # rows of the other kinds; nobody reads more
GROUPED = re.compile(r"(?<!\d)\d{1,3}(?: \d{3})+(?!\d)")
UNPRINTED = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Words:
    """`query` is PostgreSQL's; empty when nothing typed says what the words are about."""

    typed: str
    query: str = ""
    ignored: tuple[str, ...] = ()

    @property
    def number(self) -> bool:
        """A number alone was typed: 116, $600M, 15%."""
        return bool(re.fullmatch(r"[$\s]*\d[\d.,\s]*(%|[MGBmgb]?\s?\$?)", self.typed))


def tidy(typed: str) -> str:
    """Without what no keyboard types, and with single spaces."""
    return " ".join(UNPRINTED.sub(" ", typed).split())


def chunks(typed: str) -> list[str]:
    """The words as typed; a number in groups of three (130 000) is one word."""
    return GROUPED.sub(lambda hit: hit[0].replace(" ", "\N{NO-BREAK SPACE}"), typed).split(" ")


def read_words(typed: str) -> Words:
    """The words that count and those that are too common to: 1 query, none when nothing is typed."""
    typed = tidy(typed)
    if not typed:
        return Words("")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT word, public.entente_search_query(word)::text "
            "FROM unnest(%s::text[]) WITH ORDINALITY AS typed (word, at) ORDER BY at", [chunks(typed)])
        read = cursor.fetchall()
    return Words(typed, " & ".join(f"( {query} )" for _word, query in read if query),
                 tuple(word for word, query in read if not query))


def holding(negotiation: Negotiation, kind: str, query: str) -> RawSQL:
    """The keys of the rows of one kind that hold the words, as a sub-select."""
    return RawSQL("SELECT row_id FROM public.entente_search(%s, %s::text[], %s::tsquery)",
                  [negotiation.pk, [kind], query])


def count_holding(negotiation: Negotiation, query: str, as_of: AsOf, most: int) -> int:
    """How many statements hold the words as of the day, counted up to *most*: 1 query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT public.entente_search_count(%s, %s::tsquery, %s, %s, %s)",
                       [negotiation.pk, query, as_of.on, as_of.moment, most])
        return cursor.fetchone()[0]


def newest_holding(negotiation: Negotiation, query: str, as_of: AsOf, walked: int, skip: int,
                   wanted: int) -> RawSQL:
    """The keys of one page of those statements, newest first, as a sub-select.

    Where the words are common, *walked* is how many statements are looked through from the newest on
    before all that hold them are sorted; 0 sorts at once.
    """
    return RawSQL("SELECT public.entente_search_newest(%s, %s::tsquery, %s, %s, %s, %s, %s)",
                  [negotiation.pk, query, as_of.on, as_of.moment, walked, skip, wanted])


def others_holding(negotiation: Negotiation, query: str) -> dict[str, list[int]]:
    """The keys of the rows of every other kind, newest first: 1 query."""
    found: dict[str, list[int]] = {kind: [] for kind in OTHER_KINDS}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT kind, row_id FROM public.entente_search(%s, %s::text[], %s::tsquery) "
            "ORDER BY row_id DESC", [negotiation.pk, list(OTHER_KINDS), query])
        for kind, key in cursor.fetchall():
            found[kind].append(key)
    return found
