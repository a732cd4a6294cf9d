"""A statement is planned once a connection, and run for whoever asks with what is given."""

import pytest
from django.db import connection, transaction

from config.db.prepared import Prepared
from negotiations.models import Negotiation
from tests import builders
from tests.conftest import as_user

pytestmark = pytest.mark.django_db

ADDED = Prepared("test_added", {"one": "int", "other": "int"}, lambda _given: "SELECT %(one)s + %(other)s")
FOUND = Prepared("test_found", {"pk": "bigint"},
                 lambda given: Negotiation.objects.filter(pk=given["pk"]).values_list("slug"))


def planned(statement) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE name = %s", [statement.name])
        return cursor.fetchone()[0]


def test_values_go_where_they_are_named(django_assert_num_queries):
    assert ADDED.rows(other=2, one=1) == [(3,)]
    with django_assert_num_queries(1):
        assert ADDED.rows(one=40, other=2) == [(42,)]


def test_a_queryset_is_read_through_the_wall_of_who_asks():
    negotiation = builders.make_negotiation(slug="talks")
    as_user(builders.make_member(negotiation))
    assert FOUND.rows(pk=negotiation.pk) == [("talks",)]
    as_user(builders.make_member(builders.make_negotiation()))
    assert FOUND.rows(pk=negotiation.pk) == []


def test_a_plan_outlives_a_rollback():
    with transaction.atomic():
        ADDED.rows(one=1, other=1)
        transaction.set_rollback(True)
    assert planned(ADDED) == 1
    assert ADDED.rows(one=1, other=1) == [(2,)]


@pytest.mark.django_db(transaction=True)
def test_a_new_connection_plans_anew():
    ADDED.rows(one=1, other=1)
    connection.close()
    assert ADDED.rows(one=2, other=2) == [(4,)]
    assert planned(ADDED) == 1
