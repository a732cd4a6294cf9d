"""What the reader of the matrix may choose, and who has answered: nothing that is hidden misleads."""

import datetime
import re

import pytest
from django.urls import reverse

from negotiations.reports import matrix_answers
from negotiations.standing.clock import AsOf
from tests import builders
from tests.negotiations.matrices import AFTER, lay_offers, look, make_talks, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def talks(client):
    return make_talks(client)


def foot(answer):
    """What the foot says of the answer of each government, in the order of the columns."""
    found = re.search(r'<tr class="total answers">(.*?)</tr>', answer.content.decode(), re.S)
    cells = re.findall("<td.*?</td>", found.group(1))
    return [" ".join(re.sub("<[^>]+>", " ", one).split()) for one in cells]


def test_foot_says_who_has_answered_the_offer_and_who_is_waited_for(client, talks):
    first, _ = lay_offers(talks, "300000000", "0")
    builders.make_position(**talks, offer=first)
    builders.make_position(**{**talks, "term": None, "government": builders.make_government("QC")},
                           effective_on=AFTER)
    answer = page(client, on="2014-01-15")
    assert foot(answer)[:4] == ["", "⟲ answer outdated 20 days", "↩ answered 2014-01-15", "… silent 20 days"]
    assert answer.context["page"].answers[0].words == (
        "O2: 1 answered, 1 with an outdated answer (ON),"
        " 11 silent (NS, NB, MB, BC, PE, SK, AB, NL, NT, YT, NU), waited for 20\xa0days")


def test_the_date_a_reply_is_due_is_told_before_on_and_after_it(client, talks):
    builders.make_offer(negotiation=talks["negotiation"], source=talks["source"], state="tabled",
                        title_en="O1", response_due=datetime.date(2013, 11, 20))
    told = [page(client, on=day).context["page"].answers[0].words for day in (
        "2013-11-18", "2013-11-20", "2013-11-21")]
    assert told == [
        "O1: 13 silent, waited for 10\xa0days; reply due 2013-11-20, in 2\xa0days",
        "O1: 13 silent, waited for 12\xa0days; reply due 2013-11-20, today",
        "O1: 13 silent, waited for 13\xa0days; reply was due 2013-11-20, 1\xa0day ago"]


def test_json_counts_the_answers_and_tells_each(client, talks):
    lay_offers(talks, "300000000")
    builders.make_position(**talks)
    told = client.get(reverse("matrix-json", args=["talks"]), {"on": "2013-11-08"}).json()
    answers = {one["code"]: one["answer"] for one in told["governments"]}
    assert (told["answers"][0]["answered"], told["answers"][0]["silent"], answers["CA"]) == (1, 12, None)
    assert answers["ON"] == {"offer": "O1", "status": "answered", "words": "answered 2013-11-08",
                             "day": "2013-11-08", "waiting_days": None}


def test_an_offer_counts_from_when_it_was_known(client, talks):
    lay_offers(talks, "300000000")
    assert page(client, on="2013-11-08", known="2013-11-08").context["page"].answers == ()


def test_firm_only_never_brings_back_a_firm_line_that_was_replaced(client, talks):
    builders.make_position(**talks)
    builders.make_position(**talks, stance="open", firmness="flexible", effective_on=AFTER)
    answer = page(client, on="2014-01-15", firm="1")
    assert look(answer, "T1-ON") == (["◌"], "not firm, left out")
    assert answer.context["page"].lines[0].counts.words == "1 not firm; 12 not stated"
    assert "1 cell is left out because its position is not firm." in answer.content.decode()
    assert " · firm positions only</caption>" in answer.content.decode()
    assert look(page(client, on="2013-11-08", firm="1"), "T1-ON")[0] == ["✖?F", "E1"]


def test_a_cell_that_is_left_out_opens_whole(client, talks):
    builders.make_position(**talks, stance="open", firmness="flexible")
    assert "FLEXIBLE" in page(client, firm="1", cell="T1-ON").content.decode()


def test_json_of_firm_only_keeps_back_what_is_not_firm(client, talks):
    builders.make_position(**talks, stance="open", firmness="flexible")
    told = client.get(reverse("matrix-json", args=["talks"]), {"firm": "1"}).json()
    cell = next(one for one in told["terms"][0]["cells"] if one["cell"] == "T1-ON")
    assert (cell["left_out"], "stance" in cell) == ("not_firm", False)
    assert (told["chosen"], told["left_out"]["not_firm"]) == (["firm positions only"], 1)


def test_a_choice_of_evidence_says_where_another_line_stands_in(client, talks):
    front = builders.make_front(negotiation=talks["negotiation"])
    builders.make_position(**talks, origin="collective", front=front)
    builders.make_position(**talks, stance="accept", grade="E3")
    answer = page(client, grade="E1")
    assert look(answer, "T1-ON")[0] == ["(✖?)", "E1", "‡"]
    assert look(answer, "T1-ON")[1].endswith("not the line that counts: the filter leaves that out")
    assert "1 cell shows another line than the one that counts" in answer.content.decode()


def test_own_only_says_where_a_line_of_a_front_is_left_out(client, talks):
    front = builders.make_front(negotiation=talks["negotiation"])
    builders.make_position(**talks, origin="collective", front=front)
    answer = page(client, own="1")
    assert look(answer, "T1-ON") == (["◌"], "a position is on record; the filter leaves it out")
    assert answer.context["page"].lines[0].counts.words == "1 filtered out; 12 not stated"


def test_rows_above_the_level_asked_for_leave_no_trace(client, talks):
    builders.make_position(**talks, sensitivity=3, stance="accept")
    builders.make_event(negotiation=talks["negotiation"], source=talks["source"], sensitivity=3)
    answer = page(client, level="2")
    assert look(answer, "T1-ON") == (["·"], "not stated")
    found = answer.context["page"]
    assert (found.filtered, found.ticks, found.level) == (0, (), 2)


def test_filters_keep_within_eight_queries(client, talks, django_assert_num_queries):
    builders.make_position(**talks)
    with django_assert_num_queries(8):
        page(client, own="1", firm="1", grade="E3", level="2", pin="ON")


def heads(answer):
    found = re.search("<thead>.*?</thead>", answer.content.decode(), re.S).group()
    return re.findall(r'<abbr title="[^"]+">([^<]+)</abbr></a>', found)


def test_the_pinned_column_stands_beside_the_terms_and_the_others_in_protocol_order(client, talks):
    builders.make_position(**talks)
    answer = page(client, pin="on")
    assert heads(answer)[:4] == ["ON", "Canada", "QC", "NS"]
    cells = re.findall(r'<td class="([^"]+)"><a id="T1-(\w\w)"', answer.content.decode())
    assert cells[:2] == [("stance-red pinned", "ON"), ("stance-grey", "CA")]
    assert 'href="?pin=on&amp;cell=T1-ON#pane"' in answer.content.decode()


def test_the_home_government_is_pinned_unless_the_address_says_otherwise(client, talks):
    assert page(client).context["asked"].pin == "CA"
    answer = page(client, pin="none")
    assert (answer.context["asked"].pin, heads(answer)[0]) == ("", "Canada")


def test_json_keeps_protocol_order_and_names_the_pin(client, talks):
    told = client.get(reverse("matrix-json", args=["talks"]), {"pin": "ON"}).json()
    assert ([one["code"] for one in told["governments"]][:2], told["pin"]) == (["CA", "ON"], "ON")


@pytest.mark.parametrize(("asked", "fault"), [
    ({"pin": "XX"}, "“XX” is not the code of a government: no column is kept in view."),
    ({"level": "9"}, "“level=9” in the address cannot be read and is left aside; valid: 1, 2, 3, 4."),
    ({"grade": "Z"}, "“grade=Z” in the address cannot be read and is left aside; valid: E1, E2, E3, E4, E5."),
    ({"firm": "yes"}, "“firm=yes” in the address cannot be read and is left aside; valid: 1, 0."),
    ({"own": "<b>"}, "“own=&lt;b&gt;” in the address cannot be read and is left aside; valid: 1, 0.")])
def test_a_choice_that_cannot_be_read_is_said_and_left_aside(client, talks, asked, fault):
    builders.make_position(**talks)
    answer = page(client, **asked)
    assert (answer.status_code, look(answer, "T1-ON")[0]) == (200, ["✖?F", "E1"])
    assert fault in answer.content.decode()
    assert len(client.get(reverse("matrix-json", args=["talks"]), asked).json()["faults"]) == 1


def test_what_the_page_says_without_the_matrix_is_the_same(client, talks, django_assert_num_queries):
    lay_offers(talks, "300000000")
    builders.make_position(**talks)
    said = page(client, on="2013-11-08").context["page"].answers
    with django_assert_num_queries(2):
        assert matrix_answers.load(talks["negotiation"], AsOf(builders.DAY)) == said


def test_answers_speak_french(client, talks):
    builders.make_offer(negotiation=talks["negotiation"], source=talks["source"], state="tabled",
                        title_fr="O1", response_due=builders.DAY)
    builders.make_position(**talks)
    answer = client.get("/fr/negotiations/talks/matrix/?on=2013-11-09")
    told = answer.context["page"].answers[0].words
    assert told.startswith("O1\xa0: 1 a répondu, 12 sans réponse (Qc, N.-É., N.-B., Man., C.-B., ")
    assert told.endswith("en attente depuis 1\xa0jour\xa0; réponse attendue le 2013-11-08, il y a 1\xa0jour")
