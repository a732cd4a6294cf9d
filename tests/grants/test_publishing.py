"""A new version of a formula: checked whole, proved on its cases, kept, and current if it may be."""

import hashlib

import pytest

from grants.models import ProgrammeVersion
from grants.publishing import Loss, publish_version
from tests import builders
from tests.grants import programmes

pytestmark = pytest.mark.django_db


@pytest.fixture
def programme():
    return programmes.lay_programme()


@pytest.fixture
def user():
    return builders.make_user()


def changed(old: str, new: str) -> str:
    text = programmes.text_of()
    assert old in text
    return text.replace(old, new)


def test_a_sound_text_becomes_the_next_and_current_version(programme, user):
    text = programmes.text_of() + "\n# One more remark.\n"
    done = publish_version(programme, text, "A remark", user)
    assert (done.is_new, done.is_current, done.failed, done.losses) == (True, True, (), ())
    version = ProgrammeVersion.objects.get(programme=programme, number=2)
    assert (version.text, version.reason, version.entered_by) == (text, "A remark", user)
    assert version.sha256 == hashlib.sha256(text.encode()).hexdigest()
    programme.refresh_from_db()
    assert programme.current == version


def test_all_faults_are_told_with_their_places_and_nothing_is_stored(programme, user):
    text = changed("allocation * earmark", "allocaton * earmrk").replace("kind: ratio,", "kind: ratoi,")
    done = publish_version(programme, text, "A slip", user)
    told = {(fault.code, fault.value("name")) for fault in done.faults}
    assert {("unknown_kind", "ratoi"), ("unknown_name", "allocaton"), ("unknown_name", "earmrk")} <= told
    assert all(fault.line and fault.column for fault in done.faults)
    assert done.version is None
    assert programme.versions.count() == 1


def test_a_version_that_fails_a_case_is_kept_and_not_made_current(programme, user):
    text = changed("grants: allocation * earmark", "grants: allocation * earmark * 99%")
    done = publish_version(programme, text, "One per cent less", user)
    assert (done.version.number, done.is_current) == (2, False)
    assert "sixty-per-cent-is-three-hundred-million" in {outcome.id for outcome in done.failed}
    programme.refresh_from_db()
    assert programme.current.number == 1


@pytest.mark.parametrize(("old", "new", "loss"), [
    ("  elsewhere: {en: Taken from elsewhere, fr: Pris ailleurs, better: less}\n", "",
     Loss("measure", "elsewhere")),
    ("employer_minimum: {kind: ratio,", "employer_minimum: {kind: rate,",
     Loss("parameter", "employer_minimum", is_gone=False)),
    ("training_cost: {kind: money, unit: CAD/grant",
     "training_cost: {kind: money, by: firm, unit: CAD/grant",
     Loss("parameter", "training_cost", is_gone=False)),
    ("years: 2014-15..2019-20", "years: 2014-15..2018-19", Loss("label", "2019-20")),
])
def test_a_version_that_loses_or_changes_what_terms_name_is_not_made_current(
        programme, user, old, new, loss):
    done = publish_version(programme, changed(old, new), "Less", user)
    assert loss in done.losses
    assert (done.is_new, done.is_current) == (True, False)


def test_the_formula_of_another_programme_is_not_stored(programme, user):
    done = publish_version(programme, programmes.text_of("labour-market-agreement"), "Mixed up", user)
    assert (done.strange_code, done.version) == ("labour-market-agreement", None)
    assert programme.versions.count() == 1


def test_a_text_that_failed_for_want_of_a_release_is_tried_again_and_not_stored_twice(user):
    builders.make_governments()
    programme = builders.make_programme(code=programmes.CODE)
    first = publish_version(programme, programmes.text_of(), "First", user)
    assert (first.is_new, first.is_current) == (True, False)
    programmes.lay_release("population-2013-07-01-v2023")
    second = publish_version(programme, programmes.text_of(), "Again", user)
    assert (second.version, second.is_new, second.is_current) == (first.version, False, True)


def test_a_text_of_ten_megabytes_is_refused(programme, user):
    done = publish_version(programme, "x" * 10_000_000, "Too much", user)
    assert [fault.code for fault in done.faults] == ["too_long"]


@pytest.mark.parametrize("versions", [1, 5])
def test_publishing_takes_the_same_queries_for_one_version_and_for_many(
        programme, user, versions, django_assert_num_queries):
    for number in range(2, versions + 1):
        builders.make_programme_version(programme, number=number, sha256=str(number) * 64)
    with django_assert_num_queries(10):
        publish_version(programme, programmes.text_of() + "\n# More.\n", "More", user)
