"""The second factor: a code from a telephone, or a recovery code. Knows django-otp and the throttle.

Until it is given, a session opens nothing but the page that asks for it.
"""

import base64
import binascii
import time

import django_otp
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from config import events, identity
from config.signin import sessions, throttle
from config.signin.views import locked_page

OPEN = {"factor", "logout"}
PATIENCE = 10 * 60  # seconds that a session may wait for its second factor
CODES = 10
BY_PROVIDER = "factor_by_provider"  # set where the ministry's own sign-in has asked for it


def is_complete(request: HttpRequest) -> bool:
    """Whether the session has all the factors the site asks for."""
    return (
        not settings.ENTENTE_TWO_FACTORS
        or request.user.is_verified()
        or bool(request.session.get(BY_PROVIDER))
    )


class SecondFactorMiddleware:
    """A half-signed-in session reads as nobody and is led to the page that asks."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request, view, args, kwargs):
        if not request.user.is_authenticated or is_complete(request):
            return None
        identity.current.set(identity.Identity("", request.id))
        if time.time() - request.session.get(sessions.BEGAN, 0) > PATIENCE:
            logout(request)
            return redirect("login")
        if request.resolver_match.view_name in OPEN or not getattr(view, "login_required", True):
            return None
        response = redirect("factor")
        response.headers["Location"] += f"?next={request.path}" if request.method == "GET" else ""
        return response


@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def factor(request: HttpRequest) -> HttpResponse:
    """Asks for a code; from whom has no device yet, with the secret to put into one."""
    if is_complete(request):
        return redirect(settings.LOGIN_REDIRECT_URL)
    device = TOTPDevice.objects.filter(user=request.user, confirmed=True).first()
    fresh = None if device else draft(request.user)
    if request.method == "GET":
        return ask(request, fresh)
    name = {"username": f"second factor of {request.user.get_username()}"}
    with throttle.turn(request, name["username"]):
        if not throttle.allows(request, name):
            events.write_at_once("second factor locked", account=request.user.get_username())
            return locked_page(request)
        given = "".join(request.POST.get("code", "").split())
        found = check(request.user, fresh, given)
        (throttle.forgive if found else throttle.count)(request, name)
    return let_in(request, found, enrolled=bool(fresh)) if found else refuse(request, fresh)


def draft(user: User) -> TOTPDevice:
    """The device that is about to be confirmed: one for an account, so that a page may be read again."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        return TOTPDevice.objects.get_or_create(user=user, confirmed=False, defaults={"name": "totp"})[0]


def check(user: User, fresh: TOTPDevice | None, code: str):
    """The device that knows *code*, confirmed by it if it is new; each code counts once."""
    if fresh is None:
        return django_otp.match_token(user, code)
    with transaction.atomic():
        device = TOTPDevice.objects.select_for_update().get(pk=fresh.pk)
        if not device.verify_token(code):
            return None
        device.confirmed = True
        device.save(update_fields=["confirmed"])
    return device


def ask(request: HttpRequest, fresh: TOTPDevice | None, error: str = "") -> HttpResponse:
    context = {"error": error, "secret": "", "link": "", "next": wanted(request)}
    if fresh:
        secret = base64.b32encode(binascii.unhexlify(fresh.key)).decode()
        context |= {
            "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
            "link": fresh.config_url,
        }
    return render(request, "factor.html", context)


def refuse(request: HttpRequest, fresh: TOTPDevice | None) -> HttpResponse:
    events.write_at_once("second factor failed", account=request.user.get_username())
    return ask(request, fresh, _("This code is not right, or it was used already. Wait for the next one."))


def let_in(request: HttpRequest, device, enrolled: bool) -> HttpResponse:
    """A new session id, and after enrolment the recovery codes, shown once."""
    request.session.cycle_key()
    django_otp.login(request, device)
    events.write(
        "second factor enrolled" if enrolled else "second factor", account=request.user.get_username()
    )
    return show_codes(request) if enrolled else redirect(wanted(request) or settings.LOGIN_REDIRECT_URL)


def wanted(request: HttpRequest) -> str:
    """The page that was asked for, if it is one of ours."""
    address = request.POST.get("next") or request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(address, {request.get_host()}, request.is_secure())
    return address if ours else ""


@require_POST
def new_codes(request: HttpRequest) -> HttpResponse:
    """Recovery codes anew; those before are void."""
    if not request.user.is_verified():
        raise PermissionDenied
    events.write("recovery codes made", account=request.user.get_username())
    return show_codes(request)


def show_codes(request: HttpRequest) -> HttpResponse:
    codes = [StaticToken.random_token() + StaticToken.random_token() for _number in range(CODES)]
    with transaction.atomic():
        StaticDevice.objects.filter(user=request.user).delete()
        device = StaticDevice.objects.create(user=request.user, name="recovery")
        StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    onward = wanted(request) or resolve_url(settings.LOGIN_REDIRECT_URL)
    return render(request, "recovery_codes.html", {"codes": codes, "next": onward})


def forget(user: User) -> None:
    """The telephone is lost: the next sign-in enrols another."""
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()
