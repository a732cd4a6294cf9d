"""The admin's lists and forms for those who do not see them: every control has a name, in both languages."""

import pytest

from tests.e2e.conftest import axe_faults, page_faults, sign_in

pytestmark = pytest.mark.drill  # many heavy pages

ADMIN = "admin/negotiations/"
KINDS = ["event", "statement", "position", "trackstep", "offer", "agreement", "front", "claim", "source"]
LISTS = ["admin/", *(f"{ADMIN}{kind}/" for kind in KINDS)]
EVENT = {"en": "Event", "fr": "Événement"}
WIDE = (1280,)  # on a telephone the admin is Django's own layout


def first_of(page, language: str, kind: str) -> str:
    page.goto(f"/{language}/{ADMIN}{kind}/")
    return page.locator("#result_list tbody th a").first.get_attribute("href")


@pytest.fixture(params=["en", "fr"])
def language(request, page):
    sign_in(page, "analyst", request.param)
    return request.param


def test_no_list_has_an_axe_violation(page, language):
    assert page_faults(page, [f"/{language}/{one}" for one in LISTS], WIDE) == {}


@pytest.mark.parametrize("kind", KINDS)
def test_no_form_has_an_axe_violation(page, language, kind):
    addresses = [f"/{language}/{ADMIN}{kind}/add/", first_of(page, language, kind)]
    assert page_faults(page, addresses, WIDE) == {}


def test_a_row_that_is_added_and_a_list_that_is_opened_have_names_too(page, language):
    page.goto(f"/{language}/{ADMIN}position/add/")
    page.locator(".add-row a").first.click()
    page.locator("#id_event + .select2").click()
    page.locator(".select2-results__option").first.wait_for()
    assert page.get_by_role("searchbox", name=EVENT[language]).count() == 1
    assert axe_faults(page, "region") == []  # select2 hangs its list on the body, outside of main
