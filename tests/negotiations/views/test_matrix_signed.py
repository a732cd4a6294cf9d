"""An agreement that is half signed reads the same on the home, the tracker and the matrix."""

import datetime

import pytest
from django.urls import reverse

from negotiations import models
from negotiations.reports.matrix_frame import frame
from negotiations.standing.clock import AsOf
from tests import builders
from tests.conftest import as_user
from tests.negotiations.matrices import look, make_talks, page

pytestmark = pytest.mark.django_db

DAY = builders.DAY
RECORDED = datetime.datetime(2014, 1, 10, 12, tzinfo=datetime.UTC)
COUNTED = ", 1 of 2 signatures (Quebec)"


@pytest.fixture
def talks(client):
    return make_talks(client)


def lay_agreement(talks, *states, type_="bilateral"):
    """Quebec's, with two blocks of its own; the first is signed, and then come the steps on each state."""
    of = {"negotiation": talks["negotiation"], "source": talks["source"]}
    agreement = builders.make_agreement(**of, government_id="QC", type=type_)
    blocks = [builders.make_block(agreement=agreement, government_id="QC", order=order) for order in (1, 2)]
    builders.make_signature(block=blocks[0], source=talks["source"])
    for state in states:
        builders.make_track_step(**of, government_id="QC", state=state, agreement=agreement)
    return agreement, blocks


def states(client, **asked):
    """Quebec's state by page, without the count that the home puts after it; `page` is the matrix's own."""
    home = client.get(reverse("negotiation-home", args=["talks"]), asked).context["page"].strip
    told = next(one.state for one in home if one.government.code == "QC")
    said = {"home": told.removesuffix(COUNTED)}
    for name in ("tracker", "matrix"):
        rows = client.get(reverse(f"{name}-json", args=["talks"]), asked).json()["governments"]
        said[name] = next(row["state"] for row in rows if row["code"] == "QC")
    columns = page(client, **asked).context["page"].columns
    return {**said, "page": next(one.track for one in columns if one.government.code == "QC")}


def everywhere(word):
    return dict.fromkeys(("home", "tracker", "matrix", "page"), word)


@pytest.mark.parametrize("reached", [("J1", "J7", "J10"), ("J5",), ("J6",)])
def test_one_signature_of_two_is_signed_in_part_on_each_page(client, talks, reached):
    lay_agreement(talks, *reached)
    assert states(client) == everywhere("signed in part")


def test_both_signatures_are_signed_by_all_on_each_page(client, talks):
    _, blocks = lay_agreement(talks, "J1", "J7", "J10")
    builders.make_signature(block=blocks[1], source=talks["source"], effective_on=DAY + datetime.timedelta(1))
    assert states(client) == everywhere("signed by all")
    assert states(client, on=str(DAY)) == everywhere("signed in part")


def test_a_later_step_says_where_it_has_gone_since_on_each_page(client, talks):
    agreement, _ = lay_agreement(talks, "J6")
    builders.make_track_step(
        negotiation=talks["negotiation"], source=talks["source"], government_id="QC", state="J3",
        agreement=agreement, effective_on=DAY + datetime.timedelta(1), reason_en="It went back")
    assert states(client) == everywhere("countered")


def test_what_stood_before_is_settled_though_only_half_is_signed(client, talks):
    builders.make_position(**{**talks, "government": builders.make_government("QC")},
                           effective_on=DAY - datetime.timedelta(9))
    lay_agreement(talks, "J6", "J10")
    assert look(page(client), "T1-QC")[0] == ["●"]


def test_a_second_signature_is_no_unchanged_page(client, talks):
    _, blocks = lay_agreement(talks, "J6", "J10")
    address = reverse("matrix", args=["talks"])
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    builders.make_signature(block=blocks[1], source=talks["source"])
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_what_an_agreement_says_since_changes_nothing_known_before(talks):
    """Its kind is a label that may be edited: what was known then is read from its history."""
    agreement = builders.make_agreement(negotiation=talks["negotiation"], source=talks["source"],
                                        type="bilateral", recorded_at=RECORDED)
    with builders.behind_the_wall():
        models.Agreement.objects.filter(pk=agreement.pk).update(type="asymmetric")
    as_user(builders.make_member(talks["negotiation"]))
    then, today = AsOf(DAY, RECORDED.date()), AsOf(DAY)
    said = [frame(talks["negotiation"], clock)["agreement"][0].type for clock in (then, today)]
    assert said == ["bilateral", "asymmetric"]
