"""The map around a base: a mark for each placement that was judged, by its verdict in colour and shape."""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.sure.model import SureState
from warcry3d.app.scene.colours import AMBER, GREEN, INK, PAPER, RED, Colour, drawn
from warcry3d.app.scene.overlays import ColourField
from warcry3d.rules.placement_doubt import JudgedPlaces
from warcry3d.sight.verdict import VerdictWord
from warcry3d.table.models import Model

__all__ = ["MARKS", "map_image", "sure_maps"]

PIXELS = 320
"""Side of a map's image."""
MARK = 6
"""Half the side of a mark (pixels)."""
WIDTH = 1.8
"""The map reaches so many times as far as the base: the doubt itself is too small to be seen."""
GROUND = 0.55
"""Opacity of the map's ground."""
ABOVE = 0.03
"""How far above the base the map is drawn (in)."""

MARKS: dict[VerdictWord, tuple[str, Colour]] = {
    "hidden": ("cross", RED),
    "seen": ("disc", GREEN),
    "too-close": ("triangle", AMBER),
}
"""The shape and colour of each verdict."""


def sure_maps(model: JudgeModel) -> tuple[ColourField, ...]:
    """Return a map around both bases, where placements were judged."""
    state = model.state(SureState)
    if not state.places or state.asked is None or model.through_eye:
        return ()
    asked = state.asked.case.question
    viewer, target = model.table.model(asked.viewer), model.table.model(asked.target)
    return (
        _map(viewer, tuple(_offset(viewer, one, is_viewer=True) for one in state.places), state),
        _map(target, tuple(_offset(target, one, is_viewer=False) for one in state.places), state),
    )


def _offset(model: Model, places: JudgedPlaces, *, is_viewer: bool) -> tuple[float, float]:
    at = (places.viewer if is_viewer else places.target).at
    return at[0] - model.placement.at[0], at[1] - model.placement.at[1]


def _map(model: Model, offsets: tuple[tuple[float, float], ...], state: SureState) -> ColourField:
    """Return the map of one base: square to the table, the doubt's circle as large as it may be."""
    x, y, z = model.placement.at
    reach = WIDTH * max(model.base.length, model.base.width) / 2
    high = z + model.base.height + ABOVE
    corners = np.array(
        [
            (x - reach, y - reach, high),
            (x + reach, y - reach, high),
            (x + reach, y + reach, high),
            (x - reach, y + reach, high),
        ],
        np.float32,
    )
    scaled = tuple((dx / state.doubt.shift, dy / state.doubt.shift) for dx, dy in offsets)
    image = map_image(scaled, tuple(one.answer for one in state.places))
    step = 2 * reach / PIXELS
    return ColourField(
        corners[[[0, 1, 2], [0, 2, 3]]],
        image,
        (x - reach + step / 2, y - reach + step / 2),
        (2 * reach - step, 2 * reach - step),
        behind=0.25,
    )


def map_image(offsets: tuple[tuple[float, float], ...], answers: tuple[VerdictWord, ...]) -> NDArray[np.uint8]:
    """Return the image of a map (h, w, 4), its first row the least y; ``offsets`` within the unit circle."""
    image = _ground().copy()
    reach = PIXELS / 2 - MARK - 3
    for (dx, dy), answer in zip(offsets, answers, strict=True):
        column, row = round(PIXELS / 2 + dx * reach), round(PIXELS / 2 + dy * reach)
        shape, colour = MARKS[answer]
        stamp = _stamp(shape)
        part = image[row - MARK - 1 : row + MARK + 2, column - MARK - 1 : column + MARK + 2]
        ink = np.array([*(round(255 * one) for one in drawn(colour)), 255], np.uint8)
        edge = np.array([*(round(255 * one) for one in INK), 230], np.uint8)
        part[stamp == 1] = edge
        part[stamp == 2] = ink
    return image


@lru_cache(maxsize=1)
def _ground() -> NDArray[np.uint8]:
    """Return a dark disc with a light edge."""
    y, x = np.mgrid[:PIXELS, :PIXELS] - (PIXELS - 1) / 2
    away = np.hypot(x, y)
    image = np.zeros((PIXELS, PIXELS, 4), np.uint8)
    image[away < PIXELS / 2 - 1] = [*(round(255 * one) for one in INK), round(255 * GROUND)]
    image[np.abs(away - (PIXELS / 2 - 2.5)) < 1.5] = [*(round(255 * one) for one in PAPER), 220]
    return image


@lru_cache(maxsize=8)
def _stamp(shape: str) -> NDArray[np.uint8]:
    """Return a mark of ``2 * MARK + 3`` pixels a side: 2 for its ink, 1 for the dark edge around it."""
    y, x = np.mgrid[-MARK - 1 : MARK + 2, -MARK - 1 : MARK + 2]
    match shape:
        case "disc":
            distance = np.hypot(x, y) - 0.8 * MARK
        case "cross":
            arm = np.minimum(np.abs(x - y), np.abs(x + y)) / math.sqrt(2.0)
            distance = np.maximum(arm - 1.1, np.maximum(np.abs(x), np.abs(y)) - MARK)
        case _:
            sides = np.maximum(-y - 0.6 * MARK, 0.87 * np.abs(x) + 0.5 * y - 0.55 * MARK)
            distance = sides
    return np.where(distance <= 0.0, 2, np.where(distance <= 1.2, 1, 0)).astype(np.uint8)
