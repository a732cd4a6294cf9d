"""The negotiation invented for training: plainly so, whole in both languages, hidden by level."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.db import models as fields

from grants.engine import evaluate, read_condition
from negotiations import models
from negotiations.exchange.folder import read_record
from negotiations.exchange.loading import load
from negotiations.models.record import Record
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.grants.engine.documents import programme, releases
from tests.grants.programmes import lay_programme
from tests.negotiations.rows import record_models

pytestmark = pytest.mark.django_db
FOLDER = Path(settings.BASE_DIR) / "data" / "training_example"
PROGRAMME = "canada-job-grant"
INTERNAL, IN_CONFIDENCE, STRATEGY = 2, 3, 4
LEVELS = {1, 2, 3, 4}
OFFICE = re.compile(
    r"(Minister / Ministre|Deputy minister / Sous-ministre|Chief negotiator / Négociateur en chef)"
    r" \([\w .,/-]+\)")  # fmt: skip


@pytest.fixture
def training():
    """The training negotiation, loaded by the owner beside the formula that it borrows."""
    lay_programme(PROGRAMME)
    with behind_the_wall():
        load(read_record(FOLDER))
        return models.Negotiation.objects.get(slug="training-example")


def levels_of(model) -> Counter:
    """How many rows there are of each level, for whoever asks."""
    return Counter(model._base_manager.values_list("sensitivity", flat=True))


def columns_in_two_languages(model) -> list[str]:
    """The stems of what a model says in both languages."""
    names = {field.name for field in model._meta.concrete_fields}
    return [name[:-3] for name in sorted(names) if name.endswith("_en") and f"{name[:-3]}_fr" in names]


def keys_into_the_record(model) -> list[str]:
    """The columns that name another row of the record."""
    return [field.name for field in model._meta.concrete_fields
            if isinstance(field, fields.ForeignKey) and issubclass(field.related_model, Record)]  # fmt: skip


def test_it_loads_whole_and_once(training):
    with behind_the_wall():
        counts = {
            "events": models.Event.objects.count(),
            "meetings": models.Meeting.objects.filter(kind="meeting").count(),
            "terms": models.Term.objects.count(),
            "fronts": models.Front.objects.count(),
            "offers": models.Offer.objects.count(),
            "agreements": models.Agreement.objects.count(),
            "mandates": models.Mandate.objects.count(),
        }
        again = load(read_record(FOLDER))
    assert counts == {"events": 11, "meetings": 3, "terms": 6, "fronts": 2, "offers": 9,
                      "agreements": 3, "mandates": 1}  # fmt: skip
    done = (again.added, again.superseding, again.updated)
    assert [sum(kinds.values()) for kinds in done] == [0, 0, 0]
    assert (again.left, again.vanished) == ([], [])


def test_it_has_one_of_each_thing_a_newcomer_must_meet(training):
    with behind_the_wall():
        found = {
            "offer kinds": set(models.Offer.objects.values_list("kind", flat=True)),
            "follow-ups": set(models.FollowUp.objects.values_list("state", flat=True)),
            "absent, with a reason": models.Attendance.objects.filter(status="absent").exists(),
            "me-too": models.Clause.objects.filter(kind="me_too").count(),
            "footnotes": models.FrontMember.objects.exclude(footnote_en="").count(),
            "contest": models.Contest.objects.filter(settled=False).count(),
            "moved deadline": models.Deadline.objects.exclude(supersedes=None).count(),
            "corrected position": models.Position.objects.exclude(supersedes=None).count(),
            "received in confidence": models.Source.objects.exclude(received_from=None).count(),
            "limits": models.MandateLimit.objects.count(),
            "assessed": models.Condition.objects.filter(basis="assessed").count(),
        }
    assert found == {
        "offer kinds": {"base", "offer", "demand", "signal", "outcome"},
        "follow-ups": {"open", "done", "dropped"},
        "absent, with a reason": True, "me-too": 1, "footnotes": 2, "contest": 1,
        "moved deadline": 1, "corrected position": 1, "received in confidence": 1, "limits": 5,
        "assessed": 1,
    }  # fmt: skip


def test_it_says_everywhere_that_it_is_invented(training):
    titles = [(training.title_en, training.title_fr)]
    with behind_the_wall():
        for model in record_models():
            if "title" in columns_in_two_languages(model):
                titles += model._base_manager.values_list("title_en", "title_fr")
        one_title = list(models.Source.objects.values_list("title", "publisher"))
    assert training.invented
    assert len(titles) > 30
    assert [pair for pair in titles if "invented" not in pair[0].lower()] == []
    assert [pair for pair in titles if "inventé" not in pair[1].lower()] == []
    assert [title for title, _ in one_title if not ("Invented" in title and "inventée" in title)] == []
    assert {publisher for _, publisher in one_title} == {"Entente training"}


def test_it_names_offices_and_no_person(training):
    with behind_the_wall():
        persons = list(models.OfficeHolder.objects.values_list("person", flat=True))
        signers = set(models.Signature.objects.values_list("person_in_words", "on_behalf_of"))
        authors = set(models.Source.objects.values_list("author", flat=True))
    assert len(persons) == len(set(persons)) == 16
    assert [person for person in persons if not OFFICE.fullmatch(person)] == []
    assert (signers, authors) == ({("", "")}, {""})


def test_it_is_whole_in_both_languages(training):
    missing = []
    with behind_the_wall():
        for model in record_models():
            for stem in columns_in_two_languages(model):
                rows = model._base_manager.values_list("code", f"{stem}_en", f"{stem}_fr")
                missing += [(model.__name__, code, stem) for code, en, fr in rows if bool(en) != bool(fr)]
        untranslated = models.Statement.objects.filter(translation="").count()
        spoken = set(models.Statement.objects.values_list("language", flat=True))
    assert (missing, untranslated, spoken) == ([], 0, {"en", "fr"})


@pytest.mark.parametrize("model", [models.Position, models.Statement, models.Offer, models.Source,
                                   models.Event])  # fmt: skip
def test_it_has_rows_of_every_level(training, model):
    with behind_the_wall():
        found = set(levels_of(model))
    assert found == (LEVELS - {INTERNAL} if model is models.Event else LEVELS)


def test_no_row_names_one_that_is_more_sensitive(training):
    """So that whoever reads a row can read whatever it stands on."""
    above = []
    with behind_the_wall():
        for model in record_models():
            for key in keys_into_the_record(model):
                hidden = model._base_manager.filter(**{f"{key}__sensitivity__gt": fields.F("sensitivity")})
                above += [(model.__name__, row.code, key) for row in hidden]
    assert above == []


def test_a_reader_cleared_to_internal_sees_none_of_the_higher_rows(training):
    with behind_the_wall():
        laid = {model: levels_of(model) for model in record_models()}
    reader = builders.make_member(training, "viewer", INTERNAL)
    as_user(reader)
    seen = {model: levels_of(model) for model in laid}
    for model, levels in laid.items():
        readable = Counter({level: n for level, n in levels.items() if level <= INTERNAL})
        assert seen[model] == readable, model.__name__
    hidden = sum(levels.total() for levels in laid.values()) - sum(levels.total() for levels in seen.values())
    assert hidden > 30
    assert not models.Mandate.objects.exists()
    assert not models.Event.objects.filter(code__in=["C01", "Z01"]).exists()
    assert not models.Source.objects.exclude(received_from=None).exists()


def test_a_reader_cleared_to_strategy_sees_all_and_a_stranger_nothing(training):
    with behind_the_wall():
        laid = {model: levels_of(model) for model in record_models()}
    as_user(builders.make_member(training, "viewer", STRATEGY))
    assert {model: levels_of(model) for model in laid} == laid
    as_user(builders.make_member(builders.make_negotiation(), "approver", STRATEGY))
    assert sum(levels_of(model).total() for model in laid) == 0


def test_what_another_government_confided_is_hidden_below_in_confidence_only(training):
    as_user(builders.make_member(training, "analyst", IN_CONFIDENCE))
    call = models.Event.objects.get(code="C01")
    position = models.Position.objects.get(event=call)
    assert [row.basis for row in position.conditions.all()] == ["stated"]
    assert not models.Event.objects.filter(code="Z01").exists()


# What each condition and each claim answers under each offer, worked out with the formula.
ANSWERS = {
    "K-E03-ON-T3-1": {"O1": False, "O-PT": True, "O2": True, "AIP": True},
    "K-E03-QC-T6-1": {"O1": False, "O-PT": False, "O2": False, "AIP": True},
    "K-E03-QC-T6-2": {"O1": False, "O-PT": False, "O2": False, "AIP": True},
    "K-E03-NB-T3-1": {"O1": False, "O-PT": True, "O2": True, "AIP": True},
    "K-C01-NS-T2-1": {"O1": False, "O-PT": True, "O2": False, "AIP": True},
    "K-C01-NS-T2-2": {"O1": False, "O-PT": True, "O2": False, "AIP": True},
    "C1": {"O1": True, "O-PT": False, "O2": False, "AIP": False},
    "C2": {"O1": False, "O-PT": False, "O2": False, "AIP": False},
}


def test_every_dollar_condition_and_claim_can_be_worked_out(training):
    with behind_the_wall():
        tests = {row.code: f"{row.measure} {row.operator} {row.value}"
                 for row in models.Condition.objects.all()}  # fmt: skip
        tests |= {row.code: row.test for row in models.Claim.objects.all()}
        offers = {code: values_of(code) for code in ("SQ", "O1", "O-PT", "O2", "AIP")}
    document, base = programme(PROGRAMME), offers.pop("SQ")
    results = {code: evaluate(document, values, releases(), base=base) for code, values in offers.items()}
    conditions = {code: read_condition(document, text) for code, text in tests.items()}
    assert {code: {offer: condition.ask(found) for offer, found in results.items()}
            for code, condition in conditions.items()} == ANSWERS  # fmt: skip


def values_of(code: str) -> dict:
    """What an offer sets, by parameter of the programme."""
    terms = models.OfferTerm.objects.filter(offer__code=code).select_related("term")
    return {row.term.parameter: row.value for row in terms if row.term.parameter and row.value is not None}
