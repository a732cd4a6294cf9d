"""What an account may open in the admin, group by group. Knows Django's groups; no row is read by them.

Which rows a person sees is a membership, never a group.
"""

from django.contrib.auth.models import Group, Permission
from django.db.models import Q
from django.utils.translation import gettext_noop as _

READERS = _("Readers")
RECORD_KEEPERS = _("Record keepers")
REFERENCE_DATA = _("Reference data")
OPENERS = _("Openers of negotiations")
ACCOUNT_MANAGERS = _("Account managers")

# Nobody deletes, and history is read, never written.
VIEW = Q(codename__startswith="view_")
WRITE = (VIEW | Q(codename__startswith="add_") | Q(codename__startswith="change_")) & ~Q(
    codename__in=("add_historyentry", "change_historyentry")
)
READ_ALL = VIEW & Q(content_type__app_label__in=("negotiations", "grants"))
GROUPS = {
    READERS: READ_ALL,
    RECORD_KEEPERS: READ_ALL | WRITE & Q(content_type__app_label="negotiations"),
    REFERENCE_DATA: WRITE & Q(content_type__app_label="grants"),
    OPENERS: Q(codename="open_negotiation", content_type__app_label="negotiations"),
    ACCOUNT_MANAGERS: WRITE & Q(content_type__app_label="auth"),
}


def make_groups() -> dict[str, Group]:
    """Every group with its rights, made or brought up to date; by the owner."""
    return {name: _make(name, rights) for name, rights in GROUPS.items()}


def _make(name: str, rights: Q) -> Group:
    group, _made = Group.objects.get_or_create(name=name)
    group.permissions.set(Permission.objects.filter(rights))
    return group
