"""Fixture A as it stands before the stories about moves: the same record, under addresses of its own."""

import re
import secrets
import shutil
from pathlib import Path

RECORD = Path(__file__).resolve().parents[1] / "records" / "fixture_a"
RUN = secrets.token_hex(3)  # the site keeps what an earlier run recorded
MOVES, CONTEST = f"cjg-2013-moves-{RUN}", f"cjg-2013-contest-{RUN}"
NOVA_SCOTIA = re.compile(r"^- id: TR-NS-4\n(?:[ ].*\n)*\n", re.MULTILINE)


def write_record(folder: Path, slug: str) -> Path:
    """All of it; Ontario's line on the source of funds is only reported yet (story 29)."""
    copy = folder / slug
    shutil.copytree(RECORD, copy)
    change(copy / "negotiation.yaml", r"slug: cjg-2013\n", f"slug: {slug}\n")
    change(copy / "events" / "A05-2013-11-08-toronto.yaml",
           r"(id: P-A05-ON-T6\n(?:    .*\n)*?    grade: )E2", r"\1E4")  # fmt: skip
    return copy


def write_without_nova_scotia(folder: Path) -> Path:
    """Without what Nova Scotia and Canada said on 31 March 2014 of the letter (story 22)."""
    copy = write_record(folder, CONTEST)
    change(copy / "tracks.yaml", NOVA_SCOTIA, "")
    return copy


def change(path: Path, before: str | re.Pattern, after: str) -> None:
    text, found = re.subn(before, after, path.read_text("utf-8"))
    assert found == 1, f"{path.name}: {before!r} stands there {found} times"
    path.write_text(text, "utf-8")
