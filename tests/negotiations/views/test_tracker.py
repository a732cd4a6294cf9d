"""The agreement tracker, as a page and as JSON."""

import datetime

import pytest
from django.urls import reverse

from grants.models import IndicatorValue
from negotiations import models
from negotiations.standing.clock import today
from tests import builders

pytestmark = pytest.mark.django_db

DAY = datetime.date(2014, 2, 28)


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


def contest(talks, step, state="J5", **changes):
    return builders.lay(models.Contest, **{**talks, "step": step, "state": state, "grade": "E2",
                                           "effective_on": DAY, "words_en": "Not so", "words_fr": "Non",
                                           **changes})  # fmt: skip


def told_of(client, code, on="2014-05-01"):
    """The state, what contests it and since when; where contested and how many, on each page that counts."""
    found = page(client, on=on)
    row = next(row for row in found.rows if row.government.code == code)
    home = client.get(reverse("negotiation-home", args=["talks"]), {"on": on}).context["page"]
    matrix = client.get(reverse("matrix", args=["talks"]), {"on": on}).context["page"]
    column = next(one for one in matrix.columns if one.government.code == code)
    return (row.state, row.contested, row.state_since and row.state_since.when, column.contested,
            found.counts.contested, home.headline.counts.contested)


def test_further_evidence_of_a_state_leaves_it_contested_and_dated_as_it_was(client, talks):
    first = reach(talks, "NS")
    contest(talks, first)
    before = told_of(client, "NS")
    assert before == ("agreement to negotiate", "agreement in principle", "2014-02-28",
                      "agreement in principle", 1, 1)  # fmt: skip
    reach(talks, "NS", grade="E4", effective_on=datetime.date(2014, 4, 2))
    assert told_of(client, "NS") == before


def test_a_contest_that_is_settled_was_open_until_then(client, talks):
    step = reach(talks, "NS")
    was = contest(talks, step)
    contest(talks, step, settled=True, effective_on=datetime.date(2014, 4, 15), supersedes=was,
            correction_reason="Both now say so.")
    assert told_of(client, "NS", "2014-04-14")[1:] == (
        "agreement in principle", "2014-02-28", "agreement in principle", 1, 1)
    assert told_of(client, "NS", "2014-04-15") == (
        "agreement in principle", "", "2014-02-28", "", 0, 0)


def test_a_contest_that_was_wrong_is_corrected_for_every_day(client, talks):
    step = reach(talks, "NS", "J6")
    contest(talks, step, "J3", supersedes=contest(talks, step), effective_on=datetime.date(2014, 4, 15),
            correction_reason="It was said on another day.")
    assert told_of(client, "NS", "2014-04-14")[1] == ""
    assert told_of(client, "NS", "2014-04-15")[0] == "countered"


def test_what_a_government_fell_back_from_stands_in_no_column(client, talks):
    for day, state in enumerate(("J6", "J7", "J8", "J3", "J6"), 1):
        reach(talks, "ON", state, effective_on=datetime.date(2014, 3, day), reason_en="As it went")

    def columns(on):
        row = next(row for row in page(client, on=f"2014-03-0{on}").rows if row.government.code == "ON")
        return [found and found.when for found in (row.in_principle, row.text, row.approved)]

    assert columns(3) == ["2014-03-01", "2014-03-02", "2014-03-03"]
    assert columns(4) == [None, None, None]
    assert columns(5) == ["2014-03-05", None, None]


def test_signed_in_part_is_dated_by_its_signature(client, talks):
    agreement = builders.make_agreement(**talks, government_id="QC")
    block = builders.make_block(agreement=agreement, government_id="QC")
    builders.make_block(agreement=agreement, government_id="QC")
    reach(talks, "QC", "J6"), reach(talks, "QC", "J6", effective_on=datetime.date(2014, 3, 3))
    builders.make_signature(block=block, source=talks["source"], effective_on=datetime.date(2014, 3, 4))
    assert told_of(client, "QC", "2014-03-03")[2] == "2014-02-28"
    assert told_of(client, "QC")[2] == "2014-03-04"
    told = client.get(reverse("tracker-json", args=["talks"]), {"on": "2014-05-01"}).json()
    since = next(one["since"] for one in told["governments"] if one["code"] == "QC")
    assert (since["when"], since["evidence"]) == ("2014-03-04", "signature")


def test_who_has_withdrawn_keeps_nothing_open(client, talks):
    for code in list(builders.GOVERNMENTS)[1:]:
        reach(talks, code, "J5"), reach(talks, code, "J23" if code == "NS" else "J10")
    text = client.get(reverse("negotiation-home", args=["talks"]), {"on": "2014-05-01"}).content.decode()
    assert "Complete: every government has signed, stands apart or has withdrawn." in text
    assert "withdrawn 1" in text
    assert page(client, on="2014-05-01").counts.underway == 0


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
    reach(talks, "QC", "J1")
    reach(talks, "QC", "J7")
    assert shown("2014-03-03") == 1


def test_only_the_agreement_that_has_ended_is_told_as_lapsed(client, talks):
    """The text of its successor, which nobody has signed yet, has not lapsed with it."""
    for ends, signed in ((datetime.date(2014, 2, 1), True), (None, False)):
        agreement = builders.make_agreement(**talks, government_id="QC", ends_on=ends)
        if signed:
            block = builders.make_block(agreement=agreement, government_id="QC")
            builders.make_signature(block=block, source=talks["source"], effective_on=DAY.replace(year=2013))
    reach(talks, "QC", "J1"), reach(talks, "QC", "J7")
    row = next(row for row in page(client).rows if row.government.code == "QC")
    assert (row.lapsed, [one.lapsed for one in row.agreements]) == (True, [True, False])
    told = client.get(reverse("government", args=["talks", "qc"]), {"on": "2014-02-28"}).content.decode()
    assert told.count("⚠ lapsed, as computed") == 1


def test_the_release_of_the_day_is_the_latest_published_by_then(client, talks):
    first = release(released_on=datetime.date(2013, 9, 26))
    release(released_on=datetime.date(2023, 6, 1))
    assert page(client).release == first


def test_a_release_published_after_the_day_known_is_not_used(client, talks):
    first = release(released_on=datetime.date(2013, 9, 26))
    release(released_on=datetime.date(2014, 2, 15))
    assert page(client, known="2014-02-01").release == first


def test_a_release_typed_after_the_day_known_is_not_used_whenever_it_was_published(client, talks):
    """It came out in time, but nobody had it here then."""
    first = release(released_on=datetime.date(2013, 9, 26))
    typed = release(released_on=datetime.date(2014, 2, 1), entered_by=builders.make_user())
    assert page(client, known="2014-02-15").release == first
    assert page(client).release == page(client, known=str(today())).release == typed


def test_without_a_release_no_share_is_given(client, talks):
    found = page(client)
    assert (found.release, found.coverage.of_canada) == (None, None)


def test_json_says_what_the_page_says(client, talks):
    release(released_on=datetime.date(2013, 9, 26))
    reach(talks, "ON")
    told = client.get(reverse("tracker-json", args=["talks"]), {"on": "2014-02-28"}).json()
    assert (told["on"], told["counted"], told["of"], told["share_of_canada"]) == ("2014-02-28", 1, 13, "1/13")
    assert [one["code"] for one in told["governments"] if one["counted"]] == ["ON"]
    assert (told["clearance"], told["counts"]["in_principle"], told["alerts"]) == ("In confidence", 1, [])
    row = told["governments"][0]
    assert row["in_principle"] == {"when": "2014-02-28", "evidence": "stated publicly, formal",
                                   "reference": "", "source": talks["source"].name_in_addresses}


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


def test_signed_in_part_is_read_from_the_signatures(client, talks):
    agreement = builders.make_agreement(**talks, government_id="QC", type="asymmetric")
    block = builders.make_block(agreement=agreement, government_id="QC")
    builders.make_block(agreement=agreement, government_id="QC")
    reach(talks, "QC", "J6")
    assert page(client).counts.in_principle == 1
    builders.make_signature(block=block, source=talks["source"], effective_on=DAY)
    row = next(row for row in page(client).rows if row.government.code == "QC")
    assert row.state == "signed in part, 1 of 2 signatures (Quebec)"


def test_a_state_on_weak_evidence_is_marked_unconfirmed(client, talks):
    reach(talks, "ON", grade="E2")
    reach(talks, "QC")
    states = {row.government.code: row.state for row in page(client).rows}
    assert (states["ON"], states["QC"]) == ("agreement in principle, unconfirmed", "agreement in principle")


def me_too(talks):
    """NB with a clause, signed on the day; NS signed the day after."""
    own = builders.make_agreement(**talks, government_id="NB", code="AG-NB")
    builders.lay(models.Clause, **talks, agreement=own, kind="me_too", text_en="Any better deal",
                 code="CL-NB")
    other = builders.make_agreement(**talks, government_id="NS", money_by_year={"2014-15": "320000000"})
    for agreement, code, day in ((own, "NB", DAY), (other, "NS", DAY + datetime.timedelta(1))):
        block = builders.make_block(agreement=agreement, government_id=code)
        builders.make_signature(block=block, source=talks["source"], effective_on=day)


def test_a_me_too_alert_leads_to_the_clause_and_obeys_both_clocks(client, talks):
    me_too(talks)
    assert page(client).alerts == ()
    alert, = page(client, on="2014-03-01").alerts
    assert (alert.who, alert.words) == ("New Brunswick", "me-too may be triggered by NS – check")
    text = client.get(reverse("tracker", args=["talks"]), {"on": "2014-03-01"}).content.decode()
    assert 'href="/en/negotiations/talks/tracker/?on=2014-03-01#clause-CL-NB"' in text
    assert 'id="clause-CL-NB"' in text
    assert page(client, on="2014-03-01", known="2014-03-01").alerts == ()


def test_an_alert_of_one_government_stands_on_its_profile_and_on_the_home(client, talks):
    me_too(talks)
    on = {"on": "2014-03-01"}
    profiles = {code: client.get(reverse("government", args=["talks", code]), on).context["page"].alerts
                for code in ("nb", "ns")}
    assert ([one.kind for one in profiles["nb"]], profiles["ns"]) == (["me_too"], ())
    home = client.get(reverse("negotiation-home", args=["talks"]), on).context["page"]
    assert [one.kind for one in home.alerts] == ["me_too"]


def test_an_agreement_above_the_clearance_raises_no_alert(client, talks):
    secret = {**talks, "sensitivity": 4}
    own = builders.make_agreement(**secret, government_id="NB")
    builders.lay(models.Clause, **secret, agreement=own, kind="me_too", text_en="Any better deal")
    block = builders.make_block(agreement=own, government_id="NB", sensitivity=4)
    builders.make_signature(**secret, block=block, effective_on=DAY)
    other = builders.make_agreement(**talks, government_id="NS")
    builders.make_signature(block=builders.make_block(agreement=other, government_id="NS"),
                            source=talks["source"], effective_on=DAY)
    assert page(client).alerts == ()
    client.force_login(builders.make_member(talks["negotiation"], clearance=4))
    assert [one.kind for one in page(client).alerts] == ["me_too"]


def test_toggles_keep_each_other_and_the_dates(client, talks):
    reach(talks, "NS")
    reach(talks, "ON")
    asked = {"on": "2014-02-28", "without": "NS"}
    rows = client.get(reverse("tracker", args=["talks"]), asked).context["rows"]
    told = {row.government.code: address for row, address in rows}
    assert told["ON"] == "?on=2014-02-28&without=NS&without=ON"
    assert told["NS"] == "?on=2014-02-28"


def test_writers_are_led_to_the_forms_and_readers_are_not(client, talks):
    step = reach(talks, "ON")
    text = client.get(reverse("tracker", args=["talks"]), {"on": "2014-02-28"}).content.decode()
    negotiation = talks["negotiation"].pk
    assert f"contest/add/?negotiation={negotiation}&amp;step={step.pk}" in text
    assert f"trackstep/add/?negotiation={negotiation}&amp;government=ON&amp;effective_on=2014-02-28" in text
    assert f"frontmember/add/?negotiation={negotiation}&amp;government=ON&amp;starts_on=2014-02-28" in text
    client.force_login(builders.make_member(talks["negotiation"], role="viewer"))
    assert "/admin/negotiations/" not in client.get(reverse("tracker", args=["talks"])).content.decode()


def test_tracker_is_missing_for_who_is_no_member(client):
    builders.make_negotiation(slug="talks")
    client.force_login(builders.make_user())
    assert client.get(reverse("tracker", args=["talks"])).status_code == 404


def everywhere(client, on="2014-05-01"):
    """What the home, the tracker, the matrix and the list of terms say of Quebec and of the whole."""
    pages = {name: client.get(reverse(name, args=["talks"]), {"on": on}).context["page"]
             for name in ("negotiation-home", "tracker", "matrix", "term-list")}
    head, row = pages["negotiation-home"].headline, next(
        row for row in pages["tracker"].rows if row.government.code == "QC")
    column = next(one for one in pages["matrix"].columns if one.government.code == "QC")
    return head.state, head.counts.signed, row.state, column.track, [
        line.standing.status.code for line in pages["term-list"].lines]


def sign_all(talks, type, quebec):
    """Everybody has signed what was agreed; the last step of Quebec comes back."""
    front = builders.make_front(**talks)
    outcome = builders.make_offer(**talks, state="tabled", kind="outcome", form="agreement", effective_on=DAY,
                                  author_front=front, author_government_id="CA")
    builders.make_offer_term(offer=outcome, term=builders.make_term(negotiation=talks["negotiation"]))
    for code in list(builders.GOVERNMENTS)[1:]:
        reach(talks, code, "J6", offer=outcome)
        agreement = builders.make_agreement(
            **talks, government_id=code, type=type if code == "QC" else "bilateral")
        for order in range(2 if code == "QC" else 1):
            block = builders.make_block(agreement=agreement, government_id=code, order=order)
            if order < quebec:
                builders.make_signature(block=block, source=talks["source"], effective_on=DAY)
        last = reach(talks, code, "J10", agreement=agreement)
        if code == "QC":
            found = last
    return found


@pytest.mark.parametrize(("type", "names_it", "signed"), [
    ("bilateral", False, 2), ("bilateral", True, 1), ("asymmetric", True, 2)])
def test_signed_by_all_that_was_wrong_is_undone_on_every_page(client, talks, type, names_it, signed):
    wrong = sign_all(talks, type, signed)
    agreement = {"agreement": wrong.agreement} if names_it else {}
    reach(talks, "QC", "J6", supersedes=wrong, correction_reason="Only a letter was signed.", **agreement)
    state = "agreement in principle" + (", 1 of 2 signatures (Quebec)" if signed == 1 else "")
    assert everywhere(client) == ("F5", 12, state, "agreement in principle", ["provisionally_agreed"])


FROM_A_FILE = "Some agreements were put on this site after the day that is read as known"


@pytest.mark.parametrize(("known", "told"), [("2014-03-31", True), ("", False), ("2199-12-31", False)])
def test_what_a_file_could_not_carry_is_said_on_a_known_on_page(client, talks, known, told):
    """The history of a label stays with the site that keeps it; no dump has it."""
    builders.make_agreement(**talks, government_id="QC",
                            recorded_at=datetime.datetime(2014, 3, 1, tzinfo=datetime.UTC))
    answer = client.get(reverse("tracker", args=["talks"]), {"on": "2014-03-31", "known": known})
    assert (FROM_A_FILE in answer.content.decode()) is told
