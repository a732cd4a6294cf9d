"""What the record lacks: second sources, French, review."""

import datetime

import pytest

from negotiations import models
from negotiations.reports.gaps import gaps
from negotiations.standing.clock import AsOf
from tests import builders
from tests.conftest import as_user

pytestmark = pytest.mark.django_db

DAY = datetime.date(2013, 11, 8)


@pytest.fixture
def talks():
    negotiation = builders.make_negotiation()
    as_user(builders.make_member(negotiation))
    return {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}


def read(talks, on=DAY, known=None):
    return gaps(talks["negotiation"], AsOf(on, known))


def counts(groups) -> dict[str, int]:
    return {group.name: group.count for group in groups}


def test_a_second_source_fills_the_gap_and_the_same_one_does_not(talks):
    offer = builders.make_offer(**talks)
    builders.lay(models.Citation, **talks, offer=offer)
    assert counts(read(talks).one_source) == {"offers": 1}
    builders.lay(models.Citation, negotiation=talks["negotiation"], offer=offer,
                 source=builders.make_source(negotiation=talks["negotiation"]))
    assert counts(read(talks).one_source) == {}


def test_french_that_is_empty_or_not_on_file_is_a_gap(talks):
    builders.make_term(negotiation=talks["negotiation"], name_fr="")
    builders.make_term(negotiation=talks["negotiation"], french_by="none")
    builders.make_term(negotiation=talks["negotiation"])
    event = builders.make_event(**talks)
    note = {"event": event, "speaker_note_fr": "Le porte-parole"}
    builders.make_statement(**talks, **note)
    builders.make_statement(**talks, **note, translation="Paroles", translation_by="ours")
    builders.make_statement(**talks, **note, language="fr")
    assert counts(read(talks).no_french) == {"terms": 2, "statements": 1}


def test_a_position_is_reviewed_once_it_is_approved(talks):
    position = builders.make_position(**talks)
    assert counts(read(talks).not_reviewed) == {"positions": 1}
    approver = builders.make_user()
    builders.lay(models.Approval, negotiation=talks["negotiation"], position=position,
                 verdict="approved", recorded_by=approver)
    assert counts(read(talks).not_reviewed) == {}


def test_both_clocks_are_kept(talks):
    builders.make_position(**talks, effective_on=datetime.date(2014, 1, 1))
    assert read(talks).not_reviewed == ()
    assert counts(read(talks, datetime.date(2014, 1, 1)).not_reviewed) == {"positions": 1}
    assert read(talks, datetime.date(2014, 1, 1), known=DAY).not_reviewed == ()


def test_what_is_above_the_clearance_is_no_gap(talks):
    builders.make_position(**talks, sensitivity=4)
    assert read(talks).not_reviewed == ()


def test_a_long_list_says_how_many_more(talks):
    for _ in range(52):
        builders.make_position(**talks)
    (group,) = read(talks).not_reviewed
    assert (group.count, len(group.lines), group.more) == (52, 50, 2)


def test_a_row_leads_to_where_it_is_read(talks):
    event = builders.make_event(**talks)
    position = builders.make_position(**talks, event=event)
    ((line,),) = (group.lines for group in read(talks).not_reviewed)
    assert (line.place.event, line.place.anchor) == (event, f"position-{position.pk}")
