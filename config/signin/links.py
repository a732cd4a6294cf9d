"""One-time links with which a person sets his own password. Knows Django's accounts and tokens.

A link holds no secret of the database: it is signed with the site's key over the password that
stands now. So it works once, and any later link, password or deactivation makes it void.
"""

from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode


def shut(user: User) -> None:
    """No password opens the account, its sessions are void, older links as well."""
    user.set_unusable_password()  # a new random mark, to which sessions and links are tied


def one_time_path(user: User) -> str:
    """Where the password is set, in the language of now; valid for PASSWORD_RESET_TIMEOUT."""
    key = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("set-password", args=[key, default_token_generator.make_token(user)])
