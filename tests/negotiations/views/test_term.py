"""The history of a term: versions, restatements folded, reactions, the gap."""

import datetime

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from negotiations import models
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def start(talks):
    return builders.make_term(negotiation=talks["negotiation"], code="T7", value_kind="date")


def table(talks, term, day, value, **changes):
    offer = builders.make_offer(**talks, state="tabled", effective_on=datetime.date.fromisoformat(day),
                                **changes)
    builders.make_offer_term(offer=offer, term=term, value=value, wording_en=f"begin on {value}")
    return offer


def talk_it_through(talks, term):
    front = builders.make_front(**talks)
    table(talks, term, "2013-03-21", "2014-04-01")
    table(talks, term, "2013-12-24", "2014-04-01")
    table(talks, term, "2014-02-04", "2014-10-01", author_front=front)
    table(talks, term, "2014-02-21", "2014-07-01")
    table(talks, term, "2014-02-28", "2014-07-01", kind="outcome", form="agreement", author_front=front,
          author_government=builders.make_government("CA"))


def page(client, code="t7", **dates):
    return client.get(reverse("term", args=["talks", code]), dates).context["page"]


def plain(text):
    return " ".join(text.replace("\xa0", " ").split())


def test_three_versions_are_told_and_what_repeats_them_is_folded(client, talks, start):
    talk_it_through(talks, start)
    found = page(client)
    assert [(plain(one.value), len(one.restated), plain(one.gap), one.closed) for one in found.versions] == [
        ("1 April 2014", 1, "", ""), ("1 October 2014", 0, "183 days", ""),
        ("1 July 2014", 1, "92 days", "closed 49.7%")]
    assert found.standing.status.code == "provisionally_agreed"
    assert plain(found.standing.dated) == "(28 February 2014)"


def test_gap_is_followed_to_its_end(client, talks, start):
    talk_it_through(talks, start)
    assert [(plain(one.gap), one.closed) for one in page(client).trail] == [
        ("183 days", ""), ("92 days", "closed 49.7%"), ("0 days", "closed 100%")]


def test_who_moved_to_a_version_is_told_with_the_distance(client, talks, start):
    talk_it_through(talks, start)
    found = page(client)
    assert [[(one.who, one.government, plain(one.change)) for one in version.moves]
            for version in found.versions] == [
        [], [], [("Canada", "CA", "+91 days"), ("Front", "", "−92 days")]]
    assert [one.countered.number if one.countered else None for one in found.versions] == [2, 3, None]


def test_what_a_side_changes_is_told_from_old_to_new(client, talks, start):
    talk_it_through(talks, start)
    told = [[tuple(map(plain, (one.old, one.new, one.change))) for one in version.differences]
            for version in page(client).versions]
    assert told == [[], [], [("1 April 2014", "1 July 2014", "+91 days")]]


def test_history_is_read_as_of_a_day(client, talks, start):
    talk_it_through(talks, start)
    found = page(client, on="2014-02-10")
    assert len(found.versions) == 2
    assert found.standing.status.code == "bracketed"
    assert page(client, on="2013-04-01").standing.status.code == "open"


def test_two_sides_make_a_chart_and_one_does_not(client, talks, start):
    talk_it_through(talks, start)
    found = page(client)
    assert [one.side for one in found.chart.dots] == ["federal", "federal", "other", "federal", "both"]
    assert found.chart.federal.split()[-1] == found.chart.other.split()[-1]
    assert page(client, on="2014-01-01").chart is None


def columns(found):
    return [(one.code, "".join(f"<{piece.act}>{piece.words}" for piece in text))
            for one, text in zip(found.columns, found.lines[0].texts, strict=True)]


def test_wording_stands_in_four_columns_held_against_the_base(client, talks, start):
    talk_it_through(talks, start)
    open_yet, agreed = page(client, on="2014-02-10").wording, page(client).wording
    assert columns(open_yet) == [
        ("base", "<kept>begin on 2014-04-01"), ("federal", "<kept>begin on 2014-04-01"),
        ("other", "<kept>begin on<taken_out>2014-04-01<put_in>2014-10-01"), ("agreed", "")]
    assert open_yet.bracketed is True
    assert columns(agreed)[3] == ("agreed", "<kept>begin on<taken_out>2014-04-01<put_in>2014-07-01")
    assert agreed.bracketed is False


def test_both_languages_of_a_wording_stand_side_by_side(client, talks, start):
    offer = builders.make_offer(**talks, state="tabled")
    builders.make_offer_term(offer=offer, term=start, value="2014-04-01", wording_en="on 1 April",
                             wording_fr="le 1er avril")
    assert [one.language for one in page(client).wording.lines] == ["en", "fr"]
    french = client.get(reverse("term", args=["talks", "t7"]).replace("/en/", "/fr/"))
    assert [one.language for one in french.context["page"].wording.lines] == ["fr", "en"]


def test_reactions_are_those_taken_while_the_version_stood(client, talks, start):
    talk_it_through(talks, start)
    for code in ("NS", "ON"):
        builders.make_position(**talks, term=start, stance="concerned",
                               effective_on=datetime.date(2014, 2, 10),
                               government=builders.make_government(code))
    told = [[(str(one.stance.word), plain(one.when), [row.government_id for row in one.rows])
             for one in version.reactions] for version in page(client).versions]
    assert told == [[], [("concerned", "10 February 2014", ["ON", "NS"])], []]


def test_a_position_on_the_package_of_an_offer_is_a_reaction_to_its_terms(client, talks, start):
    offer = table(talks, start, "2014-02-21", "2014-07-01")
    silent = builders.make_offer(**talks, state="tabled", effective_on=offer.effective_on)
    for code, answered in (("ON", offer), ("NS", silent)):
        builders.make_position(**talks, stance="accept", offer=answered,
                               effective_on=datetime.date(2014, 2, 28),
                               government=builders.make_government(code))
    assert [[row.government_id for row in one.rows] for one in page(client).versions[0].reactions] == [["ON"]]


def test_address_of_a_term_takes_either_case(client, talks, start):
    assert client.get(reverse("term", args=["talks", "T7"])).status_code == 200
    assert client.get(reverse("term", args=["talks", "t7"])).status_code == 200
    assert client.get(reverse("term", args=["talks", "t8"])).status_code == 404


def test_a_term_without_a_version_says_so(client, talks, start):
    answer = client.get(reverse("term", args=["talks", "t7"]))
    assert "No offer had said anything on this term by then." in answer.content.decode()


@pytest.mark.parametrize("rows", [1, 6])
@pytest.mark.parametrize(("name", "queries"), [
    ("term", 11), ("term-json", 11), ("term-list", 9), ("term-list-json", 9)])
def test_page_takes_the_same_queries_for_one_row_and_for_many(
        client, talks, start, name, queries, rows, django_assert_num_queries):
    for number in range(rows):
        table(talks, start, f"2014-01-0{number + 1}", f"2014-04-0{number + 1}")
        builders.make_position(**talks, term=start, effective_on=datetime.date(2014, 1, 1))
        other = builders.make_term(negotiation=talks["negotiation"])
        builders.lay(models.TermDependency, negotiation=talks["negotiation"], term=start, subject_to=other)
        builders.make_track_step(**talks, effective_on=datetime.date(2014, 1, number + 1))
    address = reverse(name, args=["talks", "t7"] if name in ("term", "term-json") else ["talks"])
    with django_assert_num_queries(queries):
        assert client.get(address).status_code == 200


def test_a_term_is_shown_with_what_it_is_subject_to(client, talks, start):
    other = builders.make_term(negotiation=talks["negotiation"], code="T1", number=1, name_en="Money")
    builders.lay(models.TermDependency, negotiation=talks["negotiation"], term=start, subject_to=other)
    assert [(row.name, line.status.code) for row, line in page(client).subject_to] == [("Money", "open")]
    assert "Subject to: Money" in plain(strip_tags(
        client.get(reverse("term-list", args=["talks"])).content.decode()))


def test_list_gives_each_term_its_status_and_who_is_missing(client, talks, start):
    talk_it_through(talks, start)
    lines = client.get(reverse("term-list", args=["talks"])).context["page"].lines
    assert [(one.term.code, one.standing.status.code, one.standing.missing_short) for one in lines] == [
        ("T7", "provisionally_agreed", "13 governments")]


def test_single_package_keeps_an_agreed_term_from_closing(client):
    builders.make_governments()
    negotiation = builders.make_negotiation(slug="talks", single_package=True)
    client.force_login(builders.make_member(negotiation))
    talks = {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}
    term = builders.make_term(negotiation=negotiation, code="T7", value_kind="date")
    talk_it_through(talks, term)
    for code in builders.GOVERNMENTS:
        if code not in ("CA", "NU"):
            for state, month in (("J6", 2), ("J10", 3)):
                builders.make_track_step(**talks, government_id=code, state=state,
                                         effective_on=datetime.date(2014, month, 28))
    found = page(client).standing
    assert (found.status.code, found.missing_short) == ("subject_to_package", "NU")
    builders.make_track_step(**talks, government_id="NU", state="J20", effective_on=datetime.date(2014, 4, 1))
    found = page(client).standing
    assert (found.status.code, found.missing_short) == ("closed", "")
    assert plain(found.dated) == "(agreed 28 February 2014)"


JSON_NAMES = [("term-json", ["talks", "t7"]), ("term-list-json", ["talks"])]


def test_json_gives_the_value_of_the_page(client, talks, start):
    talk_it_through(talks, start)
    told = client.get(reverse("term-json", args=["talks", "t7"]), {"on": "2014-02-28"}).json()
    found = page(client, on="2014-02-28")
    assert (told["negotiation"], told["on"], told["known"], told["clearance"]) == (
        "talks", "2014-02-28", None, "In confidence")
    assert told["status"]["code"] == "provisionally_agreed"
    assert told["status"]["word"] == "provisionally agreed"
    assert told["status"]["agreed_on"] == "2014-02-28"
    assert [row["code"] for row in told["status"]["missing"]] == [
        row.code for row in found.standing.missing]
    assert [(one["value"], one["words"], one["closed"]) for one in told["versions"]] == [
        (one.said, one.value, one.closed or None) for one in found.versions]
    assert [one["closed"] for one in told["gap"]] == [None, None, "0", "91/183", "1"]


def test_json_of_the_list_gives_each_term_its_status(client, talks, start):
    talk_it_through(talks, start)
    told = client.get(reverse("term-list-json", args=["talks"]), {"on": "2014-02-10"}).json()
    assert [(one["code"], one["status"]["code"], one["status"]["behind"]) for one in told["terms"]] == [
        ("T7", "bracketed", 1)]


def test_a_term_recorded_later_was_not_there_yet(client, talks, start):
    builders.make_event(**talks, effective_on=datetime.date(2013, 3, 21),
                        recorded_at=datetime.datetime(2013, 3, 21, tzinfo=datetime.UTC))
    for name in ("term", "term-json"):
        assert client.get(reverse(name, args=["talks", "t7"]), {"known": "2014-01-01"}).status_code == 404
    assert client.get(reverse("term-list", args=["talks"]),
                      {"known": "2014-01-01"}).context["page"].lines == ()


def test_level_is_of_what_is_shown_and_no_higher(client):
    builders.make_governments()
    negotiation = builders.make_negotiation(slug="talks")
    client.force_login(builders.make_member(negotiation, clearance=4))
    terms = [builders.make_term(negotiation=negotiation, code=code, sensitivity=1) for code in ("T1", "T2")]
    source = builders.make_source(negotiation=negotiation, sensitivity=1)
    for level, term in zip((1, 4), terms, strict=True):
        offer = builders.make_offer(negotiation=negotiation, source=source, state="tabled", sensitivity=level)
        builders.make_offer_term(offer=offer, term=term, sensitivity=level)
    assert [page(client, code).level for code in ("t1", "t2")] == [1, 4]
    assert client.get(reverse("term-list", args=["talks"])).context["page"].level == 4
    assert client.get(reverse("term-json", args=["talks", "t1"])).json()["level"] == 1


@pytest.mark.parametrize("name", ["term", "term-json"])
def test_foreign_and_missing_answer_alike(client, talks, start, name):
    foreign = builders.make_negotiation(slug="foreign")
    builders.make_term(negotiation=foreign, code="T7")
    answers = {(client.get(reverse(name, args=[slug, code])).status_code)
               for slug, code in (("foreign", "t7"), ("missing", "t7"), ("talks", "t9"))}
    assert answers == {404}


def test_movers_lead_to_their_profiles_at_the_same_dates(client, talks, start):
    talk_it_through(talks, start)
    body = client.get(reverse("term", args=["talks", "t7"]), {"on": "2014-02-28"}).content.decode()
    assert '<a href="/en/negotiations/talks/jurisdictions/ca/?on=2014-02-28">Canada</a> +91' in body
