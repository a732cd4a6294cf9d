"""The second factor: enrolled once, asked for at every sign-in, and before it nothing opens."""

import re
import time
from binascii import unhexlify

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from config.signin import factors, sessions
from negotiations.models import Negotiation
from tests.builders import make_membership, make_negotiation, make_user
from tests.config.signin.test_accounts import sign_in

pytestmark = pytest.mark.django_db
FACTOR = "/en/accounts/factor/"
OWN = "/en/accounts/own/"


@pytest.fixture(autouse=True)
def two_factors(settings):
    settings.ENTENTE_TWO_FACTORS = True


@pytest.fixture(autouse=True)
def ana():
    return make_user("ana")


def code(device: TOTPDevice, steps: int = 0) -> str:
    return f"{totp(unhexlify(device.key), t0=-30 * steps):06}"


def enrolled(user: User) -> TOTPDevice:
    return TOTPDevice.objects.create(user=user, name="totp", confirmed=True)


def give(visitor: Client, given: str, **more):
    return visitor.post(FACTOR, {"code": given, **more})


def test_first_sign_in_enrols_and_opens(ana):
    visitor = sign_in()
    page = visitor.get(FACTOR).content.decode()
    device = TOTPDevice.objects.get(user=ana)
    key = re.search(r'<code translate="no">([A-Z2-7 ]+)</code>', page)[1].replace(" ", "")
    assert f"secret={key}" in page and "otpauth://totp/Entente" in page
    before = visitor.cookies["session"].value
    codes = give(visitor, f" {code(device)[:3]} {code(device)[3:]} ")
    assert len(re.findall(r"<li><code translate=\"no\">[a-z2-7]{16}</code>", codes.content.decode())) == 10
    assert visitor.cookies["session"].value != before
    assert visitor.get(OWN).status_code == 200


def test_page_read_again_keeps_the_key(ana):
    visitor = sign_in()
    visitor.get(FACTOR)
    visitor.get(FACTOR)
    assert TOTPDevice.objects.filter(user=ana).count() == 1


def test_later_sign_in_asks_for_the_code_and_keeps_the_page(ana):
    device = enrolled(ana)
    visitor = sign_in()
    asked = visitor.get("/en/help/?a=1")
    assert asked.headers["Location"].startswith(f"{FACTOR}?next=")
    page = visitor.get(asked.headers["Location"]).content.decode()
    assert device.key not in page and "Secret key" not in page
    assert give(visitor, code(device), next="/en/help/").headers["Location"] == "/en/help/"
    assert visitor.get("/en/help/").status_code == 200


def test_code_counts_once(ana):
    device = enrolled(ana)
    given = code(device)
    assert give(sign_in(), given).status_code == 302
    assert give(sign_in(), given).status_code == 200


@pytest.mark.parametrize("given", ["", "000000", "abcdef", "1e5", "-1", "٣٣٣٣٣٣", "9" * 4000])
def test_wrong_code_is_refused_in_a_sentence(ana, given):
    enrolled(ana)
    visitor = sign_in()
    answer = give(visitor, given)
    assert answer.status_code == 200
    assert "This code is not right" in answer.content.decode()
    assert visitor.get(OWN).status_code == 302


def test_recovery_code_opens_once(ana):
    visitor = sign_in()
    visitor.get(FACTOR)
    give(visitor, code(TOTPDevice.objects.get(user=ana)))
    spare = StaticToken.objects.first().token
    assert give(sign_in(), spare).status_code == 302
    assert give(sign_in(), spare).status_code == 200


def test_codes_are_throttled_as_passwords_are(ana, monkeypatch):
    device = enrolled(ana)
    tried = []
    compare = TOTPDevice.verify_token
    monkeypatch.setattr(
        TOTPDevice, "verify_token", lambda self, token: tried.append(token) or compare(self, token)
    )
    visitor = sign_in()
    answers = [give(visitor, "000000").status_code for _number in range(20)]
    assert len(tried) == 10
    assert answers == [200] * 9 + [429] * 11
    assert give(visitor, code(device)).status_code == 429
    AccessAttempt.objects.all().delete()
    assert give(sign_in(), code(device)).status_code == 302


def test_the_password_again_does_not_forgive_wrong_codes(ana):
    enrolled(ana)
    for _number in range(10):
        give(sign_in(), "000000")
    assert AccessAttempt.objects.get(username="second factor of ana").failures_since_start == 10


def test_half_signed_in_session_does_not_wait_for_ever(ana, monkeypatch):
    device = enrolled(ana)
    visitor = sign_in()
    later = time.time() + factors.PATIENCE + 5
    monkeypatch.setattr(factors.time, "time", lambda: later)
    assert visitor.get(OWN).headers["Location"] == "/en/accounts/login/"
    assert give(visitor, code(device)).status_code == 302
    assert "otp_device_id" not in visitor.session
    assert sessions.BEGAN not in visitor.session


def test_lost_telephone_is_forgotten_by_the_administrator(ana):
    enrolled(ana)
    factors.forget(ana)
    visitor = sign_in()
    assert "Set up the second factor" in visitor.get(FACTOR).content.decode()


def test_codes_anew_need_the_factor(ana):
    enrolled(ana)
    assert sign_in().post("/en/accounts/factor/codes/").headers["Location"] == FACTOR


def test_next_page_is_one_of_ours(ana):
    device = enrolled(ana)
    answer = give(sign_in(), code(device), next="https://evil.example/")
    assert answer.headers["Location"] == "/en/"


def addresses(patterns=None, prefix="/") -> list[str]:
    """Every address of the site, with something in each place."""
    found = []
    for pattern in patterns or get_resolver().url_patterns:
        route = re.sub(r"<(?:(\w+):)?\w+>", lambda hit: "1", str(pattern.pattern))
        route = re.sub(r"\(\?P<\w+>[^)]*\)|[\^$\\]", "", route)
        if isinstance(pattern, URLResolver):
            found += addresses(pattern.url_patterns, prefix + route)
        elif isinstance(pattern, URLPattern):
            found.append(prefix + route)
    return found


def test_session_with_a_password_only_opens_nothing(ana):
    """AS-01: every address there is, read and posted to."""
    negotiation = make_negotiation(slug="1")
    make_membership(negotiation, ana)
    enrolled(ana)
    visitor = sign_in()
    walked = addresses()
    opened = []
    for address in walked:
        for method in ("get", "post"):
            if address.endswith("logout/") or address == FACTOR:
                continue
            answer = getattr(visitor, method)(address)
            page = b"".join(answer) if answer.streaming else answer.content
            if answer.status_code == 200 and negotiation.title_en.encode() in page:
                opened.append(address)
            if answer.status_code == 200 and not re.search(
                r"accounts/(login|set-password)|static|media", address
            ):
                opened.append(address)
    assert len(walked) > 60
    assert opened == []
    assert Negotiation.objects.count() == 0, "the session reads as nobody"
