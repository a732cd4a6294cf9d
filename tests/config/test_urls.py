"""The way in: languages, sign-in, and nothing before it."""

import pytest

from tests.builders import PASSWORD, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("wanted", "given"),
    [("fr-CA,fr;q=0.9,en;q=0.5", "/fr/negotiations/"), ("en", "/en/negotiations/"),
     ("iu", "/en/negotiations/")],
)  # fmt: skip
def test_root_leads_to_the_list_in_the_browsers_language(client, wanted, given):
    assert client.get("/", headers={"accept-language": wanted}).headers["Location"] == given


def test_list_asks_to_sign_in_in_the_same_language(client):
    response = client.get("/fr/negotiations/")
    assert response.headers["Location"] == "/fr/accounts/login/?next=/fr/negotiations/"


def test_admin_has_no_sign_in_form_of_its_own(client):
    response = client.get("/en/admin/login/?next=/en/admin/")
    assert response.headers["Location"] == "/en/accounts/login/?next=/en/admin/"


def test_sign_in_page_is_open_to_all(client):
    assert client.get("/fr/accounts/login/").status_code == 200


def test_signing_in_keeps_the_language(client):
    member = make_user("ana")
    signed_in = client.post(
        "/fr/accounts/login/", {"username": member.username, "password": PASSWORD}
    )
    assert signed_in.headers["Location"] == "/fr/"
    assert client.get("/fr/").headers["Location"] == "/fr/negotiations/"
