"""The position matrix through the client: queries, dates, filters, the opened cell, JSON, 304."""

import datetime
import re

import pytest
from django.urls import reverse

from negotiations.models import PositionStatement
from tests import builders
from tests.negotiations.matrices import AFTER, cell, lay_offers, look, make_talks, page
from tests.negotiations.meetings import make_meeting

pytestmark = pytest.mark.django_db


@pytest.fixture
def talks(client):
    return make_talks(client)


@pytest.mark.parametrize("rows", [1, 6])
@pytest.mark.parametrize(("name", "queries"), [("matrix", 8), ("matrix-json", 8)])
def test_matrix_takes_the_same_queries_for_one_row_and_for_many(
        client, name, queries, rows, django_assert_num_queries):
    client.force_login(builders.make_member(make_meeting(rows).negotiation))
    with django_assert_num_queries(queries):
        assert client.get(reverse(name, args=["talks"])).status_code == 200


def test_pane_takes_the_same_queries_for_one_statement_and_for_many(client, talks, django_assert_num_queries):
    event = builders.make_event(negotiation=talks["negotiation"], source=talks["source"])
    counted = []
    for _ in range(3):
        position = builders.make_position(**talks, event=event)
        said = builders.make_statement(negotiation=talks["negotiation"], event=event, state="in_review",
                                       source=talks["source"])
        builders.lay(PositionStatement, negotiation=talks["negotiation"], position=position, statement=said)
        with django_assert_num_queries(15):
            assert page(client, cell="T1-ON").status_code == 200
        counted.append(position)
    assert len(page(client, cell="T1-ON").context["pane"].entries) == 3


def test_matrix_is_missing_for_who_is_no_member(client, talks):
    client.force_login(builders.make_member(builders.make_negotiation()))
    assert page(client).status_code == 404


def test_cell_without_a_row_is_not_stated(client, talks):
    assert look(page(client), "T1-QC") == (["·"], "not stated")


def test_own_position_shows_how_firm_it_is(client, talks):
    builders.make_position(**talks, grade="E2")
    assert look(page(client), "T1-ON") == (
        ["✖?F", "E2"], "opposed as drafted, firm, stated publicly")


def test_line_of_a_front_stands_in_brackets_and_a_package_in_square_ones(client, talks):
    front = builders.make_front(negotiation=talks["negotiation"])
    builders.make_position(**talks, origin="collective", front=front)
    builders.make_position(**{**talks, "term": None, "government": builders.make_government("QC")})
    answer = page(client)
    assert [look(answer, code)[0] for code in ("T1-ON", "T1-QC")] == [["(✖?)", "E1"], ["[✖?]", "E1"]]
    assert 'class="stance-red hollow"' in answer.content.decode()


def test_rows_are_counted_by_whose_line_it_is_and_canada_apart(client, talks):
    front = builders.make_front(negotiation=talks["negotiation"])
    for code in ("CA", "ON"):
        builders.make_position(**talks, government=builders.make_government(code))
    builders.make_position(
        **talks, government=builders.make_government("QC"), origin="collective", front=front)
    assert page(client).context["page"].lines[0].counts.words == "2 red (1 own, 1 collective); 11 not stated"


def test_arrow_shows_a_move_between_stances_that_have_an_order(client, talks):
    builders.make_position(**talks)
    builders.make_position(**talks, stance="accept", effective_on=AFTER)
    answer = page(client, on="2014-01-15", since="2013-11-08")
    assert cell(answer, "T1-ON").arrow == "▲"
    assert cell(page(client, on="2014-01-15", since="2013-11-07"), "T1-ON").arrow == "≠"


def test_later_weaker_evidence_is_a_signal_beside_the_stance(client, talks):
    builders.make_position(**talks)
    builders.make_position(**talks, stance="accept", grade="E4", effective_on=AFTER)
    seen, heard = look(page(client), "T1-ON")
    assert seen == ["✖?F", "E1", "↗"]
    assert "signal since: accepts" in heard


@pytest.mark.parametrize(("value", "outdated"), [("0", "O2"), ("300000000", "")])
def test_answer_is_outdated_when_a_later_offer_changed_the_value(client, talks, value, outdated):
    first, _ = lay_offers(talks, "300000000", value)
    builders.make_position(**talks, offer=first)
    answer = page(client, on="2014-01-15")
    assert cell(answer, "T1-ON").outdated == outdated
    assert cell(page(client, on="2013-12-01"), "T1-ON").outdated == ""
    assert answer.context["page"].lines[0].counts.of("outdated") == bool(outdated)


def test_earlier_position_is_settled_by_the_agreement_in_principle(client, talks):
    builders.make_position(**talks)
    step = builders.make_track_step(negotiation=talks["negotiation"], source=talks["source"], state="J6",
                                    effective_on=AFTER)
    assert look(page(client), "T1-ON")[0] == ["●"]
    assert "settled in principle; before that: opposed as drafted" in look(page(client), "T1-ON")[1]
    assert "opposed as drafted" in page(client, cell="T1-ON").content.decode()
    builders.make_track_step(negotiation=talks["negotiation"], source=talks["source"], state="J3",
                             effective_on=AFTER + datetime.timedelta(1), reason_en=f"Out of {step}")
    assert look(page(client), "T1-ON")[0] == ["✖?F", "E1"]


def test_filters_are_kept_by_the_links(client, talks):
    builders.make_position(**talks, grade="E4", reasoning="")
    words = page(client, grade="E3", own="1").content.decode()
    assert 'href="?grade=E3&amp;own=1&amp;cell=T1-ON#pane"' in words
    assert look(page(client, grade="E3"), "T1-ON")[0] == ["◌"]


@pytest.mark.parametrize("asked", [
    {"on": "2013-02-31"}, {"on": "0000-01-01"}, {"on": "soon"}, {"known": "1066-10-14"},
    {"since": "31-12-2013"}, {"on": "2013-11-08", "since": "2013-11-08"}])
def test_a_bad_date_is_refused_in_words(client, talks, asked):
    answer = page(client, **asked)
    assert answer.status_code == 400
    assert re.search(r'id="as-of-(on-|known-)?error"', answer.content.decode())
    assert client.get(reverse("matrix-json", args=["talks"]), asked).json()["fault"]


@pytest.mark.parametrize("code", ["T1-XX", "T9-ON", "<script>"])
def test_a_cell_that_is_not_there_is_missing(client, talks, code):
    assert page(client, cell=code).status_code == 404


def test_what_comes_from_the_record_is_escaped(client, talks):
    negotiation = talks["negotiation"]
    term = builders.make_term(negotiation=negotiation, code="T2", number=2, name_en="<b>x</b>\"'&")
    builders.make_position(**{**talks, "term": term})
    words = page(client).content.decode()
    assert "<b>x</b>" not in words
    assert "&lt;b&gt;x&lt;/b&gt;&quot;&#x27;&amp;" in words


def test_a_past_known_day_answers_the_same_after_later_recordings(client, talks):
    address = reverse("matrix-json", args=["talks"]) + "?on=2014-01-15&known=2014-01-20"
    before = client.get(address).content
    builders.make_position(**talks)
    builders.make_track_step(negotiation=talks["negotiation"], source=talks["source"], state="J6")
    assert client.get(address).content == before


def test_json_holds_what_the_page_shows(client, talks):
    builders.make_position(**talks)
    told = client.get(reverse("matrix-json", args=["talks"]), {"on": "2013-11-08"}).json()
    shown = {one["cell"]: one["symbol"] for one in told["terms"][0]["cells"]}
    assert (told["on"], told["clearance"], shown["T1-ON"], shown["T1-QC"]) == (
        "2013-11-08", "In confidence", "✖?F", "·")


def test_matrix_speaks_french(client, talks):
    builders.make_position(**talks)
    answer = client.get("/fr/negotiations/talks/matrix/")
    assert '<html lang="fr">' in answer.content.decode()
    assert "Ont." in answer.content.decode()


def home(client, **asked):
    return client.get(reverse("negotiation-home", args=["talks"]), asked)


def test_home_says_what_changed_since_the_last_meeting(client, talks):
    meeting = builders.make_event(negotiation=talks["negotiation"], source=talks["source"])
    builders.make_position(**talks, event=meeting)
    builders.make_position(**talks, stance="accept", effective_on=AFTER, summary_en="Pleased.")
    moved = home(client, on="2014-01-15").context["moved"]
    assert [(line.who, line.words, line.arrow) for line in moved.changes] == [
        ("ON", "opposed as drafted → accepts, firm – Pleased.", "▲")]
    assert moved.day == builders.DAY


def test_home_without_an_earlier_meeting_compares_with_nothing(client, talks):
    assert "There is no earlier meeting to compare with." in home(client).content.decode()


@pytest.mark.parametrize("rows", [1, 6])
def test_home_takes_the_same_queries_however_much_changed(client, rows, django_assert_num_queries):
    event = make_meeting(rows)
    builders.make_event(negotiation=event.negotiation, source=event.source, slug="before",
                        effective_on=datetime.date(2013, 7, 26))
    client.force_login(builders.make_member(event.negotiation))
    with django_assert_num_queries(29):
        answer = home(client, on="2013-11-08")
    assert len(answer.context["moved"].changes) > rows
