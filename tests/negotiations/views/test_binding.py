"""The page on which a front's words are recorded: typed, looked at, confirmed; what it refuses to whom."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from negotiations.models import Condition, FrontMember, Position
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.fronts import PROVINCES, make_talks

pytestmark = pytest.mark.django_db
NOTE = {"footnote_en": "Opts out with compensation", "footnote_fr": "Se retire avec compensation"}


@pytest.fixture
def talks(client):
    found = make_talks(state="draft")
    client.force_login(found.analyst)
    as_user(found.analyst)
    return found


def address(talks, slug="talks"):
    return reverse("binding", args=[slug, talks.statement.pk])


def typed(talks, **changes):
    """What a browser sends: one line on the first term, every member ticked; `line__stance` names a field."""
    lines = {"term": talks.terms[0].pk, "stance": "opposed_as_drafted", "firmness": "firm", "value": "",
             "summary_en": "", "summary_fr": "", "offer": "", "conditions_en": "", "conditions_fr": "",
             "kind": "condition", "combine": "all"}
    asked = {name.removeprefix("line__"): value for name, value in changes.items()
             if name.startswith("line__")}
    rest = {name: value for name, value in changes.items() if not name.startswith("line__")}
    return {"lines-TOTAL_FORMS": 1, "lines-INITIAL_FORMS": 1, "members": PROVINCES, "sensitivity": 2,
            "footnote_government": "", "footnote_en": "", "footnote_fr": "", "act": "preview",
            **{f"lines-0-{name}": value for name, value in (lines | asked).items()}, **rest}


def look(client, talks, **changes):
    return client.post(address(talks), typed(talks, **changes))


def press_record(client, talks, answer, **changes):
    return look(client, talks, **{"act": "record", "seen": answer.context["preview"].seen, **changes})


def errors(answer):
    """Field -> sentences, of the form and of its lines."""
    form = answer.context["form"]
    found = {name: list(said) for name, said in form.errors.items()}
    for at, one in enumerate(form.lines.forms):
        found |= {f"lines-{at}-{name}": list(said) for name, said in one.errors.items()}
    return found | ({"lines": list(form.lines.non_form_errors())} if form.lines.non_form_errors() else {})


def test_page_starts_with_a_line_for_each_term_that_the_statement_touches(client):
    talks = make_talks(terms=3, state="draft")
    client.force_login(talks.analyst)
    form = client.get(address(talks)).context["form"]
    assert [one["term"].value() for one in form.lines] == [*(str(term.pk) for term in talks.terms), ""]
    assert form["members"].value() == PROVINCES


def test_looking_stores_nothing_and_counts_in_words(client, talks):
    builders.make_position(**talks.of, term=talks.terms[0], grade="E2")
    builders.make_position(**talks.of, government=builders.make_government("QC"), grade="E2", stance="reject")
    answer = look(client, talks)
    page = answer.context["preview"]
    assert answer.status_code == 200
    assert page.tables[0].counts == (
        "13 members: 11 rows become visible; 1 own line and 1 package line stay on top.")
    notes = {row.government: row.note for row in page.tables[0].members if row.note}
    assert notes == {
        "Ontario": "Ontario keeps its own line: opposed as drafted, firm.",
        "Quebec": "Quebec keeps its own line on the whole package: rejects, firm."}
    assert page.added == 13
    assert "Record 13 rows" in answer.content.decode()
    as_user(talks.analyst)
    assert Position.objects.filter(origin="collective").count() == 0


def test_confirming_records_what_was_looked_at_and_leads_to_the_matrix_of_the_day(client, talks):
    answer = press_record(client, talks, look(client, talks))
    assert (answer.status_code, answer.url) == (302, "/en/negotiations/talks/matrix/?on=2013-11-08#top")
    page = client.get(answer.url)
    assert "13 rows were recorded for All PTs." in page.content.decode()
    as_user(talks.analyst)
    assert Position.objects.filter(origin="collective").count() == 13


def test_a_second_press_adds_nothing_and_links_to_what_stands(client, talks):
    looked = look(client, talks)
    press_record(client, talks, looked)
    answer = press_record(client, talks, looked)
    assert answer.status_code == 409
    assert answer.context["preview"].added == 0
    assert "/en/negotiations/talks/matrix/?on=2013-11-08&amp;cell=T1-ON#pane" in answer.content.decode()
    as_user(talks.analyst)
    assert Position.objects.count() == 13


def test_what_changed_between_is_said_and_nothing_is_stored(client, talks):
    looked = look(client, talks)
    builders.make_position(**talks.of, term=talks.terms[0], grade="E2")
    answer = press_record(client, talks, looked)
    assert answer.status_code == 409
    assert answer.context["changes"] == [
        f"Ontario on {talks.terms[0].name}: what is on record has changed."]
    assert answer.context["preview"].tables[0].counts == (
        "13 members: 12 rows become visible; 1 own line stays on top.")
    as_user(talks.analyst)
    assert Position.objects.filter(origin="collective").count() == 0
    assert press_record(client, talks, answer).status_code == 302


@pytest.mark.parametrize("seen", ["", "typed", "ON:1 :: typed:2", "x" * 5000])
def test_pressing_record_without_having_looked_shows_the_rows(client, talks, seen):
    answer = look(client, talks, act="record", seen=seen)
    assert (answer.status_code, answer.context["preview"].added) == (409, 13)


def test_other_words_than_those_looked_at_are_not_recorded(client, talks):
    answer = press_record(client, talks, look(client, talks), line__stance="accept")
    assert (answer.status_code, answer.context["changes"]) == (
        409, ["What is typed above is not what was looked at."])


def test_a_footnoted_member_is_not_ticked_and_its_words_stand_beside_it(client, talks):
    with behind_the_wall():
        FrontMember.objects.filter(government="QC").update(**NOTE)
    form = client.get(address(talks)).context["form"]
    assert form["members"].value() == [code for code in PROVINCES if code != "QC"]
    assert dict(form.fields["members"].choices)["QC"] == "Quebec † “Opts out with compensation”"
    answer = look(client, talks, members=form["members"].value())
    assert answer.context["preview"].left_out == (
        ("Quebec", "not ticked; its footnote: “Opts out with compensation”"),)


def test_a_footnote_typed_here_is_kept_with_the_membership(client, talks):
    others = [code for code in PROVINCES if code != "QC"]
    given = {"members": others, "footnote_government": "QC", **NOTE}
    press_record(client, talks, look(client, talks, **given), **given)
    as_user(talks.analyst)
    assert list(FrontMember.objects.exclude(footnote_en="").values_list("government", *NOTE)) == [
        ("QC", *NOTE.values())]
    assert set(Position.objects.values_list("government", flat=True)) == set(others)


def test_conditions_are_read_one_a_line(client, talks):
    given = {"line__conditions_en": "New money\n\n In July ",
             "line__conditions_fr": "De l’argent frais\nEn juillet"}
    press_record(client, talks, look(client, talks, **given), **given)
    as_user(talks.analyst)
    rows = Condition.objects.filter(position__government="ON")
    assert list(rows.values_list("number", "text_en", "text_fr")) == [
        (1, "New money", "De l’argent frais"), (2, "In July", "En juillet")]


TYPED_WRONG = [
    ({"line__stance": ""}, "lines", "Say on one term at least where the front stands."),
    ({"line__stance": "", "line__summary_en": "No"}, "lines-0-stance",
     "Choose the stance, or empty the line."),
    ({"line__term": ""}, "lines-0-term", "Choose the term, or the whole package."),
    ({"line__term": "999999"}, "lines-0-term",
     "Select a valid choice. 999999 is not one of the available choices."),
    ({"line__value": "lots"}, "lines-0-value",
     "“lots” is no figure. Write 300_000_000, a range as 100.. or 100..200, or unknown."),
    ({"line__term": "package", "line__value": "5"}, "lines-0-value",
     "The whole package has no value: name it on its term."),
    ({"line__conditions_en": "One\nTwo", "line__conditions_fr": "Un"}, "lines-0-conditions_fr",
     "Write one condition a line, the same ones in both languages: 2 in English and 1 in French were found."),
    ({"line__conditions_en": "x" * 401, "line__conditions_fr": "y"}, "lines-0-conditions_en",
     "A condition has at most 400 characters; one of these has 401."),
    ({"members": []}, "members", "Tick one member at least."),
    ({"members": ["CA"]}, "members", "Select a valid choice. CA is not one of the available choices."),
    ({"sensitivity": 1}, "sensitivity", "Select a valid choice. 1 is not one of the available choices."),
    ({"footnote_government": "QC", "footnote_en": "Out"}, "footnote_fr",
     "Write the footnote in both languages."),
    ({"footnote_en": "Out"}, "footnote_government", "Choose whose footnote it is."),
]  # fmt: skip


@pytest.mark.parametrize(("given", "field", "sentence"), TYPED_WRONG)
def test_a_fault_is_told_at_its_field_and_what_was_typed_is_kept(client, talks, given, field, sentence):
    answer = look(client, talks, **given)
    assert answer.status_code == 400
    assert errors(answer) == {field: [sentence]}
    form = answer.context["form"]
    kept = {name.replace("line__", "lines-0-"): str(value) for name, value in given.items()}
    shown = {name: str(form.lines[0][name[8:]].value() if name.startswith("lines") else form[name].value())
             for name in kept}
    assert shown == kept


def test_a_term_has_one_line(client, talks):
    second = {f"lines-1-{name}": value for name, value in (
        ("term", talks.terms[0].pk), ("stance", "accept"), ("firmness", "firm"), ("kind", "condition"),
        ("combine", "all"))}
    answer = look(client, talks, **{"lines-TOTAL_FORMS": 2, **second})
    assert (answer.status_code, errors(answer)) == (400, {"lines-1-term": ["This term has a line above."]})


def test_a_term_above_the_chosen_level_is_told_at_the_sensitivity(client, talks):
    term = builders.make_term(negotiation=talks.negotiation, sensitivity=3)
    assert errors(look(client, talks, line__term=term.pk)) == {
        "sensitivity": ["A row is at least as sensitive as what it names: choose a higher sensitivity."]}
    assert look(client, talks, line__term=term.pk, sensitivity=3).status_code == 200


@pytest.mark.parametrize(("kind", "good", "bad"), [
    ("ratio", "15%..", "150%"), ("weights", "1 : 1 : 1", "a : b"), ("date", "2014-04", "April"),
    ("duration", "6 months", "soon"), ("number", "unknown", "1e5"), ("text", "anything", None)])
def test_a_value_is_one_that_the_term_may_hold(client, talks, kind, good, bad):
    term = builders.make_term(negotiation=talks.negotiation, value_kind=kind)
    assert errors(look(client, talks, line__term=term.pk, line__value=good)) == {}
    if bad:
        assert list(errors(look(client, talks, line__term=term.pk, line__value=bad))) == ["lines-0-value"]


def test_a_further_line_keeps_what_was_typed_and_tells_no_fault(client, talks):
    answer = look(client, talks, act="line", line__summary_en="Kept", line__stance="", members=["ON"])
    form = answer.context["form"]
    assert answer.status_code == 200
    assert [one["summary_en"].value() for one in form.lines] == ["Kept", None]
    assert form["members"].value() == ["ON"]
    assert errors(answer) == {}


@pytest.mark.parametrize(("behalf", "words"), [
    ("claims", "Nobody is bound by another’s words"), ("own", "not on behalf of a front")])
def test_words_that_bind_nobody_offer_no_form(client, talks, behalf, words):
    other = {"front": talks.front} if behalf == "claims" else {}
    talks.statement = builders.make_statement(
        **talks.of, event=talks.statement.event, behalf=behalf, state="in_review", **other)
    page = client.get(address(talks))
    assert page.status_code == 200
    assert words in page.content.decode()
    assert 'class="binding"' not in page.content.decode()
    assert look(client, talks).status_code == 409
    as_user(talks.analyst)
    assert Position.objects.count() == 0


@pytest.mark.parametrize(("role", "clearance", "status"), [
    ("viewer", 4, 403), ("analyst", 1, 404), ("approver", 2, 200), ("records_officer", 2, 200)])
def test_only_who_writes_there_opens_it(client, role, clearance, status):
    talks = make_talks(["ON"], state="draft")
    client.force_login(builders.make_member(talks.negotiation, role, clearance))
    assert client.get(address(talks)).status_code == status
    assert look(client, talks, members=["ON"]).status_code == status


def test_the_other_negotiation_and_a_missing_statement_answer_alike(client, talks):
    foreign = builders.make_statement(state="in_review")
    for slug, key in ((foreign.negotiation.slug, foreign.pk), ("talks", foreign.pk), ("talks", 999999999)):
        assert client.get(reverse("binding", args=[slug, key])).status_code == 404


def test_rows_above_ones_clearance_are_neither_shown_nor_counted(client, talks):
    builders.make_position(**talks.of, term=talks.terms[0], grade="E2", sensitivity=4, summary_en="secret")
    builders.make_term(negotiation=talks.negotiation, sensitivity=4, name_en="secret term")
    answer = look(client, talks)
    assert answer.context["preview"].tables[0].counts == "13 members: 13 rows become visible."
    assert "secret" not in answer.content.decode()


@pytest.mark.parametrize("size", [1, 5])
def test_the_page_takes_the_same_queries_for_few_members_and_terms_and_for_many(
        client, size, django_assert_num_queries):
    talks = make_talks(PROVINCES[:size], terms=size, state="draft")
    client.force_login(talks.analyst)
    client.get(address(talks))
    with django_assert_num_queries(14):
        client.get(address(talks))
    with django_assert_num_queries(17):
        look(client, talks, members=PROVINCES[:size])


def test_both_pages_lead_here_for_who_writes(client, talks):
    event = talks.statement.event
    page = client.get(reverse("meeting", args=["talks", event.slug])).content.decode()
    admin = client.get(reverse("admin:negotiations_statement_change", args=[talks.statement.pk]))
    assert [address(talks) in one for one in (page, admin.content.decode())] == [True, True]
    client.force_login(builders.make_member(talks.negotiation, "viewer"))
    assert address(talks) not in client.get(reverse("meeting", args=["talks", event.slug])).content.decode()


def test_french_page_speaks_french(client, talks):
    with translation.override("fr"):
        url = address(talks)
    page = client.post(url, typed(talks)).content.decode()
    text = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page))
    assert "13 membres : 13 lignes deviennent visibles." in text.replace("\xa0", " ")
