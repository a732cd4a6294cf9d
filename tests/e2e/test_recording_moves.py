"""Stories 21, 22 (its recording), 24 and 29, as their users act them out."""

import re

import pytest

from tests.e2e import moves_record
from tests.e2e.conftest import manage, sign_in
from tests.e2e.test_first_meeting import plain
from tests.e2e.test_new_ministry import choose

ADMIN = "/en/admin/negotiations"
ACCOUNTS = ("analyst", "lead", "costing", "reader", "records")


@pytest.fixture(scope="module", autouse=True)
def record(site, tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")
    for copy in (moves_record.write_record(folder, moves_record.MOVES),
                 moves_record.write_without_nova_scotia(folder)):
        manage("load_record", str(copy))
    manage("create_demo_accounts")


def tracker(page, on: str, slug=moves_record.MOVES) -> list[str]:
    """The rows of the tracker in words, the first on top."""
    page.goto(f"/en/negotiations/{slug}/tracker/?on={on}")
    rows = [plain(one.inner_text()) for one in page.locator("main table tbody tr").all()]
    return [row for row in rows if row]


def row(page, government: str, on: str, slug=moves_record.MOVES) -> str:
    return next(text for text in tracker(page, on, slug) if government in text)


def number(page, slug=moves_record.MOVES) -> str:
    """The negotiation's own number, as the links of the tracker carry it."""
    page.goto(f"/en/negotiations/{slug}/tracker/?on=2014-03-31")
    link = page.locator("a[href*='trackstep/add/?negotiation=']").first.get_attribute("href")
    return re.search(r"negotiation=(\d+)", link)[1]


def open_row(page, model: str, code: str, negotiation: str) -> None:
    """The page of the row of that code, from the list."""
    page.goto(f"{ADMIN}/{model}/?negotiation__id__exact={negotiation}&q={code}")
    page.locator("#result_list tbody th a").first.click()
    page.wait_for_url("**/change/**")


def save(page) -> None:
    page.locator("[name=_save]").first.click()
    page.locator(".messagelist .success").first.wait_for()


def said(page) -> str:
    return plain(page.locator(".messagelist").inner_text())


def content(page) -> str:
    return plain(page.locator("#content").inner_text())


def errors(page) -> str:
    return plain(" ".join(one.inner_text() for one in page.locator(".errorlist").all()))


def refused(page) -> str:
    """What stands at the fields after a save that was refused."""
    page.locator("[name=_save]").first.click()
    page.locator(".errornote").wait_for()
    return errors(page)


def states(page) -> list[str]:
    return [one.inner_text().strip() for one in page.locator("#id_state option").all()]


def pane(page, known: str) -> str:
    page.goto(f"/en/negotiations/{moves_record.MOVES}/matrix/?on=2013-11-08&known={known}&cell=T6-ON")
    return plain(page.locator("#pane").inner_text())


def test_story_21_an_unproved_state_is_refused(page):
    """AN proposes NS J6 on 2014-03-31 with no document."""
    sign_in(page, "analyst")
    before = row(page, "Nova Scotia", "2014-03-31")
    page.goto(f"{ADMIN}/trackstep/add/?negotiation={number(page)}&government=NS&effective_on=2014-03-31")
    assert "Nova Scotia on 2014-03-31: agreement to negotiate (2014-03-31)." in plain(
        page.locator(".field-state .help, .field-government .help").first.inner_text())
    page.select_option("#id_state", label="agreement in principle")
    page.select_option("#id_grade", label="reported")
    page.fill("#id_reason_en", "Ottawa says that all thirteen have signed on.")
    told = refused(page)
    assert "Agreement in principle needs evidence of the grade “stated publicly, formal”." in told
    assert ("A signed agreement in principle, a communiqué that names this government, or its own minister’s"
            " written statement.") in told  # fmt: skip
    assert "On file: agreement to negotiate (2014-03-31)." in told
    assert page.input_value("#id_reason_en") == "Ottawa says that all thirteen have signed on."
    assert page.locator("#id_state option:checked").inner_text() == "agreement in principle"
    assert row(page, "Nova Scotia", "2014-03-31") == before


def test_story_22_a_contested_state_is_recorded(page):
    """LD records both accounts of Nova Scotia's letter; the lower is the headline."""
    sign_in(page, "lead")
    slug = moves_record.CONTEST
    negotiation = number(page, slug)
    open_row(page, "event", "A19", negotiation)
    page.get_by_role("link", name="Add track step").click()
    choose(page, "government", "Nova Scotia")
    page.select_option("#id_state", label="agreement to negotiate")
    page.select_option("#id_grade", label="stated publicly, formal")
    choose(page, "statement", "NS spokesperson")
    assert ("Falling back from “agreement in principle” to “agreement to negotiate” needs a reason"
            in refused(page))  # fmt: skip
    page.fill("#id_reason_en", "Its letter is only an agreement to negotiate.")
    save(page)
    assert "agreement to negotiate" in row(page, "Nova Scotia", "2014-03-31", slug).lower()
    page.locator("a[href*='contest/add/']", has_text="Nova Scotia").click()
    choose(page, "by_government", "Canada")
    page.select_option("#id_state", label="agreement to negotiate")
    page.select_option("#id_grade", label="stated publicly")
    page.fill("#id_words_en", "Canada describes as AIP.")
    page.fill("#id_words_fr", "Le Canada parle d’un accord de principe.")
    assert page.input_value("#id_effective_on") == page.input_value("#id_source") == ""
    page.fill("#id_effective_on", "2014-03-31")
    choose(page, "source", "signed on to job grant")
    assert "This is the state that the step itself gives: a contest describes another." in refused(page)
    page.select_option("#id_state", label="agreement in principle")
    save(page)
    top = tracker(page, "2014-03-31", slug)[0]
    assert top.startswith("Nova Scotia ! Agreement to negotiate – contested: Canada describes as AIP")


def sign(page, code: str, negotiation: str, on: str) -> str:
    """A signature in the block of that code; what is said then."""
    open_row(page, "signatureblock", code, negotiation)
    page.get_by_role("link", name="Add signature").click()
    page.fill("#id_effective_on", on)
    choose(page, "source", "deal reached with Quebec")
    save(page)
    return said(page)


def test_story_24_a_two_minister_block_is_completed(page):
    """RE enters one of two required signatures; the rest only when its turn has come."""
    sign_in(page, "records")
    negotiation = number(page)
    agreement = "AG-QC"
    told = sign(page, "BL-QC-QC-1", negotiation, "2014-09-10")
    assert "Signed in part: 1 of 2 signatures (Quebec)" in told
    assert "OIC number required first: record the step “approved internally”" in told
    page.locator(".messagelist").get_by_role("link", name="OIC number required first").click()
    assert page.locator("#id_state option:checked").inner_text() == "approved internally"
    page.fill("#id_effective_on", "2014-09-03")
    assert "Approved internally needs its number." in refused(page)
    page.fill("#id_reference", "812-2014")
    save(page)
    open_row(page, "agreement", agreement, negotiation)
    page.get_by_role("link", name="Record the step “signed in part”").click()
    save(page)
    assert "signed in part" in row(page, "Quebec", "2014-09-10").lower()
    add = f"{ADMIN}/trackstep/add/?negotiation={negotiation}&government=QC"
    page.goto(f"{add}&effective_on=2014-09-11")
    assert "signed by all" not in states(page)
    assert ("Not yet “signed by all”. Every signature must be there by 2014-09-11: 1 of 2 signatures"
            " (Quebec), 0 of 1 signature (Canada).") in content(page)  # fmt: skip
    open_row(page, "agreement", agreement, negotiation)
    assert page.get_by_role("link", name="Record the step").count() == 0
    assert "2 of 2 signatures (Quebec), 0 of 1 signature (Canada)" in sign(
        page, "BL-QC-QC-2", negotiation, "2014-09-12")  # fmt: skip
    assert "Signed by all: 2 of 2 signatures (Quebec)" in sign(page, "BL-QC-CA-1", negotiation, "2014-09-15")
    page.goto(f"{add}&effective_on=2014-09-15")
    assert "signed by all" in states(page)
    open_row(page, "agreement", agreement, negotiation)
    page.get_by_role("link", name="Record the step “signed by all”").click()
    save(page)
    assert "signed by all" in row(page, "Quebec", "2014-09-15").lower()
    assert "signed in part" in row(page, "Quebec", "2014-09-14").lower()


def test_story_29_a_wrong_position_is_corrected_and_not_erased(page):
    """LD changes the grade of ON x T6 from reported to stated publicly, with a note."""
    sign_in(page, "lead")
    negotiation = number(page)
    open_row(page, "position", "P-A05-ON-T6", negotiation)
    old = page.url
    page.get_by_role("link", name="Correct this row").click()
    page.select_option("#id_grade", label="stated publicly")
    page.fill("#id_correction_reason", "The minister said it on the record.")
    save(page)
    page.goto(old.replace("/change/", "/history/"))
    first, second = page.locator("#content-main h3").locator("..").all()
    assert second.locator("h3").inner_text().count("Demo Lead") == 1
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", second.locator("h3").inner_text())
    assert "The minister said it on the record." in second.inner_text()
    assert "reported" in second.inner_text()
    assert "stated publicly" in second.inner_text()
    assert first.locator("h3").inner_text().startswith("2013-11-")
    assert "reported (E4)" in pane(page, "2013-11-20")
    today = page.evaluate("new Date(Date.now() + 864e5).toISOString().slice(0, 10)")
    assert "stated publicly (E2)" in pane(page, today)


@pytest.mark.parametrize("account", ACCOUNTS)
def test_story_29_there_is_no_delete_button_for_any_role(page, account):
    sign_in(page, "lead")
    negotiation = number(page)
    open_row(page, "position", "P-A05-ON-T6", negotiation)
    url = page.url
    sign_in(page, account)
    page.goto(url)
    for place in (url, url.replace("/change/", "/history/")):
        page.goto(place)
        assert page.get_by_role("link", name="Delete").count() == 0
        assert page.get_by_role("button", name="Delete").count() == 0
    assert page.request.get(url.replace("/change/", "/delete/")).status == 403


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_day_may_be_asked_first(page, language):
    sign_in(page, "records", language)
    negotiation = number(page)
    page.goto(f"/{language}/admin/negotiations/trackstep/add/?negotiation={negotiation}&government=NS&day=")
    assert page.locator("#id_government option:checked").get_attribute("value") == "NS"
    page.fill("#id_effective_on", "2014-03-31")
    page.locator("[type=submit]").last.click()
    page.wait_for_url("**effective_on=2014-03-31**")
    assert page.locator("#id_state optgroup").count() == 3
