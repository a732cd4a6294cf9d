"""The shipped record with one fault in it is refused, with the file and the line of the fault."""

import shutil
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from negotiations import models
from negotiations.exchange.faults import Refused
from negotiations.exchange.folder import read_record
from tests.builders import make_governments, make_programme
from tests.conftest import behind_the_wall
from tests.negotiations.exchange.mutating import KINDS, mutate

RECORD = Path(settings.BASE_DIR) / "data" / "canada_job_grant"


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_with_a_fault_is_refused_on_its_line(tmp_path, kind):
    refused_on_its_line(tmp_path, kind, seed=0)


def refused_on_its_line(folder: Path, kind: str, seed: int) -> None:
    name, text, line = mutate(RECORD, kind, seed)
    shutil.copytree(RECORD, folder, dirs_exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        read_record(folder)
    places = [(fault.place.file, fault.place.line) for fault in refused.value.faults]
    assert (name, line) in places, [str(fault) for fault in refused.value.faults[:9]]


@pytest.mark.drill
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("kind", KINDS)
def test_a_hundred_copies_are_refused_on_their_lines(tmp_path, kind, seed):
    refused_on_its_line(tmp_path, kind, seed)


@pytest.mark.django_db
def test_of_a_refused_copy_nothing_is_stored(tmp_path, capsys):
    name, text, line = mutate(RECORD, "a dangling id", 7)
    shutil.copytree(RECORD, tmp_path, dirs_exist_ok=True)
    (tmp_path / name).write_text(text, encoding="utf-8")
    make_governments()
    make_programme(code="canada-job-grant")
    with behind_the_wall():
        with pytest.raises(SystemExit):
            call_command("load_record", tmp_path)
        assert f"{tmp_path / name}:{line}  There is no " in capsys.readouterr().err
        assert not models.Negotiation.objects.exists()
        assert not models.Source.objects.exists()
