"""A position marked too low and then raised is gone from the reader's next request, everywhere."""

import pytest

from negotiations.models import Position
from tests import builders
from tests.conftest import as_user
from tests.negotiations.meetings import make_meeting

WORD = "zqcanary"
PAGES = ["", "meetings/2013-11-08-toronto/", "meetings/2013-11-08-toronto/report/", "matrix/",
         "matrix.json", "jurisdictions/ca/", "search/?q=zqcanary", "gaps/", "timeline/",
         "?on=2030-01-01&known=2030-01-01", "meetings/2013-11-08-toronto/?known=2030-01-01",
         "matrix/?known=2030-01-01&on=2030-01-01"]
SHOWN = ["meetings/2013-11-08-toronto/", "meetings/2013-11-08-toronto/report/", "jurisdictions/ca/"]


def holding(client, pages) -> list[str]:
    answers = {page: client.get(f"/en/negotiations/talks/{page}").content.decode() for page in pages}
    return [page for page, text in answers.items() if WORD in text.replace("search/?q=zqcanary", "")
            and not (page.startswith("search/") and text.count(WORD) <= text.count(f'value="{WORD}"') + 1)]


@pytest.mark.django_db
def test_raised_position_is_gone_on_the_next_request(client):
    event = make_meeting(1)
    position = builders.make_position(
        negotiation=event.negotiation, event=event, source=event.source, government_id="CA", grade="E1",
        summary_en=WORD, effective_on=event.effective_on)
    reader = builders.make_member(event.negotiation, "viewer", 2)
    lead = builders.make_member(event.negotiation, "analyst", 4)
    client.force_login(reader)
    assert set(SHOWN) <= set(holding(client, SHOWN))
    as_user(lead)
    assert Position.objects.filter(pk=position.pk).update(sensitivity=4) == 1
    assert holding(client, PAGES) == []
    client.force_login(lead)
    assert set(SHOWN) <= set(holding(client, SHOWN))
