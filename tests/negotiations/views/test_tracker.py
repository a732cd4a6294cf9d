"""The agreement tracker, as a page and as JSON."""

import datetime

import pytest
from django.urls import reverse

from grants.models import IndicatorValue
from negotiations import models
from tests import builders

pytestmark = pytest.mark.django_db

DAY = datetime.date(2014, 2, 28)


@pytest.fixture
def talks(client):
    builders.make_governments()
    negotiation = builders.make_negotiation(slug="talks")
    client.force_login(builders.make_member(negotiation))
    return {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}


def reach(talks, code, state="J6", **changes):
    return builders.make_track_step(**talks, government_id=code, state=state,
                                    **{"effective_on": DAY, **changes})


def release(**changes):
    made = builders.make_release(indicator="population", reference_date=datetime.date(2013, 7, 1), **changes)
    for code in builders.GOVERNMENTS:
        if code != "CA":
            builders.lay(IndicatorValue, release=made, government_id=code, value=100)
    return made


def page(client, **dates):
    return client.get(reverse("tracker", args=["talks"]), {"on": "2014-02-28", **dates}).context["page"]


def test_governments_in_principle_are_counted_in_protocol_order(client, talks):
    reach(talks, "AB")
    reach(talks, "ON")
    assert [row.government.code for row in page(client).rows if row.counted] == ["ON", "AB"]


def test_a_contested_government_stands_on_top_and_is_not_counted(client, talks):
    step = reach(talks, "NS")
    builders.lay(models.Contest, **talks, step=step, state="J5", grade="E2", effective_on=DAY,
                 words_en="an agreement to negotiate", words_fr="une entente de négociation")
    reach(talks, "ON")
    found = page(client)
    top = found.rows[0]
    assert (top.government.code, str(top.state), top.contested, top.counted) == (
        "NS", "agreement to negotiate", "agreement in principle", False)
    assert found.coverage.governments == 1
    assert page(client, **{"with": "NS"}).coverage.governments == 2


def test_a_government_may_be_left_out(client, talks):
    reach(talks, "NS")
    reach(talks, "ON")
    assert page(client).coverage.governments == 2
    assert page(client, without="NS").coverage.governments == 1


def test_a_missing_signature_is_told(client, talks):
    agreement = builders.make_agreement(**talks, government_id="QC")
    block = builders.make_block(agreement=agreement, government_id="QC")
    builders.make_block(agreement=agreement, government_id="QC")
    builders.make_signature(block=block, source=talks["source"], effective_on=DAY)
    row = next(row for row in page(client).rows if row.government.code == "QC")
    assert (len(row.signed), row.missing) == (1, 1)


def test_an_agreement_is_not_there_before_its_text_or_its_first_signature(client, talks):
    agreement = builders.make_agreement(**talks, government_id="QC")
    block = builders.make_block(agreement=agreement, government_id="QC")
    builders.make_signature(block=block, source=talks["source"], effective_on=datetime.date(2014, 3, 4))

    def shown(on):
        rows = page(client, on=on).rows
        return next(len(row.agreements) for row in rows if row.government.code == "QC")

    assert [shown("2014-03-03"), shown("2014-03-04")] == [0, 1]
    reach(talks, "QC", "J7")
    assert shown("2014-03-03") == 1


def test_the_release_of_the_day_is_the_latest_published_by_then(client, talks):
    first = release(released_on=datetime.date(2013, 9, 26))
    release(released_on=datetime.date(2023, 6, 1))
    assert page(client).release == first


def test_without_a_release_no_share_is_given(client, talks):
    found = page(client)
    assert (found.release, found.coverage.of_canada) == (None, None)


def test_json_says_what_the_page_says(client, talks):
    release(released_on=datetime.date(2013, 9, 26))
    reach(talks, "ON")
    told = client.get(reverse("tracker-json", args=["talks"]), {"on": "2014-02-28"}).json()
    assert (told["on"], told["counted"], told["of"], told["share_of_canada"]) == ("2014-02-28", 1, 13, "1/13")
    assert [one["code"] for one in told["governments"] if one["counted"]] == ["ON"]


@pytest.mark.parametrize("rows", [1, 6])
@pytest.mark.parametrize("name", ["tracker", "tracker-json"])
def test_tracker_takes_the_same_queries_for_one_row_and_for_many(
        client, talks, name, rows, django_assert_num_queries):
    release(released_on=datetime.date(2013, 9, 26))
    for code in list(builders.GOVERNMENTS)[1:rows + 1]:
        reach(talks, code)
        block = builders.make_block(agreement=builders.make_agreement(**talks, government_id=code))
        builders.make_signature(block=block, source=talks["source"], effective_on=DAY)
    with django_assert_num_queries(15):
        assert client.get(reverse(name, args=["talks"]), {"on": "2014-02-28"}).status_code == 200


def test_tracker_is_missing_for_who_is_no_member(client):
    builders.make_negotiation(slug="talks")
    client.force_login(builders.make_user())
    assert client.get(reverse("tracker", args=["talks"])).status_code == 404
