"""Reference data in the admin: one right writes it; versions and releases are only added."""

import datetime

import pytest
from django.contrib.auth.models import Permission

from grants.models import IndicatorRelease, Jurisdiction, Programme
from tests import builders
from tests.conftest import behind_the_wall
from tests.negotiations.admin.typing import address, errors, sign_in, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def costing(client):
    """A browser in which the holder of the right is signed in."""
    person = builders.make_user("costing")
    with behind_the_wall():
        person.user_permissions.set(Permission.objects.filter(codename="change_programme"))
    return sign_in(client, person)


def test_staff_without_the_right_reads(client):
    government = builders.make_government("ON")
    sign_in(client, builders.make_user())
    page = client.get(address(Jurisdiction, "change", government.pk))
    assert (page.status_code, page.context["has_change_permission"]) == (200, False)
    assert client.get(address(Programme, "add")).status_code == 403


def test_governments_stand_in_protocol_order(costing):
    builders.make_governments()
    page = costing.get(address(Jurisdiction, "changelist"))
    assert [row.code for row in page.context["cl"].result_list] == list(builders.GOVERNMENTS)


def test_release_is_added_with_its_values_and_never_edited(costing):
    builders.make_government("ON")
    page = costing.get(address(IndicatorRelease, "add"))
    answer = costing.post(address(IndicatorRelease, "add"), typed(page, **{
        "code": "population-2013", "indicator": "population", "reference_date": "2013-07-01",
        "title": "T", "publisher": "Statistics Canada", "values-TOTAL_FORMS": "1",
        "values-0-government": "ON", "values-0-value": "13537994"}))
    assert answer.status_code == 302, errors(answer)
    release = IndicatorRelease.objects.get()
    assert release.reference_date == datetime.date(2013, 7, 1)
    assert release.values.get().value == 13537994
    url = address(IndicatorRelease, "change", release.pk)
    assert costing.post(url, typed(costing.get(url))).status_code == 403


def test_place_in_protocol_order_is_taken(costing):
    builders.make_governments()
    url = address(Jurisdiction, "change", "ON")
    answer = costing.post(url, typed(costing.get(url), protocol_order="1"))
    assert "Another government has this place in protocol order." in str(errors(answer))
