"""A calculation is one frozen value, the same on any machine."""

import json
import subprocess
import sys

from grants.engine import ENGINE_VERSION, calculation, evaluate
from tests.grants.engine.documents import ROOT, programme, releases, results

SCRIPT = """
from tests.grants.engine.documents import programme, releases
from grants.engine import calculation, evaluate
grant = programme("canada-job-grant")
print(calculation(evaluate(grant, {"earmark": "60%", "shares": "1 : 1 : 1"}, releases())).checksum)
"""
STATED = {"shares": "1 : 1 : 1", "earmark": "60%"}


def made():
    return calculation(evaluate(programme("canada-job-grant"), STATED, releases()))


def test_a_calculation_holds_all_it_came_from():
    found = json.loads(made().canonical())
    assert found["formula_version"] == programme("canada-job-grant").sha256
    assert found["engine_version"] == ENGINE_VERSION
    assert found["values"]["earmark"] == {"stated": True, "cells": {"": "3/5"}}
    assert found["releases"]["people"][0]["values"]["ON"] == "13510781"
    assert found["results"]["allocation"]["2014-15,QC"] == "2027720000000000/17541477"
    assert found["results"]["one_grant"]["federal,small"] == "5000"


def test_the_same_inputs_give_the_same_checksum_in_another_process():
    told = subprocess.run(  # noqa: S603
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)},
    )
    assert told.stdout.strip() == made().checksum


def test_another_value_gives_another_checksum():
    other = evaluate(programme("canada-job-grant"), STATED | {"earmark": "59%"}, releases())
    assert calculation(other).checksum != made().checksum


def test_a_figure_that_fails_is_told_in_the_results():
    found = calculation(results("a: price / (part - 25%)\nb: price"))
    assert found.results == {"a": {"fault": "division_by_zero"}, "b": {"": "15000"}}
