"""A table from above with a colour field where a model can get to: costs, risks, and a way."""

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.app.pictures.exposure import ramp
from warcry3d.app.pictures.table import Above, check_size, graphics_for, picture
from warcry3d.app.scene.camera import above, pixels_on_board, project
from warcry3d.app.scene.colours import INK, PAPER, Colour
from warcry3d.app.scene.label import TextLine, TextPanel, draw_panels, draw_texts, line_height, text_column, text_width
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import Image
from warcry3d.app.scene.studio import pill
from warcry3d.app.scene.world import STILL, Quality
from warcry3d.geom.solid import FloatArray
from warcry3d.messages import Words
from warcry3d.messages.moves import leg_words
from warcry3d.messages.reaches import reach_sentences
from warcry3d.motion.path import LegKind, Point
from warcry3d.motion.reach import LevelReach
from warcry3d.rules.move_result import MoveResult
from warcry3d.rules.reach_result import ReachResult
from warcry3d.table.table import Table

__all__ = ["reach_picture"]

_FIELD = 0.62
_DIM = 0.78
_ASIDE = 0.235
"""The share of the width that the words take."""
_QUIET: Colour = (0.70, 0.70, 0.72)
_HURTS = np.array((226, 74, 51.0))
_RIM = np.array((255, 255, 255.0))
_WAY: dict[LegKind, tuple[int, int, int]] = {
    LegKind.WALK: (255, 255, 255),
    LegKind.CLIMB: (255, 196, 61),
    LegKind.JUMP: (255, 122, 89),
    LegKind.DROP: (255, 122, 89),
    LegKind.FLY: (150, 220, 255),
    LegKind.DOOR: (190, 255, 170),
    LegKind.PLACE: (255, 255, 255),
}


def reach_picture(
    table: Table,
    reached: ReachResult,
    moved: MoveResult | None,
    words: Words,
    *,
    size: tuple[int, int] = (1600, 1000),
    quality: Quality = STILL,
    graphics: Graphics | None = None,
) -> Image:
    """Return the board from above, coloured where the model can end; with a way, its legs and their costs.

    Places that can only be reached by something that hurts are hatched. Higher levels are drawn over lower ones. Raises
    `PictureSizeError` and `MissingGraphicsError`.
    """
    check_size(size)
    with graphics_for(graphics) as own:
        inner = (size[0] - round(size[0] * _ASIDE), size[1])
        image = picture(table, view=Above(), size=inner, names=False, quality=quality, graphics=own)
        image = _coloured(image, table, reached, inner)
        panels: list[TextPanel] = []
        texts: list[TextLine] = []
        if moved is not None:
            image = _with_way(image, table, moved, inner)
            panels, texts = _way_labels(table, moved, words, inner)
        page = np.empty((size[1], size[0], 3), np.uint8)
        page[:] = np.rint(np.array(INK) * 255).astype(np.uint8)
        page[:, : inner[0]] = image
        texts += _legend(page, reached, moved, words, (inner[0], size[0], size[1]))
        return draw_texts(own, draw_panels(page, panels), texts)


def _coloured(image: Image, table: Table, reached: ReachResult, size: tuple[int, int]) -> Image:
    """Return the picture with the field over it and its rim; the rest darker."""
    made = image.astype(np.float64) * _DIM
    for level in sorted(reached.reach.levels, key=lambda one: one.level.height):
        across, down = pixels_on_board(table, level.level.height, size)
        cost, hurts = _at_pixels(level, reached.reach.spacing, across, down, reached.reach.outline(level.level))
        inside = np.isfinite(cost)
        inside &= ~_under_others(table, level, across, down)
        colour = ramp(1 - cost / max(reached.inches, 1e-9)) * 255
        striped = hurts & ((np.add.outer(np.arange(size[1]), np.arange(size[0])) // 5) % 2 == 0)
        colour[striped] = _HURTS
        made[inside] = colour[inside] * _FIELD + image[inside] * (1 - _FIELD)
        rim = _rim(np.isfinite(cost))
        made[rim] = made[rim] * 0.25 + _RIM * 0.75
        step = np.floor(np.where(inside, cost, -1.0) + 1e-9)
        line = _rim_between(step) & inside
        made[line] = made[line] * 0.75 + _RIM * 0.25
    return np.asarray(np.clip(np.rint(made), 0, 255), np.uint8)


def _under_others(table: Table, level: LevelReach, across: FloatArray, down: FloatArray) -> NDArray[np.bool_]:
    """Return which pixels (h, w) show a place of a level that a higher platform covers."""
    import shapely

    from warcry3d.motion.levels import levels_of

    higher = [other.area for other in levels_of(table).levels if other.height > level.level.height + 0.5]
    if not higher:
        return np.zeros((len(down), len(across)), np.bool_)
    area = shapely.union_all(higher)
    shapely.prepare(area)
    x, y = np.meshgrid(across, down)
    return np.asarray(shapely.contains_xy(area, x, y))


def _at_pixels(
    level: LevelReach, spacing: float, across: FloatArray, down: FloatArray, area: Any
) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Return cost (nan: not reached) and whether it hurts, for all pixels (h, w), interpolated between lattice points.

    ``area``: what is reached, a shapely geometry.
    """
    import shapely
    from scipy.ndimage import distance_transform_edt, map_coordinates

    columns, rows = (across - level.x[0]) / spacing, (down - level.y[0]) / spacing
    i = np.clip(np.rint(columns).astype(np.int64), 0, len(level.x) - 1)[None]
    j = np.clip(np.rint(rows).astype(np.int64), 0, len(level.y) - 1)[:, None]
    shapely.prepare(area)
    inside = np.asarray(shapely.contains_xy(area, *np.meshgrid(across, down)))
    nearest = tuple(distance_transform_edt(~np.isfinite(level.cost), return_distances=False, return_indices=True))
    where = np.meshgrid(rows, columns, indexing="ij")
    cost = np.asarray(map_coordinates(level.cost[nearest], where, order=1, mode="nearest"))
    hurts = (level.rolls + level.deadly > 0)[nearest][j, i] & inside
    return np.where(inside, cost, np.nan), hurts


def _rim(inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the pixels of an area at its border, two wide."""
    from scipy.ndimage import binary_erosion

    return np.asarray(inside & ~binary_erosion(inside, iterations=2))


def _rim_between(step: FloatArray) -> NDArray[np.bool_]:
    line = np.zeros(step.shape, np.bool_)
    line[:, 1:] |= (step[:, 1:] != step[:, :-1]) & (step[:, :-1] >= 0)
    line[1:] |= (step[1:] != step[:-1]) & (step[:-1] >= 0)
    return line


def _with_way(image: Image, table: Table, moved: MoveResult, size: tuple[int, int]) -> Image:
    """Return the picture with the legs of a way drawn, each kind in its colour; places of falls have a ring."""
    made = image.astype(np.float64)
    wide = max(size[1] / 350, 1.6)
    for leg in moved.legs:
        spots = _seen(table, leg.measured.points, size)
        for a, b in pairwise(spots.tolist()):
            _stroke(made, (a[0], a[1]), (b[0], b[1]), wide * 2.1, INK)
    for leg in moved.legs:
        spots = _seen(table, leg.measured.points, size)
        colour = tuple(value / 255 for value in _WAY[leg.measured.kind])
        for a, b in pairwise(spots.tolist()):
            _stroke(made, (a[0], a[1]), (b[0], b[1]), wide, (colour[0], colour[1], colour[2]))
        if leg.measured.drop > 0.5:
            _ring(made, (spots[-1, 0], spots[-1, 1]), wide * 5, wide, _WAY[LegKind.JUMP])
    end = _seen(table, (moved.ends.at,), size)[0]
    radius = table.model(moved.model).base.length / 2
    out = _seen(table, ((moved.ends.at[0] + radius, *moved.ends.at[1:]),), size)[0]
    _ring(made, (end[0], end[1]), abs(out[0] - end[0]), wide, (255, 255, 255))
    return np.asarray(np.clip(np.rint(made), 0, 255), np.uint8)


def _seen(table: Table, points: tuple[Point, ...], size: tuple[int, int]) -> FloatArray:
    shot = above(table, size[0] / size[1])
    return np.asarray(project(shot, np.array(points), size))[:, :2]


def _stroke(made: FloatArray, a: tuple[float, float], b: tuple[float, float], wide: float, colour: Colour) -> None:
    """Draw a straight stroke with soft edges, in place."""
    reach = wide + 2
    left, right = int(max(min(a[0], b[0]) - reach, 0)), int(min(max(a[0], b[0]) + reach, made.shape[1] - 1))
    top, bottom = int(max(min(a[1], b[1]) - reach, 0)), int(min(max(a[1], b[1]) + reach, made.shape[0] - 1))
    if right < left or bottom < top:
        return
    x, y = np.meshgrid(np.arange(left, right + 1) + 0.5, np.arange(top, bottom + 1) + 0.5)
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / max(dx * dx + dy * dy, 1e-9), 0, 1)
    apart = np.hypot(x - a[0] - share * dx, y - a[1] - share * dy)
    _blend(made, top, left, np.clip(wide / 2 + 0.5 - apart, 0, 1), np.array(colour) * 255)


def _ring(made: FloatArray, at: tuple[float, float], radius: float, wide: float, colour: tuple[int, int, int]) -> None:
    reach = radius + wide + 2
    left, right = int(max(at[0] - reach, 0)), int(min(at[0] + reach, made.shape[1] - 1))
    top, bottom = int(max(at[1] - reach, 0)), int(min(at[1] + reach, made.shape[0] - 1))
    if right < left or bottom < top:
        return
    x, y = np.meshgrid(np.arange(left, right + 1) + 0.5, np.arange(top, bottom + 1) + 0.5)
    apart = np.abs(np.hypot(x - at[0], y - at[1]) - radius)
    _blend(made, top, left, np.clip(wide / 2 + 0.5 - apart, 0, 1), np.array(colour, dtype=np.float64))


def _blend(made: FloatArray, top: int, left: int, share: FloatArray, colour: FloatArray) -> None:
    part = made[top : top + share.shape[0], left : left + share.shape[1]]
    part[:] = part * (1 - share[..., None]) + colour * share[..., None]


def _way_labels(
    table: Table, moved: MoveResult, words: Words, size: tuple[int, int]
) -> tuple[list[TextPanel], list[TextLine]]:
    """Return labels beside the legs of a way: the cost of each, and how far it drops."""
    panels: list[TextPanel] = []
    texts: list[TextLine] = []
    big = max(round(size[1] * 0.017), 10)
    taken: list[tuple[float, float]] = []
    for leg in moved.legs:
        if leg.cost < 0.05 and leg.measured.drop < 0.05:
            continue
        spots = _seen(table, leg.measured.points, size)
        x, y = spots.mean(axis=0).tolist() if len(spots) == 2 else spots[len(spots) // 2].tolist()
        while any(abs(x - ox) < 7 * big and abs(y - oy) < 2.2 * big for ox, oy in taken):
            y -= 2.3 * big
        taken.append((x, y))
        said = leg_words(leg, words)
        if leg.measured.drop >= 0.05:
            said = words.say("{leg}, drops {drop:.2f}", leg=said, drop=leg.measured.drop)
        made = pill(said, (x, y - big * 0.8), big)
        panels += made[0]
        texts += made[1]
    return panels, texts


def _legend(
    page: Image, reached: ReachResult, moved: MoveResult | None, words: Words, box: tuple[int, int, int]
) -> list[TextLine]:
    """Return the words beside the picture; draw the ramp of costs on the page."""
    from warcry3d.messages.moves import move_sentences

    left, right, height = box
    unit = height / 1000
    small, big = max(round(18 * unit), 10), max(round(26 * unit), 12)
    x, y = left + round(22 * unit), round(34 * unit)
    width = right - x - round(18 * unit)
    sentences = [line.strip() for line in reach_sentences(reached, words)][:14]
    said = [(sentences[0], big, PAPER), *((line, small, PAPER) for line in sentences[1:])]
    if moved is not None:
        said += [(line.strip(), small, (1.0, 0.86, 0.5)) for line in move_sentences(moved, words)]
    paragraphs = [(line, text_size, colour, text_size == big) for line, text_size, colour in said]
    texts, y = text_column(paragraphs, (x, y), width, round(8 * unit))
    return texts + _scale(page, reached, words, (x, y + round(24 * unit)), (width, round(26 * unit)))


def _scale(
    page: Image, reached: ReachResult, words: Words, corner: tuple[int, int], size: tuple[int, int]
) -> list[TextLine]:
    """Draw the ramp of costs from left, nothing, to right, all inches; return the words under it."""
    (x, y), (wide, high) = corner, size
    if y + 4 * high > page.shape[0]:
        return []
    page[y : y + high, x : x + wide] = np.rint(ramp(np.linspace(1, 0, wide)) * 255).astype(np.uint8)[None]
    text_size = max(round(high * 0.7), 9)
    below = y + high + line_height(text_size)
    last = words.say("{inches:g} in", inches=reached.inches)
    texts = [TextLine(words.say("{inches:g} in", inches=0), (x, below), text_size, _QUIET)]
    texts.append(TextLine(last, (x + wide - text_width(last, text_size, bold=False), below), text_size, _QUIET))
    texts.append(
        TextLine(
            words.say("striped: only with damage on the way"), (x, below + line_height(text_size)), text_size, _QUIET
        )
    )
    return texts
