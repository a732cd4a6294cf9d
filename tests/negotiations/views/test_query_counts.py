"""Each page of a negotiation asks as often for many rows of each kind as for one. Knows the resolver.

The addresses come from the resolver: a page that is new is asked for like the others.
"""

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from negotiations.models import Membership
from tests import builders
from tests.conftest import as_user
from tests.negotiations.heaps import pile
from tests.security.addresses import addresses

pytestmark = pytest.mark.django_db

PLACE = "en/negotiations/<slug:slug>"
MORE = 2
# What is asked beside the address, where the page answers with little otherwise.
LATER = "?on=2014-06-30&known=2030-01-01"
ASKED = {"search": ["", "?q=wo*"], "search-file": ["?q=wo*"], "matrix": ["", "?cell=CELL", "?grade=E3&own=1"]}
CODED = {"offers/": "offer", "terms/": "term", "statements/": "statement", "sources/": "source",
         "jurisdictions/": "government"}  # fmt: skip
ONLY_POST, NO_FILE = 405, {"document": 404}  # rows for tests have no bytes in any folder


def pages() -> list:
    return [one for one in addresses() if one.route.startswith(PLACE)]


def named(row) -> str:
    return getattr(row, "name_in_addresses", None) or row.code.lower()


def doors(page, first, negotiation, member) -> list[str]:
    """The page for what each heap hangs on: an event, a statement, a term, a government."""
    found = []
    for kind, rows in first.items():
        coded = next((name for part, name in CODED.items() if part in page.route), "source")
        address = page.fill({
            "slug": negotiation.slug, "event": rows["event"].slug, "code": named(rows[coded]),
            "document": named(rows["document"]), "pk": member.pk})  # fmt: skip
        cell = f"{named(rows['term'])}-{rows['government'].code}"
        later = [LATER] if kind == "meeting" else []
        for tail in [*ASKED.get(page.name, [""]), *later]:
            found.append(address + tail.replace("CELL", cell))
    return list(dict.fromkeys(found))


def costs(person, doors) -> dict[str, tuple[int, int]]:
    """Status and number of queries by address; the first time is nobody's: it fills what is kept.

    Each page is a sign-in of its own, because a session that has rested is written to.
    """
    browser, found = Client(), {}
    browser.force_login(person)
    for address in [doors[0], *doors]:
        with CaptureQueriesContext(connection) as asked:
            answer = browser.get(address)
            b"".join(answer.streaming_content if answer.streaming else [])
        found[address] = answer.status_code, len(asked)
    return found


def stage():
    """A negotiation, who may do everything in it, and what is laid of each heap."""
    builders.make_governments()
    negotiation = builders.make_negotiation(slug="talks", ceiling=4)
    person = builders.make_member(negotiation, "approver", 4)
    builders.make_membership(negotiation, person, "analyst", 4)
    builders.make_membership(negotiation, person, "records_officer", 4)
    return negotiation, person


@pytest.fixture(scope="module")
def counted(django_db_setup, django_db_blocker):
    """By page: what it costs with one row of each kind on a heap, and with some more."""
    with django_db_blocker.unblock(), transaction.atomic():
        negotiation, person = stage()
        first = {}
        pile(negotiation, 1, first)
        as_user(person)
        member = Membership.objects.filter(user=person).first()
        asked = {page.name: doors(page, first, negotiation, member) for page in pages()}
        one = {name: costs(person, some) for name, some in asked.items()}
        pile(negotiation, MORE, first)
        many = {name: costs(person, some) for name, some in asked.items()}
        transaction.set_rollback(True)
    return one, many


@pytest.mark.parametrize("name", [page.name for page in pages()])
def test_page_asks_as_often_for_many_rows_as_for_one(counted, name):
    one, many = counted
    assert many[name] == one[name]


@pytest.mark.parametrize("name", [page.name for page in pages()])
def test_page_was_there(counted, name):
    statuses = {status for status, _ in counted[0][name].values()}
    assert NO_FILE.get(name, 200) in statuses or statuses == {ONLY_POST}
