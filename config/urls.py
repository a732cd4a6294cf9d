"""Where every address goes. Each app names its own below its languages."""

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import include, path
from django.utils.module_loading import import_string
from django.utils.translation import get_language
from django.views.generic import RedirectView
from django.views.i18n import set_language

from config.signin.views import LogoutView


@login_not_required
def home(request: HttpRequest) -> HttpResponse:
    """The list of negotiations, in the browser's language."""
    return redirect(f"/{get_language()}/negotiations/")


# One way in: the admin's own sign-in form leads to ours.
admin_login = login_not_required(RedirectView.as_view(pattern_name="login", query_string=True))

admin_logout = LogoutView.as_view()

urlpatterns = [
    path("", home, name="home"),
    path("language/", login_not_required(set_language), name="set_language"),
    *i18n_patterns(
        path("", home, name="start"),
        path("accounts/", include("config.signin.urls")),
        path("admin/login/", admin_login),
        path("admin/logout/", admin_logout),
        path("admin/password_change/", RedirectView.as_view(pattern_name="password_change")),
        path("admin/", admin.site.urls),
        path("", include("negotiations.urls")),
        path("", include("grants.urls")),
    ),
]
if settings.ENTENTE_OIDC:
    urlpatterns += import_string("config.signin.oidc.addresses")()
handler400, handler500 = "config.failures.refused", "config.failures.failed"
