"""The search page, its file and its box, through the client."""

import datetime

import pytest
from django.urls import reverse

from negotiations import models
from tests import builders
from tests.negotiations.meetings import make_meeting

pytestmark = pytest.mark.django_db


@pytest.fixture
def talks():
    """A meeting in the negotiation *talks* with its 14 governments."""
    return make_meeting(0)


@pytest.fixture
def ask(client, talks):
    client.force_login(builders.make_member(talks.negotiation))

    def get(tongue="en", **asked):
        return client.get(f"/{tongue}/negotiations/talks/search/", asked)
    return get


def say(event, text, **changes):
    return builders.make_statement(event=event, source=event.source, text=text, state="approved", **changes)


def words(answer) -> str:
    return " ".join(answer.content.decode().split())


def texts(answer) -> list[str]:
    return [line.said.text for line in answer.context["result"].lines]


def test_a_statement_is_found_with_its_context_and_its_place(ask, talks):
    said = say(talks, "Flexible on ratios", government_id="CA")
    answer = ask(q="ratio")
    assert texts(answer) == ["Flexible on ratios"]
    assert f"/en/negotiations/talks/meetings/{talks.slug}/#statement-{said.pk}" in words(answer)


@pytest.mark.parametrize("typed", ["maltais", "Maltaïs", "MALTAIS", "Maltai\u0308s"])
def test_accents_and_case_do_not_matter(ask, talks, typed):
    speaker = builders.make_office_holder(negotiation=talks.negotiation, source=talks.source,
                                          government_id="QC", person="Agnès Maltaïs")
    say(talks, "No progress", speaker=speaker, government_id="QC")
    say(talks, "Mme Maltais a répondu", government_id="ON")
    assert sorted(texts(ask(q=typed))) == ["Mme Maltais a répondu", "No progress"]


def test_newest_comes_first(ask, talks):
    later = builders.make_event(negotiation=talks.negotiation, source=talks.source, slug="later",
                                effective_on=datetime.date(2014, 2, 4))
    say(talks, "the grant first")
    say(later, "the grant later", effective_on=later.effective_on)
    assert texts(ask(q="grant")) == ["the grant later", "the grant first"]
    assert texts(ask(q="grant", on="2013-12-01")) == ["the grant first"]
    assert texts(ask(q="grant", known="2013-12-01")) == []


def test_a_corrected_statement_is_not_found(ask, talks):
    first = say(talks, "the grant as heard")
    say(talks, "the grant as said", supersedes=first, correction_reason="Misheard")
    assert texts(ask(q="grant")) == ["the grant as said"]


def test_a_front_counts_for_the_members_of_that_day(ask, talks):
    of = {"negotiation": talks.negotiation, "source": talks.source}
    front = builders.make_front(**of)
    builders.make_front_member(front=front, source=talks.source, government_id="MB")
    builders.make_front_member(front=front, source=talks.source, government_id="NB",
                               starts_on=datetime.date(2014, 1, 1))
    say(talks, "further flexibility", government=None, behalf="front", front=front)
    answer = ask(q="flexib*", government=["MB", "CA"])
    assert [line.members for line in answer.context["result"].lines] == [("Manitoba",)]
    assert "member that day: Manitoba" in words(answer)
    assert texts(ask(q="flexib*", government="NB")) == []


def test_each_list_narrows(ask, talks):
    term = builders.make_term(negotiation=talks.negotiation, code="T5")
    said = say(talks, "the grant", government_id="CA", channel="scrum", grade="E2")
    builders.lay(models.StatementTerm, negotiation=talks.negotiation, statement=said, term=term)
    position = builders.make_position(negotiation=talks.negotiation, source=talks.source, event=talks,
                                      government_id="CA", term=term, stance="open", firmness="flexible")
    builders.lay(models.PositionStatement, negotiation=talks.negotiation, position=position, statement=said)
    say(talks, "the grant, in French", government_id="QC", language="fr", sensitivity=3)
    narrow = [{"government": "CA"}, {"term": "T5"}, {"stance": "open"}, {"firmness": "flexible"},
              {"grade": "E2"}, {"channel": "scrum"}, {"language": "en"}, {"level": "2"},
              {"stance": "open", "term": "T5", "government": "CA"}]
    assert [texts(ask(**asked)) for asked in narrow] == [["the grant"]] * len(narrow)
    wide = [{"event": talks.slug}, {"since": "2013-11-08", "until": "2013-11-08"}]
    assert [len(texts(ask(**asked))) for asked in wide] == [2, 2]
    assert texts(ask(stance="reject")) == texts(ask(until="2013-11-07")) == []


def test_two_claims_with_one_number_are_a_warning(ask, talks):
    for title in ("Ontario’s share", "Quebec’s agreement"):
        claim = builders.make_claim(negotiation=talks.negotiation, source=talks.source, title_en=title,
                                    amounts=["116000000"])
        builders.make_verdict(claim=claim, source=talks.source)
    answer = ask(q="116")
    assert "Two facts share this number" in words(answer)
    assert [line.title for line in answer.context["beside"].sharing] == [
        "Ontario’s share", "Quebec’s agreement"]
    assert ask(q="117").context["beside"].sharing == ()


@pytest.mark.parametrize("typed", ["300", "$300M", "300 M$", "300 million", "300,000,000", "300 000 000"])
def test_a_number_finds_the_amounts_of_offers(ask, talks, typed):
    offer = builders.make_offer(negotiation=talks.negotiation, source=talks.source, state="tabled")
    builders.make_offer_term(offer=offer, value="300_000_000")
    found = ask(q=typed).context["beside"].amounts
    assert [(line.offer.title, line.value) for line in found] == [(offer.title_en, "$300M")]


HOSTILE = ["%", "'", "''; DROP TABLE x; --", '"', "\\", "the of and", "de la", ":*", "a & | ! (b", "*",
           "<script>alert(1)</script>", "\ud7ff\ue000", "é" * 150, "1/0", "𝕏"]


@pytest.mark.parametrize("typed", HOSTILE)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_hostile_words_are_answered_in_words(ask, typed, language):
    answer = ask(language, q=typed)
    assert answer.status_code in (200, 400)
    assert "<script>alert" not in words(answer)
    assert 'class="empty"' in words(answer) or answer.context["form"].errors


@pytest.mark.parametrize("typed", ["\x00", "a\x00b", "𝕏 \u202e"])
def test_hidden_characters_are_refused_by_the_name_of_the_field(ask, typed):
    answer = ask(q=typed)
    assert answer.status_code == 400
    assert "The text holds hidden characters" in words(answer)


def test_common_words_alone_say_what_to_do(ask):
    assert "Add a word, a name or a number" in words(ask(q="the of and"))


def test_five_thousand_characters_are_refused_with_a_sentence(ask):
    answer = ask(q="a" * 5000)
    assert answer.status_code == 400
    assert "Search for at most 200 characters; these are 5000." in words(answer)


BAD = [{"government": "XX"}, {"term": "' OR 1=1"}, {"event": "\x00"}, {"since": "yesterday"},
       {"level": "9"}, {"since": "2014-01-01", "until": "2013-01-01"}, {"speaker": "nobody"},
       {"page": "9" * 30}, {"page": "-1"}, {"on": "x"}]


@pytest.mark.parametrize("asked", BAD)
def test_a_bad_value_is_answered_in_words(ask, asked):
    assert ask(q="grant", **asked).status_code in (200, 400)


def test_pages_of_results_keep_what_was_asked(ask, talks):
    for number in range(51):
        say(talks, f"grant {number}", sequence=number)
    first, second = ask(q="grant", channel="room"), ask(q="grant", channel="room", page="2")
    assert [len(texts(answer)) for answer in (first, second)] == [50, 1]
    assert first.context["links"]["after"].endswith("?q=grant&channel=room&page=2")
    assert "51 statements" in words(first)


def test_the_file_has_every_row_and_no_formula(ask, client, talks):
    say(talks, "=HYPERLINK(grant)", government_id="CA")
    answer = client.get(reverse("search-file", args=["talks"]), {"q": "grant"})
    told = answer.content.decode("utf-8-sig").splitlines()
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "Read with clearance: In confidence" in told[1]
    assert "'=HYPERLINK(grant)" in told[3]
    assert client.get(reverse("search-file", args=["talks"])).status_code == 400


def test_page_speaks_french(ask, talks):
    say(talks, "the grant")
    assert '<html lang="fr">' in words(ask("fr", q="grant"))


def lay_one_of_each(event):
    """A row of every kind that is searched, with the word in it."""
    of = {"negotiation": event.negotiation, "source": event.source}
    named = {"title_en": "The grant", "title_fr": "La subvention"}
    front = builders.make_front(**of)
    builders.make_front_member(front=front, source=event.source, government_id="MB")
    term = builders.make_term(negotiation=event.negotiation, name_en="The grant")
    said = say(event, "the grant", government=None, behalf="front", front=front)
    builders.lay(models.StatementTerm, negotiation=event.negotiation, statement=said, term=term)
    builders.lay(models.Citation, **of, statement=said)
    position = builders.make_position(**of, event=event, term=term)
    builders.lay(models.PositionStatement, negotiation=event.negotiation, position=position, statement=said)
    offer = builders.make_offer(**of, **named, state="tabled")
    builders.make_offer_term(offer=offer, term=term, wording_en="the grant")
    claim = builders.make_claim(**of, **named)
    builders.make_verdict(claim=claim, source=event.source)
    builders.make_event(**of, **named)
    builders.make_source(negotiation=event.negotiation, title="The grant")


@pytest.mark.parametrize("rows", [1, 6])
def test_search_takes_the_same_queries_for_one_row_and_for_many(
        client, talks, rows, django_assert_num_queries):
    for _ in range(rows):
        lay_one_of_each(talks)
    client.force_login(builders.make_member(talks.negotiation))
    with django_assert_num_queries(28):
        answer = client.get(reverse("search", args=["talks"]), {"q": "grant", "government": "MB"})
    beside = answer.context["beside"]
    found = (texts(answer), beside.claims, beside.amounts, beside.offers, beside.terms, beside.events,
             beside.sources)
    assert [len(each) for each in found] == [rows] * 7


def test_every_page_of_a_negotiation_has_the_box(client, talks):
    client.force_login(builders.make_member(talks.negotiation))
    for name in ("negotiation-home", "offer-list", "timeline", "gaps"):
        page = client.get(reverse(name, args=["talks"]), {"on": "2013-11-08"}).content.decode()
        assert page.count('id="search-q"') == 1
        assert '<input type="hidden" name="on" value="2013-11-08">' in page
        assert "search.js" in page


def test_the_home_asks_what_a_government_said_on_a_term(client, talks):
    builders.make_term(negotiation=talks.negotiation, code="T5", name_en="Employer share")
    client.force_login(builders.make_member(talks.negotiation))
    page = client.get(reverse("negotiation-home", args=["talks"])).content.decode()
    assert '<option value="T5">Employer share</option>' in page
    assert '<option value="MB">Manitoba</option>' in page
