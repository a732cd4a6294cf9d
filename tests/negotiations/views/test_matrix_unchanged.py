"""The tag of the matrix: whatever the page shows changes it, nothing that is hidden does, and it is cheap."""

import pytest
from django.urls import reverse

from negotiations import models
from negotiations.reports import matrix_tag
from tests import builders
from tests.conftest import as_user
from tests.negotiations.matrices import AFTER, lay_offers, make_talks, page
from tests.negotiations.plans import plan_of, walked

pytestmark = pytest.mark.django_db
ADDRESS = "?on=2014-01-15"


@pytest.fixture
def talks(client):
    return make_talks(client)


def tag(client, address=ADDRESS, name="matrix"):
    return client.get(reverse(name, args=["talks"]) + address).headers["ETag"]


def status(client, known):
    address = reverse("matrix", args=["talks"]) + ADDRESS
    return client.get(address, headers={"If-None-Match": known}).status_code


def renamed(row, **changes):
    with builders.behind_the_wall():
        changed = type(row).objects.get(pk=row.pk)
        for name, value in changes.items():
            setattr(changed, name, value)
        changed.save()


def of(talks):
    return {name: talks[name] for name in ("negotiation", "source")}


CHANGES = {
    "a position": lambda talks, row: builders.make_position(**talks),
    "a line of a front": lambda talks, row: builders.make_position(
        **talks, origin="collective", front=builders.make_front(**of(talks))),
    "a condition": lambda talks, row: builders.make_condition(position=row, source=talks["source"]),
    "an approval": lambda talks, row: builders.lay(
        models.Approval, negotiation=talks["negotiation"], position=row, verdict="approved"),
    "an event": lambda talks, row: builders.make_event(**of(talks)),
    "an offer": lambda talks, row: builders.make_offer(**of(talks), state="tabled"),
    "a term": lambda talks, row: builders.make_term(negotiation=talks["negotiation"], code="T2", number=2),
    "a term's name": lambda talks, row: renamed(talks["term"], name_en="Another name"),
    "a government's name": lambda talks, row: renamed(builders.make_government("ON"), short_en="Ont"),
    "the negotiation's title": lambda talks, row: renamed(talks["negotiation"], title_en="Other talks"),
    "a track step": lambda talks, row: builders.make_track_step(**of(talks)),
    "a footnote": lambda talks, row: builders.make_front_member(
        front=builders.make_front(**of(talks)), source=talks["source"], footnote_en="Out",
        footnote_fr="Sort"),
    "a row that rises out of sight": lambda talks, row: renamed(row, sensitivity=4),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_the_page_shows_changes_the_tag(client, talks, name):
    row = builders.make_position(**talks)
    builders.make_position(**talks)
    known = tag(client)
    assert status(client, known) == 304
    CHANGES[name](talks, row)
    assert status(client, known) == 200
    assert tag(client) != known


def test_a_contest_changes_the_tag(client, talks):
    step = builders.make_track_step(**of(talks), state="J6")
    known = tag(client)
    builders.lay(models.Contest, **of(talks), step=step, state="J5", grade="E1",
                 effective_on=AFTER)
    assert status(client, known) == 200


def test_a_footnote_that_is_rewritten_changes_the_tag(client, talks):
    member = builders.make_front_member(front=builders.make_front(**of(talks)), source=talks["source"])
    known = tag(client)
    renamed(member, footnote_en="Opts out", footnote_fr="Se retire")
    assert status(client, known) == 200


def test_what_the_reader_may_read_or_write_changes_the_tag(client, talks):
    reader = builders.make_member(talks["negotiation"], role="viewer", clearance=2)
    client.force_login(reader)
    known = tag(client)
    builders.make_membership(talks["negotiation"], reader, role="viewer", clearance=3)
    raised = tag(client)
    builders.make_membership(talks["negotiation"], reader, role="analyst", clearance=3)
    assert len({known, raised, tag(client)}) == 3


HIDDEN = {
    "a position": lambda talks, row: builders.make_position(**talks, sensitivity=4),
    "an event": lambda talks, row: builders.make_event(**of(talks), sensitivity=4),
    "an offer": lambda talks, row: builders.make_offer(**of(talks), state="tabled", sensitivity=4),
    "a term of an offer": lambda talks, row: builders.make_offer_term(
        offer=row["draft"], term=talks["term"], sensitivity=4),
    "a condition": lambda talks, row: builders.make_condition(
        position=row["position"], source=talks["source"], sensitivity=4),
    "a track step": lambda talks, row: builders.make_track_step(**of(talks), sensitivity=4),
    "what is hidden already, rising": lambda talks, row: renamed(row["hidden"], sensitivity=4),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_hidden_from_the_reader_leaves_the_tag(client, talks, name):
    rows = {"position": builders.make_position(**talks),
            "hidden": builders.make_position(**talks, sensitivity=3),
            "draft": builders.make_offer(**of(talks), state="draft")}
    client.force_login(builders.make_member(talks["negotiation"], role="viewer", clearance=2))
    known = tag(client)
    HIDDEN[name](talks, rows)
    assert (tag(client), status(client, known)) == (known, 304)


def test_another_negotiation_leaves_the_tag(client, talks):
    known = tag(client)
    builders.make_position()
    assert tag(client) == known


@pytest.mark.parametrize("other", [
    "?on=2014-01-16", "?on=2014-01-15&firm=1", "?on=2014-01-15&pin=ON", "?on=2014-01-15&known=2014-01-15"])
def test_each_address_has_its_own_tag(client, talks, other):
    builders.make_position(**talks)
    assert tag(client, other) != tag(client)


def test_each_reader_and_each_language_has_its_own_tag(client, talks):
    first = tag(client)
    french = client.get("/fr/negotiations/talks/matrix/" + ADDRESS).headers["ETag"]
    client.force_login(builders.make_member(talks["negotiation"]))
    assert len({first, french, tag(client), tag(client, name="matrix-json")}) == 4


@pytest.mark.parametrize("asked", [{"cell": "T1-ON"}, {"own": "1"}, {"grade": "E2"}])
def test_an_opened_cell_and_a_chosen_evidence_are_always_read_anew(client, talks, asked):
    builders.make_position(**talks)
    assert "ETag" not in page(client, **asked).headers


@pytest.mark.parametrize("rows", [1, 12])
def test_an_unchanged_page_takes_five_queries(client, talks, rows, django_assert_num_queries):
    lay_offers(talks, "300000000")
    for _ in range(rows):
        builders.make_position(**talks)
    known = tag(client)
    with django_assert_num_queries(5):
        assert status(client, known) == 304


def test_each_table_is_read_once_and_no_cell_is_looked_up(client, talks):
    for _ in range(40):
        builders.make_position(**talks)
    as_user(builders.make_member(talks["negotiation"]))
    plan = plan_of(matrix_tag.STATEMENT, negotiation=talks["negotiation"].pk, most=matrix_tag.MOST)
    nodes = list(walked(plan))
    read = [node for node in nodes if node.get("Relation Name", "").startswith("negotiations_")
            and node["Relation Name"] != "negotiations_membership"]
    assert [node["Actual Loops"] for node in read] == [1] * len(read)
    assert sorted(node["Relation Name"] for node in read) == sorted(
        model._meta.db_table for model in (models.Negotiation, *matrix_tag.EDITED, *matrix_tag.ADDED))


def test_a_history_too_long_to_add_up_is_read_anew(client, talks, monkeypatch):
    address = reverse("matrix", args=["talks"]) + ADDRESS
    rows = models.Position.objects.of(talks["negotiation"]).count()
    monkeypatch.setattr(matrix_tag, "MOST", rows)
    assert client.get(address).headers["ETag"]
    monkeypatch.setattr(matrix_tag, "MOST", rows - 1)
    answer = client.get(address, headers={"If-None-Match": "*"})
    assert (answer.status_code, "ETag" in answer.headers) == (200, False)
