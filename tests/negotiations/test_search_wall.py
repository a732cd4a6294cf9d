"""The words to search by stand behind the wall, and follow their rows at once."""

import pytest
from django.db import connection

from negotiations import models
from negotiations.reports.words import OTHER_KINDS, others_holding, read_words
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.rows import refused, sql

pytestmark = pytest.mark.django_db
ALL = ["statement", "offer", "offerterm", "term", "event", "source", "claim"]


@pytest.fixture
def negotiation():
    return builders.make_negotiation()


def hits(negotiation, word, kinds=ALL) -> list[int]:
    return [key for (key,) in sql("SELECT row_id FROM public.entente_search(%s, %s::text[], %s::tsquery)",
                                  negotiation.pk, kinds, read_words(word).query)]


def test_a_strategy_row_is_found_by_the_cleared_alone(negotiation):
    said = builders.make_statement(negotiation=negotiation, text="our fallback", sensitivity=4)
    found = []
    for user in (builders.make_member(negotiation, clearance=4), builders.make_member(negotiation),
                 builders.make_member(builders.make_negotiation(), clearance=4), None):
        as_user(user)
        found.append(hits(negotiation, "fallback"))
    assert found == [[said.pk], [], [], []]


def test_a_foreign_negotiation_is_not_found_by_its_number(negotiation):
    as_user(builders.make_member(negotiation))
    foreign = builders.make_negotiation()
    builders.make_claim(negotiation=foreign, text="canary", amounts=["77"])
    assert hits(foreign, "canary") == []
    assert others_holding(foreign, read_words("77").query) == dict.fromkeys(OTHER_KINDS, [])


def test_an_entry_rises_with_its_row_at_once(negotiation):
    said = builders.make_statement(negotiation=negotiation, text="canary", state="approved")
    as_user(builders.make_member(negotiation))
    assert hits(negotiation, "canary") == [said.pk]
    with behind_the_wall():
        models.Statement.objects.filter(pk=said.pk).update(sensitivity=4)
    assert hits(negotiation, "canary") == []


def test_an_entry_rises_with_the_row_that_supersedes_its_own(negotiation):
    first = builders.make_statement(negotiation=negotiation, text="canary", state="approved")
    builders.make_statement(negotiation=negotiation, text="bird", event=first.event, supersedes=first,
                            correction_reason="Misheard", sensitivity=4)
    as_user(builders.make_member(negotiation))
    assert hits(negotiation, "canary") == []


def test_a_speaker_above_the_statement_is_no_way_to_find_it(negotiation):
    speaker = builders.make_office_holder(negotiation=negotiation, person="Deep Canary", sensitivity=2)
    said = builders.make_statement(negotiation=negotiation, speaker=speaker, text="words")
    as_user(builders.make_member(negotiation))
    assert hits(negotiation, "canary") == [said.pk]
    with behind_the_wall():
        models.OfficeHolder.objects.filter(pk=speaker.pk).update(sensitivity=4)
    assert hits(negotiation, "canary") == []


def test_a_speaker_renamed_is_found_by_the_new_name(negotiation):
    speaker = builders.make_office_holder(negotiation=negotiation, person="Agnes Maltai")
    said = builders.make_statement(negotiation=negotiation, speaker=speaker, text="words")
    with behind_the_wall():
        models.OfficeHolder.objects.filter(pk=speaker.pk).update(person="Agnès Tremblay")
    as_user(builders.make_member(negotiation))
    assert (hits(negotiation, "tremblay"), hits(negotiation, "maltai")) == ([said.pk], [])


def test_what_is_typed_by_the_web_is_found(negotiation):
    as_user(builders.make_member(negotiation))
    term = models.Term.objects.create(negotiation=negotiation, number=1, name_en="Canary", name_fr="Serin",
                                      family="money", value_kind="money")
    models.Term.objects.filter(pk=term.pk).update(name_en="Finch")
    assert (hits(negotiation, "finch"), hits(negotiation, "canary")) == ([term.pk], [])


def test_a_part_taken_away_leaves_no_words(negotiation):
    part = builders.make_offer_term(negotiation=negotiation, wording_en="canary")
    as_user(builders.make_member(negotiation))
    assert hits(negotiation, "canary") == [part.pk]
    models.OfferTerm.objects.filter(pk=part.pk).delete()
    assert hits(negotiation, "canary") == []


def test_the_web_has_no_right_on_the_words(negotiation):
    for right in ("SELECT", "INSERT", "UPDATE", "DELETE"):
        assert sql("SELECT has_table_privilege('entente_web', 'negotiations_searchentry', %s)", right) == [
            (False,)]
    with refused("permission denied"):
        sql("SELECT * FROM negotiations_searchentry")


def test_the_index_is_used_behind_the_wall(negotiation):
    with behind_the_wall(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("EXPLAIN SELECT row_id FROM negotiations_searchentry WHERE document @@ 'a'::tsquery")
        assert "searchentry_document" in "".join(line for (line,) in cursor.fetchall())


@pytest.mark.parametrize(("typed", "text"), [
    ("négociations", "la negociation"), ("negotiation", "negotiating ministers"),
    ("flexib*", "more flexibility"), ("souple", "plus souples"), ("opt-out", "the opt out"),
    ("$600M", "more than $600 million"), ("600 M$", "plus de 600 millions de dollars"),
    ("130,000", "130 000 personnes"), ("130 000", "130,000 people"), ("130000", "130\u202f000"),
    ("116", "116.1 in 2012"), ("116.1", "116,1 en 2012"), ("œuvre", "mise en oeuvre"),
    ("l’argent", "de l'argent"), ("Nunavut ᐃᓄᒃ", "ᐃᓄᒃ Nunavut")])  # fmt: skip
def test_words_are_found_however_they_are_written(negotiation, typed, text):
    said = builders.make_statement(negotiation=negotiation, text=text)
    as_user(builders.make_member(negotiation))
    assert hits(negotiation, typed, ["statement"]) == [said.pk]


@pytest.mark.parametrize(("typed", "text"), [
    ("116", "1160 and 2116"), ("flexible", "firm"), ("grant money", "the grant"), ("15%", "150")])
def test_other_words_are_not(negotiation, typed, text):
    builders.make_statement(negotiation=negotiation, text=text)
    as_user(builders.make_member(negotiation))
    assert hits(negotiation, typed, ["statement"]) == []


def test_a_text_too_long_for_an_index_is_kept(negotiation):
    text = " ".join(f"w{number}" for number in range(60_000))
    assert builders.make_statement(negotiation=negotiation, text=text).pk
