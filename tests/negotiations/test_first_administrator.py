"""The first account of an empty site: account rights only, and a link that works once."""

import re

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from negotiations.models import Membership, Negotiation
from tests.builders import PASSWORD, make_negotiation, make_user
from tests.conftest import as_user, behind_the_wall

pytestmark = pytest.mark.django_db
NEW = "quite another pass phrase"


def create(*words: str, capsys) -> str:
    with behind_the_wall():
        call_command("create_administrator", *words)
    return capsys.readouterr().out


def path_of(said: str) -> str:
    return re.search(r"http://127\.0\.0\.1:8000(/en/accounts/set-password/\S+)", said)[1]


@pytest.fixture(autouse=True)
def address(settings, tmp_path):
    settings.EMBEDDED, settings.VAR = True, tmp_path


def test_link_sets_the_password_and_works_once(client, capsys):
    link = path_of(create("Éloïse", capsys=capsys))
    form = client.get(link, follow=True)
    typed = {"new_password1": NEW, "new_password2": NEW}
    assert client.post(form.request["PATH_INFO"], typed).status_code == 302
    assert client.login(request=form.wsgi_request, username="Éloïse", password=NEW)
    assert "no longer works" in client.get(link, follow=True).content.decode()


def test_administrator_reads_no_negotiation(capsys):
    make_negotiation()
    create("root", capsys=capsys)
    user = User.objects.get(username="root")
    as_user(user)
    assert (user.is_superuser, user.has_usable_password()) == (False, False)
    assert user.has_perm("auth.change_user") and not user.has_perm("negotiations.view_position")
    assert not user.has_perm("negotiations.open_negotiation")
    assert (Negotiation.objects.count(), Membership.objects.count()) == (0, 0)


def test_second_of_the_same_name_is_refused_with_the_mend(capsys):
    create("root", capsys=capsys)
    with pytest.raises(CommandError, match="--again"):
        create("root", capsys=capsys)


def test_new_link_voids_the_one_before(client, capsys):
    first = path_of(create("root", capsys=capsys))
    second = path_of(create("root", "--again", capsys=capsys))
    assert "no longer works" in client.get(first, follow=True).content.decode()
    assert "Set your password" in client.get(second, follow=True).content.decode()


def test_link_is_made_anew_for_administrators_only(capsys):
    analyst = make_user("ana")
    with pytest.raises(CommandError, match="No administrator is called 'ana'"):
        create("ana", "--again", capsys=capsys)
    assert User.objects.get(pk=analyst.pk).check_password(PASSWORD)


@pytest.mark.parametrize("name", ["", "two words", "a\nb", "x" * 151])
def test_nonsense_name_is_refused(name, capsys):
    with pytest.raises(CommandError):
        create(name, capsys=capsys)


def test_address_of_the_site_stands_in_the_link(settings, capsys):
    settings.EMBEDDED, settings.HTTPS, settings.ALLOWED_HOSTS = False, True, ["entente.example.org"]
    assert "https://entente.example.org/en/accounts/set-password/" in create("root", capsys=capsys)
    told = create("root", "--again", "--address", "https://other.example/", capsys=capsys)
    assert "  https://other.example/en/accounts/set-password/" in told
