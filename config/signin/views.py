"""Signing in and out, and one's own password. Knows Django's accounts, and whom to tell: the event log."""

from django.conf import settings
from django.contrib.auth import views
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.translation import get_language

from config import events
from config.signin import sessions, throttle


def around(request: HttpRequest) -> dict[str, object]:
    """What stands around the form: the site's notice, the other way in, how long a session lasts."""
    return {
        "banner": settings.ENTENTE_BANNERS.get(get_language(), ""),
        "oidc_name": settings.ENTENTE_OIDC_NAME if settings.ENTENTE_OIDC else "",
        "idle_minutes": settings.SESSION_COOKIE_AGE // 60,
        "locked_minutes": throttle.minutes(),
        "locked": False,
    }


def locked_page(request: HttpRequest) -> HttpResponse:
    """The form again with a sentence that says what to do; the same for every name."""
    context = {**around(request), "form": AuthenticationForm(request), "next": "", "locked": True}
    if request.user.is_authenticated:
        return render(request, "locked.html", context, status=429)
    return render(request, "registration/login.html", context, status=429)


class LoginView(views.LoginView):
    """The one form for a name and a password."""

    def get_context_data(self, **kwargs):
        return super().get_context_data(**around(self.request), **kwargs)

    def post(self, request, *args, **kwargs):
        with throttle.turn(request, request.POST.get("username", "")):
            return super().post(request, *args, **kwargs)

    def form_valid(self, form):
        again = self.request.user.is_authenticated
        answer = super().form_valid(form)
        if again:  # Django keeps the id of a session that is signed in already
            self.request.session.cycle_key()
        sessions.clear_old()
        events.write("sign-in", account=form.get_user().username)
        return answer

    def form_invalid(self, form):
        """The log names an account that exists; what else was typed may be a password."""
        name = User.normalize_username(form.data.get("username", "")).replace("\0", "")
        known = User.objects.filter(username=name).values_list("username", flat=True).first()
        locked = getattr(self.request, "axes_locked_out", False)
        events.write_at_once("sign-in locked" if locked else "sign-in failed", account=known)
        return super().form_invalid(form)


class LogoutView(views.LogoutView):
    """Ends the session on the server; the answer tells the browser to forget the pages."""

    def post(self, request, *args, **kwargs):
        events.write("sign-out")
        answer = super().post(request, *args, **kwargs)
        answer.headers["Clear-Site-Data"] = '"cache", "storage"'
        return answer


class PasswordChangeView(views.PasswordChangeView):
    """The old password is a guess like any other; afterwards every other session is gone."""

    success_url = reverse_lazy("password_change_done")

    def post(self, request, *args, **kwargs):
        name = {"username": request.user.get_username()}
        with throttle.turn(request, name["username"]):
            if not throttle.allows(request, name):
                return locked_page(request)
            return super().post(request, *args, **kwargs)

    def form_invalid(self, form):
        if "old_password" in form.errors:
            throttle.count(self.request, {"username": self.request.user.get_username()})
        return super().form_invalid(form)

    def form_valid(self, form):
        answer = super().form_valid(form)
        sessions.end_sessions(self.request.user.pk, but=self.request.session.session_key)
        events.write("password changed", account=self.request.user.get_username())
        return answer


class SetPasswordView(views.PasswordResetConfirmView):
    """Where a one-time link leads; every session of the account ends with the old password."""

    template_name = "registration/set_password.html"
    success_url = reverse_lazy("password-is-set")

    def get_user(self, uidb64):
        user = super().get_user(uidb64)
        return user if user and user.is_active else None

    def form_valid(self, form):
        answer = super().form_valid(form)
        sessions.end_sessions(self.user.pk)
        events.write("password set", account=self.user.get_username())
        return answer


class PasswordIsSetView(views.PasswordResetCompleteView):
    template_name = "registration/password_is_set.html"
