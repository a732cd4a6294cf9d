"""A record goes into the database whole, once, at the moments when it was known."""

import datetime

import pytest
from django.core.management import call_command

from negotiations import models
from negotiations.exchange.folder import read_record
from negotiations.exchange.loading import load
from tests.builders import make_governments
from tests.conftest import behind_the_wall
from tests.negotiations.exchange.small_record import changed, write_record

pytestmark = pytest.mark.django_db
COUNTS = {
    models.Source: 3, models.OfficeHolder: 1, models.Front: 1, models.FrontMember: 3,
    models.Term: 2, models.TermDependency: 1, models.Event: 1, models.Attendance: 2,
    models.AgendaItem: 2, models.AgendaItemTerm: 2, models.Statement: 2, models.StatementTerm: 1,
    models.Position: 2, models.PositionStatement: 2, models.Condition: 2, models.Difference: 1,
    models.Account: 2, models.FollowUp: 1, models.ReportText: 1, models.Offer: 3,
    models.OfferTerm: 4, models.OfferAddressee: 2, models.Claim: 1, models.ClaimStatement: 1,
    models.ClaimVerdict: 1, models.Deadline: 1, models.TrackStep: 1, models.Contest: 1,
    models.Agreement: 1, models.SignatureBlock: 2, models.Signature: 1, models.Clause: 1,
    models.OpenQuestion: 1, models.Mandate: 1, models.MandateLimit: 1, models.Citation: 3,
}  # fmt: skip


@pytest.fixture(autouse=True)
def owner(db):
    """Loading is the owner's work."""
    make_governments()
    with behind_the_wall():
        yield


def stored() -> dict[type, int]:
    return {model: model.objects.count() for model in COUNTS}


def loaded(folder, files=None, dry_run=False):
    return load(read_record(write_record(folder, files)), dry_run)


def test_every_kind_of_row_is_stored(tmp_path):
    loaded(tmp_path)
    assert stored() == COUNTS


def test_a_second_load_adds_nothing(tmp_path):
    loaded(tmp_path)
    again = loaded(tmp_path)
    assert sum(again.added.values()) == 0
    assert stored() == COUNTS


def test_a_dry_run_counts_and_stores_nothing(tmp_path):
    counts = loaded(tmp_path, dry_run=True)
    assert counts.added["statement"] == 2
    assert set(stored().values()) == {0}
    assert not models.Negotiation.objects.exists()


def test_nobody_recorded_what_the_loader_stores(tmp_path):
    loaded(tmp_path)
    assert {row.recorded_by for row in models.Statement.objects.all()} == {None}


@pytest.mark.parametrize(("model", "code", "day"), [
    (models.Statement, "ST1", "2013-11-09"),       # its source is a day younger than the event
    (models.Statement, "ST2", "2013-11-30"),       # a month is known from its last day
    (models.Event, "E1", "2013-11-09"),            # the earliest of its two sources
    (models.Offer, "O1", "2013-04-02"),            # known_from
    (models.OfferTerm, "O1-T1", "2013-04-02"),     # as its owner
    (models.Offer, "B0", "2013-03-21"),            # no dated source: its own day
    (models.ClaimVerdict, "V1", "2013-12-01"),     # later than its source
    (models.Condition, "P1-1", "2013-11-09"),      # as its position
    (models.Term, "T1", "2013-03-21"),             # neither: the day the talks opened
])  # fmt: skip
def test_a_row_is_known_from_its_date_or_its_source(tmp_path, model, code, day):
    loaded(tmp_path)
    noon = datetime.datetime.fromisoformat(f"{day}T12:00:00+00:00")
    assert model.objects.get(code=code).recorded_at == noon


def test_rows_without_an_id_get_one_from_their_owner(tmp_path):
    loaded(tmp_path)
    codes = {model: set(model.objects.values_list("code", flat=True)) for model in (
        models.Attendance, models.OfferTerm, models.FrontMember, models.OfferAddressee)}
    assert codes == {
        models.Attendance: {"E1-CA", "E1-QC"},
        models.OfferTerm: {"B0-T1", "O1-T1", "O1-T2", "G1-T2"},
        models.FrontMember: {"PT-QC", "PT-NS", "PT-BC"},
        models.OfferAddressee: {"O1-PT", "O1-QC"},
    }


def test_a_front_position_is_one_row_for_each_member_of_that_day(tmp_path):
    loaded(tmp_path)
    rows = models.Position.objects.filter(front__isnull=False)
    assert [(row.code, row.government_id, row.origin) for row in rows] == [
        ("P2-NS", "NS", "collective")]


def test_values_are_kept_as_they_are_written(tmp_path):
    loaded(tmp_path)
    values = dict(models.OfferTerm.objects.values_list("code", "value"))
    assert values == {
        "B0-T1": "500_000_000",
        "O1-T1": {"2014-15": "200_000_000", "2015-16..": "300_000_000"},
        "O1-T2": "1/3",
        "G1-T2": "15%..",
    }


def test_further_sources_and_places_are_citations(tmp_path):
    loaded(tmp_path)
    rows = models.Citation.objects.values_list("source__code", "locator", "event__code",
                                               "claim__code", "agreement__code")
    assert set(rows) == {
        ("S2", "page 3", "E1", None, None),
        ("S1", "", None, "C1", None),
        ("S1", "schedule A", None, None, "A1"),
    }


def test_dates_keep_their_precision(tmp_path):
    loaded(tmp_path)
    step, source = models.TrackStep.objects.get(), models.Source.objects.get(code="S2")
    assert (step.effective_precision, source.published_precision) == ("about", "month")
    assert source.published_on == datetime.date(2013, 11, 30)


def test_what_we_assess_ourselves_is_strategy(tmp_path):
    loaded(tmp_path)
    levels = dict(models.Condition.objects.values_list("code", "sensitivity"))
    assert levels == {"P1-1": 1, "P1-2": 4}
    assert models.MandateLimit.objects.get().sensitivity == 4


def test_whose_french_it_is_is_kept(tmp_path):
    loaded(tmp_path)
    assert models.Term.objects.get(code="T1").french_by == "official"
    assert models.Term.objects.get(code="T2").french_by == "ours"
    assert models.Agreement.objects.get().french_by == "none"


def test_the_command_prints_counts(tmp_path, capsys):
    write_record(tmp_path)
    call_command("load_record", tmp_path)
    out = capsys.readouterr().out
    assert f"  {'events/E1.yaml':40}{22:6}\n" in out
    assert f"{'events':28}{1:8}{1:8} added\n{'  of which gatherings':28}{1:8}\n" in out
    call_command("load_record", tmp_path)
    assert f"{tmp_path}: 0 rows added." in capsys.readouterr().out


def test_the_command_ends_with_one_after_a_fault_and_stores_nothing(tmp_path, capsys):
    write_record(tmp_path, changed("terms.yaml", "family: money", "family: mony"))
    with pytest.raises(SystemExit) as stopped:
        call_command("load_record", tmp_path)
    assert stopped.value.code == 1
    err = capsys.readouterr().err
    assert err.startswith(f"{tmp_path}/terms.yaml:4  'mony' is not a value of this scale. "
                          "Did you mean 'money'?")  # fmt: skip
    assert not models.Negotiation.objects.exists()
