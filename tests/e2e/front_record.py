"""Fixture A before anybody recorded where its fronts stand: the same record, under another address."""

import re
import secrets
import shutil
from pathlib import Path

RECORD = Path(__file__).resolve().parents[1] / "records" / "fixture_a"
SLUG = f"cjg-2013-fronts-{secrets.token_hex(3)}"  # the site keeps what an earlier run recorded
FRONT_POSITIONS = re.compile(r"^front_positions:\n(?:[ -].*\n)*", re.MULTILINE)
# Quebec's membership as it stood before its footnote of 28 February 2014.
QUEBEC_APART = """      - government: QC
        starts_on: 2013-07-24
        ends_on: 2014-02-27
      - government: QC
        starts_on: 2014-02-28
        footnote:
          en: Quebec intends to opt out with full compensation
          fr: Le Québec entend se retirer avec pleine compensation
        source: B32
"""
QUEBEC_TOGETHER = """      - government: QC
        starts_on: 2013-07-24
"""


def write_record(folder: Path) -> Path:
    """The record's files in *folder*, without the rows that stories 6 and 7 record."""
    copy = folder / SLUG
    shutil.copytree(RECORD, copy)
    change(copy / "negotiation.yaml", "slug: cjg-2013\n", f"slug: {SLUG}\n")
    change(copy / "people.yaml", QUEBEC_APART, QUEBEC_TOGETHER)
    for path in (copy / "events").iterdir():
        path.write_text(FRONT_POSITIONS.sub("", path.read_text("utf-8")), "utf-8")
    return copy


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text("utf-8")
    assert before in text, f"{path.name} does not say {before!r}"
    path.write_text(text.replace(before, after), "utf-8")
