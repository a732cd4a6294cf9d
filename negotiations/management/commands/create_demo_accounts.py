"""Makes the six demo accounts of the embedded site, with their groups and memberships."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from config.kept import kept_secret
from negotiations.groups import (
    ACCOUNT_MANAGERS,
    OPENERS,
    READERS,
    RECORD_KEEPERS,
    REFERENCE_DATA,
    make_groups,
)
from negotiations.models import Membership, Negotiation

PASSWORD_FILE = settings.VAR / "demo_password"
REASON = "Demo account of the embedded site"
INTERNAL, IN_CONFIDENCE, STRATEGY = 2, 3, 4
Role = Membership.Role


@dataclass(frozen=True)
class Account:
    """Who, in which groups, and what he is in every negotiation up to which level."""

    username: str
    last_name: str
    groups: tuple[str, ...]
    roles: tuple[Role, ...] = ()
    clearance: int = 0


ACCOUNTS = (
    Account("analyst", "Analyst", (RECORD_KEEPERS,), (Role.ANALYST,), IN_CONFIDENCE),
    Account("lead", "Lead", (RECORD_KEEPERS, OPENERS), (Role.APPROVER, Role.ANALYST), STRATEGY),
    Account("costing", "Costing", (RECORD_KEEPERS, REFERENCE_DATA), (Role.ANALYST,), IN_CONFIDENCE),
    Account("reader", "Reader", (READERS,), (Role.VIEWER,), INTERNAL),
    Account("records", "Records", (RECORD_KEEPERS,), (Role.RECORDS_OFFICER, Role.APPROVER), IN_CONFIDENCE),
    Account("admin", "Accounts", (ACCOUNT_MANAGERS,)),
)


class Command(BaseCommand):
    help = "Makes the demo accounts; their one password is kept in var/demo_password."

    @transaction.atomic
    def handle(self, *args, **options):
        if not settings.EMBEDDED:
            raise CommandError(
                "Demo accounts share one password: they are for the embedded site only. "
                "Make the first real one with manage.py create_administrator."
            )
        password = kept_secret(PASSWORD_FILE, length=15)
        groups = make_groups()
        given = 0
        for account in ACCOUNTS:
            user = make_user(account, password)
            user.groups.set(groups[name] for name in account.groups)
            given += give_memberships(user, account)
        names = ", ".join(account.username for account in ACCOUNTS)
        self.stdout.write(f"Accounts {names}: {given} new memberships. Password: {PASSWORD_FILE}")


def make_user(account: Account, password: str) -> User:
    user, _ = User.objects.update_or_create(
        username=account.username,
        defaults={
            "first_name": "Demo",
            "last_name": account.last_name,
            "is_staff": True,
            "is_superuser": False,
        },
    )
    if not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])
    return user


def give_memberships(user: User, account: Account) -> int:
    """One row per negotiation and role, where there is none yet; the number of new ones."""
    new = [
        Membership(
            user=user,
            negotiation=negotiation,
            role=role,
            clearance=min(account.clearance, negotiation.ceiling),
            starts_on=timezone.now().date(),
            reason=REASON,
        )
        for negotiation in Negotiation.objects.all()
        for role in account.roles
        if not Membership.objects.filter(user=user, negotiation=negotiation, role=role).exists()
    ]
    Membership.objects.bulk_create(new)
    return len(new)
