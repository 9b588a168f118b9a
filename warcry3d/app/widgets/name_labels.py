"""Names over fighters, drawn behind all panels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.scene.camera import Shot, model_points, project
from warcry3d.app.scene.colours import INK, PAPER, side_colour
from warcry3d.app.scene.studio import head_of
from warcry3d.app.widgets.theme import packed, readable
from warcry3d.table.table import Table

__all__ = ["NameLabel", "draw_names", "labels_over"]


@dataclass(frozen=True, slots=True)
class NameLabel:
    """A name over a fighter, its foot at a pixel."""

    text: str
    at: tuple[float, float]
    side: str
    is_strong: bool


def labels_over(
    table: Table, called: Mapping[str, str], shot: Shot, size: tuple[int, int], *, chosen: Sequence[str] = ()
) -> tuple[NameLabel, ...]:
    """Return the labels of the fighters ``called`` by a name, clear of their figures; those ``chosen`` are larger.

    Fighters behind the eye have none.
    """
    made = []
    for id, text in called.items():
        model = table.model(id)
        places = project(shot, np.concatenate([[head_of(model)], model_points(model)[:8]]), size)
        if places[:, 2].min() > 0:
            at = (float(places[0, 0]), float(places[:, 1].min()))
            made.append(NameLabel(text, at, model.side, id in chosen))
    return tuple(made)


def draw_names(labels: Sequence[NameLabel], bold: Any, scale: float) -> None:
    """Draw labels: dark, a bar of the side's colour at the left."""
    paper = imgui.get_background_draw_list()
    pad = 6 * scale
    for label in labels:
        font_size = imgui.get_style().font_size_base * (1.0 if label.is_strong else 0.9)
        with imgui_ctx.push_font(bold, font_size):
            extent = imgui.calc_text_size(label.text)
        x, y = label.at[0] - extent.x / 2, label.at[1] - extent.y - pad
        low, high = (x - pad * 1.4, y - pad * 0.3), (x + extent.x + pad * 1.4, y + extent.y + pad * 0.3)
        paper.add_rect_filled(low, high, packed(INK, 0.78), 5 * scale)
        paper.add_rect_filled(
            low, (low[0] + 3 * scale, high[1]), packed(readable(side_colour(label.side)), 1.0), 2 * scale
        )
        paper.add_text(bold, font_size, (x, y), packed(PAPER, 1.0), label.text)
