"""Reference data goes in whole or not at all, twice adds nothing, and nothing stored is edited."""

import datetime
import shutil
from decimal import Decimal
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from grants.models import IndicatorRelease, IndicatorValue, Jurisdiction, Programme, ProgrammeVersion
from grants.reference import Refused, load_reference
from tests.conftest import behind_the_wall

pytestmark = pytest.mark.django_db
DATA = Path(settings.BASE_DIR) / "data"
RELEASE = """\
release: population-2013
indicator: population
date: 2013-07-01
released: 2013-09
title: Estimates
publisher: Statistics Canada
note: First estimates.
unconfirmed: [QC]
values: {ON: 13_510_781, QC: 8_110_880}
"""
PROGRAMME = """\
language: 1
programme: small-grant
en: Small grant
fr: Petite subvention
years: 2014-15..2015-16
parameters:
  pool: {kind: money, status_quo: 100}
quantities:
  double: pool * 2
measures:
  double: {en: Double, fr: Double, better: more}
cases:
  - {id: R-1, expect: {double: 200}}
"""


@pytest.fixture(autouse=True)
def owner(db):
    """Loading is the owner's work."""
    with behind_the_wall():
        yield


@pytest.fixture
def folder(tmp_path):
    """The governments, one release and one programme."""
    shutil.copy(DATA / "governments.yaml", tmp_path)
    for name, text in {"releases/a.yaml": RELEASE, "programmes/a.yaml": PROGRAMME}.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_governments_stand_in_protocol_order(folder):
    load_reference(folder)
    codes = list(Jurisdiction.objects.in_protocol_order().values_list("code", flat=True))
    assert codes == ["CA", "ON", "QC", "NS", "NB", "MB", "BC", "PE", "SK", "AB", "NL", "NT", "YT", "NU"]


def test_ties_have_an_order_of_their_own(folder):
    load_reference(folder)
    ties = Jurisdiction.objects.exclude(canonical_order=None).order_by("canonical_order")
    assert list(ties.values_list("code", flat=True)) == (
        ["NL", "PE", "NS", "NB", "QC", "ON", "MB", "SK", "AB", "BC", "YT", "NT", "NU"])
    assert Jurisdiction.objects.get(code="BC").short_fr == "C.-B."


def test_a_second_load_adds_nothing(folder):
    load_reference(folder)
    again = load_reference(folder)
    assert (set(again.added.values()), set(again.changed.values())) == ({0}, {0})
    assert again.held == {"governments": 14, "releases": 1, "programmes": 1, "versions": 1}


def test_a_release_keeps_its_figures_and_marks(folder):
    load_reference(folder)
    values = IndicatorValue.objects.order_by("government_id")
    assert [(v.government_id, v.value, v.confirmed) for v in values] == [
        ("ON", Decimal("13510781"), True), ("QC", Decimal("8110880"), False)]


def test_a_month_of_publication_is_its_last_day_and_says_so(folder):
    load_reference(folder)
    release = IndicatorRelease.objects.get()
    assert release.released_on == datetime.date(2013, 9, 30)
    assert release.note == "First estimates. Published in 2013-09; the day is not known."


def test_a_stored_release_is_not_edited(folder):
    load_reference(folder)
    edit(folder / "releases/a.yaml", "13_510_781", "13_510_782")
    with pytest.raises(Refused, match="is stored with other figures; a revision is a new release"):
        load_reference(folder)
    assert IndicatorValue.objects.get(government="ON").value == Decimal("13510781")


def test_a_new_text_is_a_new_version_and_the_current_one(folder):
    load_reference(folder)
    edit(folder / "programmes/a.yaml", "pool * 2", "pool + pool")
    counts = load_reference(folder)
    programme = Programme.objects.get()
    assert (counts.added["programmes"], counts.added["versions"]) == (0, 1)
    assert (programme.current.number, programme.versions.count()) == (2, 2)
    assert "pool + pool" in programme.current.text


def test_a_version_that_fails_its_case_is_refused(folder):
    load_reference(folder)
    edit(folder / "programmes/a.yaml", "pool * 2", "pool * 3")
    with pytest.raises(Refused, match="These cases fail: R-1"):
        load_reference(folder)
    assert ProgrammeVersion.objects.count() == 1


@pytest.mark.parametrize(("old", "new", "lost"), [
    ("measures:\n  double: {en: Double, fr: Double, better: more}\n", "", "measure double"),
    ("kind: money, status_quo", "kind: money, by: year, status_quo", "parameter pool, measure double"),
], ids=["dropped", "of another shape"])  # fmt: skip
def test_a_version_that_loses_what_terms_may_name_is_refused(folder, old, new, lost):
    load_reference(folder)
    edit(folder / "programmes/a.yaml", old, new)
    with pytest.raises(Refused, match=f"stored terms may name it: {lost}"):
        load_reference(folder)
    assert ProgrammeVersion.objects.count() == 1


def test_a_text_that_is_stored_leaves_a_later_current_version_alone(folder):
    load_reference(folder)
    edit(folder / "programmes/a.yaml", "pool * 2", "pool + pool")
    load_reference(folder)
    edit(folder / "programmes/a.yaml", "pool + pool", "pool * 2")
    load_reference(folder)
    assert Programme.objects.get().current.number == 2


def test_a_changed_name_is_brought_up_to_date(folder):
    load_reference(folder)
    edit(folder / "governments.yaml", "short: {en: ON, fr: Ont.}", "short: {en: Ont., fr: Ont.}")
    assert load_reference(folder).changed["governments"] == 1
    assert Jurisdiction.objects.get(code="ON").short_en == "Ont."


@pytest.mark.parametrize(("name", "old", "new", "fault"), [
    ("releases/a.yaml", "indicator: population", "indicater: population", "a.yaml:2  "),
    ("releases/a.yaml", "QC: 8_110_880", "XX: 8_110_880", "Not a government that is loaded: XX"),
    ("releases/a.yaml", "unconfirmed: [QC]", "unconfirmed: [NL]", "marked unconfirmed and has no"),
    ("programmes/a.yaml", "pool * 2", "pol * 2", "a.yaml:9  "),
    ("governments.yaml", "code: QC, kind: province", "code: QC, kind: state", "governments.yaml:6 "),
], ids=["a key", "a government", "a mark", "a name", "a kind"])  # fmt: skip
def test_a_fault_names_file_and_line_and_nothing_is_stored(folder, name, old, new, fault):
    edit(folder / name, old, new)
    with pytest.raises(Refused) as refused:
        load_reference(folder)
    assert fault in str(refused.value)
    assert not Jurisdiction.objects.exists()


def test_folders_that_are_not_there_are_passed_over(tmp_path):
    shutil.copy(DATA / "governments.yaml", tmp_path)
    assert load_reference(tmp_path).held == {"governments": 14}


def test_what_is_shipped_loads(capsys):
    call_command("load_reference")
    assert f"governments {14:6}{14:8} added" in capsys.readouterr().out
    assert IndicatorRelease.objects.count() == len(list(DATA.glob("releases/*.yaml")))
    assert Programme.objects.filter(current=None).count() == 0
