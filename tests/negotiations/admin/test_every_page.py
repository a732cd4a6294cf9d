"""Every page of the admin opens, with rows and without, for those who write and who read."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from negotiations import models
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.admin.one_of_each import one_of_each

pytestmark = pytest.mark.django_db

ALL = list(admin.site._registry)
OURS = [model for model in ALL if model._meta.app_label in ("negotiations", "grants")]
STRATEGY = 4


def address(model, page, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.fixture
def negotiation():
    return builders.make_negotiation()


@pytest.fixture
def everybody(negotiation):
    """Analyst and approver in one, up to Strategy, with every right of the framework."""
    person = builders.make_member(negotiation, "analyst", STRATEGY)
    builders.make_membership(negotiation, person, "approver", STRATEGY)
    with behind_the_wall():
        person.user_permissions.set(Permission.objects.filter(
            codename__in=["change_programme", "change_user"]))
    return person


@pytest.fixture
def reader(negotiation):
    return builders.make_member(negotiation, "viewer", STRATEGY)


def sign_in(client, person):
    client.force_login(person)
    as_user(person)
    return client


def test_both_apps_are_in_it():
    missing = [model for app in ("grants", "negotiations")
               for model in apps.get_app_config(app).get_models() if model not in OURS]
    assert missing == []


def test_index_groups_the_work(client, everybody):
    page = sign_in(client, everybody).get(reverse("admin:index"))
    assert page.status_code == 200
    names = [str(group["name"]) for group in page.context["app_list"]]
    assert names == [
        "Meetings and statements", "Terms and offers", "Positions", "Agreements",
        "Deadlines and follow-ups", "People and sources", "Checking", "Reference", "Access"]
    listed = {model["model"] for group in page.context["app_list"] for model in group["models"]}
    assert listed == {*OURS, User}


def asked(client, url):
    """The status of a page, rendered."""
    return client.get(url).status_code


def test_lists_open_without_rows(client, everybody):
    sign_in(client, everybody)
    assert [model for model in OURS if asked(client, address(model, "changelist")) != 200] == []


def test_lists_open_search_and_filter_with_rows(client, negotiation, everybody):
    one_of_each(negotiation)
    sign_in(client, everybody)
    for model in OURS:
        url = address(model, "changelist")
        page = client.get(url)
        assert page.status_code == 200, model
        assert page.context["cl"].result_count > 0, model
        assert asked(client, url + "?q=a&" + last_choices(page.context["cl"])) == 200, model


def last_choices(changelist):
    """The last choice of each filter beside the list, all at once."""
    chosen = [list(spec.choices(changelist))[-1]["query_string"] for spec in changelist.filter_specs]
    return "&".join(one.removeprefix("?") for one in chosen)


def test_pages_of_a_row_open(client, negotiation, everybody):
    one_of_each(negotiation)
    sign_in(client, everybody)
    for model in OURS:
        row = model._default_manager.first()
        assert asked(client, address(model, "change", row.pk)) == 200, model
        assert asked(client, address(model, "history", row.pk)) == 200, model
        assert asked(client, address(model, "delete", row.pk)) == 403, model
        assert client.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403


def test_add_forms_open_for_those_who_may_add(client, everybody):
    sign_in(client, everybody)
    closed = {model.__name__ for model in OURS if asked(client, address(model, "add")) == 403}
    assert closed == {
        "Calculation", "HistoryEntry", "Membership", "Negotiation", "IssuedFile", "IssuedReport",
        "Document"}


def test_reader_reads_and_changes_nothing(client, negotiation, reader):
    one_of_each(negotiation)
    sign_in(client, reader)
    for model in OURS:
        row = model._default_manager.first()
        page = client.get(address(model, "change", row.pk))
        assert page.status_code == 200, model
        assert not page.context["has_change_permission"], model
        assert asked(client, address(model, "add")) == 403, model
        assert client.post(address(model, "change", row.pk), {}).status_code == 403, model


def test_without_a_membership_nothing_of_the_record_is_listed(client, negotiation):
    sign_in(client, builders.make_user())
    opened = [model._meta.app_label for model in OURS
              if asked(client, address(model, "changelist")) == 200]
    assert set(opened) == {"grants"}


def test_keys_are_searched_within_the_negotiation(client, negotiation, everybody):
    builders.make_term(negotiation=negotiation, name_en="Here")
    elsewhere = builders.make_term(name_en="Elsewhere").negotiation
    builders.make_membership(elsewhere, everybody)
    sign_in(client, everybody)
    asking = {"app_label": "negotiations", "model_name": "position", "field_name": "term"}
    url = reverse("admin:autocomplete")
    found = client.get(url, {**asking, "negotiation": negotiation.pk}).json()["results"]
    assert [one["text"] for one in found] == ["Here"]
    assert len(client.get(url, asking).json()["results"]) == 2


def test_every_key_can_be_searched(client, everybody):
    request = sign_in(client, everybody).get(reverse("admin:jsi18n")).wsgi_request
    for model in OURS:
        if not admin.site.get_model_admin(model).has_add_permission(request):
            continue
        for field in model._meta.concrete_fields:
            if field.remote_field and field.editable and field.name not in ("negotiation", "current"):
                asking = {"app_label": model._meta.app_label, "field_name": field.name,
                          "model_name": model._meta.model_name, "term": "a"}
                assert client.get(reverse("admin:autocomplete"), asking).status_code == 200, field


def test_french_pages_speak_french(client, negotiation, everybody):
    one_of_each(negotiation)
    sign_in(client, everybody)
    event = models.Event.objects.first()
    page = client.get(f"/fr/admin/negotiations/event/{event.pk}/change/").content.decode()
    assert '<html lang="fr"' in page
    for label in ("Titre (anglais)", "Points à l’ordre du jour", "Sensibilité"):
        assert label in page
