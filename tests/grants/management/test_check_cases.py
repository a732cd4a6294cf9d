"""`manage.py check_cases`: one line a case, the count last, and what it exits with."""

import os
import subprocess
import sys

import pytest
from django.core.management import call_command

from tests.grants.engine.documents import GOLDEN, ROOT


def told(capsys, path, *options):
    """The lines on either stream, and the exit code."""
    code = 0
    try:
        call_command("check_cases", str(path), *options)
    except SystemExit as stopped:
        code = stopped.code
    streams = capsys.readouterr()
    return streams.out.splitlines(), streams.err.splitlines(), code


def test_golden_cases_pass_one_line_each(capsys):
    lines, errors, code = told(capsys, GOLDEN)
    assert (len(lines), errors, code) == (71, [], 0)
    assert lines[0] == "ok   cjg-01-thirds  $15,000 grant in equal thirds"
    assert lines[-1] == "70 passed, 0 failed"


@pytest.mark.parametrize("name", ["canada-job-grant", "labour-market-agreement"])
def test_a_programme_s_own_cases_pass(capsys, name):
    lines, errors, code = told(capsys, ROOT / f"data/programmes/{name}.yaml")
    assert (errors, code) == ([], 0)
    assert lines[-1] == f"{len(lines) - 1} passed, 0 failed"


def test_a_failure_says_what_differs_and_exits_1(capsys, tmp_path):
    path = tmp_path / "cases.yaml"
    text = GOLDEN.read_text(encoding="utf-8").replace("value: '600000000'", "value: '1'")
    path.write_text(text, encoding="utf-8")
    lines, _, code = told(capsys, path)
    assert [line for line in lines if line.startswith("FAIL")] == [
        ("FAIL cjg-03-province-burden  Cost to provinces: keep current programs (backfill) "
        "and match the federal third  burden is 600000000; expected 1.")
    ]
    assert (lines[-1], code) == ("69 passed, 1 failed", 1)


def test_a_malformed_file_names_every_problem_and_exits_2(capsys, tmp_path):
    path = tmp_path / "cases.yaml"
    case = "{id: a, op: summ, inputs: {values: {A: 1.5}}, expected: {total: {value: '1'}}}"
    path.write_text(f"cases:\n- {case}\n", encoding="utf-8")
    lines, errors, code = told(capsys, path)
    assert (lines, code) == ([], 2)
    assert errors == [
        "line 2, column 15: a: There is no operation 'summ'. Did you mean 'sum'?",
        "line 2, column 42: a: 1.5 would be read as an inexact number; put it in quotes.",
    ]


def test_the_sentences_may_be_french(capsys, tmp_path):
    path = tmp_path / "formula.yaml"
    path.write_text("language: 2\nprogramme: x\nyears: 2014-15\nquantities: {a: 1}\n")
    _, errors, code = told(capsys, path, "--language", "fr")
    assert (errors, code) == (["ligne 1, colonne 11 : Le langage est 2 ; ce moteur lit le langage 1."], 2)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", None], ids=["not UTF-8", "no file"])
def test_a_file_that_cannot_be_read_exits_2(capsys, tmp_path, content):
    path = tmp_path / "cases.yaml"
    if content:
        path.write_bytes(content)
    assert told(capsys, path)[2] == 2


def test_it_needs_no_database():
    told_ = subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", "check_cases", str(GOLDEN)],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env={"PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert (told_.stdout.splitlines()[-1:], told_.returncode) == (["70 passed, 0 failed"], 0), told_.stderr
