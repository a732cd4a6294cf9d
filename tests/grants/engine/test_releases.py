"""Releases, and which of them a driver reads."""

from dataclasses import replace

import pytest

from grants.engine import Refused, compile_document, evaluate, read_release
from tests.grants.engine.documents import document, programme, release, releases

TEXT = """release: trial
indicator: population
date: 2013-07-01
released: 2013-09-26
title: Trial
publisher: Nobody
unconfirmed: [PE]
values: {NL: 527_114, PE: 144_094}
"""
ALLOCATED = "a: {allocate: envelope, by: people}"


def test_a_release_is_read():
    found = read_release(TEXT)
    assert (found.release, found.released, found.by_government, found.unconfirmed) == (
        "trial",
        "2013-09-26",
        {"NL": 527_114, "PE": 144_094},
        ("PE",),
    )


REFUSED = [
    ("a population of zero", ("527_114", "0"), "release_not_positive"),
    ("a population below zero", ("527_114", "-1"), "release_not_positive"),
    ("a figure that is none", ("527_114", "many"), "not_a_number"),
    ("a day that is none", ("2013-07-01", "2013-13-01"), "not_a_date"),
    ("an unknown key", ("title:", "titel:"), "unknown_key"),
]


@pytest.mark.parametrize(("change", "code"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_a_wrong_release_is_refused_by_name(change, code):
    with pytest.raises(Refused) as caught:
        read_release(TEXT.replace(*change))
    assert code in [fault.code for fault in caught.value.faults]


def test_shipped_releases_hold_every_government():
    assert {len(found.values) for found in releases()} == {13}


def test_the_latest_release_of_the_date_is_read_unless_one_is_pinned():
    compiled = compile_document(document(ALLOCATED))
    late = replace(release({"ON": 13}, "late"), released="2023")
    known = [late, release({"ON": 8}, "early"), release({"ON": 99}, "other", "2012-07-01")]
    cell = ("ON", "2014-15")
    assert evaluate(compiled, {}, known).figure("a").at(*cell) == 260
    assert evaluate(compiled, {}, known, pins={"people": "early"}).figure("a").at(*cell) == 200
    assert evaluate(compiled, {}, known, pins={"people": "other"}).figure("people").at("ON") == 99


def test_two_releases_can_be_laid_side_by_side():
    grant = programme("canada-job-grant")
    pins = ({}, {"people": "population-2013-04-01-v2017"})
    figures = [evaluate(grant, {}, releases(), pins=pin).shown("allocation") for pin in pins]
    cells = [shown.cells["2014-15", "BC"] for shown in figures]
    assert cells == ["65987559.09", "65326849.76"]


def test_without_a_release_only_what_rests_on_it_fails():
    compiled = compile_document(document(ALLOCATED + "\nb: envelope * 2"))
    results = evaluate(compiled, {}, [])
    assert results.figure("b").at("2014-15") == 1000
    with pytest.raises(Refused) as caught:
        results.figure("a")
    assert caught.value.faults[0].code == "no_release"


def test_a_government_without_a_figure_fails_unless_missing_is_zero():
    lines = document(ALLOCATED)
    partial = type(release())("p", "population", "2013-07-01", "2013", "t", "p", "", (("ON", 1),))
    with pytest.raises(Refused) as caught:
        evaluate(compile_document(lines), {}, [partial]).figure("a")
    assert caught.value.faults[0].code == "release_lacks"
    lines = lines.replace("date: 2013-07-01}", "date: 2013-07-01, missing: zero}")
    assert evaluate(compile_document(lines), {}, [partial]).figure("a").at("ON", "2014-15") == 500


def test_a_day_of_each_year_takes_each_year_s_release():
    lines = document("a: people").replace("date: 2013-07-01", "date: 07-01, lag: 1")
    known = [release({"ON": year}, str(year), f"{year}-07-01") for year in (2013, 2014, 2015)]
    figure = evaluate(compile_document(lines), {}, known).figure("a")
    assert [figure.at("ON", year) for year in ("2014-15", "2016-17")] == [2013, 2015]
