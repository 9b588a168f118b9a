"""An outline that is being drawn over the table: a box or a lasso."""

from collections.abc import Sequence
from typing import TypeAlias

from imgui_bundle import imgui

from warcry3d.app.scene.colours import GOLD, INK
from warcry3d.app.widgets.theme import packed

__all__ = ["draw_outline"]

Place: TypeAlias = imgui.ImVec2 | tuple[int | float, int | float] | list[int | float]
"""What ImGui takes for a pixel."""


def draw_outline(pixels: Sequence[tuple[float, float]], scale: float) -> None:
    """Draw a closed line through pixels, bright on dark so that it is seen on everything."""
    if len(pixels) < 2:
        return
    paper = imgui.get_background_draw_list()
    places: list[Place] = list(pixels)
    for colour, width in ((packed(INK, 0.7), 4.0), (packed(GOLD, 1.0), 1.8)):
        paper.add_polyline(places, colour, width * scale, imgui.ImDrawFlags_.closed.value)
