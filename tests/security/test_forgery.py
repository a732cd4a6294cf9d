"""Forms without a token are refused everywhere; and reading, however much, writes nothing."""

import pytest
from django.test import Client

from negotiations.models import Negotiation
from tests.conftest import behind_the_wall
from tests.security import doors
from tests.security.addresses import addresses, values_for
from tests.security.asking import ask, say
from tests.security.cast import make_stage
from tests.security.crawl import Crawl
from tests.security.sums import table_sums

pytestmark = [pytest.mark.django_db, pytest.mark.ignore_template_errors]
FORGED = {"title_en": "Forged", "slug": "forged", "reason": "Forged", "sensitivity": "4", "post": "yes"}


def test_no_address_takes_a_form_without_its_token():
    stage = make_stage()
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(stage.people["approver"])
    before = table_sums()
    answers = {one.route: browser.post(one.fill(values_for(one, stage.rows)), FORGED).status_code
               for one in addresses()}  # fmt: skip
    say(f"{len(answers)} addresses, {len(set(answers.values()) - {403})} took a form")
    assert {route for route, status in answers.items() if status != 403} == set()
    assert len(answers) > 300
    assert table_sums() == before


@pytest.mark.parametrize(("most", "share"), [
    (150, 40), pytest.param(3000, 1, marks=pytest.mark.drill)], ids=["short", "long"])
def test_reading_changes_no_table(most, share):
    """Not rolled back: what a page would write stays, and is seen."""
    stage = make_stage()
    browser = stage.browser("approver")
    before = table_sums()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.security.crawl.ask", lambda browser, method, path, data: browser.get(path))
        starts = [*doors.public_doors(stage), *doors.admin_doors(stage, "approver", share)]
        crawl = Crawl(browser, most).start(starts)
    after = table_sums()
    changed = [name for name in before if before[name] != after[name]]
    say(f"{len(crawl.seen)} pages read, {len(changed)} of {len(before)} tables changed")
    assert (changed, len(crawl.seen) >= min(most, 150)) == ([], True)


def test_the_sums_see_a_change():
    stage = make_stage()
    before = table_sums()
    with behind_the_wall():
        Negotiation.objects.filter(pk=stage.here.pk).update(title_en="Changed")
    changed = [name for name, digest in table_sums().items() if digest != before[name]]
    assert {"negotiations_negotiation", "negotiations_history"} <= set(changed)
    assert ask(stage.browser("viewer"), "get", "/en/negotiations/").status_code == 200
