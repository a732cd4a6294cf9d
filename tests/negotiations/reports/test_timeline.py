"""The timeline: lanes, bars, what is later, what was not known, and what does not fit."""

import datetime

import pytest

from negotiations.reports.timeline import EDGE, MARK, TICKS, WIDTH, place, ticks, timeline
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


def read(talks, on=DAY, known=None, span=""):
    return timeline(talks["negotiation"], AsOf(on, known), span)


def test_every_kind_has_its_lane(talks):
    event = builders.make_event(**talks)
    builders.make_event(**talks, kind="outside")
    builders.make_offer(**talks, state="tabled")
    builders.make_offer(**talks)
    front = builders.make_front(**talks)
    builders.make_statement(**talks, event=event, government=None, behalf="front", front=front,
                            state="approved")
    builders.make_statement(**talks, event=event, state="approved")
    builders.make_track_step(**talks)
    builders.make_deadline(**talks)
    page = read(talks)
    assert sorted(one.lane for one in page.entries) == [
        "deadlines", "fronts", "gatherings", "offers", "others", "steps"]
    assert [len(lane.marks) for lane in page.lanes] == [1, 1, 1, 1, 0, 1]
    assert page.outside == 1


def test_what_lies_after_the_day_of_reading_is_later(talks):
    builders.make_event(**talks, title_en="Now")
    builders.make_event(**talks, title_en="Then", effective_on=datetime.date(2014, 2, 28))
    assert [(one.title, one.later) for one in read(talks).entries] == [("Now", False), ("Then", True)]
    assert [one.later for one in read(talks, datetime.date(2014, 3, 1)).entries] == [False, False]


def test_what_was_not_on_record_is_not_drawn(talks):
    builders.make_event(**talks)
    assert read(talks, known=DAY).entries == ()


def test_a_month_and_a_range_are_bars_and_about_is_marked(talks):
    builders.make_event(**talks, effective_on=datetime.date(2013, 11, 30), effective_precision="month")
    builders.make_event(**talks, effective_from=datetime.date(2013, 11, 5), effective_precision="range")
    builders.make_event(**talks, effective_precision="about")
    marks = [mark for lane in read(talks, span="2013").lanes for mark in lane.marks]
    assert [(mark.width > 0, mark.entry.about) for mark in marks] == [(True, False), (True, False),
                                                                     (False, True)]
    assert [mark.entry.when for mark in marks][0] == "November 2013"
    assert "about" in marks[2].entry.when


def test_marks_of_one_day_stand_under_each_other(talks):
    for _ in range(3):
        builders.make_event(**talks)
    marks = read(talks).lanes[0].marks
    assert len({mark.x for mark in marks}) == 1
    assert len({mark.y for mark in marks}) == 3


def test_governments_that_move_together_are_one_entry(talks):
    event = builders.make_event(**talks)
    for code in ("ON", "QC"):
        builders.make_track_step(**talks, government=builders.make_government(code), event=event)
    builders.make_track_step(**talks, government=builders.make_government("NS"), event=event, state="J5")
    told = [one.title for one in read(talks).entries if one.lane == "steps"]
    assert [one.split(":")[0] for one in told] == ["ON, QC", "Nova Scotia"]


def test_a_year_narrows_the_drawing_and_never_the_table(talks):
    builders.make_event(**talks)
    builders.make_event(**talks, effective_on=datetime.date(2010, 5, 28))
    page = read(talks, span="2010")
    assert (len(page.entries), page.outside, page.span) == (2, 1, "2010")
    assert read(talks, span="all").outside == 0
    assert read(talks, span="x' OR 1=1").span == ""


def test_days_stand_in_proportion_and_inside_the_drawing():
    start, end = datetime.date(2013, 1, 1), datetime.date(2013, 1, 11)
    assert [place(day, start, end) for day in (start, datetime.date(2013, 1, 6), end)] == [
        EDGE, WIDTH // 2, WIDTH - EDGE]
    assert place(datetime.date(2020, 1, 1), start, end) == WIDTH - EDGE
    assert place(start, start, start) == EDGE
    assert MARK // 2 <= EDGE


@pytest.mark.parametrize("years", [0, 1, 3, 10, 60])
def test_months_are_told_at_most_twelve_times(years):
    start = datetime.date(2013, 3, 1)
    found = ticks(start, datetime.date(2013 + years, 12, 31))
    assert 1 <= len(found) <= TICKS
    assert found[0] == (EDGE, "2013-03")


def test_an_empty_record_has_nothing_to_draw(talks):
    assert read(talks).entries == ()
