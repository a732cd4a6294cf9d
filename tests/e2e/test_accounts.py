"""The administrator lets a person in and closes the door behind him, in a browser, in both languages."""

import uuid

import pytest

from tests.e2e.conftest import page_faults, sign_in

PHRASE = "a long pass phrase here"


@pytest.fixture
def visitor(browser, site):
    """A second person, in a browser of his own."""
    context = browser.new_context(base_url=site, locale="fr-CA")
    yield context.new_page()
    context.close()


def enter(page, language: str, name: str, password: str, leads_to: str = "negotiations") -> None:
    page.goto(f"/{language}/accounts/login/")
    page.fill("#id_username", name)
    page.fill("#id_password", password)
    with page.expect_navigation(url=f"**/{language}/{leads_to}/"):
        page.keyboard.press("Enter")


def make_account(page, language: str, name: str) -> str:
    """By way of the name in the head; gives the link that is shown once."""
    sign_in(page, "admin", language)
    page.locator(".site-who a[href*='/own/']").click()
    page.locator("main a[href$='/accounts/']").click()
    page.locator("main a[href$='/new/']").click()
    page.fill("#id_username", name)
    page.locator("main button[type=submit]").click()
    return page.locator("#link").inner_text()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_person_is_let_in_and_out_at_once(page, visitor, language):
    name = f"{language}-{uuid.uuid4().hex[:8]}"
    link = make_account(page, language, name)
    visitor.goto(link)
    visitor.fill("#id_new_password1", PHRASE)
    visitor.fill("#id_new_password2", PHRASE)
    with visitor.expect_navigation(url="**/done/"):
        visitor.locator("main button[type=submit]").click()
    enter(visitor, language, name, PHRASE)
    page.goto(f"/{language}/accounts/")
    page.get_by_role("link", name=name, exact=True).click()
    with page.expect_navigation(url=f"**/{language}/accounts/"):
        page.locator("form[action$='/deactivate/'] button").click()
    visitor.reload()
    assert f"/{language}/accounts/login/" in visitor.url
    enter(visitor, language, name, PHRASE, leads_to="accounts/login")


@pytest.mark.drill
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_page_has_an_axe_violation_or_scrolls_sideways(page, language):
    sign_in(page, "admin", language)
    paths = ["accounts/", "accounts/new/", "accounts/own/", "accounts/own/password/"]
    assert page_faults(page, [f"/{language}/{one}" for one in paths]) == {}
