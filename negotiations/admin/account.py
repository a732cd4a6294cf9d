"""Accounts of persons, as far as the admin needs them: to be chosen in forms. Made and closed elsewhere."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User
from django.shortcuts import redirect
from django_otp.plugins.otp_static.admin import StaticDevice
from django_otp.plugins.otp_totp.admin import TOTPDevice

from grants.admin.base import PlainAdmin


class AccountAdmin(PlainAdmin, UserAdmin):
    """Its addresses lead to the pages under accounts/: one way to make, close and reset an account."""

    form = UserAdmin.form

    def has_view_permission(self, request, obj=None):
        return request.user.has_perm("auth.change_user")

    has_module_permission = has_view_permission

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def changelist_view(self, request, extra_context=None):
        return redirect("accounts")

    def change_view(self, request, object_id, form_url="", extra_context=None):
        return redirect("account", object_id) if object_id.isdecimal() else redirect("accounts")

    def user_change_password(self, request, id, form_url=""):
        return redirect("account", id) if id.isdecimal() else redirect("accounts")


# Importing a page registers it. Groups are made by a command and given under accounts/; the secret
# of a second factor is nobody's to read, and the web role could not open those pages anyhow.
admin.site.unregister([User, Group, StaticDevice, TOTPDevice])
admin.site.register(User, AccountAdmin)
