"""A table from above with a colour field on floor and platforms: how much of the board sees each spot."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from warcry3d.app.pictures.table import Above, check_size, graphics_for, picture
from warcry3d.app.scene.camera import above, pixels_on_board, project
from warcry3d.app.scene.colours import INK, PAPER, Colour
from warcry3d.app.scene.label import TextLine, TextPanel, draw_panels, draw_texts, text_column
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import Image
from warcry3d.app.scene.studio import pill
from warcry3d.app.scene.world import STILL, Quality
from warcry3d.geom.solid import FloatArray
from warcry3d.messages import Words
from warcry3d.messages.layouts import storey_line
from warcry3d.table.table import Table
from warcry3d.terrain.layouts.ground import StandingGround, StandingLevel
from warcry3d.terrain.layouts.views import ExposureMap
from warcry3d.units import to_mm

__all__ = ["exposure_picture", "ramp"]

_RAMP = np.array(
    [
        (0.267, 0.005, 0.329),
        (0.283, 0.141, 0.458),
        (0.254, 0.265, 0.530),
        (0.207, 0.372, 0.553),
        (0.164, 0.471, 0.558),
        (0.128, 0.567, 0.551),
        (0.135, 0.659, 0.518),
        (0.267, 0.749, 0.441),
        (0.478, 0.821, 0.318),
        (0.741, 0.873, 0.150),
        (0.993, 0.906, 0.144),
    ]
)
"""Viridis (van der Walt and Smith 2015): perceptually uniform, also for the colour-blind and in grey."""

_FIELD = 0.72
_DIM = 0.62
_FINE = 0.05
"""How exactly (in) the border of a field is found."""
_ASIDE = 0.215
"""The legend's share of the width."""
_TOP = 1000.0


def ramp(values: FloatArray) -> FloatArray:
    """Return the colours (n, 3) of values from 0, dark, to 1, bright."""
    at = np.clip(np.nan_to_num(values), 0, 1) * (len(_RAMP) - 1)
    low = np.minimum(at.astype(np.int64), len(_RAMP) - 2)
    share = (at - low)[..., None]
    return np.asarray(_RAMP[low] * (1 - share) + _RAMP[low + 1] * share)


def exposure_picture(
    table: Table,
    ground: StandingGround,
    mapped: ExposureMap,
    words: Words,
    *,
    size: tuple[int, int] = (1600, 1000),
    quality: Quality = STILL,
    graphics: Graphics | None = None,
) -> Image:
    """Return the board from above with its exposure as colours, a legend and the numbers beside it.

    What a higher part hides from above is not coloured; fighters do not matter and are not drawn. Raises
    `PictureSizeError` and `MissingGraphicsError`.
    """
    check_size(size)
    table = replace(table, models=())
    with graphics_for(graphics) as own:
        aside = round(size[0] * _ASIDE)
        inner = (size[0] - aside, size[1])
        image = picture(table, view=Above(), size=inner, names=False, quality=quality, graphics=own)
        scale = _Scale.of(mapped.exposure.overall)
        image = _coloured(image, _fields(table, ground, mapped, inner), scale)
        page = np.empty((size[1], size[0], 3), np.uint8)
        page[:] = np.rint(np.array(INK) * 255).astype(np.uint8)
        page[:, : inner[0]] = image
        panels, texts = _marks(table, mapped, inner, words)
        legend = _legend(mapped, scale, words, (inner[0], size[0], size[1]), page)
        return draw_texts(own, draw_panels(page, [*panels, *legend[0]]), [*texts, *legend[1]])


@dataclass(frozen=True, slots=True)
class _Scale:
    """The shares at the ends of the colour ramp: full tenths around all values."""

    low: float
    high: float

    @classmethod
    def of(cls, shares: FloatArray) -> "_Scale":
        low, high = float(np.floor(shares.min() * 10) / 10), float(np.ceil(shares.max() * 10) / 10)
        return cls(low, max(high, low + 0.1))

    def along(self, shares: FloatArray) -> FloatArray:
        return np.asarray((shares - self.low) / (self.high - self.low))


def _fields(table: Table, ground: StandingGround, mapped: ExposureMap, size: tuple[int, int]) -> FloatArray:
    """Return the share at each pixel of a picture from above (h, w), nan where no spot is seen from above."""
    field = np.full((size[1], size[0]), np.nan)
    order = sorted(range(len(mapped.levels)), key=lambda k: mapped.levels[k].height)
    for number in order:
        chosen = mapped.spots.level == number
        if not chosen.any():
            continue
        level = mapped.levels[number]
        across, down = pixels_on_board(table, level.height, size)
        inside = _open_to_above(ground, level, mapped, across, down)
        values = _between(mapped.spots.at[chosen, :2], mapped.exposure.overall[chosen], mapped.step, across, down)
        field[inside] = values[inside]
    return field


def _open_to_above(
    ground: StandingGround, level: StandingLevel, mapped: ExposureMap, across: FloatArray, down: FloatArray
) -> NDArray[np.bool_]:
    """Return which pixels (h, w) show places of a level where a base may stand and that nothing covers."""
    import shapely

    body = mapped.body
    area = ground.free(level, radius=body.radius, height=body.height)
    area = area.difference(ground.projection(level.height + body.height, _TOP))
    width, depth = ground.table.board.width, ground.table.board.depth
    x, y = np.arange(0, width, _FINE) + _FINE / 2, np.arange(0, depth, _FINE) + _FINE / 2
    shapely.prepare(area)
    fine = shapely.contains_xy(area, *np.meshgrid(x, y))
    columns, rows = np.floor(across / _FINE).astype(np.int64), np.floor(down / _FINE).astype(np.int64)
    is_column, is_row = (columns >= 0) & (columns < len(x)), (rows >= 0) & (rows < len(y))
    found = fine[np.clip(rows, 0, len(y) - 1)][:, np.clip(columns, 0, len(x) - 1)]
    return np.asarray(found & is_row[:, None] & is_column[None])


def _between(at: FloatArray, values: FloatArray, step: float, across: FloatArray, down: FloatArray) -> FloatArray:
    """Return values interpolated between spots on a lattice for all pixels (h, w); beyond the last spots, the nearest
    one's.
    """
    from scipy.ndimage import distance_transform_edt, map_coordinates

    cells = np.floor(at / step + 1e-9).astype(np.int64)
    low = cells.min(axis=0) - 1
    shape = (cells.max(axis=0) - low + 2)[::-1]
    grid = np.full(shape, np.nan)
    grid[cells[:, 1] - low[1], cells[:, 0] - low[0]] = values
    nearest = distance_transform_edt(np.isnan(grid), return_distances=False, return_indices=True)
    grid = grid[tuple(nearest)]
    rows, columns = down / step - 0.5 - low[1], across / step - 0.5 - low[0]
    where = np.meshgrid(rows, columns, indexing="ij")
    return np.asarray(map_coordinates(grid, where, order=1, mode="nearest"))


def _coloured(image: Image, field: FloatArray, scale: _Scale) -> Image:
    """Return the picture with the field over it, a thin line at each full tenth; everything else greyer and darker."""
    grey = image.astype(np.float64) @ np.array([0.30, 0.59, 0.11])
    made = (0.45 * image + 0.55 * grey[..., None]) * _DIM
    inside = ~np.isnan(field)
    colour = ramp(scale.along(field)) * 255
    relief = np.clip(grey / max(float(grey[inside].mean()) if inside.any() else 1.0, 1.0), 0.55, 1.35)
    over = colour * _FIELD * (0.55 + 0.45 * relief[..., None]) + image * (1 - _FIELD)
    made[inside] = over[inside]
    tenth = np.floor(np.where(inside, field, -1.0) * 10)
    line = np.zeros(field.shape, np.bool_)
    line[:, 1:] |= (tenth[:, 1:] != tenth[:, :-1]) & inside[:, 1:] & inside[:, :-1]
    line[1:] |= (tenth[1:] != tenth[:-1]) & inside[1:] & inside[:-1]
    made[line] = made[line] * 0.66 + 255 * 0.34
    return np.asarray(np.clip(np.rint(made), 0, 255), np.uint8)


def _marks(
    table: Table, mapped: ExposureMap, size: tuple[int, int], words: Words
) -> tuple[list[TextPanel], list[TextLine]]:
    """Return labels at the most exposed and the most sheltered spot."""
    shares = mapped.exposure.overall
    shot = above(table, size[0] / size[1])
    panels: list[TextPanel] = []
    texts: list[TextLine] = []
    big = max(round(size[1] * 0.02), 11)
    for k in (int(shares.argmax()), int(shares.argmin())):
        x, y, _ = project(shot, mapped.spots.at[k : k + 1], size)[0].tolist()
        panels.append(TextPanel((x - big * 0.4, y - big * 0.4, big * 0.8, big * 0.8), INK, 0.9, big, border=PAPER))
        said = words.say("{share:.0%}", share=float(shares[k]))
        below = y < 3 * big
        made = pill(said, (x, y + big * 2.4 if below else y - big * 0.6), big, bold=True)
        panels += made[0]
        texts += made[1]
    return panels, texts


def _legend(
    mapped: ExposureMap, scale: _Scale, words: Words, box: tuple[int, int, int], page: Image
) -> tuple[list[TextPanel], list[TextLine]]:
    """Return the words beside the picture, between ``box``'s left and right, its height; draw the ramp on the page."""
    left, right, height = box
    unit = height / 1000
    small, big = max(round(19 * unit), 10), max(round(27 * unit), 12)
    x, y = left + round(24 * unit), round(34 * unit)
    width = right - x - round(20 * unit)
    texts, y = text_column(_said(mapped, words, small, big), (x, y), width, round(8 * unit))
    texts += _scale_bar(
        page, scale, words, (x, y + round(26 * unit)), (round(44 * unit), height - y - round(110 * unit))
    )
    return [], texts


_QUIET: Colour = (0.70, 0.70, 0.72)


def _said(mapped: ExposureMap, words: Words, small: int, big: int) -> Sequence[tuple[str, int, Colour, bool]]:
    shares = mapped.exposure.overall
    lines: list[tuple[str, int, Colour, bool]] = [(words.say("how exposed"), big, PAPER, True)]
    lines.append((words.say("from how much of the board a fighter on a spot is seen"), small, PAPER, False))
    storey = mapped.storey_of_spots
    for number, span in enumerate(mapped.storeys):
        chosen = storey == number
        if chosen.any():
            lines.append((storey_line(span, float(shares[chosen].mean()), words), small, PAPER, False))
    said = words.say(
        "base {base:g} mm, {height:g} in tall; {count} spots, {lines} lines a pair, {rays:.1f} million rays",
        base=round(to_mm(2 * mapped.body.radius), 1),
        height=mapped.body.height,
        count=len(shares),
        lines=mapped.exposure.lines,
        rays=mapped.exposure.rays / 1e6,
    )
    lines.append((said, max(round(small * 0.85), 9), _QUIET, False))
    return lines


def _scale_bar(
    page: Image, scale: _Scale, words: Words, corner: tuple[int, int], size: tuple[int, int]
) -> list[TextLine]:
    """Draw the ramp, the exposed end up, and return the numbers beside it."""
    (x, y), (wide, high) = corner, size
    if high < 40:
        return []
    colours = np.rint(ramp(np.linspace(1, 0, high)) * 255).astype(np.uint8)
    page[y : y + high, x : x + wide] = colours[:, None]
    text_size = max(round(wide * 0.44), 10)
    texts = []
    count = round((scale.high - scale.low) * 10)
    every = 1 if high / count > 2 * text_size else 2
    for tick in range(0, count + 1, every):
        share = scale.low + tick / 10
        at = y + high - round(high * tick / count)
        page[max(at - 1, y) : at + 1, x + wide : x + wide + wide // 4] = 230
        said = words.say("{share:.0%}", share=share)
        texts.append(TextLine(said, (x + wide * 1.5, at + text_size * 0.35), text_size))
    texts.append(TextLine(words.say("exposed"), (x + wide * 2.9, y + text_size * 0.35), text_size, _QUIET))
    texts.append(TextLine(words.say("sheltered"), (x + wide * 2.9, y + high + text_size * 0.35), text_size, _QUIET))
    return texts
