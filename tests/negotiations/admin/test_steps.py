"""Recording a step: what can follow is offered, and what cannot is said at its field."""

import html
import re

import pytest
from django.utils import translation

from negotiations.models import Contest, Position, TrackStep
from tests import builders
from tests.negotiations.admin.typing import address, errors, sign_in, typed
from tests.negotiations.steps import day, lay, make_talks

pytestmark = pytest.mark.django_db
ADD = address(TrackStep, "add")
ONLY = "Only what can follow is offered."
GRADE = "Agreement in principle needs evidence of the grade “stated publicly, formal”."
SHOWN = "Agreement in principle needs a statement, an event or an agreement that shows it."
LETTER = "On file: agreement to negotiate (2014-03-01)."
IN_PRINCIPLE = ("A signed agreement in principle, a communiqué that names this government, or its own"
                " minister’s written statement. Other public words leave it unconfirmed.")
LATER = ("The next step, “signed in part” on 2014-03-07, could not follow {}. Correct that one first, or"
         " choose another day or state.")
APPROVAL = ("Approved internally needs its number. The number of the order in council, or the reference of"
            " the Treasury Board or Cabinet decision: the reference only, never the paper.")
PART = ("Signed in part needs an agreement that shows it. The signed text, with a date for each signature."
        " On file: agreement in principle (2014-03-01).")
ORDER = ("OIC number required first: record the step “approved internally” of Quebec, with the number of its"
         " Order in Council.")


@pytest.fixture
def talks():
    return make_talks("NS")


@pytest.fixture
def browser(client, talks):
    return sign_in(client, builders.make_member(talks["negotiation"], "records_officer", username="rita"))


def opened(browser, talks, **more):
    return browser.get(ADD, {"negotiation": talks["negotiation"].pk, "government": "NS", **more})


def post(browser, talks, state, on=5, **changes):
    """The form as a records officer fills it in, with every row that a state may demand."""
    keys = {name: talks[name].pk for name in ("source", "event", "offer", "statement", "agreement")}
    page = opened(browser, talks)
    return browser.post(ADD, typed(page, **{
        **keys, "state": state, "grade": "E1", "effective_on": str(day(on)), "reference": "1",
        **{name: "" if value is None else value for name, value in changes.items()}}))


def offered(page) -> list[str]:
    groups = page.context["adminform"].form.fields["state"].choices
    return [code for name, inner in groups if isinstance(inner, list) for code, _word in inner]


def help_of(page) -> list[str]:
    """Its paragraphs."""
    return re.findall("<p>(.*?)</p>", page.context["adminform"].form.fields["state"].help_text)


# What is offered


def test_only_what_can_follow_on_that_day_is_offered(browser, talks):
    lay(talks, "J2", 0), lay(talks, "J5", 4)
    before = opened(browser, talks, effective_on=str(day(2)))
    assert offered(before) == ["J2", "J3", "J4", "J5", "J6", "J7", "J8", "J20", "J21", "J22", "J23", "J1"]
    assert help_of(before) == [f"Nova Scotia on 2014-03-03: offer in hand (2014-03-01). {ONLY}"]
    after = opened(browser, talks, effective_on=str(day(4)))
    assert offered(after) == [
        "J5", "J4", "J6", "J7", "J8", "J9", "J20", "J21", "J22", "J23", "J1", "J2", "J3"]
    assert help_of(after) == [
        f"Nova Scotia on 2014-03-05: agreement to negotiate (2014-03-05). {ONLY}",
        ("Not yet “signed by all”. Every signature must be there by 2014-03-05:"
        " 1 of 2 signatures (Nova Scotia).")]


def test_a_government_without_a_step_begins(browser, talks):
    assert offered(opened(browser, talks)) == ["J1", "J2", "J3", "J4", "J5", "J6", "J20", "J22"]


def test_without_a_government_every_state_is_offered(browser, talks):
    page = browser.get(ADD)
    assert len(list(page.context["adminform"].form.fields["state"].choices)) == 21


def test_the_day_is_asked_first_where_it_matters(browser, talks):
    lay(talks, "J5", 4)
    step = TrackStep.objects.get()
    page = browser.get(address(TrackStep, "change", step.pk)).content.decode()
    link = f"{ADD}?negotiation={talks['negotiation'].pk}&amp;government=NS&amp;day="
    assert link in page
    asked = browser.get(html.unescape(link))
    assert asked.template_name == "admin/negotiations/step_day.html"
    assert asked.context["form"].initial == {"negotiation": str(talks["negotiation"].pk), "government": "NS"}


@pytest.mark.parametrize(("given", "said"), [
    ("2014-02-31", "“2014-02-31” is not a day: February 2014 has 28 days."),
    ("2014-13-99", "“2014-13-99” is not a date that can be read."),
    ("soon", "“soon” is not a date that can be read.")])
def test_a_day_that_cannot_be_read_is_asked_again(browser, talks, given, said):
    page = opened(browser, talks, effective_on=given)
    valid = "Write year, month and day, as in 2013-11-08."
    assert page.context["form"].errors == {"effective_on": [f"{said} {valid}"]}
    assert f'value="{given}"' in page.content.decode()


@pytest.mark.parametrize("given", [
    {"sensitivity": "abc"}, {"sensitivity": "²"}, {"sensitivity": "9"}, {"agreement": "abc"},
    {"agreement": "9" * 20}, {"source": "1.5"}, {"negotiation": "9" * 20}])
def test_an_address_that_cannot_be_read_opens_the_form_all_the_same(browser, talks, given):
    assert opened(browser, talks, **given).status_code == 200


def test_a_key_that_cannot_be_read_is_said_at_its_field(browser, talks):
    assert errors(post(browser, talks, "J1", agreement="abc"))["agreement"] == [
        "Select a valid choice. That choice is not one of the available choices."]


@pytest.mark.parametrize("steps", [1, 9])
def test_opening_takes_the_same_queries_for_one_step_and_for_many(
        browser, talks, steps, django_assert_num_queries):  # fmt: skip
    for number in range(steps):
        lay(talks, "J5", number)
    with django_assert_num_queries(17):
        opened(browser, talks)


# What is refused

MOVES = {
    "en": ("From “offer in hand” a government can move to: “countered”, “position reserved”, “agreement to"
           " negotiate”, “agreement in principle”, “text settled”, “approved internally”, “opted out with"
           " compensation”, “asymmetric agreement”, “direct federal delivery”, “withdrawn”, “in talks”."),
    "fr": ("À partir de l’état «\xa0offre reçue\xa0», un gouvernement peut passer à\xa0:"
           " «\xa0contre-offre déposée\xa0», "),
}  # fmt: skip


def test_a_move_outside_the_table_is_said_at_the_state(browser, talks):
    lay(talks, "J2", 0)
    answer = post(browser, talks, "J24", reference="kept")
    assert errors(answer) == {"state": [MOVES["en"]]}
    assert help_of(answer)[0].startswith("Nova Scotia on 2014-03-06: offer in hand (2014-03-01).")
    assert typed(answer)["reference"] == "kept"
    assert TrackStep.objects.count() == 1


def test_a_step_back_asks_for_its_reason(browser, talks):
    lay(talks, "J6", 0)
    assert errors(post(browser, talks, "J3")) == {"reason_en": [
        "Falling back from “agreement in principle” to “countered” needs a reason: write it here."]}
    assert post(browser, talks, "J3", reason_fr="Nouveau mandat.").status_code == 302


def test_what_stands_next_is_named(browser, talks):
    lay(talks, "J5", 0), lay(talks, "J9", 6)
    assert errors(post(browser, talks, "J23")) == {"effective_on": [LATER.format("“withdrawn”")]}
    assert errors(post(browser, talks, "J10", on=4))["effective_on"] == [LATER.format("“signed by all”")]


def test_further_evidence_that_would_come_to_stand_alone_is_named(browser, talks):
    lay(talks, "J5", 0)
    assert post(browser, talks, "J9", on=2).status_code == 302
    assert post(browser, talks, "J9", on=4, grade="E4", agreement=None).status_code == 302
    assert errors(post(browser, talks, "J8", on=3, reason_en="They asked for time.")) == {"effective_on": [
        ("The next step, “signed in part” on 2014-03-05, was further evidence only: it does not prove that"
         " state by itself. Correct that one first.")]}
    assert post(browser, talks, "J9", on=3).status_code == 302


def test_an_agreement_in_principle_without_a_document_is_blocked(browser, talks):
    """Story 21: only a letter is on file."""
    lay(talks, "J5", 0)
    answer = post(browser, talks, "J6", grade="E4", statement=None, event=None, agreement=None, source=None)
    assert errors(answer) == {
        "grade": [f"{GRADE} {IN_PRINCIPLE} {LETTER}"],
        "statement": [f"{SHOWN} {IN_PRINCIPLE} {LETTER}"],
        "source": ["This field is required."],
    }  # fmt: skip
    assert TrackStep.objects.count() == 1


@pytest.mark.parametrize(("state", "before", "changes", "field", "sentence"), [
    ("J4", "J2", {}, "reason_en",
     "Position reserved needs a reason. A statement, with the reason: mandate, Cabinet or election."),
    ("J8", "J6", {"reference": " "}, "reference", APPROVAL),
    ("J10", "J6", {}, "agreement",
     "Every signature must be there by 2014-03-06: 1 of 2 signatures (Nova Scotia)."),
    ("J9", "J6", {"agreement": None}, "agreement", PART),
])  # fmt: skip
def test_what_a_state_lacks_is_said_at_its_field(browser, talks, state, before, changes, field, sentence):
    lay(talks, before, 0)
    assert errors(post(browser, talks, state, **changes)) == {field: [sentence]}


def test_quebec_is_asked_for_its_order_first(client):
    talks = make_talks("QC", signed=2)
    browser = sign_in(client, builders.make_member(talks["negotiation"], "records_officer"))
    lay(talks, "J6", 0)
    page = browser.get(ADD, {"negotiation": talks["negotiation"].pk, "government": "QC"})
    assert {"J9", "J10", "J21"} & set(offered(page)) == set()
    answer = post(browser, talks, "J10", government="QC")
    assert errors(answer) == {"state": [ORDER]}
    assert post(browser, talks, "J8", on=3, government="QC").status_code == 302
    assert post(browser, talks, "J10", government="QC").status_code == 302


SECOND = ("Two ministers sign for {}, one of them responsible for intergovernmental relations: add the block"
          " of the second one.")


def agreement_of(talks, code):
    """One more, without a block so far."""
    here = {"negotiation": talks["negotiation"], "source": talks["source"]}
    return builders.make_agreement(**here, government_id=code)


@pytest.mark.parametrize(("code", "name"), [("NL", "Newfoundland and Labrador"), ("QC", "Quebec")])
def test_signed_by_all_waits_for_the_block_of_the_second_minister(client, code, name):
    talks = make_talks(code, signed=1)
    browser = sign_in(client, builders.make_member(talks["negotiation"], "records_officer"))
    alone = agreement_of(talks, code)
    lay(talks, "J6", -9), lay(talks, "J8", 0, agreement=alone)
    only = builders.make_block(agreement=alone, government_id=code)
    builders.make_signature(block=only, source=talks["source"], effective_on=day(1))
    refused = post(browser, talks, "J10", government=code, agreement=alone.pk)
    assert errors(refused) == {"agreement": [SECOND.format(name)]}
    assert post(browser, talks, "J9", government=code, agreement=alone.pk).status_code == 302
    second = builders.make_block(agreement=alone, government_id=code)
    builders.make_signature(block=second, source=talks["source"], effective_on=day(2))
    assert post(browser, talks, "J10", government=code, agreement=alone.pk).status_code == 302


def test_one_block_is_enough_where_one_minister_signs(browser, talks):
    lay(talks, "J6", -9), lay(talks, "J8", 0)
    alone = agreement_of(talks, "NS")
    builders.make_signature(block=builders.make_block(agreement=alone, government_id="NS"),
                            source=talks["source"], effective_on=day(1))
    assert post(browser, talks, "J10", agreement=alone.pk).status_code == 302


OTHERS = ("This is an offer of another government: name the counter-offer, of Nova Scotia or of a front to"
          " which it belongs.")
NO_MEMBER = ("Nova Scotia is not on record as a member of “All PTs” on 2013-11-08: record its part in the"
             " front first.")


def test_countered_names_an_offer_of_its_own_or_of_its_front(browser, talks):
    lay(talks, "J2", 0)
    here = {"negotiation": talks["negotiation"], "source": talks["source"]}
    front = builders.make_front(**here, name_en="All PTs")
    canada, base = builders.make_offer(**here), builders.make_offer(**here, kind="base")
    of_front = builders.make_offer(**here, author_front=front)

    def said(offer):
        return errors(post(browser, talks, "J3", offer=offer.pk)).get("offer")

    assert said(canada) == [OTHERS]
    assert said(base) == ["What counters is an offer or a demand, not a signal or the status quo."]
    assert said(of_front) == [NO_MEMBER]
    builders.make_front_member(front=front, source=talks["source"], government_id="NS", starts_on=day(0))
    assert said(of_front) == [NO_MEMBER]
    builders.make_front_member(front=front, source=talks["source"], government_id="NS")
    assert post(browser, talks, "J3", offer=of_front.pk).status_code == 302


def test_its_own_demand_counters_too(browser, talks):
    lay(talks, "J2", 0)
    demand = builders.make_offer(negotiation=talks["negotiation"], source=talks["source"], kind="demand",
                                 author_government_id="NS")
    assert post(browser, talks, "J3", offer=demand.pk).status_code == 302


def test_a_refusal_of_the_database_alone_is_told_too(browser, talks, monkeypatch):
    """When somebody was faster than the form."""
    lay(talks, "J2", 0)
    monkeypatch.setattr("negotiations.stepping.faults", lambda step: [])
    answer = post(browser, talks, "J24")
    assert (answer.status_code, errors(answer)) == (409, {
        "__all__": ["From the state of that day this one cannot be reached."]})
    answer = post(browser, talks, "J6", grade="E4")
    assert errors(answer) == {"__all__": ["The evidence that this state needs is not on file."]}


def test_correction_is_judged_without_the_row_that_it_corrects(browser, talks):
    lay(talks, "J2", 0)
    wrong = lay(talks, "J20", 2)
    page = browser.get(ADD, {"supersedes": wrong.pk})
    assert len(list(page.context["adminform"].form.fields["state"].choices)) == 21
    answer = browser.post(ADD, typed(page, state="J3", correction_reason="It tabled an alternative."))
    assert answer.status_code == 302
    row = TrackStep.objects.get(supersedes=wrong)
    assert (row.state, row.effective_on, row.agreement) == ("J3", wrong.effective_on, wrong.agreement)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sentence_is_in_both_languages(browser, talks, language):
    lay(talks, "J2", 0)
    with translation.override(language):
        url = address(TrackStep, "add")
        page = browser.get(url, {"negotiation": talks["negotiation"].pk, "government": "NS"})
        answer = browser.post(url, typed(page, state="J24", grade="E4", effective_on=str(day(2)),
                                         source=talks["source"].pk))  # fmt: skip
        found = errors(answer)
    assert found["state"][0].startswith(MOVES[language])
    assert found["grade"][0].startswith({
        "en": "Terminated needs evidence of the grade “stated",
        "fr": "Résilié\xa0: il faut une preuve de niveau «\xa0"}[language])


# Contests


def test_a_step_is_contested_from_its_page(browser, talks):
    step = lay(talks, "J5", 0)
    page = browser.get(address(TrackStep, "change", step.pk)).content.decode()
    assert f'href="{address(Contest, "add")}?step={step.pk}">Contest this step</a>' in page
    form = browser.get(address(Contest, "add"), {"step": step.pk})
    said = {"by_government": "CA", "state": "J5", "grade": "E2", "words_en": "An AIP.", "words_fr": "Entente"}
    unfounded = typed(form, **said)
    assert unfounded["step"] == str(step.pk)
    assert {"source", "effective_on"} & set(unfounded) == set()
    builders.make_government("CA")
    assert {"source", "effective_on"} <= set(errors(browser.post(address(Contest, "add"), unfounded)))
    filled = {**unfounded, "source": talks["source"].pk, "effective_on": str(day(1))}
    refused = browser.post(address(Contest, "add"), filled)
    assert errors(refused) == {
        "state": ["This is the state that the step itself gives: a contest describes another."]}
    assert browser.post(address(Contest, "add"), {**filled, "state": "J6"}).status_code == 302
    assert step.contests.get().state == "J6"


def test_a_contest_of_a_corrected_step_is_offered_again(browser, talks):
    step = lay(talks, "J5", 0)
    builders.lay(Contest, negotiation=talks["negotiation"], source=talks["source"], step=step, state="J6",
                 grade="E2", effective_on=day(0), words_en="An AIP.", words_fr="Entente")  # fmt: skip
    page = browser.get(ADD, {"supersedes": step.pk})
    answer = browser.post(ADD, typed(page, grade="E1", locator="page 2", correction_reason="The page."))
    assert answer.status_code == 302
    assert [one.state for one in TrackStep.objects.get(supersedes=step).contests.all()] == ["J6"]


# A later position


def test_a_later_position_starts_from_an_earlier_one(browser, talks):
    front = builders.make_front(negotiation=talks["negotiation"], source=talks["source"])
    here = {"negotiation": talks["negotiation"], "source": talks["source"], "front": front}
    term = builders.make_term(negotiation=talks["negotiation"])
    old = builders.make_position(**here, origin="collective", term=term)
    add = address(Position, "add")
    assert f'href="{add}?after={old.pk}"' in browser.get(address(Position, "change", old.pk)).content.decode()
    form = typed(browser.get(add, {"after": old.pk}))
    kept = ("negotiation", "government", "term", "front", "origin")
    assert [form[name] for name in kept] == [
        str(old.negotiation_id), "ON", str(old.term_id), str(front.pk), "collective"]
    assert [form.get(name, "") for name in ("stance", "effective_on", "source", "supersedes")] == [""] * 4
    answer = browser.post(add, {**form, "stance": "accept", "grade": "E1", "effective_on": "2014-03-01",
                                "source": str(talks["source"].pk)})  # fmt: skip
    assert answer.status_code == 302
    assert [row.supersedes_id for row in Position.objects.order_by("id")] == [None, None]
