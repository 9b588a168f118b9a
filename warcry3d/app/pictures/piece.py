"""A piece from two sides, its parts coloured by kind, its passages drawn, with a legend."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from warcry3d.app.pictures.table import check_size, graphics_for, save_png
from warcry3d.app.scene.camera import CORNER_AZIMUTH, Shot, from_corner, project
from warcry3d.app.scene.colours import BLUE, INK, Colour
from warcry3d.app.scene.kinds import KIND_COLOURS, kind_skin, leading_kind
from warcry3d.app.scene.label import TextLine, TextPanel, draw_panels, draw_texts, line_height, text_width
from warcry3d.app.scene.overlays import Beam, Overlay
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import Image
from warcry3d.app.scene.studio import Labels, Studio, pill
from warcry3d.app.scene.world import STILL, Quality
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.messages import Words
from warcry3d.messages.vocabulary import KINDS
from warcry3d.rules.systems import DEFAULT
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature, Part, Piece

__all__ = ["SIZE", "draw_piece", "piece_picture"]

SIZE = (1600, 1000)

_MARGIN_SHARE = 0.12
"""How far the board extends around the piece, in shares of its longest side."""
_STRIDE = 0.6
"""How far (in) a passage is drawn beyond both of its ends."""
_NAMED = 14
"""How many parts have their names in the picture: the largest."""


def draw_piece(piece: Piece, path: Path, words: Words, *, graphics: Graphics | None = None) -> None:
    """Write the picture of a piece as PNG."""
    save_png(piece_picture(piece, words, graphics=graphics), path)


def piece_picture(
    piece: Piece,
    words: Words,
    *,
    size: tuple[int, int] = SIZE,
    quality: Quality = STILL,
    graphics: Graphics | None = None,
) -> Image:
    """Return the picture (h, w, 3) of a piece by kinds, ``size`` pixels; raise as `picture` does."""
    check_size(size)
    shown = replace(piece, parts=tuple(replace(part, skin=kind_skin(part)) for part in piece.parts))
    table, at = _table(shown)
    scale = max(min(size[0] / SIZE[0], size[1] / SIZE[1]), 0.35)
    margin = round(12 * scale)
    panels, texts, high = _legend(piece, words, size, scale, margin)
    view = ((size[0] - 3 * margin) // 2, size[1] - high - 3 * margin)
    page = np.empty((size[1], size[0], 3), np.uint8)
    page[:] = np.array([11, 12, 15], np.uint8)
    overlays = _passages(piece, at)
    with graphics_for(graphics) as own, Studio(own, table, quality=quality) as studio:
        for k, turn in enumerate((0.0, math.pi)):
            left = margin + k * (view[0] + margin)
            shot = from_corner(table, view[0] / view[1], CORNER_AZIMUTH + turn)
            image = studio.take(shot, view, overlays, scale=scale)
            names = _names(piece, at, shot, view, max(round(17 * scale), 10))
            page[margin : margin + view[1], left : left + view[0]] = draw_panels(image, names[0])
            texts += [replace(text, at=(text.at[0] + left, text.at[1] + margin)) for text in names[1]]
            panels.append(TextPanel((left, margin, *view), INK, 0.0, 3, border=(0.26, 0.27, 0.30)))
        return draw_texts(own, draw_panels(page, panels), texts)


def _table(piece: Piece) -> tuple[Table, FloatArray]:
    """Return a table a little larger than the piece, with it alone, and where the piece's origin is on it."""
    low, high = _bounds(piece.parts)
    around = max(_MARGIN_SHARE * float((high - low).max()), 0.3)
    at = (float(around - low[0]), float(around - low[1]), 0.0)
    width, depth = ((high - low)[:2] + 2 * around).tolist()
    feature = Feature("piece", piece, Placement(at))
    return Table(DEFAULT, Board(width, depth), Terrain((feature,)), ()), np.array(at)


def _bounds(parts: Sequence[Part]) -> tuple[FloatArray, FloatArray]:
    bounds = np.concatenate([part.solid.bounds for part in parts])
    return bounds.min(axis=0), bounds.max(axis=0)


def _passages(piece: Piece, at: FloatArray) -> tuple[Overlay, ...]:
    made: list[Overlay] = []
    for part in piece.parts:
        if part.passage is not None:
            lift = np.array([0.0, 0.0, 0.12])
            ends = np.array([part.passage.start, part.passage.end]) + at + lift
            way = ends[1] - ends[0]
            ends += np.outer((-1, 1), way / max(float(np.linalg.norm(way)), 1e-9) * _STRIDE)
            start, end = ((float(x), float(y), float(z)) for x, y, z in ends)
            made.append(Beam(start, end, BLUE, width=7.0))
    return tuple(made)


def _names(piece: Piece, at: FloatArray, shot: Shot, size: tuple[int, int], text_size: int) -> Labels:
    """Return the names of the largest parts over them; one that would lie over another moves up."""
    if len(piece.parts) < 2:
        return ([], [])
    panels: list[TextPanel] = []
    texts: list[TextLine] = []
    taken: list[tuple[float, float, float]] = []
    for part in sorted(piece.parts, key=lambda one: -one.solid.volume)[:_NAMED]:
        low, high = part.solid.bounds
        top = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + 3 * high[2]) / 4]) + at
        x, y, depth = project(shot, top[None], size)[0].tolist()
        if depth <= 0:
            continue
        half = text_width(part.id, text_size) / 2 + text_size
        x = min(max(x, half), size[0] - half)
        y = min(max(y, 2.0 * text_size), size[1] - text_size)
        while any(abs(x - a) < half + w and abs(y - b) < 1.7 * text_size for a, b, w in taken) and y > 2 * text_size:
            y -= 0.5 * text_size
        taken.append((x, y, half))
        made = pill(part.id, (x, y), text_size, mark=_colour(leading_kind(part)))
        panels += made[0]
        texts += made[1]
    return panels, texts


def _colour(kind: PartKind) -> Colour:
    red, green, blue = KIND_COLOURS[kind]
    return (red / 255, green / 255, blue / 255)


def _legend(
    piece: Piece, words: Words, size: tuple[int, int], scale: float, margin: int
) -> tuple[list[TextPanel], list[TextLine], int]:
    """Return a swatch and a word for each kind in the piece with its number of parts, and the height (pixels)."""
    text_size = max(round(20 * scale), 11)
    row = round(1.35 * line_height(text_size))
    low, high = _bounds(piece.parts)
    width, depth, height = (high - low).tolist()
    title = words.say(
        "{name}: {width:.1f} x {depth:.1f} in, {height:.1f} in high",
        name=piece.name,
        width=width,
        depth=depth,
        height=height,
    )
    entries = [(kind, [p for p in piece.parts if leading_kind(p) is kind]) for kind in KIND_COLOURS]
    panels: list[TextPanel] = []
    placed: list[TextLine] = []
    x, y = float(margin), 0
    for kind, parts in entries:
        if not parts:
            continue
        label = words.say(
            "{kind}: {parts}", kind=words.say(KINDS[kind]), parts=words.count("{n} part", "{n} parts", len(parts))
        )
        wide = text_width(label, text_size) + 3.2 * text_size
        if x + wide > size[0] - margin and x > margin:
            x, y = float(margin), y + row
        panels.append(TextPanel((x, y + 0.15 * row, 1.4 * text_size, 0.7 * row), _colour(kind), 1.0, 3))
        placed.append(TextLine(label, (x + 1.9 * text_size, y + 0.72 * row), text_size))
        x += wide
    total = y + 2 * row
    top = size[1] - margin - total
    texts = [TextLine(title, (margin, top + 0.72 * row), text_size, bold=True)]
    texts += [replace(text, at=(text.at[0], text.at[1] + top + row)) for text in placed]
    panels = [replace(p, box=(p.box[0], p.box[1] + top + row, p.box[2], p.box[3])) for p in panels]
    return panels, texts, total
