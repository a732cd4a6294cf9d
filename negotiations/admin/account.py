"""Accounts of persons, for account administrators; they give no access to any negotiation."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User
from django.utils.translation import gettext_lazy as _

from grants.admin.base import PlainAdmin


class AccountAdmin(PlainAdmin, UserAdmin):
    """Made, deactivated, put into groups. Who may read what is a membership, given elsewhere."""

    form = UserAdmin.form
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        (_("Personal info"), {"fields": [("first_name", "last_name"), "email"]}),
        (_("Rights"), {"fields": [("is_active", "is_staff"), "groups"]}),
        (_("Dates"), {"fields": [("last_login", "date_joined")]}),
    ]
    list_display = ["username", "first_name", "last_name", "email", "is_active", "is_staff"]
    list_filter = ["is_active", "is_staff", "groups"]
    readonly_fields = ["last_login", "date_joined"]

    def has_view_permission(self, request, obj=None):
        return request.user.has_perm("auth.change_user")

    has_add_permission = has_change_permission = has_module_permission = has_view_permission


# Importing Django's page registers it; groups are made by a command and given here.
admin.site.unregister([User, Group])
admin.site.register(User, AccountAdmin)
