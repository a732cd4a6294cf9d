"""Rows that are never edited: read, corrected by another row, raised; never changed or deleted."""

import pytest

from negotiations.models import Offer, OfferAddressee, Position, Statement
from tests import builders
from tests.negotiations.admin.typing import address, errors, sign_in, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def negotiation():
    return builders.make_negotiation()


@pytest.fixture
def browser(client, negotiation):
    """An analyst, cleared for In confidence."""
    return sign_in(client, builders.make_member(negotiation, username="ana"))


def test_position_is_read_only(browser, negotiation):
    position = builders.make_position(negotiation=negotiation)
    page = browser.get(address(Position, "change", position.pk))
    assert not page.context["has_change_permission"]
    assert b"Delete" not in page.content
    assert browser.post(address(Position, "change", position.pk), typed(page)).status_code == 403


def test_position_offers_a_superseding_row(browser, negotiation):
    position = builders.make_position(negotiation=negotiation)
    page = browser.get(address(Position, "change", position.pk)).content.decode()
    assert f"/position/add/?supersedes={position.pk}" in page
    assert "Correct this row" in page


def test_superseding_row_starts_from_the_old_one_and_needs_a_reason(browser, negotiation):
    position = builders.make_position(negotiation=negotiation, summary_en="No", summary_fr="Non")
    builders.make_condition(position=position, text_en="New money")
    url = f"{address(Position, 'add')}?supersedes={position.pk}"
    form = browser.get(url)
    assert typed(form)["summary_en"] == "No"
    refused = browser.post(url, typed(form, stance="concerned"))
    assert errors(refused) == {"correction_reason": ["Say why the earlier row is corrected."]}

    saved = browser.post(url, typed(form, stance="concerned", correction_reason="Misread"))
    assert saved.status_code == 302
    new = Position.objects.get(supersedes=position)
    assert (new.stance, new.summary_en, new.correction_reason) == ("concerned", "No", "Misread")
    assert new.recorded_by.username == "ana"
    assert [one.text_en for one in new.conditions.all()] == ["New money"]


def test_row_is_superseded_once(browser, negotiation):
    position = builders.make_position(negotiation=negotiation)
    builders.make_position(negotiation=negotiation, supersedes=position, correction_reason="So")
    page = browser.get(address(Position, "change", position.pk))
    assert b"Correct this row" not in page.content
    url = f"{address(Position, 'add')}?supersedes={position.pk}"
    refused = browser.post(url, typed(browser.get(url), correction_reason="Again"))
    assert errors(refused) == {
        "supersedes": ["This row has been corrected already: correct its correction."]}


def test_draft_is_edited_and_sealed_by_its_state(browser, negotiation):
    draft = builders.make_statement(negotiation=negotiation)
    url = address(Statement, "change", draft.pk)
    page = browser.get(url)
    states = [code for code, _word in page.context["adminform"].form.fields["state"].choices]
    assert states == ["draft", "in_review"]
    assert browser.post(url, typed(page, text="Better", state="in_review")).status_code == 302
    draft.refresh_from_db()
    assert (draft.text, draft.state) == ("Better", "in_review")
    assert browser.post(url, typed(page, text="Worse")).status_code == 403


def test_terms_of_a_draft_are_added_and_taken_away(browser, negotiation):
    offer = builders.make_offer(negotiation=negotiation)
    line = builders.make_offer_term(offer=offer)
    other = builders.make_term(negotiation=negotiation)
    url = address(Offer, "change", offer.pk)
    page = browser.get(url)
    answer = browser.post(url, typed(page, **{
        "terms-TOTAL_FORMS": "2", "terms-0-DELETE": "on", "terms-1-term": other.pk,
        "terms-1-value": '"15%.."', "terms-1-french_by": "ours"}))
    assert answer.status_code == 302
    assert [(one.term, one.value) for one in offer.terms.all()] == [(other, "15%..")]
    assert line not in offer.terms.all()


def test_terms_of_a_tabled_offer_are_closed(browser, negotiation):
    offer = builders.make_offer(negotiation=negotiation)
    builders.make_offer_term(offer=offer)
    with builders.behind_the_wall():
        Offer.objects.filter(pk=offer.pk).update(state="tabled")
    page = browser.get(address(Offer, "change", offer.pk))
    assert not page.context["has_change_permission"]
    assert not any(inline.has_add_permission or inline.has_change_permission
                   or inline.has_delete_permission
                   for inline in page.context["inline_admin_formsets"])


def test_tabled_offer_is_superseded_with_its_terms(browser, negotiation):
    offer = builders.make_offer(negotiation=negotiation)
    line = builders.make_offer_term(offer=offer)
    with builders.behind_the_wall():
        Offer.objects.filter(pk=offer.pk).update(state="tabled")
    url = f"{address(Offer, 'add')}?supersedes={offer.pk}"
    page = browser.get(url)
    saved = browser.post(url, typed(page, correction_reason="Wrong amount", **{
        "terms-0-value": '"400000000"'}))
    assert saved.status_code == 302, errors(saved)
    new = Offer.objects.get(supersedes=offer)
    assert [(one.term, one.value) for one in new.terms.all()] == [(line.term, "400000000")]
    assert new.state == "draft"


def test_sensitivity_is_raised_and_never_lowered(browser, negotiation):
    position = builders.make_position(negotiation=negotiation, sensitivity=2)
    url = address(Position, "raise", position.pk)
    page = browser.get(url)
    assert [level for level, _word in page.context["form"].fields["sensitivity"].choices] == [3]
    assert browser.post(url, {"sensitivity": "1"}).status_code == 200  # not offered: asked again
    assert browser.post(url, {"sensitivity": "3"}).status_code == 302
    position.refresh_from_db()
    assert position.sensitivity == 3
    assert browser.get(url).status_code == 403  # nothing above it is within reach


def test_nobody_raises_what_he_only_reads(client, negotiation):
    position = builders.make_position(negotiation=negotiation)
    sign_in(client, builders.make_member(negotiation, "viewer"))
    assert client.post(address(Position, "raise", position.pk), {"sensitivity": 3}).status_code == 403


def test_row_out_of_sight_and_no_row_answer_alike(browser, negotiation):
    hidden = builders.make_position(negotiation=negotiation, sensitivity=4)
    for page in ("change", "history", "raise"):
        for key in (hidden.pk, 987654321):
            assert browser.get(address(Position, page, key)).status_code == 404


def test_next_offer_starts_with_the_terms_of_the_one_before(browser, negotiation):
    first = builders.make_offer(negotiation=negotiation, title_en="July")
    line = builders.make_offer_term(offer=first, wording_en="Half each")
    builders.lay(OfferAddressee, negotiation=negotiation, offer=first,
                 government=builders.make_government("ON"))
    with builders.behind_the_wall():
        Offer.objects.filter(pk=first.pk).update(state="tabled")
    url = f"{address(Offer, 'add')}?replaces={first.pk}"
    assert url in browser.get(address(Offer, "change", first.pk)).content.decode()

    form = typed(browser.get(url))
    assert (form["author_government"], form.get("title_en"), form["terms-0-wording_en"]) == (
        "CA", None, "Half each")
    assert "source" not in form
    saved = browser.post(url, {**form, "title_en": "December", "title_fr": "Décembre",
                               "effective_on": "2013-12-24", "source": first.source.pk})
    assert saved.status_code == 302, errors(saved)
    new = Offer.objects.get(replaces=first)
    assert [(one.term, one.value, one.wording_en) for one in new.terms.all()] == [
        (line.term, line.value, "Half each")]
    assert [str(one) for one in new.addressees.all()] == ["Ontario"]
    assert (new.supersedes, new.state) == (None, "draft")
