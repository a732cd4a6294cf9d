"""The list of programmes and the page of one, through the client."""

import pytest
from django.urls import reverse

from tests import builders
from tests.grants import programmes

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(client):
    client.force_login(builders.make_user(is_staff=False))
    return client


def page(client, code=programmes.CODE, **asked):
    return client.get(reverse("programme", args=[code]), asked)


@pytest.mark.parametrize("many", [1, 9])
def test_list_takes_the_same_queries_for_one_programme_and_for_many(
        reader, many, django_assert_num_queries):
    for _number in range(many):
        builders.make_programme_version()
    with django_assert_num_queries(3):  # session, user, programmes
        answer = reader.get(reverse("programme-list"))
    assert len(answer.context["programmes"]) == many


def test_list_says_what_would_be_there_when_it_is_empty(reader):
    assert "No programme is on record yet." in reader.get(reverse("programme-list")).content.decode()


@pytest.mark.parametrize("versions", [1, 6])
def test_page_takes_the_same_queries_for_one_version_and_for_many(
        reader, versions, django_assert_num_queries):
    programme = programmes.lay_programme()
    for number in range(2, versions + 1):
        builders.make_programme_version(programme, number=number)
    with django_assert_num_queries(6):  # session, user, programme, versions, releases, values
        answer = page(reader)
    assert len(answer.context["page"].versions) == versions


def test_page_shows_the_formula_by_lines_that_can_be_pointed_at(reader):
    programmes.lay_programme()
    answer = page(reader)
    lines = programmes.text_of().splitlines()
    place = lines.index("  grants: allocation * earmark") + 1
    quantity = next(one for one in answer.context["page"].formula.quantities if one.name == "grants")
    assert (quantity.line, quantity.says) == (place, (("", "allocation * earmark"),))
    assert f'<li id="L{place}"><code>  grants: allocation * earmark</code></li>' in answer.content.decode()


def test_page_runs_the_cases_on_the_releases_on_record(reader):
    programmes.lay_programme()
    formula = page(reader).context["page"].formula
    assert (formula.failed, formula.passed) == (0, len(formula.cases))
    published = {case.id for case in formula.cases if case.sources}
    assert {"thirds-of-fifteen-thousand", "nova-scotia"} <= published


def test_page_tells_why_a_case_failed(reader):
    text = programmes.text_of().replace("{one_grant: {federal: 5_000,", "{one_grant: {federal: 5_001,", 1)
    programmes.lay_programme(text=text)
    case = page(reader).context["page"].formula.cases[0]
    assert case.passed is False
    assert case.problems[0] == "one_grant (federal, small) is 5000; expected 5_001."


def test_a_text_that_is_no_formula_is_told_by_its_faults(reader):
    programmes.lay_programme(text="language: 1\nprogramme: x\nyears: 2014-15\nquantities: {a: b}\n")
    answer = page(reader)
    assert answer.status_code == 200
    assert answer.context["page"].faults == ("line 4, column 17: Nothing here is named 'b'.",)
    assert reader.get(reverse("calculator", args=[programmes.CODE])).status_code == 404


def test_an_older_version_is_read_by_its_number(reader):
    programme = programmes.lay_programme()
    builders.make_programme_version(programme, number=2, text=programmes.text_of() + "# More.\n")
    answer = page(reader, version="2")
    assert answer.context["page"].place.version.number == 2
    assert "This is not the current version." in answer.content.decode()


@pytest.mark.parametrize("number", ["9", "-1", "x", "²", "9" * 30])
def test_a_version_that_is_not_there_is_missing(reader, number):
    programmes.lay_programme()
    assert page(reader, version=number).status_code == 404


def test_a_programme_without_a_current_version_says_so(reader):
    programmes.lay_programme(current=False)
    answer = page(reader)
    assert "No version of the formula is current." in answer.content.decode()
    assert reader.get(reverse("calculator", args=[programmes.CODE])).status_code == 404


def test_page_asks_to_sign_in(client):
    programmes.lay_programme()
    assert page(client).status_code == 302


def test_french_page_names_the_measures_in_french(reader):
    programmes.lay_programme()
    answer = reader.get(f"/fr/programmes/{programmes.CODE}/")
    assert [one.title for one in answer.context["page"].formula.measures][:2] == [
        "Transfert", "Argent pour la subvention"]
    assert '<html lang="fr">' in answer.content.decode()
    assert "Subvention canadienne pour l&#x27;emploi" in answer.content.decode()
