"""The money of a profile: the offers run through the formula, nothing guessed, nothing known too early."""

import datetime
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from grants.models import IndicatorRelease, Programme
from negotiations import models
from negotiations.reports import profile_money_json
from negotiations.reports.profile_money import money
from negotiations.standing.clock import AsOf
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.grants.programmes import lay_programme, text_of

pytestmark = pytest.mark.django_db

DAY, LATER = datetime.date(2013, 11, 8), datetime.date(2014, 2, 21)
KNOWN = datetime.date(2150, 1, 1)  # after the rows that the tests lay now
KNOWN_AT = datetime.datetime(2150, 1, 1, tzinfo=datetime.UTC)
AFTER = datetime.datetime(2151, 1, 1, tzinfo=datetime.UTC)
BUDGET = {"shares": "1 : 1 : 1", "federal_cap": 5000, "provincial_cap": 5000, "earmark": "60%",
          "taken_from": {"lma": 1}, "training_cost": 15000}  # fmt: skip


@pytest.fixture
def talks():
    """A negotiation on the job grant whose terms set the parameters of its formula."""
    negotiation = builders.make_negotiation(slug="talks", programme=lay_programme())
    as_user(builders.make_member(negotiation))
    for name in BUDGET:
        builders.make_term(negotiation=negotiation, parameter=name, code=name.replace("_", "-"))
    return negotiation


def offer(negotiation, values, to=(), **changes):
    """One on the table that says these values, or words only where a value is None."""
    made = builders.make_offer(negotiation=negotiation, **changes)
    terms = {row.parameter: row for row in models.Term.objects.filter(negotiation=negotiation)}
    for name, value in values.items():
        builders.make_offer_term(offer=made, term=terms[name], value=value, wording_en="Words")
    for code in to:
        builders.lay(models.OfferAddressee, negotiation=negotiation, offer=made,
                     government=builders.make_government(code))
    with behind_the_wall():
        models.Offer.objects.filter(pk=made.pk).update(state="tabled")
    return made


def front_of(negotiation, *codes, **changes):
    front = builders.make_front(negotiation=negotiation)
    for code in codes:
        builders.make_front_member(front=front, government=builders.make_government(code), **changes)
    return front


def told(negotiation, code="ON", on=LATER, known=None, **changes):
    fresh = models.Negotiation.objects.get(pk=negotiation.pk)
    return money(fresh, builders.make_government(code), AsOf(on, known), **changes)


def by_measure(found, column=1):
    return {line.measure: line.figures[column].value for line in found.lines}


def offers(found):
    return [one.offer for one in found.columns[1:]]


def test_an_offer_is_worked_out_to_the_dollar(talks):
    offer(talks, BUDGET)
    assert by_measure(told(talks)) == {
        "allocation": "192554780", "kept": "77021912", "elsewhere": "0", "match": "115532868",
        "backfill": "115532868", "burden": "231065736"}


def test_canada_reads_the_sums_of_all_the_others(talks):
    offer(talks, BUDGET)
    found = told(talks, "CA")
    assert (by_measure(found)["burden"], found.share, found.together) == ("600000000", None, True)


def test_the_status_quo_stands_first(talks):
    found = told(talks)
    assert (found.columns[0].offer, by_measure(found, 0)["kept"]) == (None, "192554780")
    assert offers(found) == []


def test_the_share_names_the_release_that_was_read(talks):
    found = told(talks, "NS")
    assert (found.share.text, found.share.release.release) == ("2.68%", "population-2013-07-01-v2023")
    people = IndicatorRelease.objects.get(code=found.share.release.release).people()[0]
    assert found.share.exact == Fraction(people["NS"], sum(people.values()))


def test_what_an_offer_leaves_unsaid_is_as_in_the_one_it_replaces(talks):
    first = offer(talks, BUDGET)
    second = offer(talks, {"provincial_cap": 0, "federal_cap": 10000}, replaces=first, effective_on=LATER)
    found = told(talks)
    assert offers(found) == [second]
    assert (found.columns[1].earlier, by_measure(found)["match"], by_measure(found)["backfill"]) == (
        (first,), "0", "115532868")


def test_what_nobody_stated_is_unknown_and_gives_a_range(talks):
    offer(talks, {**BUDGET, "taken_from": None})
    found = told(talks)
    assert [term.parameter for term in found.columns[1].unstated] == ["taken_from"]
    assert by_measure(found)["backfill"] == {"low": "0", "high": "115532868"}


def test_words_without_a_value_are_not_read_over(talks):
    """An offer that speaks of the term takes back the value of the one before."""
    first = offer(talks, BUDGET)
    offer(talks, {"taken_from": None}, replaces=first, effective_on=LATER)
    assert by_measure(told(talks))["backfill"] == {"low": "0", "high": "115532868"}


def test_an_offer_without_values_is_named_and_not_worked_out(talks):
    silent = offer(talks, {"earmark": None})
    found = told(talks)
    assert (offers(found), found.silent) == ([], (silent,))


def test_a_value_that_the_formula_refuses_says_why(talks):
    offer(talks, {**BUDGET, "shares": "1 : 1"})
    found = told(talks)
    assert by_measure(found)["burden"] is None
    assert len(found.columns[1].faults) == 1
    assert found.lines[0].figures[1].text == "cannot be worked out"


def test_an_offer_to_another_government_is_left_out(talks):
    made = offer(talks, BUDGET, to=["QC"])
    assert (offers(told(talks)), offers(told(talks, "QC"))) == ([], [made])


def test_an_outcome_binds_the_members_of_its_front_without_a_footnote(talks):
    front = front_of(talks, "ON")
    builders.make_front_member(front=front, government=builders.make_government("QC"), footnote_en="Apart",
                               footnote_fr="À part")
    made = offer(talks, BUDGET, kind="outcome", author_front=front,
                 author_government=builders.make_government("CA"))
    assert [offers(told(talks, code)) for code in ("ON", "QC", "NS")] == [[made], [], []]
    assert offers(told(talks, apart=True)) == []


def test_an_offer_of_the_other_side_stands_beside_canadas(talks):
    federal = offer(talks, BUDGET)
    counter = offer(talks, {**BUDGET, "earmark": "30%"}, author_front=front_of(talks, "ON"),
                    effective_on=datetime.date(2013, 12, 1))
    assert offers(told(talks)) == [federal, counter]


def test_signals_drafts_and_later_offers_give_no_figure(talks):
    builders.make_offer(negotiation=talks)
    offer(talks, BUDGET, effective_on=LATER)
    assert offers(told(talks, on=DAY)) == []


def test_each_figure_leads_to_the_same_figure(client, talks):
    offer(talks, {**BUDGET, "taken_from": {"lma": "50%..", "others": "unknown"}})
    found = told(talks)
    line = next(line for line in found.lines if line.measure == "burden")
    client.force_login(builders.make_user())
    page = client.get(line.figures[1].working)
    assert (page.status_code, page.context["page"].shown) == (200, line.figures[1].text)
    assert client.get(found.columns[1].calculator).status_code == 200


def test_a_release_entered_later_was_not_known(talks):
    offer(talks, BUDGET)
    before = told(talks, known=KNOWN)
    builders.make_release(code="later", released_on=datetime.date(2025, 1, 1), entered_at=AFTER)
    assert (told(talks, known=KNOWN).share, by_measure(told(talks, known=KNOWN))) == (
        before.share, by_measure(before))
    assert told(talks).share is None  # the new one has no figures yet


def test_the_version_is_the_one_that_was_current_then(talks):
    first = talks.programme.current_id
    version = builders.make_programme_version(talks.programme, number=2, text=text_of() + "# More.\n")
    with behind_the_wall():
        Programme.objects.filter(pk=talks.programme_id).update(current=version)
        models.HistoryEntry.objects.create(
            table_name="grants_programme", row_key=str(talks.programme_id), action="update", sensitivity=1,
            after={"current_id": first}, at=KNOWN_AT, transaction_id=1)
    assert (told(talks, known=KNOWN).version.number, told(talks).version.number) == (1, 2)


def test_no_formula_was_known_before_it_was_entered(talks):
    found = told(talks, known=datetime.date(2014, 1, 1))
    assert (found.version, found.lines) == (None, ())


def test_a_negotiation_without_a_programme_has_no_money():
    negotiation = builders.make_negotiation()
    as_user(builders.make_member(negotiation))
    assert told(negotiation) is None


def test_the_file_tells_what_the_page_tells(talks):
    made = offer(talks, {**BUDGET, "taken_from": None})
    value = profile_money_json.value(told(talks))
    assert (value["programme"], value["version"], value["year"]) == ("canada-job-grant", 1, "2019-20")
    assert [one["offer"] for one in value["offers"]] == [None, made.name_in_addresses]
    assert value["offers"][1]["figures"]["backfill"] == {"low": "0", "high": "115532868"}
    assert value["offers"][1]["unstated"] == ["taken-from"]


def test_it_asks_as_often_for_many_offers_as_for_one(talks):
    def queries():
        with CaptureQueriesContext(connection) as asked:
            told(talks)
        return len(asked)

    last = offer(talks, BUDGET, to=["ON"])
    one = queries()
    for _ in range(3):
        last = offer(talks, BUDGET, to=["ON"], replaces=last)
    assert queries() == one
