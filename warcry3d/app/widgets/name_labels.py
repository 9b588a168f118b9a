"""Names over fighters, drawn behind all panels."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.scene.camera import Shot, model_points, project
from warcry3d.app.scene.colours import INK, PAPER, side_colour
from warcry3d.app.scene.studio import head_of
from warcry3d.app.widgets.theme import packed, readable
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = [
    "Box",
    "NameLabel",
    "body_box",
    "clamped",
    "draw_names",
    "free_place",
    "kept_within",
    "labels_over",
    "overlaps",
]

MOST_RAISED = 12
"""So many times a label is raised out of the way of others."""
MOST_LINES = 3
"""A label is moved up or down into the picture by at most so many times its height."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height (pixels)."""


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
        at = _place_over(model, shot, size)
        if at is not None:
            made.append(NameLabel(text, at, model.side, id in chosen))
    return tuple(made)


@lru_cache(maxsize=128)
def _place_over(model: Model, shot: Shot, size: tuple[int, int]) -> tuple[float, float] | None:
    """Return the pixel over a model at which its label's foot stands; None behind the eye."""
    places = project(shot, np.concatenate([[head_of(model)], model_points(model)[:8]]), size)
    if places[:, 2].min() <= 0:
        return None
    return float(places[0, 0]), float(places[:, 1].min())


@lru_cache(maxsize=128)
def body_box(model: Model, shot: Shot, size: tuple[int, int]) -> Box | None:
    """Return the box (left, top, width, height; pixels) around a model's figure and base; None behind the eye."""
    places = project(shot, model_points(model), size)
    if places[:, 2].min() <= 0:
        return None
    low, high = places[:, :2].min(axis=0), places[:, :2].max(axis=0)
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])


def draw_names(
    labels: Sequence[NameLabel],
    bold: Any,
    scale: float,
    walls: Sequence[Box] = (),
    area: Box | None = None,
    taken: list[Box] | None = None,
    *,
    size: float = 0.9,
    reach: float = math.inf,
) -> None:
    """Draw labels: dark, a bar of the side's colour at the left; none over another, none behind ``walls``.

    ``size``: of the text of those that are not strong, against the panels'. ``reach``: a label that finds no room
    within so many times its height of its fighter is left out: further off nobody can tell whose it is.

    ``area``: what nothing covers of the table's picture: the names of fighters in sight stand there. ``taken``: where
    names stand that were drawn before in the same frame; these are added to it.
    """
    paper = imgui.get_background_draw_list()
    pad, taken = 6 * scale, [] if taken is None else taken
    for label in sorted(labels, key=lambda label: (not label.is_strong, -label.at[1])):
        font_size = imgui.get_style().font_size_base * (1.0 if label.is_strong else size)
        with imgui_ctx.push_font(bold, font_size):
            extent = imgui.calc_text_size(label.text)
        width, height = extent.x + 2.8 * pad, extent.y + 0.6 * pad
        box = (label.at[0] - width / 2, label.at[1] - height - 0.4 * pad, width, height)
        wanted = box if area is None else kept_within(box, area)
        left, top = free_place(wanted, taken, walls)
        if abs(top - wanted[1]) > reach * height and not label.is_strong:
            taken.pop()
            continue
        paper.add_rect_filled((left, top), (left + width, top + height), packed(INK, 0.78), 5 * scale)
        side = packed(readable(side_colour(label.side)), 1.0)
        paper.add_rect_filled((left, top), (left + 3 * scale, top + height), side, 2 * scale)
        paper.add_text(bold, font_size, (left + 1.4 * pad, top + 0.3 * pad), packed(PAPER, 1.0), label.text)


def kept_within(box: Box, area: Box) -> Box:
    """Return the box of a label (left, top, width, height) moved into an area; where it is further off than its own
    width, or than `MOST_LINES` times its height, it stays: its fighter is out of sight.
    """
    left, top, width, height = box
    across, down = clamped(box, area)
    is_near = abs(across - left) <= width and abs(down - top) <= MOST_LINES * height
    return (across, down, width, height) if is_near else box


def clamped(box: Box, area: Box) -> tuple[float, float]:
    """Return where a box (left, top, width, height) lies that is moved into an area; its left and top count where it is
    larger.
    """
    left, top, width, height = box
    x, y, wide, high = area
    return max(x, min(left, x + wide - width)), max(y, min(top, y + high - height))


def free_place(box: Box, taken: list[Box], walls: Sequence[Box] = ()) -> tuple[float, float]:
    """Return where a label (left, top, width, height) stands: raised until it covers none of ``taken``, to which it is
    added; lowered instead where it would stand behind one of ``walls``.
    """
    left, top, width, height = box
    top = _clear(box, taken, is_raised=True)
    if any(overlaps((left, top, width, height), wall) for wall in walls):
        top = _clear(box, [*taken, *walls], is_raised=False)
    taken.append((left, top, width, height))
    return left, top


def _clear(box: Box, others: Sequence[Box], *, is_raised: bool) -> float:
    """Return the top of a label that is raised, or lowered, until it covers no other."""
    left, top, width, height = box
    for _ in range(MOST_RAISED):
        under = [other for other in others if overlaps((left, top, width, height), other)]
        if not under:
            break
        top = min(y for _, y, _, _ in under) - height - 1 if is_raised else max(y + h for _, y, _, h in under) + 1
    return top


def overlaps(one: Box, other: Box) -> bool:
    """Return whether two boxes (left, top, width, height in pixels) overlap."""
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )
