"""Texts that are cut in their middle: both ends stay, and they fit."""

import pytest
from imgui_bundle import imgui

from tests.app.panel_bench import PanelBench
from warcry3d.app.widgets.short_text import joined_lines, shortened


@pytest.mark.parametrize("width", [60.0, 140.0, 2000.0])
def test_text_fits_and_keeps_both_ends(width: float) -> None:
    bench, text = PanelBench(), "Red banner of the very long named tower 17"
    made: list[tuple[str, float]] = []

    def draw() -> list[None]:
        short = shortened(text, width)
        made.append((short, imgui.calc_text_size(short).x))
        return []

    bench.draw(draw)
    short, wide = made[-1]
    assert wide <= width
    assert short == text if width == 2000.0 else short[0] == "R" and short[-1] == "7" and "…" in short
    bench.panels.close()


def test_parts_are_joined_in_as_many_lines_as_they_take() -> None:
    bench, parts = PanelBench(), ("in cover", "3.13 in", "20 % visible")
    made: list[tuple[str, ...]] = []

    def draw() -> list[None]:
        made[:] = [joined_lines(parts, imgui.calc_text_size(text).x + 1) for text in ("x" * 99, "in cover · 3.13 in")]
        return []

    bench.draw(draw)
    assert made == [("in cover · 3.13 in · 20 % visible",), ("in cover · 3.13 in", "20 % visible")]
    bench.panels.close()
