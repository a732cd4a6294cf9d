"""What is recorded after a day changes no page read as it was known on that day, nor its file."""

import datetime
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db.models import F
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from negotiations import models
from negotiations.exchange.folder import read_record
from negotiations.exchange.loading import load
from tests import builders
from tests.conftest import as_user
from tests.negotiations.rows import MAKERS
from tests.security.addresses import addresses

FIXTURE = Path(__file__).resolve().parents[2] / "records" / "fixture_a"
SLUG = "cjg-2013"
KNOWN = "2014-03-31"
DAYS = ("2013-11-08", "2014-03-31")
SEARCHED = "wo*"  # the words of rows that are made for tests, and of the record
DAY = datetime.date(2013, 11, 8)
LATE = datetime.datetime(2014, 4, 1, 12, tzinfo=datetime.UTC)
# What changes from one answer to the next, whatever the record says.
VARYING = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"|\?v=[0-9a-f]+')
# Acts and files that have no known date: each says why.
TIMELESS = {
    "binding": "an act", "members": "who may read today", "end-membership": "an act", "withdraw": "an act",
    "document-add": "an act", "document": "bytes that never change", "download": "the record as it stands",
    "new-negotiation": "an act", "break-glass": "an act", "negotiation-list": "of no one negotiation",
}
# Labels are shown as they stand now; a new one is not known before it is recorded.
OF_ONE_ROW = (models.Approval, models.Citation)
LATER = [model for model in MAKERS if model.__name__ not in ("IssuedFile", "IssuedReport")]


def read(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, f"{address}: {answer.status_code}"
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return VARYING.sub(b"", body)


def asked(negotiation, most):
    """Every page of the negotiation, with up to *most* rows of each kind put in."""
    codes = {
        "offers/": named(models.Offer.objects.exclude(state="draft"), negotiation, most),
        "terms/": named(models.Term.objects, negotiation, most),
        "sources/": named(models.Source.objects, negotiation, most),
        "jurisdictions/": ["ca", "on", "qc", "ns"][:most]}
    meetings = models.Event.objects.of(negotiation)
    slugs = {True: [row.slug for row in meetings if row.is_gathering][:most],
             False: [row.slug for row in meetings if not row.is_gathering][:most]}
    for one in addresses():
        if not one.route.startswith("en/negotiations/") or one.name in TIMELESS:
            continue
        if one.asks == ["slug"]:
            yield one.fill({"slug": SLUG})
        elif "event" in one.asks:
            for slug in slugs["meetings/" in one.route]:
                yield one.fill({"slug": SLUG, "event": slug})
        else:
            kind = next(part for part in codes if part in one.route)
            for code in codes[kind]:
                yield one.fill({"slug": SLUG, "code": code})


def named(rows, negotiation, most):
    return [row.name_in_addresses for row in rows.filter(negotiation=negotiation).order_by("pk")[:most]]


def owners(negotiation):
    """Rows that were there before, on which later ones hang."""
    of = {"negotiation": negotiation}
    found = {
        "event": models.Event.objects.filter(**of, kind="meeting").first(),
        "statement": models.Statement.objects.filter(**of).exclude(state="draft").first(),
        "position": models.Position.objects.filter(**of, origin="individual").first(),
        "offer": models.Offer.objects.filter(**of, kind="offer", state="tabled").first(),
        "step": models.TrackStep.objects.filter(**of).last(),
        "trackstep": models.TrackStep.objects.filter(**of).last(),
        "claim": models.Claim.objects.filter(**of).first(),
        "agreement": models.Agreement.objects.filter(**of).first(),
        "block": models.SignatureBlock.objects.filter(**of, government="QC").first(),
        "front": models.Front.objects.filter(**of).first(),
        "source": models.Source.objects.filter(**of).first(),
        "term": models.Term.objects.filter(**of).first(),
    }
    assert None not in found.values()
    return found


def record_later(model, negotiation, old):
    """One row of *model*, recorded after the day, on rows that were there before where it has such."""
    fields = {field.name for field in model._meta.concrete_fields}
    kept = {name: row for name, row in old.items() if name in fields and fit(model, name)}
    if "effective_on" in fields:
        kept["effective_on"] = DAY
    if model is models.TrackStep:
        kept["state"] = "J2"  # further evidence of the state in which it was
    if model not in OF_ONE_ROW:
        MAKERS[model](negotiation, recorded_at=LATE, **kept)
        return
    own = {"verdict": "approved"} if model is models.Approval else {"source": kept.pop("source")}
    for name, row in kept.items():
        builders.lay(model, negotiation=negotiation, recorded_at=LATE, **own, **{name: row})


def correct(row):
    """A row that corrects *row*, recorded after the day, with other words wherever it has words."""
    fields = [field for field in row._meta.concrete_fields if not field.primary_key]
    values = {field.attname: getattr(row, field.attname) for field in fields}
    said = {field.attname: "Otherwise" for field in fields
            if field.attname.endswith(("_en", "_fr")) or field.attname == "text"}
    type(row).objects.create(**{
        **values, **said, "code": None, "recorded_at": LATE, "supersedes": row, "correction_reason": "Wrong"})


def fit(model, name):
    """Links that the model may carry; parts of what is closed are added with their owner only."""
    return (model, name) not in {
        (models.OfferTerm, "offer"), (models.OfferAddressee, "offer"), (models.StatementTerm, "statement"),
        (models.PositionStatement, "position"), (models.OfferAddressee, "front"), (models.Position, "front"),
        (models.Statement, "front")}


def record_all(kinds, negotiation):
    """A further row of each of *kinds*, and a correction of one that stood."""
    old = owners(negotiation)
    standing = [model.objects.of(negotiation).unsuperseded().first() for model in kinds
                if hasattr(model, "supersedes")]
    for model in kinds:
        record_later(model, negotiation, old)
    as_user(None)  # what is loaded is recorded by nobody, and may be approved from the start
    with builders.behind_the_wall():
        for row in filter(None, standing):
            correct(row)


def edit_labels() -> list[bool]:
    """By the owner, as an edit in the admin would."""
    models.Event.objects.filter(kind="meeting").update(kind="call")
    return [bool(rows) for rows in (
        models.FrontMember.objects.filter(ends_on__isnull=True).update(
            ends_on=F("starts_on"), footnote_en="Otherwise", footnote_fr="Autrement"),
        models.SignatureBlock.objects.filter(government="QC").update(government="MB", order=F("order") + 70),
        models.Agreement.objects.filter(government__isnull=False).update(government="NU"),
        models.Event.objects.filter(effective_precision="day").update(
            effective_on=F("effective_on") - datetime.timedelta(40)),
        models.Event.objects.update(outcomes=["deferred"], level="officials"),
        models.Agreement.objects.update(
            money_by_year={"2014-15": "1"}, type="amendment", in_force_on=DAY, ends_on=DAY),
        models.Clause.objects.update(due_on=DAY, kind="notice"))]


class LaterRecordings(TestCase):
    @classmethod
    def setUpTestData(cls):
        builders.leave_numbers_to_a_record()
        with builders.behind_the_wall():
            call_command("load_reference", verbosity=0)
            load(read_record(FIXTURE))
            cls.negotiation = models.Negotiation.objects.get(slug=SLUG)
        cls.reader = builders.make_member(cls.negotiation, clearance=4)

    def signed_in(self):
        browser = Client()
        browser.force_login(self.reader, "django.contrib.auth.backends.ModelBackend")
        as_user(self.reader)
        return browser

    def answers(self, most, days=DAYS):
        """Each address, on each of *days*, as known on KNOWN: what it answers."""
        browser = self.signed_in()
        return {address: read(browser, address) for page in asked(self.negotiation, most)
                for day in days for address in [f"{page}?on={day}&known={KNOWN}&q={SEARCHED}"]}

    def test_one_more_row_of_every_kind_changes_no_page(self):
        before = self.answers(2)
        record_all(LATER, self.negotiation)
        self.signed_in()
        assert models.Position.objects.filter(recorded_at=LATE).count() == 2
        changed = [address for address, body in self.answers(2).items() if body != before[address]]
        assert changed == []

    def test_an_edit_of_a_label_that_says_a_fact_changes_no_page(self):
        """What an agreement says and whose it is, who is in a front, who signs a block, when an event was."""
        self.signed_in()
        agreement = owners(self.negotiation)["agreement"]
        MAKERS[models.Clause](self.negotiation, agreement=agreement, kind="me_too",
                              recorded_at=LATE - datetime.timedelta(30))
        before = self.answers(2)
        as_user(None)
        with builders.behind_the_wall():
            assert edit_labels() == [True] * 7
        self.signed_in()
        changed = [address for address, body in self.answers(2).items() if body != before[address]]
        assert changed == []

    @pytest.mark.drill
    @settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.sets(st.sampled_from(LATER), min_size=1, max_size=8), st.sampled_from(DAYS))
    def test_any_later_recordings_leave_every_file_as_it_was(self, kinds, day):
        browser = self.signed_in()
        files = [page for page in asked(self.negotiation, 1) if page.endswith((".json", ".csv"))]
        pages = [f"{page}?on={day}&known={KNOWN}&q={SEARCHED}" for page in files]
        before = [read(browser, page) for page in pages]
        record_all(kinds, self.negotiation)
        assert [read(browser, page) for page in pages] == before


@pytest.mark.parametrize("kind", sorted(TIMELESS))
def test_pages_left_out_are_there(kind):
    assert kind in {one.name for one in addresses()}
