"""The calculator through the client: figures, faults at their fields, and the same as files."""

import csv
import io
from decimal import Decimal

import pytest
from django.urls import reverse

from grants.models import IndicatorRelease, ProgrammeVersion
from tests import builders
from tests.grants import programmes

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(client):
    client.force_login(builders.make_user(is_staff=False))
    return client


def ask(client, name="calculator", **asked):
    return client.get(reverse(name, args=[programmes.CODE]), {key.replace("__", "-"): value
                                                              for key, value in asked.items()})


def table(answer, place=0):
    """A table of the page: its printed figures by row, the total last."""
    one = answer.context["page"].shown.tables[place]
    rows = {row.label: [cell.text for cell in row.cells] for row in one.rows}
    return rows | ({"Total": [cell.text for cell in one.total.cells]} if one.total else {})


def figures(rows, place):
    """The printed dollars of a column, without the total."""
    return [Decimal(cells[place].strip("$").replace(",", "")) for label, cells in rows.items()
            if label != "Total"]


def test_figures_stand_by_government_in_protocol_order_and_add_up(reader):
    programmes.lay_programme()
    rows = table(ask(reader, scenario="budget-2013", measure="burden", step="cent"))
    assert list(rows)[:3] == ["Ontario", "Quebec", "Nova Scotia"]
    assert list(rows)[-2:] == ["Nunavut", "Total"]
    assert rows["Ontario"][3] == "$231,065,736.37"
    assert rows["Total"][3] == "$600,000,000.00"
    assert sum(figures(rows, 3)) == 600_000_000


def test_a_range_is_shown_as_a_range(reader):
    programmes.lay_programme()
    rows = table(ask(reader, scenario="budget-2013", measure="grants"))
    assert rows["Total"][0].replace("\N{NO-BREAK SPACE}", " ") == "$0 to $300,000,000"


@pytest.mark.parametrize(("scenario", "paid"), [
    ("budget-2013", ["$5,000", "$5,000", "$5,000", "$15,000"]),
    ("letter-2013-12", ["$10,000", "$0", "$5,000", "$15,000"]),
])
def test_split_of_one_grant_stands_beside_its_charts(reader, scenario, paid):
    programmes.lay_programme()
    shown = ask(reader, scenario=scenario).context["page"].shown
    rows = [*shown.split_tables[0].rows, shown.split_tables[0].total]
    assert [row.cells[1].text for row in rows] == paid
    assert [bar.text for bar in shown.split_charts[1].bars] == paid[:3]


def test_employer_at_fifteen_per_cent_leaves_12_750_to_the_governments(reader):
    programmes.lay_programme()
    rows = [row.cells[1].text.replace("\N{NO-BREAK SPACE}", " ") for row in
            ask(reader, scenario="signal-2013-11").context["page"].shown.split_tables[0].rows]
    assert rows == ["$0 to $12,750", "$0 to $12,750", "$2,250 to $15,000"]


def test_figures_are_rounded_to_the_dollar_and_still_add_up(reader):
    programmes.lay_programme()
    rows = table(ask(reader, scenario="budget-2013", measure="burden"))
    assert (sum(figures(rows, 3)), rows["Total"][3]) == (600_000_000, "$600,000,000")


def test_typed_values_lie_over_the_scenario(reader):
    programmes.lay_programme()
    answer = ask(reader, scenario="letter-2013-12", p__training_cost="18_000",
                 p__shares="{federal: 2/3, employer: 1/3}")
    rows = answer.context["page"].shown.split_tables[0].rows
    assert [row.cells[1].text for row in rows] == ["$10,000", "$0", "$8,000"]


BAD = [
    ("NaN", "'NaN' is not a number; write unknown or unlimited."),
    ("Infinity", "'Infinity' is not a number; write unknown or unlimited."),
    ("1e999999999", "'1e999999999' has an exponent; write the number out."),
    ("__import__('os')", None),
    ("{" * 4000, None),
    ("&a [*a, *a]", None),
    ("{2031-32: 1, others: 0}", None),
    ("-1", "training_cost is -1; it must lie in 0..."),
]


@pytest.mark.parametrize(("typed", "sentence"), BAD)
def test_bad_input_is_told_at_its_field_with_what_was_typed_kept(reader, typed, sentence):
    programmes.lay_programme()
    counts = ProgrammeVersion.objects.count(), IndicatorRelease.objects.count()
    answer = ask(reader, scenario="budget-2013", p__training_cost=typed)
    page = answer.context["page"]
    assert (answer.status_code, page.shown) == (400, None)
    assert page.form["p-training_cost"].value() == typed
    errors = page.form.errors["p-training_cost"]
    assert list(page.form.errors) == ["p-training_cost"]
    assert errors and (sentence is None or errors == [sentence])
    assert (ProgrammeVersion.objects.count(), IndicatorRelease.objects.count()) == counts


@pytest.mark.parametrize(("field", "typed", "sentence"), [
    ("p__employer_minimum", "1.5", "employer_minimum is 1.5; it must lie in 0..1."),
    ("p__shares", "0 : 0 : 0", "The weights add to zero, so nothing can be shared by them."),
    ("p__shares", "{federal: 0.5, employer: 0.4}", "These shares add to 9/10, not to 1."),
])
def test_a_value_its_kind_forbids_is_told_in_the_engine_s_words(reader, field, typed, sentence):
    programmes.lay_programme()
    answer = ask(reader, **{field: typed})
    assert answer.context["page"].faults[0][2] == sentence


def test_faults_are_told_in_french(reader):
    programmes.lay_programme()
    answer = reader.get(f"/fr/programmes/{programmes.CODE}/calculator/", {"p-employer_minimum": "1.5"})
    assert answer.context["page"].faults[0][2] == "employer_minimum vaut 1.5 ; il doit être dans 0..1."


@pytest.mark.parametrize("asked", [{"scenario": "nowhere"}, {"measure": "x"}, {"year": "1999-00"},
                                   {"r__people": "x"}, {"step": "x"}])
def test_a_choice_that_is_not_offered_is_told_at_its_field(reader, asked):
    programmes.lay_programme()
    answer = ask(reader, **asked)
    assert answer.status_code == 400
    assert list(answer.context["page"].form.errors) == [name.replace("__", "-") for name in asked]


def test_french_page_prints_french_figures(reader):
    programmes.lay_programme()
    answer = reader.get(f"/fr/programmes/{programmes.CODE}/calculator/",
                        {"scenario": "agreement-2014", "measure": "kept", "step": "cent"})
    row = answer.context["page"].shown.tables[0].rows[1]
    assert row.label == "Québec"
    assert row.cells[0].text.replace("\N{NO-BREAK SPACE}", " ") == "115 595 739,17 $"


def test_two_releases_stand_side_by_side_with_their_difference(reader):
    programmes.lay_programme()
    programmes.lay_release("population-2016-07-01-v2023")
    answer = ask(reader, s__people="population-2016-07-01-v2023", step="cent")
    beside = answer.context["page"].shown.beside
    assert beside.columns == ("population-2013-07-01-v2023 (2023-12-31)",
                              "population-2016-07-01-v2023 (2023-12-31)", "Difference")
    rows = {row.label: [cell.text for cell in row.cells] for row in beside.rows}
    assert rows["Quebec"] == ["$115,595,739.17", "$113,902,892.06", "−$1,692,847.11"]
    assert [cell.text for cell in beside.total.cells] == ["$500,000,000.00", "$500,000,000.00", "$0.00"]
    assert beside.rows[1].cells[1].pins == "r-people=population-2016-07-01-v2023"



@pytest.mark.parametrize("releases", [0, 6])
@pytest.mark.parametrize(("name", "queries"), [
    # session, user, programme, releases, values, governments; JSON names no government
    ("calculator", 6), ("calculator-csv", 6), ("calculator-json", 5), ("one-grant", 6)])
def test_page_takes_the_same_queries_for_one_release_and_for_many(
        reader, name, queries, releases, django_assert_num_queries):
    programmes.lay_programme()
    for number in range(releases):
        programmes.lay_release("population-2013-07-01-v2023", code=f"revised-{number}")
    with django_assert_num_queries(queries):
        assert ask(reader, name, scenario="budget-2013").status_code == 200


def test_csv_and_json_hold_the_numbers_of_the_page(reader):
    programmes.lay_programme()
    asked = {"scenario": "agreement-2014", "measure": "grants", "step": "cent"}
    page = table(ask(reader, **asked))
    told = ask(reader, "calculator-json", **asked).json()
    cells = told["shown"]["grants"]["cells"]
    text = ask(reader, "calculator-csv", **asked).content.decode("utf-8-sig")
    lines = [row for row in csv.DictReader(io.StringIO(text)) if row["Measure"] == "Money for the grant"]
    from_csv = {(row["Fiscal year"], row["Code"]): row["Figure"] for row in lines if row["Code"]}
    assert page["Ontario"][3] == "$115,532,868.18"
    assert (cells["2017-18,ON"], from_csv["2017-18", "ON"]) == ("115532868.18", "115532868.18")
    assert len(from_csv) == len(cells) == 78
    total = [row["Figure"] for row in lines
             if (row["Government"], row["Fiscal year"]) == ("Total", "2017-18")]
    assert total == [told["shown"]["grants"]["totals"]["2017-18"]]
    assert told["checksum"] == ask(reader, **asked).context["page"].shown.calculation.checksum


def test_json_holds_all_a_calculation_was_made_from(reader):
    programme = programmes.lay_programme()
    told = ask(reader, "calculator-json", scenario="budget-2013").json()
    assert told["formula_version"] == programme.current.sha256
    assert told["results"]["burden"]["2017-18,ON"] == "1351078100000000/5847159"
    assert told["releases"]["people"][0]["release"] == "population-2013-07-01-v2023"


def test_no_cell_of_the_csv_is_run_by_a_spreadsheet(reader):
    text = programmes.text_of().replace("backfill: {en: Backfill,", "backfill: {en: '=HYPERLINK(1)',")
    programmes.lay_programme(text=text.replace("adds_up: party}", "adds_up: party}"))
    answer = ask(reader, "calculator-csv", p__envelope="600_000_000")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert "'=HYPERLINK(1)" in {row[0] for row in rows}
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@"))]
    assert [row[5] for row in rows if row[0] == "'=HYPERLINK(1)" and row[3] == "NU"][0].startswith("-1007")


@pytest.mark.parametrize("name", ["calculator-csv", "calculator-json"])
def test_files_tell_what_is_wrong(reader, name):
    programmes.lay_programme()
    answer = ask(reader, name, p__employer_minimum="1.5")
    assert answer.status_code == 400
    assert "employer_minimum is 1.5" in answer.content.decode()


def test_what_a_formula_s_author_wrote_is_never_markup(reader):
    text = programmes.text_of().replace("fr: Part minimale de l'employeur}",
                                        "fr: Part, note: '<script>alert(1)</script>'}")
    assert "<script>" in text
    programmes.lay_programme(text=text)
    assert "<script>alert" not in ask(reader).content.decode()


def test_without_a_release_the_page_tells_what_is_missing(reader):
    programme = builders.make_programme(code=programmes.CODE)
    version = builders.make_programme_version(programme, text=programmes.text_of())
    answer = ask(reader, version=version.number, scenario="budget-2013")
    assert answer.status_code == 200
    assert answer.context["page"].shown.tables[0].faults == (
        "No release of population for 2013-07-01 is known for 'people'.",)
    assert len(answer.context["page"].shown.split_tables[0].rows) == 3


def test_a_scenario_is_laid_over_another(reader):
    programmes.lay_programme()
    rows = table(ask(reader, scenario="budget-2013", over="lapses", measure="backfill"))
    assert rows["Total"][3] == "$500,000,000"
    assert "Now: 0" in str(ask(reader, over="lapses").context["page"].form["p-envelope"].help_text)


def test_parameters_and_scenarios_are_called_by_their_names_in_both_languages(reader):
    programmes.lay_programme()
    form = ask(reader).context["page"].form
    assert form["p-federal_cap"].label == "Federal maximum"
    french = reader.get(f"/fr/programmes/{programmes.CODE}/calculator/").context["page"].form
    assert french["p-federal_cap"].label == "Maximum fédéral"
    assert ("lapses", "Le transfert actuel prend fin") in french.fields["scenario"].choices


def test_what_is_counted_is_whole_and_checks_are_called_by_their_names(reader):
    programmes.lay_programme()
    answer = ask(reader, scenario="agreement-2014", measure="trainees", step="cent")
    rows = table(answer)
    assert (rows["Ontario"][3], rows["Total"][3]) == ("11,553", "23,064")
    assert [(one.name, one.answers) for one in answer.context["page"].shown.checks] == [
        ("Employers pay at least their minimum", (("", "yes"),)),
        ("One grant is paid in full", (("", "yes"),))]


def test_every_figure_of_the_summary_and_of_both_releases_leads_to_its_working(reader):
    programmes.lay_programme()
    programmes.lay_release("population-2016-07-01-v2023")
    asked = {"scenario": "budget-2013", "measure": "grants", "s__people": "population-2016-07-01-v2023"}
    text = ask(reader, **asked).content.decode().replace("&amp;", "&")
    pinned = "&r-people=population-2016-07-01-v2023"
    for cell, shown in [("measure=burden&cell=2017-18", "$600,000,000"),
                        ("measure=grants&cell=2019-20,QC", "$69,357,444"),
                        (f"measure=grants&cell=2019-20,QC{pinned}", "$68,341,735")]:
        address = next(part for part in text.split('"') if part.endswith(cell))
        assert f'{cell}">{shown}</a>' in text
        assert shown in reader.get(address).content.decode()
