"""The page of common words is walked to: what it shows is what reading and sorting everything shows."""

import datetime
import random

import pytest

from negotiations.models import Statement
from negotiations.reports import search
from negotiations.reports.words import count_holding, newest_holding, read_words
from negotiations.standing.clock import AsOf
from tests import builders
from tests.conftest import as_user

pytestmark = pytest.mark.django_db
FIRST = datetime.date(2013, 11, 1)
DAYS = [FIRST + datetime.timedelta(days=number) for number in range(6)]
EVERY = AsOf(DAYS[-1])
ASKED = [EVERY, AsOf(DAYS[2]), AsOf(DAYS[-1], DAYS[3]), AsOf(DAYS[0], DAYS[0])]


def recorded(luck):
    return datetime.datetime.combine(luck.choice(DAYS), datetime.time(12), tzinfo=datetime.UTC)


def laid(luck, negotiation):
    """40 statements: of few days, levels and places in the order, some drafts, some corrected."""
    source = builders.make_source(negotiation=negotiation, sensitivity=1)
    events = [builders.make_event(negotiation=negotiation, source=source, sensitivity=1, effective_on=day)
              for day in luck.choices(DAYS, k=4)]
    rows = []
    for _number in range(40):
        corrected = luck.choice(rows) if rows and luck.random() < 0.2 else None
        again = {"supersedes": corrected, "correction_reason": "Misheard"} if corrected else {}
        level = max(luck.randint(1, 4), corrected.sensitivity if corrected else 1)
        rows.append(builders.make_statement(
            negotiation=negotiation, event=luck.choice(events), source=source, sensitivity=level,
            effective_on=luck.choice(DAYS), sequence=luck.randint(0, 2), recorded_at=recorded(luck),
            state=luck.choice(["draft", "approved"]), text=luck.choice(["A ratio", "Ratios", "Other"]),
            **again))
        if corrected:
            rows.remove(corrected)


@pytest.mark.parametrize("seed", range(4))
def test_pages_are_those_of_everything_sorted(seed):
    luck = random.Random(seed)
    negotiation, other = builders.make_negotiation(), builders.make_negotiation()
    for one in (negotiation, other):
        laid(luck, one)
    words, sizes = read_words("ratio"), []
    for level in (2, 4):
        as_user(builders.make_member(negotiation, clearance=level))
        for as_of in ASKED:
            rows = search.found(negotiation, as_of, words, search.Facets())
            wanted = list(rows.values_list("pk", flat=True))
            sizes.append(len(wanted))
            assert count_holding(negotiation, words.query, as_of, 100) == len(wanted)
            assert count_holding(negotiation, words.query, as_of, 3) == min(3, len(wanted))
            for walked in (0, 1, 7, 20, 1000):
                found = [key for skip in range(0, len(wanted) + 4, 4)
                         for key in page(negotiation, words, as_of, walked, skip)]
                assert found == wanted, (level, as_of, walked)
    assert max(sizes) > 10  # there was something to compare


def page(negotiation, words, as_of, walked, skip):
    keys = newest_holding(negotiation, words.query, as_of, walked, skip, 4)
    return list(search.in_order(Statement.objects.filter(pk__in=keys)).values_list("pk", flat=True))


def test_what_is_not_read_is_neither_counted_nor_found():
    """Of another negotiation, above one's level, and for who is no member."""
    negotiation, other = builders.make_negotiation(), builders.make_negotiation()
    said = builders.make_statement(negotiation=negotiation, text="canary", sensitivity=3, effective_on=FIRST)
    query = read_words("canary").query
    found = {}
    for name, user in {"cleared": builders.make_member(negotiation, clearance=3),
                       "below": builders.make_member(negotiation, clearance=2),
                       "foreign": builders.make_member(other, clearance=4), "nobody": None}.items():
        as_user(user)
        found[name] = (count_holding(negotiation, query, EVERY, 9),
                       *(list(Statement.objects.filter(
                           pk__in=newest_holding(negotiation, query, EVERY, walked, 0, 9)))
                         for walked in (0, 9)))
    assert found == {"cleared": (1, [said], [said]), "below": (0, [], []), "foreign": (0, [], []),
                     "nobody": (0, [], [])}


def test_more_than_can_be_read_is_said_and_not_counted(monkeypatch):
    monkeypatch.setattr(search, "MOST", 4)
    monkeypatch.setattr(search, "PAGE", 2)
    negotiation = builders.make_negotiation()
    as_user(builders.make_member(negotiation))
    for number in range(6):
        event = builders.make_event(negotiation=negotiation, effective_on=DAYS[number])
        builders.make_statement(event=event, text="canary", grade="E1", effective_on=DAYS[number])
    words = read_words("canary")
    for facets in (search.Facets(), search.Facets(grade="E1")):
        pages = [search.search(negotiation, EVERY, words, facets, number) for number in (1, 2, 3)]
        assert [(one.count, one.page, one.pages, one.more) for one in pages] == [
            (4, 1, 2, True), (4, 2, 2, True), (4, 2, 2, True)]
        assert [line.event.effective_on for one in pages[:2] for line in one.lines] == DAYS[:1:-1]
    shorter = search.search(negotiation, AsOf(DAYS[3]), words, search.Facets())
    assert (shorter.count, shorter.pages, shorter.more) == (4, 2, False)
