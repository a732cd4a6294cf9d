"""Addresses below accounts/, in each language."""

from django.contrib.auth import views as framework
from django.urls import path

from config.signin import accounts, factors, views

urlpatterns = [
    path("login/", views.LoginView.as_view(), name="login"),
    path("logout/", views.LogoutView.as_view(), name="logout"),
    path("factor/", factors.factor, name="factor"),
    path("factor/codes/", factors.new_codes, name="recovery-codes"),
    path("own/", accounts.own_account, name="own-account"),
    path("own/password/", views.PasswordChangeView.as_view(), name="password_change"),
    path("own/password/done/", framework.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("set-password/done/", views.PasswordIsSetView.as_view(), name="password-is-set"),
    path("set-password/<uidb64>/<token>/", views.SetPasswordView.as_view(), name="set-password"),
    path("", accounts.account_list, name="accounts"),
    path("new/", accounts.new_account, name="account-new"),
    path("<int:pk>/", accounts.account_page, name="account"),
    path("<int:pk>/<slug:act>/", accounts.account_act, name="account-act"),
]
