"""Many rows in one statement: each as it was given, in its order, with its key."""

import pytest

from config import identity
from negotiations.inserting import alike, insert
from negotiations.models import Position
from tests import builders
from tests.conftest import as_user

DAY = builders.DAY
COLUMNS = ["government_id", "stance", "value", "summary_fr", "salience", "effective_on", "locator"]


@pytest.fixture
def rows(db):
    """Three that share a stance and a day, and differ in all else; the second has least."""
    negotiation = builders.make_negotiation()
    of = {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation, sensitivity=1),
          "stance": "open", "grade": "E1", "effective_on": DAY}  # fmt: skip
    for code in ("CA", "ON", "QC"):
        builders.make_government(code)
    as_user(builders.make_member(negotiation, "analyst", 2))
    return [
        Position(**of, government_id="QC", value="15%..", summary_fr="L’un ; {l’autre}, \"tous\"",
                 salience=3),
        Position(**of, government_id="CA"),
        Position(**of, government_id="ON", value=True, summary_fr="50 % \\N", salience=0),
    ]


def test_rows_are_stored_as_given_in_their_order(rows, django_assert_num_queries):
    with django_assert_num_queries(1):
        insert(rows)
    assert list(Position.objects.order_by("pk").values_list(*COLUMNS)) == [
        ("QC", "open", "15%..", "L’un ; {l’autre}, \"tous\"", 3, DAY, ""),
        ("CA", "open", None, "", None, DAY, ""),
        ("ON", "open", True, "50 % \\N", 0, DAY, ""),
    ]
    assert [row.pk for row in rows] == list(Position.objects.order_by("pk").values_list("pk", flat=True))


def test_the_database_says_who_recorded_them_and_when(rows):
    insert(rows)
    told = [(str(row.recorded_by_id), row.recorded_at == row.entered_at) for row in Position.objects.all()]
    assert told == [(identity.current.get().user_id, True)] * 3


def test_one_row_and_no_row(rows, django_assert_num_queries):
    with django_assert_num_queries(0):
        insert([])
    insert(rows[:1])
    stored = Position.objects.values_list("pk", flat=True)
    assert (list(stored), rows[0]._state.adding) == ([rows[0].pk], False)


def test_what_rises_with_its_owner_rises_here_too(rows):
    front = builders.make_front(negotiation=rows[0].negotiation, sensitivity=2)
    term = builders.make_term(negotiation=rows[0].negotiation, sensitivity=2)
    for row in rows:
        row.sensitivity = 1
    rows[1].term, rows[2].front, rows[2].origin = term, front, "collective"
    insert(rows)
    assert list(Position.objects.order_by("pk").values_list("sensitivity", flat=True)) == [1, 2, 2]


def test_a_row_alike_is_a_row_of_its_own(rows, django_assert_num_queries):
    one, typed = rows[0], rows[0].summary_fr
    other = alike(one)
    other.government_id, other.summary_fr = "ON", "Non"
    with django_assert_num_queries(1):
        assert (one.government_id, one.summary_fr, other.stance) == ("QC", typed, "open")
        assert other.source is one.source
        insert([one, other])
    assert list(Position.objects.order_by("pk").values_list("government_id", "summary_fr")) == [
        ("QC", typed), ("ON", "Non")]
