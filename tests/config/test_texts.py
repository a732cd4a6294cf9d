"""One spelling, and no character that hides: in every form, because none is asked."""

import unicodedata

import pytest
from django.contrib.auth.models import User

from config import texts
from tests.builders import make_user
from tests.config.signin.test_accounts import NEW, administrator, set_password, sign_in

__all__ = ["administrator"]
pytestmark = pytest.mark.django_db

REFUSED = [*map(chr, (0, 1, 7, 8, 11, 12, 14, 27, 31, 127, 128, 133, 159)),
           *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))]  # fmt: skip
TAKEN = [
    "\t",
    "\n",
    "\r\n",
    "é",
    "É",
    "œ",
    "\u00a0",
    "\u202f",
    "’",
    "«",
    "—",
    "\u200d",
    "🍁",
    "ᐃᓄᒃᑎᑐᑦ",
    "Ω",
    "中",
]


@pytest.mark.parametrize("character", REFUSED, ids=lambda one: f"U+{ord(one):04X}")
@pytest.mark.parametrize("field", ["username", "last_name"])
def test_hidden_character_is_refused_with_the_field_named(client, administrator, character, field):
    answer = client.post("/en/accounts/new/", {"username": "bea", field: f"a{character}b"})
    assert answer.status_code == 400
    assert f'<code translate="no">{field}</code>' in answer.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize("character", TAKEN)
def test_all_else_is_taken(client, administrator, character):
    client.post("/en/accounts/new/", {"username": "bea", "last_name": f"a{character}b"})
    assert User.objects.get(username="bea").last_name == unicodedata.normalize("NFC", f"a{character}b")


def test_two_spellings_are_stored_as_one(client, administrator):
    for number, form in enumerate(("NFC", "NFD")):
        name = unicodedata.normalize(form, "Québec")
        client.post("/en/accounts/new/", {"username": f"user{number}", "last_name": name})
    assert User.objects.filter(last_name="Québec").count() == 2


@pytest.mark.parametrize(
    "address", ["/en/help/?q=a%00b", "/en/help/?a%00b=1", "/en/accounts/login/?next=%E2%80%AE"]
)
def test_hidden_character_in_an_address_is_no_fault_of_ours(client, address):
    client.force_login(make_user("ana"))
    assert client.get(address).status_code == 400


def test_lone_surrogate_does_not_arrive(client):
    body = b"username=%ED%A0%80&password=x"
    answer = client.post("/en/accounts/login/", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in (200, 400)
    assert texts.HIDDEN.search("\ud800")


def test_password_is_compared_as_it_was_typed(client, administrator):
    typed = unicodedata.normalize("NFD", "Québec à la carte")
    made = client.post("/en/accounts/new/", {"username": "bea"})
    from_page = made.content.decode().split('id="link">http://testserver')[1].split("<")[0]
    assert set_password(from_page, typed) == 302
    assert sign_in("bea", typed).get("/en/accounts/own/").status_code == 200
    assert sign_in("bea", NEW).get("/en/accounts/own/").status_code == 302
