"""The event log: who did what, one line each, and never a word of the record."""

import datetime
import json
import logging

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction

from config import events
from negotiations.lowering import ask_lowering, confirm_lowering
from negotiations.memberships import break_glass, end_membership, give_membership
from negotiations.models import Membership
from tests.builders import PASSWORD, make_event, make_member, make_negotiation, make_user
from tests.config.signin.test_accounts import administrator, sign_in
from tests.conftest import as_user

__all__ = ["administrator"]
pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 11, 30)
PLANTED = "zebrawood"


@pytest.fixture
def told(caplog, monkeypatch):
    """The lines so far, read as JSON; with those that wait for the end of the test's transaction."""
    monkeypatch.setattr(events.LOGGER, "propagate", True)
    caplog.set_level(logging.INFO, logger="entente.events")

    def lines():
        commit()
        return [json.loads(line.getMessage()) for line in caplog.records if line.name == "entente.events"]

    return lines


def commit():
    """The test's own transaction never ends: what would run then, is run."""
    waiting, connection.run_on_commit = connection.run_on_commit, []
    for _savepoints, tell, _robust in waiting:
        tell()


def names(told) -> list[str]:
    return [line["event"] for line in told()]


def test_line_says_who_when_from_where_and_what(told, client):
    ana = make_user("ana")
    client.force_login(ana)
    client.get("/en/negotiations/nowhere/?q=" + PLANTED)
    (line,) = told()
    assert datetime.datetime.fromisoformat(line.pop("at")).utcoffset() == datetime.timedelta(0)
    assert len(line.pop("request")) == 32
    assert line == {
        "event": "refused", "user": ana.pk, "source": "127.0.0.1", "method": "GET",
        "path": "/en/negotiations/nowhere/", "status": 404,
    }  # fmt: skip


def test_signing_in_and_out_is_told(told):
    make_user("ana")
    sign_in(password="wrong")
    sign_in("nobody")
    sign_in(PASSWORD)
    visitor = sign_in()
    visitor.post("/en/accounts/logout/")
    assert [(line["event"], line.get("account")) for line in told()] == [
        ("sign-in failed", "ana"), ("sign-in failed", None), ("sign-in failed", None),
        ("sign-in", "ana"), ("sign-out", None),
    ]  # fmt: skip
    assert PASSWORD not in json.dumps(told())


def test_lock_is_told(told):
    make_user("ana")
    for _number in range(11):
        sign_in(password="wrong")
    assert names(told)[-4:] == ["sign-in locked", "refused", "sign-in locked", "refused"]


def test_changes_of_accounts_are_told(told, client, administrator):
    ana = make_user("ana")
    client.post("/en/accounts/new/", {"username": "bea"})
    client.post(f"/en/accounts/{ana.pk}/", {"last_name": "Li"})
    for act in ("reset", "forget-factor", "deactivate", "reactivate"):
        client.post(f"/en/accounts/{ana.pk}/{act}/")
    assert names(told) == [
        "account made", "rights changed", "account reset", "account forget-factor",
        "account deactivate", "account reactivate",
    ]  # fmt: skip
    assert {line["user"] for line in told()} == {administrator.pk}
    assert not any("set-password" in json.dumps(line) for line in told())


def test_changes_of_rights_are_told_without_their_reason(told):
    negotiation, ana = make_negotiation(), make_user("ana")
    as_user(make_member(negotiation, role="approver", clearance=4))
    made = give_membership(negotiation, ana, "analyst", 3, reason=PLANTED, starts_on=DAY)
    end_membership(Membership.objects.get(pk=made), reason=PLANTED)
    break_glass(negotiation.slug, reason=PLANTED)
    assert names(told) == ["membership given", "membership ended", "break-glass"]
    assert (told()[0]["account"], told()[0]["role"], told()[0]["clearance"]) == ("ana", "analyst", 3)
    assert PLANTED not in json.dumps(told())


def test_lowering_is_told(told):
    negotiation = make_negotiation()
    row = make_event(negotiation=negotiation, sensitivity=3)
    as_user(make_member(negotiation, role="analyst", clearance=4))
    asked = ask_lowering(row, 2, reason=PLANTED)
    as_user(make_member(negotiation, role="approver", clearance=4))
    confirm_lowering(asked)
    assert names(told) == ["lowering asked", "lowering confirmed"]


def test_refused_act_writes_no_change(told):
    negotiation = make_negotiation()
    as_user(make_member(negotiation, role="analyst"))
    with pytest.raises(PermissionDenied):
        give_membership(negotiation, make_user("ana"), "analyst", 3, reason="x", starts_on=DAY)
    assert names(told) == []


def test_act_that_is_rolled_back_leaves_no_line(told):
    negotiation, ana = make_negotiation(), make_user("ana")
    as_user(make_member(negotiation, role="approver", clearance=4))
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        give_membership(negotiation, ana, "analyst", 3, reason="x", starts_on=DAY)
        raise ZeroDivisionError
    assert not Membership.objects.filter(user=ana).exists()
    assert names(told) == []


@pytest.mark.django_db(transaction=True)
def test_act_is_told_when_it_is_committed_as_it_was(told, caplog):
    negotiation, ana = make_negotiation(), make_user("ana")
    giver = make_member(negotiation, role="approver", clearance=4)
    as_user(giver)
    with transaction.atomic():
        give_membership(negotiation, ana, "analyst", 3, reason="x", starts_on=DAY)
        assert caplog.records == []
        as_user(None)
    (line,) = told()
    assert (line["event"], line["user"]) == ("membership given", giver.pk)


@pytest.mark.django_db(transaction=True)
def test_log_that_fails_does_not_undo_what_is_committed(monkeypatch):
    negotiation, ana = make_negotiation(), make_user("ana")
    as_user(make_member(negotiation, role="approver", clearance=4))
    monkeypatch.setattr(events.LOGGER, "filters", [lambda line: 1 / 0])
    with transaction.atomic():
        give_membership(negotiation, ana, "analyst", 3, reason="x", starts_on=DAY)
    assert Membership.objects.filter(user=ana).exists()


def test_what_was_tried_is_told_although_it_is_rolled_back(told):
    make_user("ana")
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        sign_in(password="wrong")
        events.strategy_read(1, "page")
        events.exported(1, "record folder")
        raise ZeroDivisionError
    assert names(told) == ["sign-in failed", "strategy read", "export"]


def test_act_that_was_forbidden_is_told_by_its_form(told, client):
    negotiation = make_negotiation()
    client.force_login(make_member(negotiation, role="analyst"))
    answer = client.post(f"/en/negotiations/{negotiation.slug}/withdraw/", {"reason": PLANTED})
    assert (answer.status_code, names(told)) == (400, ["refused"])
    assert told()[0]["status"] == 403
    assert PLANTED not in json.dumps(told())


@pytest.mark.parametrize(("level", "lines"), [(3, 0), (4, 1)])
def test_reading_strategy_is_told_and_nothing_lower(told, client, level, lines):
    negotiation = make_negotiation()
    row = make_event(negotiation=negotiation, sensitivity=level, title_en=PLANTED, title_fr=PLANTED)
    client.force_login(make_member(negotiation, role="approver", clearance=4))
    for path in (
        f"/en/negotiations/{negotiation.slug}/meetings/{row.slug}/",
        f"/en/admin/negotiations/event/{row.pk}/change/",
        "/en/admin/negotiations/event/",
    ):
        before = len(told())
        assert PLANTED in client.get(path).content.decode()
        seen = told()[before:]
        assert [line["event"] for line in seen] == ["strategy read"] * lines, path
        assert all((line["negotiation"], line["path"]) == (negotiation.pk, path) for line in seen)
    assert PLANTED not in json.dumps(told())


def test_file_that_goes_out_is_told(told, rf):
    from_view = events.HttpResponse("a,b", headers={"Content-Disposition": 'attachment; filename="x.csv"'})
    events.EventsMiddleware(lambda request: from_view)(rf.get("/export/"))
    assert [(line["event"], line["path"]) for line in told()] == [("export", "/export/")]


def test_strangers_noise_is_left_out_but_not_what_is_forbidden(told, client):
    client.get("/wp-login.php")
    client.handler.enforce_csrf_checks = True
    client.post("/en/accounts/login/")
    assert [line["status"] for line in told()] == [403]


@pytest.mark.parametrize("break_", ["\n", "\r\n", "\u2028", "\x00", '"}\n{"event": "sign-in"'])
def test_no_line_can_be_forged(told, caplog, break_):
    events.write_at_once("sign-in failed", account=f"a{break_}b" + "x" * 1000)
    (record,) = caplog.records
    assert len(record.getMessage().splitlines()) == 1
    assert record.getMessage().isascii()
    assert len(told()[0]["account"]) == events.LONGEST


def test_file_is_closed_to_others_and_may_be_moved_away(tmp_path):
    kept = events.KeptFile(tmp_path / "events.log", delay=True)
    record = logging.LogRecord("entente.events", logging.INFO, "", 0, "one", (), None)
    kept.emit(record)
    (tmp_path / "events.log").rename(tmp_path / "events.1")
    kept.emit(record)
    kept.close()
    assert (tmp_path / "events.log").read_text() == (tmp_path / "events.1").read_text() == "one\n"
    assert (tmp_path / "events.log").stat().st_mode & 0o777 == 0o600
