"""Lays the programmes and releases of data/ for tests; knows the engine's readers and the models."""

import datetime
import hashlib
from pathlib import Path

from grants import engine
from grants.models import IndicatorValue, Programme
from tests import builders
from tests.conftest import behind_the_wall

DATA = Path(__file__).resolve().parents[2] / "data"
CODE = "canada-job-grant"


def text_of(code: str = CODE) -> str:
    return (DATA / "programmes" / f"{code}.yaml").read_text(encoding="utf-8")


def lay_release(name: str, code: str = "", factor: int = 1):
    """A release of data/releases; under another code and multiplied, it is a later revision."""
    read = engine.read_release((DATA / "releases" / f"{name}.yaml").read_text(encoding="utf-8"))
    row = builders.make_release(
        code=code or read.release, indicator=read.indicator, title=read.title, publisher=read.publisher,
        reference_date=datetime.date.fromisoformat(read.date),
        released_on=datetime.date(2024 if code else 2023, 12, 31))
    with behind_the_wall():
        IndicatorValue.objects.bulk_create([
            IndicatorValue(release=row, government_id=label, value=value * factor)
            for label, value in read.values])
    return row


def lay_programme(code: str = CODE, text: str = "", current: bool = True):
    """Governments, the release the programme reads, and the programme with one version."""
    builders.make_governments()
    lay_release("population-2013-07-01-v2023")
    text = text or text_of(code)
    programme = builders.make_programme(
        code=code, name_en="Canada Job Grant", name_fr="Subvention canadienne pour l'emploi")
    version = builders.make_programme_version(
        programme, text=text, sha256=hashlib.sha256(text.encode()).hexdigest())
    if current:
        with behind_the_wall():
            Programme.objects.filter(pk=programme.pk).update(current=version)
        programme.refresh_from_db()
    return programme
