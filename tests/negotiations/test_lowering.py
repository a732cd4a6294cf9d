"""A sensitivity is lowered by two people: one asks, an approver who is cleared confirms."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from negotiations import lowering, models
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.negotiations.rows import every_record, make_row, refused, sql

WHY = {"reason": "It was published"}


@pytest.fixture
def negotiation(db):
    return builders.make_negotiation()


@pytest.fixture
def analyst(negotiation):
    return builders.make_member(negotiation, "analyst", 4)


@pytest.fixture
def approver(negotiation):
    return builders.make_member(negotiation, "approver", 4)


def level(row) -> int:
    with behind_the_wall():
        return type(row)._base_manager.get(pk=row.pk).sensitivity


def ask(row, analyst, to=2, **changes) -> int:
    as_user(analyst)
    return lowering.ask_lowering(row, to, **{**WHY, **changes})


def confirm(request, approver) -> None:
    as_user(approver)
    lowering.confirm_lowering(request)


def said(act) -> list[str]:
    with pytest.raises(ValidationError) as fault:
        act()
    return fault.value.messages


def test_one_asks_another_confirms(negotiation, analyst, approver):
    source = builders.make_source(negotiation=negotiation, sensitivity=3)
    request = ask(source, analyst)
    assert level(source) == 3
    (pending,) = lowering.pending_lowerings()
    assert (pending.id, pending.table_name, pending.row_ids, pending.sensitivity, pending.level) == (
        request, "negotiations_source", [source.pk], 3, 2)  # fmt: skip
    assert (pending.reason, pending.requested_by_id) == ("It was published", analyst.pk)
    confirm(request, approver)
    assert (level(source), lowering.pending_lowerings()) == (2, [])


def test_it_is_kept_who_asked_and_who_confirmed(negotiation, analyst, approver):
    source = builders.make_source(negotiation=negotiation, sensitivity=3)
    confirm(ask(source, analyst), approver)
    rows = models.HistoryEntry.objects.order_by("id")
    assert [(entry.action, entry.user) for entry in rows.filter(table_name="negotiations_lowering")] == [
        ("insert", analyst), ("update", approver)]  # fmt: skip
    entry = rows.get(table_name="negotiations_source", action="update")
    assert (entry.before["sensitivity"], entry.after["sensitivity"], entry.sensitivity) == (3, 2, 3)


def test_what_was_said_before_keeps_its_level(negotiation, analyst, approver):
    source = builders.make_source(negotiation=negotiation, sensitivity=3)
    confirm(ask(source, analyst), approver)
    as_user(builders.make_member(negotiation, "viewer", 2))
    assert models.Source.objects.count() == 1
    assert models.HistoryEntry.objects.filter(table_name="negotiations_source").count() == 0


@every_record
def test_any_row_can_be_lowered_by_two(negotiation, analyst, approver, model):
    row = make_row(model, negotiation)
    if row.sensitivity == 4:  # a mandate is always Strategy
        request = ask(row, analyst)
        with refused("_is_strategy|at least as sensitive"):
            confirm(request, approver)
        return
    as_user(approver)
    model._base_manager.filter(pk=row.pk).update(sensitivity=4)
    confirm(ask(row, analyst, to=3), approver)
    assert level(row) == 3


def test_all_versions_are_lowered_together(negotiation, analyst, approver):
    first = builders.make_position(negotiation=negotiation, sensitivity=4)
    second = builders.make_position(negotiation=negotiation, sensitivity=4, supersedes=first,
                                    correction_reason="Misheard")  # fmt: skip
    other = builders.make_position(negotiation=negotiation, sensitivity=4)
    confirm(ask(first, analyst), approver)
    assert [level(row) for row in (first, second, other)] == [2, 2, 4]


def test_a_part_does_not_fall_below_its_owner(negotiation, analyst, approver):
    statement = builders.make_statement(negotiation=negotiation)
    as_user(approver)
    models.Event.objects.filter(pk=statement.event_id).update(sensitivity=4)
    request = ask(statement, analyst)
    with refused("at least as sensitive as what it belongs to"):
        confirm(request, approver)


@pytest.mark.parametrize("role", ["viewer", "records_officer", "analyst"])
def test_only_an_approver_confirms(negotiation, analyst, role):
    request = ask(builders.make_source(negotiation=negotiation, sensitivity=3), analyst)
    with pytest.raises(PermissionDenied):
        confirm(request, builders.make_member(negotiation, role, 4))


def test_an_approver_who_is_not_cleared_neither_sees_nor_confirms(negotiation, analyst):
    request = ask(builders.make_source(negotiation=negotiation, sensitivity=4), analyst)
    with pytest.raises(PermissionDenied):
        confirm(request, builders.make_member(negotiation, "approver", 3))
    assert lowering.pending_lowerings() == []


def test_whoever_asks_does_not_confirm(negotiation, approver):
    request = ask(builders.make_source(negotiation=negotiation, sensitivity=3), approver)
    assert said(lambda: confirm(request, approver)) == ["Whoever asks does not confirm."]


@pytest.mark.parametrize("user", ["viewer", "uncleared", "stranger", "nobody"])
def test_nobody_asks_about_what_he_may_not_write(negotiation, user):
    source = builders.make_source(negotiation=negotiation, sensitivity=3)
    who = {
        "viewer": lambda: builders.make_member(negotiation, "viewer", 4),
        "uncleared": lambda: builders.make_member(negotiation, "analyst", 2),
        "stranger": lambda: builders.make_member(builders.make_negotiation(), "approver", 4),
        "nobody": lambda: None,
    }[user]()
    with pytest.raises(PermissionDenied, match="There is no such row that you may change"):
        ask(source, who)


@pytest.mark.parametrize("table", ["negotiations_history", "auth_user", "negotiations_membership", "x; --"])
def test_other_tables_have_no_level_to_lower(analyst, table):
    as_user(analyst)
    with refused("There is no such row that you may change"):
        sql("SELECT public.entente_ask_lowering(%s, 1, 1, 'because')", table)


@pytest.mark.parametrize(
    ("to", "reason", "sentence"),
    [
        (3, "Published", "The new level is not below the present one."),
        (4, "Published", "The new level is not below the present one."),
        (0, "Published", "The new level is not below the present one."),
        (2, " ", "Say why the sensitivity is lowered."),
    ],
)
def test_a_request_is_refused_in_a_sentence(negotiation, analyst, to, reason, sentence):
    source = builders.make_source(negotiation=negotiation, sensitivity=3)
    assert said(lambda: ask(source, analyst, to, reason=reason)) == [sentence]


def test_a_request_about_a_row_that_changed_is_asked_again(negotiation, analyst, approver):
    changed = "The row has changed since this was asked: ask again."
    position = builders.make_position(negotiation=negotiation, sensitivity=3)
    request = ask(position, analyst)
    builders.make_position(negotiation=negotiation, sensitivity=3, supersedes=position,
                           correction_reason="Misheard")  # fmt: skip
    assert said(lambda: confirm(request, approver)) == [changed]
    confirm(again := ask(position, analyst), approver)
    assert said(lambda: confirm(again, approver)) == [changed]


def test_a_confirmation_opens_nothing_else(negotiation, analyst, approver):
    """In the transaction that lowers one row, neither another row nor another level."""
    source = builders.make_source(negotiation=negotiation, sensitivity=4)
    other = builders.make_source(negotiation=negotiation, sensitivity=4)
    confirm(ask(source, analyst, to=3), approver)
    for row, to in ((other, 3), (source, 1)):
        with refused("lowered by two people"):
            models.Source.objects.filter(pk=row.pk).update(sensitivity=to)


def test_the_web_writes_no_request(negotiation, analyst):
    ask(builders.make_source(negotiation=negotiation, sensitivity=3), analyst)
    for attack in (
        "SELECT * FROM negotiations_lowering",
        "UPDATE negotiations_lowering SET confirmed_by_id = 1",
        "DELETE FROM negotiations_lowering",
        "INSERT INTO negotiations_lowering DEFAULT VALUES",
    ):
        with refused("permission denied"):
            sql(attack)
