"""A page that a Strategy row changes says Strategy in its bar, and the log says that it was read."""

import datetime
import json
import logging
import re

import pytest
from django.db import transaction
from django.utils.http import urlencode

from config import events
from negotiations import models
from tests import builders
from tests.builders import DAY
from tests.conftest import as_user
from tests.negotiations.rows import record_models
from tests.negotiations.views.test_known import TIMELESS
from tests.security.addresses import addresses
from tests.security.planting import ALWAYS_STRATEGY, plant, plant_everywhere

pytestmark = [pytest.mark.django_db, pytest.mark.ignore_template_errors]
ON, SINCE = datetime.date(2013, 12, 2), datetime.date(2013, 11, 9)
LATER = datetime.date(2013, 11, 20)
VARYING = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"|\?v=[0-9a-f]+')
CODED = {"offers/": models.Offer, "terms/": models.Term, "sources/": models.Source}
# Read by those cleared for Strategy only, whatever it says.
KINDS = {model.__name__: (model, {}) for model in record_models() if model not in ALWAYS_STRATEGY}
# As they must be for a page to print them, where the maker makes them otherwise.
TOLD = {models.Offer: {"state": "tabled"}, models.Statement: {"state": "approved"},
        models.Contest: {"state": "J6", "grade": "E2"}, models.FrontMember: {"starts_on": LATER},
        models.OfferAddressee: {"government": "QC"}}
LINKED = {models.ClaimStatement: "claim", models.StatementTerm: "term", models.PositionStatement: "statement",
          models.OfferTerm: "term", models.AgendaItemTerm: "term", models.TermDependency: "subject_to"}
MADE_BESIDE = (models.Source, models.Term, models.Statement)  # by a maker, whether it is asked for or not
# What counts in a cell, what stands beside it, what came before, what others say of it.
MORE = {
    "signal": (models.Position, {"grade": "E5", "effective_on": LATER}),
    "movement": (models.Position, {"grade": "E1", "effective_on": LATER, "stance": "accept"}),
    "package": (models.Position, {"government": "QC", "stance": "accept", "term": None}),
    "earlier": (models.Position, {"effective_on": DAY - datetime.timedelta(9), "stance": "open"}),
    "step": (models.TrackStep, {"government": "QC", "state": "J6"}),
    "footnote": (models.FrontMember, {"government": "ON", "footnote_en": "Except on money"}),
    "general": (models.Agreement, {"government": None}),
    "old offer": (models.Offer, {"state": "tabled", "effective_on": DAY - datetime.timedelta(9)}),
    "to come": (models.Event, {"effective_on": ON + datetime.timedelta(9)}),
    "letter": (models.Event, {"kind": "letter"}),
    "for others": (models.Statement, {"behalf": "claims", "state": "approved"}),
}

KINDS |= MORE
# Not told yet: who takes part because of one row only (the tracker lists him), and which term is subject
# to which. Pages that print the words of such a row do say its level.
UNSAID = {"Offer", "OfferAddressee", "old offer", "package", "TermDependency"}


@pytest.fixture
def lines(caplog, monkeypatch):
    """The lines of the event log since the last time."""
    monkeypatch.setattr(events.LOGGER, "propagate", True)
    caplog.set_level(logging.INFO, logger="entente.events")

    def read():
        found = [json.loads(one.getMessage()) for one in caplog.records if one.name == "entente.events"]
        caplog.clear()
        return [one["path"] for one in found if one["event"] == "strategy read"]

    return read


@pytest.fixture
def stage(client):
    """A Public row in every table of one negotiation, and a reader who is cleared for Strategy."""
    builders.make_governments()
    here = builders.make_negotiation(slug="ours", ceiling=4)
    rows = plant_everywhere(here, word, 1)  # but for mandates, which are Strategy and printed nowhere
    told = [models.Offer, models.Statement]
    with builders.behind_the_wall():
        for model in told:
            model.objects.filter(pk=rows[model].pk).update(**TOLD[model])
        rows = {model: model.objects.get(pk=row.pk) for model, row in rows.items()}
    rows["spare"] = make_spare(here)
    client.force_login(builders.make_member(here, "approver", 4))
    return rows


def word(name: str) -> str:
    return f"zq{next(builders._numbers)}x{name}"


def make_spare(negotiation) -> dict:
    """A second Public row of what others are linked to but once."""
    of = {"negotiation": negotiation, "sensitivity": 1}
    of["source"] = builders.make_source(**of)
    term = builders.make_term(negotiation=negotiation, sensitivity=1)
    return {"source": of["source"], "term": term, "subject_to": term, "claim": builders.make_claim(**of),
            "statement": builders.make_statement(**of, event=builders.make_event(**of), state="approved")}


def lay_strategy(model, rows: dict, **changes):
    """One row of *model* at Strategy, hung on what is Public."""
    owners = owners_among(model, rows)
    changes = {**TOLD.get(model, {}), **changes}
    if changes.get("government"):
        changes["government"] = builders.make_government(changes["government"])
    if changes.get("behalf") == "claims":
        changes["front"] = rows[models.Front]
    as_user(None)
    with builders.behind_the_wall():
        before = {one: one.objects.latest("pk").pk for one in MADE_BESIDE}
        row = plant(model, models.Negotiation.objects.get(slug="ours"), word,
                    **{"sensitivity": 4, **owners, **changes})
    with builders.behind_the_wall():
        for one, last in before.items():
            one.objects.filter(pk__gt=last).update(sensitivity=4)
    return row


def owners_among(model, rows: dict) -> dict:
    """What *model* belongs to: the Public rows, and a second one where it has been linked to the first."""
    if model is models.Approval:
        return {"event": rows[models.Event]}
    if model is models.Citation:
        return {"event": rows[models.Event], "source": rows["spare"]["source"]}
    by_name = {row._meta.model_name: row for kind, row in rows.items() if kind != "spare"}
    by_name |= {"item": rows[models.AgendaItem], "step": rows[models.TrackStep],
                "report": rows[models.IssuedReport], "block": rows[models.SignatureBlock]}
    by_name |= {name: row for name, row in rows["spare"].items() if name == LINKED.get(model)}
    named = {field.name for field in model._meta.concrete_fields} & set(by_name)
    left = set() if model is models.FrontMember else {"front"}
    if model not in (*LINKED, models.OfferAddressee, models.Account, models.ClaimVerdict):
        left |= {"offer", "statement", "claim"}
    if model in (models.IssuedReport, models.IssuedFile):
        return {"event": rows[models.Event], "number": 77} if model is models.IssuedReport else {}
    return {name: by_name[name] for name in named - left}


def asked(rows: dict) -> list[str]:
    """Every page and file of the negotiation: of the Public rows, and of what is laid beside them."""
    as_user(None)
    with builders.behind_the_wall():
        named = {part: newest(model.objects, rows[model]) for part, model in CODED.items()}
        slugs = {True: [], False: []}
        for row in models.Event.objects.order_by("-pk"):
            if row == rows[models.Event] or row.sensitivity == 4 or not row.is_gathering:
                slugs[row.is_gathering].append(row.slug)
    named["jurisdictions/"] = ["on", "qc"]
    query = f"?{urlencode({'on': ON, 'since': SINCE, 'q': 'zq*'})}"
    term = rows[models.Term].name_in_addresses
    cells = [f"/en/negotiations/ours/matrix/{query}&cell={term}-{code}" for code in ("ON", "QC")]
    return [*(path + query for path in paths(named, slugs)), *cells]


def newest(found, row) -> list[str]:
    """The Public *row*, and those at Strategy, by name."""
    return [row.name_in_addresses, *(one.name_in_addresses for one in found.filter(sensitivity=4))]


def paths(named: dict, slugs: dict):
    for one in addresses():
        if not one.route.startswith("en/negotiations/") or one.name in TIMELESS:
            continue
        if one.asks == ["slug"]:
            yield one.fill({"slug": "ours"})
        elif "event" in one.asks:
            yield from (one.fill({"slug": "ours", "event": slug}) for slug in slugs["meetings/" in one.route])
        else:
            kind = next(part for part in named if part in one.route)
            yield from (one.fill({"slug": "ours", "code": code}) for code in named[kind])


def read(client, path: str) -> tuple[bytes, int | None]:
    """What is answered, and the level that a page says; a file says none."""
    answer = client.get(path)
    if answer.status_code == 404:
        return b"", None
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    level = answer.context["level"].level if answer.context else None
    return VARYING.sub(b"", answer.content), level


def silent(client, before: dict, rows: dict, lines) -> list[str]:
    """The pages that changed, and neither say Strategy nor tell the log."""
    found = []
    for path in asked(rows):
        lines()
        body, level = read(client, path)
        if body != before.get(path, (b"", None))[0] and (level not in (4, None) or not lines()):
            found.append(path)
    return found


def unsaid(client, rows: dict, lines, kinds) -> dict[str, list[str]]:
    """For each of *kinds* the pages that keep quiet about a row of it."""
    before = {path: read(client, path) for path in asked(rows)}
    assert (4 in {level for _body, level in before.values()}, lines()) == (False, [])
    found = {}
    for kind in kinds:
        model, changes = KINDS[kind]
        with transaction.atomic():
            lay_strategy(model, rows, **changes)
            found[kind] = silent(client, before, rows, lines)
            transaction.set_rollback(True)
    return {kind: pages for kind, pages in found.items() if pages}


@pytest.mark.drill
def test_page_that_a_strategy_row_changes_says_so_and_is_logged(client, stage, lines):
    assert unsaid(client, stage, lines, [kind for kind in KINDS if kind not in UNSAID]) == {}


@pytest.mark.parametrize(("kind", "page"), [
    ("signal", "matrix.json"), ("signal", "terms.json"), ("movement", "jurisdictions/on.json"),
    ("Contest", "tracker.json"), ("Event", "negotiations/ours.json")])
def test_file_is_logged_as_its_page_is(client, stage, lines, kind, page):
    """And such a row does change what the file says: else nothing would be shown by it."""
    path = next(path for path in asked(stage) if f"{page}?" in path)
    before, model_and_changes = read(client, path), KINDS[kind]
    assert lines() == []
    lay_strategy(model_and_changes[0], stage, **model_and_changes[1])
    assert read(client, path) != before
    assert lines() == [path.partition("?")[0]]
