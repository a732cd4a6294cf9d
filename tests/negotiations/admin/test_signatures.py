"""Recording a signature: who has signed now, and which step is to be recorded next."""

import html
import re

import pytest
from django.contrib.messages import get_messages
from django.utils import translation

from negotiations.models import Agreement, FrontMember, Signature, SignatureBlock, TrackStep
from tests import builders
from tests.negotiations.admin.typing import address, errors, sign_in, typed
from tests.negotiations.steps import day, lay, make_talks

pytestmark = pytest.mark.django_db


@pytest.fixture
def talks():
    """An agreement of Quebec with a block of Canada's and two of its own, all open."""
    found = make_talks("QC", signed=0)
    builders.make_block(agreement=found["agreement"], government=builders.make_government("CA"), order=1)
    lay(found, "J6", -9), lay(found, "J21", 0)
    return found


@pytest.fixture
def browser(client, talks):
    return sign_in(client, builders.make_member(talks["negotiation"], "records_officer", username="rita"))


def block(talks, code, order) -> SignatureBlock:
    with builders.behind_the_wall():
        return talks["agreement"].blocks.select_related("negotiation").get(government=code, order=order)


def sign(browser, talks, code, order, on=5):
    """What is said after a signature was recorded."""
    url = address(Signature, "add")
    page = browser.get(url, {"block": block(talks, code, order).pk})
    answer = browser.post(url, typed(page, effective_on=str(day(on)), source=talks["source"].pk))
    return answer if answer.status_code != 302 else said(answer)


def said(answer) -> list[str]:
    return [str(one) for one in get_messages(answer.wsgi_request)]


def offered(browser, talks) -> str:
    """The step that the page of the agreement offers."""
    page = browser.get(address(Agreement, "change", talks["agreement"].pk)).content.decode()
    found = re.search(r'<a href="([^"]*trackstep/add/\?negotiation[^"]*)" class="addlink">([^<]*)<', page)
    return found[2] if found else ""


def test_story_24_by_the_form(browser, talks):
    assert offered(browser, talks) == ""
    first = sign(browser, talks, "QC", 1)
    assert first[0].startswith(
        "Signed in part: 1 of 2 signatures (Quebec), 0 of 1 signature (Canada). <a href=")
    order = "OIC number required first: record the step “approved internally”"
    assert offered(browser, talks) == order
    assert first[0].endswith(f"{order}</a>")
    lay(talks, "J8", 3)
    assert offered(browser, talks) == "Record the step “signed in part”"
    link = html.unescape(re.search('href="([^"]+)"', sign(browser, talks, "CA", 1)[0])[1])
    page = browser.get(link)
    groups = page.context["adminform"].form.fields["state"].choices
    assert [code for name, inner in groups if name == "Onward" for code, _word in inner] == [
        "J4", "J9", "J20", "J21", "J22", "J23"]
    form, filled = typed(page), ("government", "state", "grade", "effective_on", "agreement", "source")
    assert [form[name] for name in filled] == [
        "QC", "J9", "E1", str(day(5)), str(talks["agreement"].pk), str(talks["source"].pk)]
    assert browser.post(address(TrackStep, "add"), form).status_code == 302
    assert offered(browser, talks) == ""
    last = sign(browser, talks, "QC", 2, on=6)
    assert last[0].startswith(
        "Signed by all: 2 of 2 signatures (Quebec), 1 of 1 signature (Canada). <a href=")
    assert offered(browser, talks) == "Record the step “signed by all”"
    page = browser.get(html.unescape(re.search('href="([^"]+)"', last[0])[1]))
    assert browser.post(address(TrackStep, "add"), typed(page)).status_code == 302
    assert [step.state for step in TrackStep.objects.order_by("id")] == [
        "J6", "J21", "J8", "J9", "J10"]


def test_one_block_of_quebec_is_signed_in_part_until_its_second_minister_has_one(client):
    talks = make_talks("QC", signed=0)
    browser = sign_in(client, builders.make_member(talks["negotiation"], "records_officer"))
    alone = builders.make_agreement(negotiation=talks["negotiation"], source=talks["source"],
                                    government_id="QC")
    talks["agreement"] = alone
    lay(talks, "J6", -9), lay(talks, "J8", 0)
    builders.make_block(agreement=alone, government_id="QC", order=1)
    assert sign(browser, talks, "QC", 1)[0].startswith(
        "Signed in part: 1 of 1 signature (Quebec). Two ministers sign for Quebec, one of them responsible"
        " for intergovernmental relations: add the block of the second one. <a href=")
    assert offered(browser, talks) == "Record the step “signed in part”"


def test_signatures_typed_on_the_page_of_the_block_are_told_as_well(browser, talks):
    url = address(SignatureBlock, "change", block(talks, "QC", 1).pk)
    answer = browser.post(url, typed(browser.get(url), **{
        "signatures-TOTAL_FORMS": "1", "signatures-0-effective_on": str(day(5)),
        "signatures-0-effective_precision": "day", "signatures-0-date_is": "signed",
        "signatures-0-source": talks["source"].pk}))
    assert answer.status_code == 302
    assert said(answer)[0].startswith("Signed in part: 1 of 2 signatures (Quebec)")


def test_a_block_is_signed_once_and_then_corrected(browser, talks):
    sign(browser, talks, "QC", 1)
    again = sign(browser, talks, "QC", 1)
    assert errors(again) == {"block": ["This block is signed already: correct that signature instead."]}
    first = Signature.objects.get()
    url = address(Signature, "add")
    page = browser.get(url, {"supersedes": first.pk})
    answer = browser.post(url, typed(page, effective_on=str(day(7)), correction_reason="Date of release"))
    assert answer.status_code == 302
    assert Signature.objects.get(supersedes=first).effective_on == day(7)


def test_in_french(browser, talks):
    with translation.override("fr"):
        told = sign(browser, talks, "QC", 1)[0]
    assert told.startswith("Signé en partie – signatures\xa0: 1 sur 2 (Québec), 0 sur 1 (Canada). <a href=")
    assert told.endswith(
        "Numéro de décret exigé d’abord\xa0: consigner l’étape «\xa0approuvé à l’interne\xa0»</a>")


def test_a_reader_is_offered_no_step(client, talks):
    builders.make_signature(block=block(talks, "QC", 1), source=talks["source"], effective_on=day(5))
    browser = sign_in(client, builders.make_member(talks["negotiation"], "viewer"))
    assert offered(browser, talks) == ""


def test_a_footnote_is_recorded_on_the_page_of_the_front_with_its_source(browser, talks):
    front = builders.make_front(negotiation=talks["negotiation"], source=talks["source"])
    member = builders.make_front_member(front=front, source=talks["source"], government=talks["government"])
    url = address(type(front), "change", front.pk)
    other = builders.make_source(negotiation=talks["negotiation"])
    changes = {"footnote_en": "Does not join.", "footnote_fr": "Ne se joint pas.", "source": other.pk}
    answer = browser.post(url, typed(browser.get(url), **{f"members-0-{name}": value
                                                          for name, value in changes.items()}))  # fmt: skip
    assert answer.status_code == 302
    row = FrontMember.objects.get(pk=member.pk)
    assert (row.footnote_en, row.footnote_fr, row.source) == ("Does not join.", "Ne se joint pas.", other)
