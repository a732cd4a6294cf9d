"""The administrator's pages: accounts made, closed and reset, and what becomes of old sessions."""

import re

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.contrib.sessions.models import Session
from django.test import Client

from tests.builders import PASSWORD, make_user
from tests.conftest import behind_the_wall

pytestmark = pytest.mark.django_db
NEW = "quite another pass phrase"
LIST = "/en/accounts/"


@pytest.fixture
def ana():
    return make_user("ana")


@pytest.fixture
def administrator(client):
    """Signed in on `client`."""
    user = make_user("root")
    with behind_the_wall():
        group = Group.objects.create(name="Account managers")
        group.permissions.set(Permission.objects.filter(content_type__app_label="auth"))
        user.groups.add(group)
    client.force_login(user)
    return user


def sign_in(username: str = "ana", password: str = PASSWORD) -> Client:
    visitor = Client()
    visitor.post("/en/accounts/login/", {"username": username, "password": password})
    return visitor


def is_in(visitor: Client) -> bool:
    return visitor.get("/en/accounts/own/").status_code == 200


def link_in(response) -> str:
    return re.search(r'id="link">http://testserver([^<]+)<', response.content.decode())[1]


def set_password(link: str, password: str = NEW) -> int:
    visitor = Client()
    form = visitor.get(link, follow=True)
    if "new_password1" not in form.content.decode():
        return 0
    typed = {"new_password1": password, "new_password2": password}
    return visitor.post(form.request["PATH_INFO"], typed).status_code


def act(client: Client, user: User, name: str):
    return client.post(f"{LIST}{user.pk}/{name}/")


@pytest.mark.parametrize("path", ["", "new/", "{pk}/"])
def test_pages_are_the_administrators(client, ana, path):
    client.force_login(ana)
    address = LIST + path.format(pk=ana.pk)
    assert client.get(address).status_code == 403
    assert client.post(address).status_code in (403, 405)


@pytest.mark.parametrize("name", ["deactivate", "reactivate", "reset", "forget-factor"])
def test_acts_are_the_administrators(client, ana, name):
    client.force_login(make_user("eve"))
    assert act(client, ana, name).status_code == 403
    ana.refresh_from_db()
    assert ana.is_active and ana.check_password(PASSWORD)


def test_account_is_made_with_a_link_and_no_password(client, administrator):
    made = client.post(f"{LIST}new/", {"username": "bea", "first_name": "Béa", "last_name": "Roy"})
    bea = User.objects.get(username="bea")
    assert (bea.has_usable_password(), bea.is_staff, bea.is_superuser) == (False, True, False)
    assert set_password(link_in(made)) == 302
    assert is_in(sign_in("bea", NEW))


def test_short_password_is_refused_behind_the_link(client, administrator):
    made = client.post(f"{LIST}new/", {"username": "bea"})
    assert set_password(link_in(made), "fourteen chars") == 200
    assert set_password(link_in(made), "x1 " * 40) == 302


@pytest.mark.parametrize("name", ["ana", "ANA", "ａｎａ", "Ana "])
def test_name_that_looks_like_another_is_refused(client, administrator, ana, name):
    answer = client.post(f"{LIST}new/", {"username": name})
    assert "looks like it" in answer.content.decode()
    assert User.objects.count() == 2


def test_groups_are_given_and_taken(client, administrator, ana):
    with behind_the_wall():
        readers = Group.objects.create(name="Readers")
    client.post(f"{LIST}{ana.pk}/", {"last_name": "Li", "groups": [readers.pk]})
    assert list(ana.groups.all()) == [readers]
    client.post(f"{LIST}{ana.pk}/", {"last_name": "Li"})
    assert not ana.groups.exists()


def test_old_session_does_not_work_again_after_reactivation(client, administrator, ana):
    visitor = sign_in()
    assert is_in(visitor)
    act(client, ana, "deactivate")
    assert not is_in(visitor)
    again = act(client, ana, "reactivate")
    assert not is_in(visitor)
    assert not is_in(sign_in())
    assert set_password(link_in(again)) == 302
    assert not is_in(visitor)
    assert is_in(sign_in(password=NEW))


def test_session_kept_from_a_backup_does_not_work_either(client, administrator, ana):
    """The row itself laid back: it is tied to a password that is gone."""
    visitor = sign_in()
    kept = Session.objects.get(pk=visitor.cookies["session"].value)
    act(client, ana, "deactivate")
    assert not Session.objects.filter(pk=kept.pk).exists()
    act(client, ana, "reactivate")
    kept.save(force_insert=True)
    assert not is_in(visitor)


def test_deactivation_leaves_others_in(client, administrator, ana):
    make_user("bob")
    other = sign_in("bob")
    act(client, ana, "deactivate")
    assert is_in(other) and is_in(client)


def test_reset_voids_password_sessions_and_earlier_link(client, administrator, ana):
    visitor = sign_in()
    first = link_in(act(client, ana, "reset"))
    assert not is_in(visitor) and not is_in(sign_in())
    second = link_in(act(client, ana, "reset"))
    assert set_password(first) == 0
    assert set_password(second) == 302
    assert set_password(second) == 0


def test_link_dies_after_a_day(client, administrator, ana, settings, monkeypatch):
    link = link_in(act(client, ana, "reset"))
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert set_password(link) == 0


def test_link_of_a_closed_account_is_void(client, administrator, ana):
    link = link_in(act(client, ana, "reset"))
    act(client, ana, "deactivate")
    assert set_password(link) == 0


def test_link_is_in_no_list_afterwards(client, administrator, ana):
    link = link_in(act(client, ana, "reset"))
    pages = [client.get(path).content.decode() for path in (LIST, f"{LIST}{ana.pk}/")]
    assert not any(link in page for page in pages)


@pytest.mark.parametrize("name", ["deactivate", "reset", "forget-factor", "delete"])
def test_administrator_does_not_close_himself_out(client, administrator, name):
    assert act(client, administrator, name).status_code == 404
    administrator.refresh_from_db()
    assert administrator.is_active and administrator.check_password(PASSWORD)


def test_forged_host_reaches_no_link(client, administrator, ana):
    for host in ("evil.example", "testserver.evil.example", "testserver:80@evil.example", "", "a b"):
        answer = client.post(f"{LIST}{ana.pk}/reset/", headers={"host": host})
        assert answer.status_code == 400 or "evil" not in answer.content.decode()
        forwarded = client.post(f"{LIST}{ana.pk}/reset/", headers={"x-forwarded-host": "evil.example"})
        assert "evil" not in forwarded.content.decode()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_pages_render_in_both_languages(client, administrator, ana, language):
    for path in ("", "new/", f"{ana.pk}/", f"{administrator.pk}/", "own/", "own/password/", "login/"):
        page = client.get(f"/{language}/accounts/{path}")
        assert page.status_code == 200
        assert f'<html lang="{language}">' in page.content.decode()
