"""Two people, or sixteen, save one row: one wins, the others are told, and no text is lost."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib import admin
from django.db import connections
from django.test import Client

from negotiations.models import Event, HistoryEntry
from negotiations.models.record import Label
from tests import builders
from tests.conftest import behind_the_wall
from tests.negotiations.admin.typing import address, sign_in, typed
from tests.negotiations.rows import make_row
from tests.security.asking import say
from tests.security.planting import text_columns

LABELS = [model for model in admin.site._registry
          if issubclass(model, Label) and not model._meta.proxy]  # fmt: skip
TRIALS, WRITERS = 7, 16


def a_text(model) -> str:
    """A column in which anybody may write what he likes."""
    taken = {"code", "slug", "series", "url", "number"}
    return next(field.name for field in text_columns(model)
                if field.name not in taken and field.get_internal_type() != "JSONField")  # fmt: skip


@pytest.mark.django_db
@pytest.mark.ignore_template_errors
@pytest.mark.parametrize("model", LABELS, ids=lambda model: model.__name__)
def test_the_second_to_save_is_told_and_keeps_his_text(client, model):
    negotiation = builders.make_negotiation(ceiling=4)
    first, second = (builders.make_member(negotiation, "approver", 4) for _person in range(2))
    name, url = a_text(model), None
    for trial in range(TRIALS):
        row = make_row(model, negotiation)
        url = address(model, "change", row.pk)
        forms = [typed(sign_in(client, person).get(url), **{name: f"{person.pk} writes {trial}"})
                 for person in (first, second)]  # fmt: skip
        assert sign_in(client, first).post(url, forms[0]).status_code == 302
        answer = sign_in(client, second).post(url, forms[1])
        row.refresh_from_db()
        shown = [(one.theirs, one.yours) for one in answer.context["clashes"]]
        wrote = [form[name] for form in forms]
        assert (answer.status_code, getattr(row, name)) == (409, wrote[0])
        assert tuple(wrote) in shown and typed(answer)[name] == wrote[1]


def test_every_label_of_the_record_is_tried():
    assert len(LABELS) * TRIALS >= 100


def at_once(url: str, forms: list[dict], clients: list[Client]) -> list[int]:
    """All of them post when the last is ready; their statuses."""
    ready = threading.Barrier(len(forms))

    def post(client: Client, form: dict) -> int:
        ready.wait(timeout=60)
        try:
            return client.post(url, form).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(forms)) as pool:
        return sorted(pool.map(post, clients, forms))


def play_rounds(rounds: int, lay, change) -> list[list[int]]:
    """*lay* gives a page, *change* what a writer types into it; the statuses of each round."""
    negotiation = builders.make_negotiation()
    clients = [Client() for _writer in range(WRITERS)]
    for client in clients:
        client.force_login(builders.make_member(negotiation))
    outcomes = []
    for _round in range(rounds):
        url = lay(negotiation)
        page = clients[0].get(url)
        forms = [typed(page, **change(writer)) for writer in range(WRITERS)]
        outcomes.append(at_once(url, forms, clients))
    won = sum(statuses.count(302) == 1 for statuses in outcomes)
    say(f"{WRITERS} writers, {rounds} rounds: exactly one winner in {won}")
    return outcomes


def an_event(negotiation) -> str:
    return address(Event, "change", builders.make_event(negotiation=negotiation).pk)


def an_item(negotiation) -> str:
    return address(Event, "change", builders.make_item(negotiation=negotiation).event.pk)


def kept(table: str) -> int:
    with behind_the_wall():
        return HistoryEntry.objects.filter(table_name=table, action="update").count()


ROUNDS = [1, pytest.param(50, marks=pytest.mark.drill)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.ignore_template_errors
@pytest.mark.parametrize("rounds", ROUNDS)
def test_of_sixteen_at_once_exactly_one_wins(rounds):
    outcomes = play_rounds(rounds, an_event, lambda writer: {"title_en": f"Writer {writer}"})
    assert outcomes == [[302] + [409] * (WRITERS - 1)] * rounds
    assert kept("negotiations_event") == rounds


@pytest.mark.django_db(transaction=True)
@pytest.mark.ignore_template_errors
@pytest.mark.parametrize("rounds", ROUNDS)
def test_of_sixteen_at_once_on_a_row_inside_a_page_exactly_one_wins(rounds):
    outcomes = play_rounds(rounds, an_item, lambda writer: {"items-0-title_en": f"Writer {writer}"})
    assert outcomes == [[302] + [409] * (WRITERS - 1)] * rounds
    assert kept("negotiations_agendaitem") == rounds
