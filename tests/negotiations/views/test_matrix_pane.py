"""One cell of the matrix opened: who recorded what and when, what was corrected, and where to write."""

import html
import re

import pytest
from django.urls import reverse

from negotiations.models import Position
from negotiations.standing.clock import zone
from tests import builders
from tests.conftest import as_user
from tests.negotiations.matrices import AFTER, cell, make_talks, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def talks(client):
    return make_talks(client)


def opened(client, **asked):
    """The words of the pane, and the addresses of its links into the admin."""
    found = re.search(r'<section id="pane".*?</section>', page(
        client, **{"cell": "T1-ON", **asked}).content.decode(), re.S).group()
    links = [html.unescape(one) for one in re.findall(r'href="([^"]*/admin/[^"]*)"', found)]
    return " ".join(re.sub("<[^>]+>", " ", found).split()), links


def correct(old, by, **changes):
    """The row corrected through the web, by one who may write there."""
    kept = {name: getattr(old, name) for name in (
        "negotiation_id", "source_id", "term_id", "government_id", "stance", "firmness", "effective_on")}
    as_user(by)
    return Position.objects.create(**{
        **kept, "grade": "E2", "supersedes": old, "correction_reason": "The minister was named.", **changes})


def test_who_writes_finds_both_forms_filled(client, talks):
    old = builders.make_position(**talks)
    _, links = opened(client)
    assert links == [
        f"/en/admin/negotiations/position/add/?negotiation={old.negotiation_id}&government=ON&term={old.term_id}",
        f"/en/admin/negotiations/position/add/?supersedes={old.pk}"]
    later, correction = (client.get(link).context["adminform"].form.initial for link in links)
    assert (later["negotiation"], later["government"], later["term"]) == (
        str(old.negotiation_id), "ON", str(old.term_id))
    assert (correction["supersedes"], correction["stance"]) == (old.pk, "opposed_as_drafted")


def test_a_cell_without_a_row_offers_its_first(client, talks):
    words, links = opened(client)
    assert ("Record a position" in words, len(links)) == (True, 1)


def test_who_only_reads_finds_no_form(client, talks):
    builders.make_position(**talks)
    client.force_login(builders.make_member(talks["negotiation"], role="viewer"))
    words, links = opened(client)
    assert (links, "Record a" in words, "Correct this" in words) == ([], False, False)


def test_a_row_from_a_file_says_since_when_it_is_known(client, talks):
    row = builders.make_position(**talks)
    assert f"From a record file; known since {row.recorded_at:%Y-%m}" in opened(client)[0]


def test_a_correction_shows_both_rows_with_author_time_and_note(client, talks):
    old = builders.make_position(**talks, grade="E4")
    by = builders.make_member(talks["negotiation"], first_name="Ann", last_name="Lyst")
    new = correct(old, by)
    words, _ = opened(client)
    new.refresh_from_db()
    time = f"{new.recorded_at.astimezone(zone()):%Y-%m-%d %H:%M}"
    assert f"Recorded by Ann Lyst, {time}. It corrects an earlier row." in words
    assert f"Corrected by Ann Lyst, {time}: The minister was named." in words
    assert "History: 1 further position, 1 corrected" in words
    assert words.index("(E2)") < words.index("History:") < words.index("(E4)")


def test_a_correction_made_since_is_not_told_on_a_page_as_we_knew_it(client, talks):
    earlier = {"recorded_at": "2013-11-09T12:00:00Z"}
    talks["term"] = builders.make_term(negotiation=talks["negotiation"], code="T2", number=2, **earlier)
    old = builders.make_position(**talks, grade="E4", **earlier)
    asked = {"on": "2014-01-15", "known": "2013-12-01", "cell": "T2-ON"}
    before = opened(client, **asked)
    correct(old, builders.make_member(talks["negotiation"]))
    assert "orrected" not in before[0]
    assert opened(client, **asked) == before
    assert "1 corrected" in opened(client, cell="T2-ON", on="2014-01-15")[0]


def test_a_correction_does_not_come_before_what_was_said_after_it(client, talks):
    """Both of one day: the second counts, on the matrix and on the profile, whatever becomes of the first."""
    first = builders.make_position(**talks, stance="accept_if", grade="E2")
    builders.make_position(**talks, stance="accept", grade="E2")
    profile = reverse("government", args=["talks", "on"])
    for summary in ("A slip", "Another slip"):
        first = correct(first, builders.make_member(talks["negotiation"]), summary_en=summary)
        assert cell(page(client), "T1-ON").stand.row.stance == "accept"
        assert client.get(profile).context["page"].stands[0].line.stance.word == "accepts"
    words, _ = opened(client)
    assert words.index(" accepts ") < words.index("History:") < words.index("accepts if")


def test_a_row_whose_correction_takes_effect_later_is_not_told_alone(client, talks):
    old = builders.make_position(**talks)
    correct(old, builders.make_member(talks["negotiation"]), effective_on=AFTER)
    words, _ = opened(client, on="2014-01-01")
    assert "Nothing is on record, which is not neutral." in words
    assert "History:" not in words
