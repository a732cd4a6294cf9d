"""Every pair of colours the style sheet declares can be read."""

import re
from pathlib import Path

import pytest

CSS = (Path(__file__).resolve().parents[2] / "static" / "site.css").read_text("utf-8")
COLOURS = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6});", CSS))
PAIRS = sorted(name.removesuffix("-ink") for name in COLOURS if name.endswith("-ink"))


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb, as WCAG 2.2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """From 1 (the same) to 21 (black on white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_computed_as_wcag_does():
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


@pytest.mark.parametrize("name", PAIRS)
def test_ink_is_read_on_its_ground(name):
    ink = COLOURS[f"{name}-ink"]
    grounds = [COLOURS[f"{name}-ground"], COLOURS.get(f"{name}-hatch", COLOURS[f"{name}-ground"])]
    assert [ground for ground in grounds if contrast(ink, ground) < 4.5] == []


def test_every_ground_has_its_ink():
    grounds = sorted(n.removesuffix("-ground") for n in COLOURS if n.endswith("-ground"))
    assert grounds == PAIRS


@pytest.mark.parametrize("name", ["control-border", "focus"])
@pytest.mark.parametrize("ground", ["text", "wash"])
def test_edges_of_controls_are_seen(name, ground):
    assert contrast(COLOURS[name], COLOURS[f"{ground}-ground"]) >= 3


def test_colours_are_written_once():
    below = CSS.partition("--rule:")[2].partition("--bs-body-font")[2]
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b", below) == []
