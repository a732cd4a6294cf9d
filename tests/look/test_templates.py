"""No template brings script or style of its own: the content security policy would refuse it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
FORBIDDEN = {
    "inline style": r"<style\b|\sstyle\s*=",
    "inline script": r"<script(?![^>]*\ssrc=)|javascript:",
    "event attribute": r"<[^>]*\son[a-z]+\s*=",
    "outside address": r"<(?!a\b)[^>]*(?:src|href|action)\s*=\s*.?(?:https?:)?//",
}


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
@pytest.mark.parametrize("what", FORBIDDEN)
def test_template_keeps_to_the_policy(path, what):
    assert re.findall(FORBIDDEN[what], path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_template_is_short_enough_to_read(path):
    assert len(path.read_text("utf-8").splitlines()) <= 120


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_pieces_see_only_what_they_are_given(path):
    of_the_page = {"_head.html", "_foot.html"}
    calls = re.findall(r'{% include "([\w/]*_\w+\.html)"([^%]*)%}', path.read_text("utf-8"))
    open_calls = {piece for piece, given in calls if not given.rstrip().endswith("only")}
    assert open_calls - of_the_page == set()


@pytest.mark.parametrize("sheet", ["site.css", "print.css", "admin.css"])
def test_style_sheet_asks_for_nothing_else(sheet):
    assert re.findall(r"@import|url\(", (ROOT / "static" / sheet).read_text("utf-8")) == []
