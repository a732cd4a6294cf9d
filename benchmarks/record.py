"""A negotiation with rows of everything that its pages show, laid fast. Knows models, no page."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from benchmarks.laying import DAY, lay_other_lines, lay_positions, make_talks, multiply, run
from negotiations import models

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SOURCES = 200
# The rows of a negotiation, on its sources by turns.
SPREAD = """
UPDATE {table} t SET source_id = s.id FROM negotiations_source s
WHERE t.negotiation_id = %s AND s.negotiation_id = t.negotiation_id
  AND s.code = 'S' || 1 + mod(t.id, 200)
"""
# For each event and government, each event, each government: what differs from the seed.
SAID = """
SELECT e.id AS event_id, g.code AS government_id, e.effective_on, g.protocol_order AS sequence,
  'Words ' || g.code || ' of ' || e.slug AS text
FROM negotiations_event e, grants_jurisdiction g WHERE e.negotiation_id = %s"""
ATTENDED = """
SELECT e.id AS event_id, g.code AS government_id, e.effective_on
FROM negotiations_event e, grants_jurisdiction g WHERE e.negotiation_id = %s AND e.slug <> 'meeting-1'"""
FOLLOWED = "SELECT e.id AS event_id, e.effective_on FROM negotiations_event e WHERE e.negotiation_id = %s"
TOUCHED = """
SELECT s.id AS statement_id, t.id AS term_id FROM negotiations_statement s, negotiations_term t
WHERE s.negotiation_id = %s AND t.negotiation_id = s.negotiation_id AND t.number = 1 + mod(s.id, 30)
  AND s.id <> %s"""
RESTED = """
SELECT p.id AS position_id, s.id AS statement_id FROM negotiations_position p
JOIN negotiations_statement s ON s.negotiation_id = p.negotiation_id AND s.government_id = p.government_id
  AND s.event_id = %s WHERE p.negotiation_id = %s AND mod(p.id, 5) = 0 AND s.id <> %s"""
CONDITIONED = """
SELECT p.id AS position_id, p.effective_on FROM negotiations_position p
WHERE p.negotiation_id = %s AND mod(p.id, 10) = 1"""
STEPPED = """
SELECT g.code AS government_id, 'J' || n AS state, date '2013-11-01' + n AS effective_on
FROM generate_series(1, 3) AS n, grants_jurisdiction g WHERE g.code <> 'CA'"""
NUMBERED = "SELECT {columns} FROM generate_series(2, %s) AS n"
ENTER = """
INSERT INTO negotiations_searchentry
SELECT 'statement', id, negotiation_id, sensitivity, entente_search_document(text)
FROM negotiations_statement WHERE negotiation_id = %s AND id <> %s
"""


def lay_record(reader: User, slug: str, terms: int, revisions: int) -> models.Negotiation:
    """27 meetings, 14 governments, *terms* terms, *revisions* lines a cell, and what goes with them.

    Laid without triggers: see `without_triggers`.
    """
    talks = make_talks(reader, slug, terms)
    multiply(talks["source"], NUMBERED.format(columns="'S' || n AS code"), SOURCES)
    one = lay_positions(talks, revisions - 2)
    lay_other_lines(talks, one, revisions, 2)
    run(SPREAD.format(table="negotiations_position"), talks["negotiation"].pk)
    lay_meetings(talks)
    run(SPREAD.format(table="negotiations_statement"), talks["negotiation"].pk)
    lay_what_positions_rest_on(talks, one)
    lay_offers(talks)
    lay_promises(talks)
    return talks["negotiation"]


def lay_meetings(talks: dict) -> None:
    """Statements, terms they touch, delegations, items; a follow-up each."""
    of, event, key = first(talks), talks["event"], talks["negotiation"].pk
    said = models.Statement.objects.create(
        **of, event=event, government_id="CA", speaker_note_en="The minister", kind="position",
        manner="verbatim", language="en", text="Words", channel="room", grade="E1", state="approved",
        effective_on=event.effective_on)
    touched = models.StatementTerm.objects.create(
        negotiation=talks["negotiation"], statement=said, term=talks["term"])
    came = models.Attendance.objects.create(
        **of, event=event, government_id="CA", status="present", effective_on=event.effective_on)
    item = models.AgendaItem.objects.create(
        negotiation=talks["negotiation"], event=event, number="1", title_en="Item", title_fr="Point")
    todo = models.FollowUp.objects.create(
        **of, event=event, action_en="Do", action_fr="Faire", side="theirs", effective_on=event.effective_on)
    multiply(said, SAID, key)
    multiply(touched, TOUCHED, key, said.pk)
    multiply(came, ATTENDED, key)
    multiply(item, "SELECT e.id AS event_id, n::text AS number FROM negotiations_event e, "
                   "generate_series(2, 5) AS n WHERE e.negotiation_id = %s", key)
    multiply(todo, FOLLOWED, key)
    run(ENTER, key, said.pk)
    talks["statement"] = said


def first(talks: dict) -> dict:
    return {"negotiation": talks["negotiation"], "source": talks["source"]}


def lay_what_positions_rest_on(talks: dict, one: models.Position) -> None:
    """A statement behind one position in five, and a condition on one in ten."""
    of, key = first(talks), talks["negotiation"].pk
    link = models.PositionStatement.objects.create(
        negotiation=talks["negotiation"], position=one, statement=talks["statement"])
    limit = models.Condition.objects.create(
        **of, position=one, text_en="New money", text_fr="Argent frais", kind="red_line",
        effective_on=one.effective_on)
    multiply(link, RESTED, talks["event"].pk, key, talks["statement"].pk)
    multiply(limit, CONDITIONED, key)


def lay_offers(talks: dict) -> None:
    """Six offers of Canada with a value on each term, and three steps of each government."""
    of, key = first(talks), talks["negotiation"].pk
    offer = models.Offer.objects.create(
        **of, author_government_id="CA", kind="offer", title_en="Offer", title_fr="Offre", form="letter",
        effective_on=DAY.replace(day=2), code="O1", state="tabled")
    on_term = models.OfferTerm.objects.create(
        negotiation=talks["negotiation"], offer=offer, term=talks["term"], value="300000000")
    step = models.TrackStep.objects.create(
        **of, government_id="ON", state="J1", grade="E1", effective_on=DAY.replace(month=10))
    multiply(offer, NUMBERED.format(
        columns="'O' || n AS code, date '2013-11-02' + n AS effective_on"), 6)
    multiply(on_term, """
        SELECT o.id AS offer_id, t.id AS term_id FROM negotiations_offer o, negotiations_term t
        WHERE o.negotiation_id = %s AND t.negotiation_id = o.negotiation_id
          AND NOT (o.code = 'O1' AND t.number = 1)""", key)
    multiply(step, STEPPED)


def lay_promises(talks: dict) -> None:
    """Ten deadlines, ten claims, and who holds office."""
    of = first(talks)
    due = models.Deadline.objects.create(
        **of, title_en="Due", title_fr="Dû", due_on=datetime.date(2014, 3, 31), kind="legal_expiry",
        effective_on=DAY)
    claim = models.Claim.objects.create(
        **of, text="more", language="en", title_en="Claim", title_fr="Affirmation", code="C1")
    holder = models.OfficeHolder.objects.create(
        **of, government_id="CA", person="Person", office_en="Minister", office_fr="Ministre")
    multiply(due, NUMBERED.format(columns="date '2014-03-31' + n AS due_on"), 10)
    multiply(claim, NUMBERED.format(columns="'C' || n AS code"), 10)
    multiply(holder, "SELECT g.code AS government_id FROM grants_jurisdiction g WHERE g.code <> 'CA'")
