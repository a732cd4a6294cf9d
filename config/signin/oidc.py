"""Signing in with the ministry's own accounts (OpenID Connect), where ENTENTE_OIDC_* say so.

Makes no account: whom the administrator has not let in, the provider does not let in either.
"""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.urls import URLPattern, path
from mozilla_django_oidc.auth import OIDCAuthenticationBackend
from mozilla_django_oidc.views import OIDCAuthenticationCallbackView, OIDCAuthenticationRequestView

from config import events
from config.signin.factors import BY_PROVIDER


class Backend(OIDCAuthenticationBackend):
    """Finds the active account that carries the name of the provider's claim, to the letter."""

    def verify_claims(self, claims: dict) -> bool:
        return bool(claims.get(settings.ENTENTE_OIDC_CLAIM))

    def filter_users_by_claims(self, claims: dict):
        name = str(claims.get(settings.ENTENTE_OIDC_CLAIM, ""))
        return User.objects.filter(username=User.normalize_username(name), is_active=True)

    def create_user(self, claims: dict) -> None:
        return None

    def update_user(self, user: User, claims: dict) -> User:
        return user


class Callback(OIDCAuthenticationCallbackView):
    """Where the provider sends people back to."""

    def login_success(self):
        answer = super().login_success()
        self.request.session[BY_PROVIDER] = settings.ENTENTE_OIDC_FACTORS
        events.write("sign-in", account=self.user.username, by="provider")
        return answer

    def login_failure(self):
        events.write_at_once("sign-in failed", account=None, by="provider")
        return super().login_failure()


def addresses() -> list[URLPattern]:
    """The library's own names, open to those who have not signed in yet."""
    return [
        path(
            "oidc/authenticate/",
            login_not_required(OIDCAuthenticationRequestView.as_view()),
            name="oidc_authentication_init",
        ),
        path("oidc/callback/", login_not_required(Callback.as_view()), name="oidc_authentication_callback"),
    ]
