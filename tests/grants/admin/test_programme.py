"""A new version of a formula in the admin: checked at its field, proved, and never chosen by hand."""

import hashlib

import pytest
from django.contrib.auth.models import Permission

from grants.models import Programme, ProgrammeVersion
from tests import builders
from tests.conftest import behind_the_wall
from tests.grants import programmes
from tests.negotiations.admin.typing import address, sign_in, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def costing(client):
    """A browser in which the holder of the right is signed in."""
    person = builders.make_user("costing")
    with behind_the_wall():
        person.user_permissions.set(Permission.objects.filter(codename="change_programme"))
    return sign_in(client, person)


def add_version(costing, programme, **changes):
    url = address(ProgrammeVersion, "add")
    return costing.post(url, typed(costing.get(url), **{
        "programme": str(programme.pk), "reason": "Clearer", **changes}), follow=True)


def told(answer):
    return [str(message) for message in answer.context["messages"]]


def test_version_is_published_and_never_edited(costing):
    programme = programmes.lay_programme()
    text = programmes.text_of() + "# Clearer.\n"
    answer = add_version(costing, programme, text=text.replace("\n", "\r\n"))
    version = ProgrammeVersion.objects.get(reason="Clearer")
    assert (version.number, version.entered_by.username) == (2, "costing")
    assert version.sha256 == hashlib.sha256(text.encode()).hexdigest()
    assert told(answer)[0] == "All cases pass. Version 2 is current."
    page = costing.get(address(ProgrammeVersion, "change", version.pk))
    assert not page.context["has_change_permission"]


def test_faults_of_a_version_are_told_at_once_and_the_text_is_kept(costing):
    programme = programmes.lay_programme()
    text = programmes.text_of().replace("allocation * earmark", "allocaton * earmrk")
    answer = add_version(costing, programme, text=text)
    sentences = answer.context["adminform"].form.errors["text"]
    assert [one.split(": ", 1)[1] for one in sentences] == [
        "Nothing here is named 'allocaton'. Did you mean 'allocation'?",
        "Nothing here is named 'earmrk'. Did you mean 'earmark'?"]
    assert all(one.startswith("line ") for one in sentences)
    assert answer.context["adminform"].form["text"].value() == text
    assert programme.versions.count() == 1


def test_formula_of_another_programme_is_refused(costing):
    programme = programmes.lay_programme()
    answer = add_version(costing, programme, text=programmes.text_of("labour-market-agreement"))
    assert answer.context["adminform"].form.errors["text"] == [
        "The formula is of the programme “labour-market-agreement”, not of “canada-job-grant”."]


def test_version_that_fails_a_case_is_kept_and_the_case_is_told(costing):
    programme = programmes.lay_programme()
    text = programmes.text_of().replace("{one_grant: {federal: 5_000,", "{one_grant: {federal: 5_001,", 1)
    answer = add_version(costing, programme, text=text)
    assert told(answer)[:2] == [
        "Version 2 is stored and is not current.",
        ("Case thirds-of-fifteen-thousand fails: one_grant (federal, small) is 5000; expected 5_001. "
         "one_grant (federal, other) is 5000; expected 5_001.")]
    programme.refresh_from_db()
    assert programme.current.number == 1


def test_new_version_starts_from_the_current_text(costing):
    programme = programmes.lay_programme()
    page = costing.get(address(ProgrammeVersion, "add"), {"programme": programme.pk})
    assert page.context["adminform"].form["text"].value() == programmes.text_of()


def test_current_version_is_not_chosen_by_hand(costing):
    programme = programmes.lay_programme()
    other = builders.make_programme_version(programme, number=2)
    url = address(Programme, "change", programme.pk)
    answer = costing.post(url, typed(costing.get(url), current=str(other.pk), name_en="Grant"))
    assert answer.status_code == 302
    programme.refresh_from_db()
    assert (programme.name_en, programme.current.number) == ("Grant", 1)
