"""What somebody typed never becomes an element or an attribute, on any page that prints it."""

import itertools
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client

from negotiations.models import Event
from tests import builders
from tests.conftest import behind_the_wall
from tests.negotiations.admin.typing import address, sign_in, typed
from tests.negotiations.rows import record_models
from tests.security import doors
from tests.security.addresses import values_for
from tests.security.asking import say
from tests.security.cast import also_opened
from tests.security.crawl import Crawl
from tests.security.payloads import ATTRIBUTE, PAYLOADS, TAG
from tests.security.planting import SHORTEST, plant_everywhere, text_columns

pytestmark = [pytest.mark.django_db, pytest.mark.ignore_template_errors]
ROOT = Path(__file__).resolve().parents[2]
TRUSTING = re.compile(
    r"mark_safe|\|\s*safe\b|autoescape off|SafeString|safeseq|\.innerHTML|insertAdjacentHTML")
# Reviewed: says why what it trusts was typed by nobody.
REVIEWED = {
    "negotiations/views/matrix_days.py": "addresses, titles and offers go through escape(); days are dates",
    "negotiations/views/matrix_table.py": "codes, addresses and texts go through escape() and format_html();"
                                          " classes are those of the scale",
}
TIMES = 3
ROUND = -(-len(PAYLOADS) // TIMES)  # how far further on each round begins
SHORT = {"number", "engine_version", "zone", "unit_en", "unit_fr"}


class Parser(HTMLParser):
    """Elements and attributes that no template wrote."""

    def __init__(self) -> None:
        super().__init__()
        self.smuggled: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag == TAG or any(name == ATTRIBUTE for name, _value in attrs):
            self.smuggled.append(self.get_starttag_text()[:200])
        if any(name in ("href", "src", "action", "formaction")
               and re.match(r"\s*(javascript|data|vbscript):", value or "", re.I) for name, value in attrs):
            self.smuggled.append(self.get_starttag_text()[:200])


def smuggled(page: str) -> list[str]:
    parser = Parser()
    parser.feed(page)
    return parser.smuggled


def is_parsed(page: str) -> bool:
    """A browser reads it as markup: all but what is sent as data, or to be saved."""
    headers = page.partition("\n\n")[0].lower()
    return "content-type: text/html" in headers or "nosniff" not in headers


class Texts:
    """All payloads in one text, each time beginning with the next: a column keeps as many as fit in it.

    No payload hides those behind it from the parser: what one opens, it closes.
    """

    def __init__(self, time: int) -> None:
        self.turn = itertools.count(time * ROUND)

    def word(self, name: str) -> str:
        first = next(self.turn) % len(PAYLOADS)
        return PAYLOADS[first][:SHORTEST] if name in SHORT else joined(first)


def joined(first: int) -> str:
    return " ".join(PAYLOADS[first:] + PAYLOADS[:first])


def lay_payloads(times: int):
    """A negotiation each time, since a code is there once; the same person reads them all."""
    talks = [builders.make_negotiation(slug=f"markup-{time}", title_en=PAYLOADS[0], title_fr=PAYLOADS[2],
                                       ceiling=4) for time in range(times)]  # fmt: skip
    rows = [plant_everywhere(negotiation, Texts(time).word, 2) for time, negotiation in enumerate(talks)]
    person = builders.make_member(talks[0], "approver", 4, first_name=PAYLOADS[3], last_name=PAYLOADS[11])
    for negotiation in talks[1:]:
        builders.make_membership(negotiation, person, "approver", 4)
    return [{**some, **also_opened(negotiation, person)}
            for negotiation, some in zip(talks, rows, strict=True)], person


def pages_of(rows) -> list[str]:
    return [one.fill(values_for(one, rows)) for one in [*doors.pages(), *doors.of_tables()]
            if "logout" not in one.route]  # fmt: skip


def check(times: int, share: int) -> None:
    rows, person = lay_payloads(times)
    client = sign_in(Client(), person)
    paths = list(dict.fromkeys(
        path for at, some in enumerate(rows) for path in pages_of(some)[at % share::share]))
    crawl = Crawl(client, len(paths)).start(paths)
    found = {path: bad for path, page in crawl.seen.items()
             if is_parsed(page) and (bad := smuggled(page))}
    printed = sum(TAG in page.lower() or ATTRIBUTE in page.lower() for page in crawl.seen.values())
    columns = sum(len(text_columns(model)) for model in record_models())
    say(f"{len(PAYLOADS)} payloads in {columns} columns, {times} times; {len(crawl.seen)} pages, "
        f"{printed} print one, {len(found)} let one through")
    assert found == {}
    assert [path for path, status in crawl.statuses.items() if status >= 500] == []
    assert printed > len(paths) / 3


def test_no_payload_becomes_markup():
    assert len(PAYLOADS) == 25
    check(times=1, share=2)


@pytest.mark.drill
def test_no_payload_becomes_markup_whichever_column_it_stands_in():
    check(times=TIMES, share=1)


@pytest.mark.parametrize(("length", "times"), [(404, 1), (200, TIMES)])
def test_a_column_of_that_length_meets_every_payload(length, times):
    for first in range(len(PAYLOADS)):
        texts = [joined((first + time * ROUND) % len(PAYLOADS))[:length] for time in range(times)]
        assert [one for one in PAYLOADS if not any(one in text for text in texts)] == []


def test_no_payload_hides_those_behind_it():
    for first in range(len(PAYLOADS)):
        assert len(smuggled(f"<p>{joined(first)}</p>")) > 10


def test_the_parser_finds_what_is_not_escaped():
    assert smuggled(f"<p>{PAYLOADS[0]}</p>") == [PAYLOADS[0]]
    assert smuggled(f'<input value="{PAYLOADS[11]}">') != []
    assert smuggled('<a href="javascript:alert(1)">') != []


def test_conflict_page_prints_both_texts_as_text(client):
    negotiation = builders.make_negotiation()
    sign_in(client, builders.make_member(negotiation))
    for text in PAYLOADS[::3]:
        event = builders.make_event(negotiation=negotiation, title_en=text)
        url = address(Event, "change", event.pk)
        form = typed(client.get(url), title_en=f"Mine {text}")
        with behind_the_wall():
            Event.objects.filter(pk=event.pk).update(title_en=f"Theirs {text}", version=2)
        answer = client.post(url, form)
        assert (answer.status_code, smuggled(answer.content.decode())) == (409, [])


def test_nothing_is_trusted_unreviewed():
    """No template and no view prints a text of somebody's without escaping it."""
    files = [path for folder in ("config", "grants", "negotiations", "templates", "static")
             for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".html", ".js")
             and "vendor" not in path.parts]  # fmt: skip
    found = {str(path.relative_to(ROOT)) for path in files
             if TRUSTING.search(path.read_text(encoding="utf-8"))}
    assert (found, len(files) > 100) == (set(REVIEWED), True)
