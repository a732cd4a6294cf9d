"""Bars: solid where a figure is sure, open between the ends of a range, never lost when small."""

import pytest

from grants.charts import WIDTH, chart


def bars(*values):
    made = chart("c", "C", [(str(value), "", value) for value in values])
    return [(bar.solid_x, bar.solid_width, bar.open_x, bar.open_width) for bar in made.bars]


@pytest.mark.parametrize(("values", "drawn"), [
    (("100", "50"), [(0, WIDTH, WIDTH, 0), (0, WIDTH // 2, WIDTH // 2, 0)]),
    (("100", {"low": "50", "high": "100"}), [(0, WIDTH, WIDTH, 0), (0, WIDTH // 2, WIDTH // 2, WIDTH // 2)]),
    (("100", {"low": "50"}), [(0, WIDTH, WIDTH, 0), (0, WIDTH // 2, WIDTH // 2, WIDTH // 2)]),
    (("100", "unlimited"), [(0, WIDTH, WIDTH, 0), (0, 0, 0, WIDTH)]),
    (("50", "-50"), [(WIDTH // 2, WIDTH // 2, WIDTH, 0), (0, WIDTH // 2, 0, 0)]),
    (("1000000", "1"), [(0, WIDTH, WIDTH, 0), (0, 1, 0, 0)]),
    (("0", "0"), [(0, 0, 0, 0), (0, 0, 0, 0)]),
])
def test_bars_are_drawn_to_one_scale(values, drawn):
    assert bars(*values) == drawn


def test_chart_is_as_high_as_its_bars():
    assert chart("c", "C", []).height < chart("c", "C", [("a", "", "1")]).height
