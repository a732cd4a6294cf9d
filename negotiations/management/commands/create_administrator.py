"""Makes the first account of a site: account rights only, and a one-time link to its password."""

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import override

from config.signin import links
from negotiations.groups import ACCOUNT_MANAGERS, make_groups

LINK = """\
{username} may make, deactivate and reset accounts, and reads no negotiation.
Open this address once, within {hours} hours, and set the password there:

  {link}
"""


class Command(BaseCommand):
    help = "Makes an administrator of accounts, without any record right, and prints a one-time link."

    def add_arguments(self, parser):
        parser.add_argument("username")
        parser.add_argument("--again", action="store_true",
                            help="for an administrator who exists: void the password, print a new link")
        parser.add_argument("--address", default="", help="the site's; asked of the settings if left out")

    @transaction.atomic
    def handle(self, *args, username, again, address, **options):
        groups = make_groups()
        user = standing(username) if again else new(username)
        links.shut(user)
        user.save()
        user.groups.add(groups[ACCOUNT_MANAGERS])
        with override(settings.LANGUAGE_CODE):
            link = (address or site_address()).rstrip("/") + links.one_time_path(user)
        hours = settings.PASSWORD_RESET_TIMEOUT // 3600
        self.stdout.write(LINK.format(username=user.username, hours=hours, link=link))


def new(username: str) -> User:
    user = User(username=User.normalize_username(username), is_staff=True)
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as fault:
        mend = " --again makes a new link." if User.objects.filter(username=username).exists() else ""
        raise CommandError(" ".join(fault.messages) + mend) from None
    return user


def standing(username: str) -> User:
    """Only who manages accounts already: this command is no way to anybody else's account."""
    user = User.objects.filter(username=username, groups__name=ACCOUNT_MANAGERS).first()
    if user is None:
        raise CommandError(f"No administrator is called {username!r}.")
    user.is_active = True
    return user


def site_address() -> str:
    """Where the site answers, as far as the settings know it."""
    if not settings.EMBEDDED:
        return f"{'https' if settings.HTTPS else 'http'}://{settings.ALLOWED_HOSTS[0].lstrip('.')}"
    kept = settings.VAR / "server.url"
    return kept.read_text().strip() if kept.exists() else "http://127.0.0.1:8000"
