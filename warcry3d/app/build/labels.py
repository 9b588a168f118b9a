"""What is written over the bench: the names of parts, with the colour of their kind, and the lengths of the tapes."""

from collections.abc import Sequence

import numpy as np
from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.build.bench_table import bounds_of
from warcry3d.app.build.scene import kind_colour, rulers
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.colours import INK, PAPER
from warcry3d.app.scene.kinds import leading_kind
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.name_labels import Box, free_place
from warcry3d.app.widgets.theme import packed
from warcry3d.messages.names import part_title
from warcry3d.table.terrain import Part, Piece
from warcry3d.units import MM

__all__ = ["draw_part_names", "draw_ruler_lengths"]

NAMED = 14
"""So many parts have their names written over them, the largest; those chosen and under the pointer always have."""

Place = tuple[float, float, float]


def draw_part_names(
    piece: Piece,
    at: Place,
    frame: Frame,
    taken: list[Box],
    *,
    chosen: Sequence[str] = (),
    hovered: str | None = None,
) -> None:
    """Write the names of parts over them, clear of labels that are ``taken``; ``at``: where the piece's origin is on
    the table.
    """
    if len(piece.parts) < 2:
        return
    named = _largest(piece) | {*chosen, *([hovered] if hovered is not None else [])}
    parts = [part for part in piece.parts if part.id in named and not part.is_opening]
    if not parts:
        return
    places = project(frame.shot, np.array([_top_of(part) for part in parts]) + np.array(at), frame.picture)
    order = sorted(range(len(parts)), key=lambda k: (parts[k].id not in (*chosen, hovered), -places[k, 1]))
    for k in order:
        if places[k, 2] > 0:
            is_strong = parts[k].id in (*chosen, hovered)
            _draw_name(parts[k], (float(places[k, 0]), float(places[k, 1])), frame, taken, is_strong=is_strong)


def _largest(piece: Piece) -> set[str]:
    ranked = sorted(piece.parts, key=lambda part: -float(np.prod(np.ptp(part.solid.bounds, axis=0) + 0.01)))
    return {part.id for part in ranked[:NAMED]}


def _top_of(part: Part) -> tuple[float, float, float]:
    low, high = part.solid.bounds.tolist()
    return (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + 3 * high[2]) / 4


def _draw_name(part: Part, at: tuple[float, float], frame: Frame, taken: list[Box], *, is_strong: bool) -> None:
    scale = frame.scale
    size, pad = imgui.get_style().font_size_base * (0.95 if is_strong else 0.8), 6 * scale
    text = part_title(part.id, frame.words)
    with imgui_ctx.push_font(frame.bold, size):
        extent = imgui.calc_text_size(text)
    width, height = extent.x + 3 * pad, extent.y + 0.6 * pad
    left, top = free_place((at[0] - width / 2, at[1] - height / 2, width, height), taken)
    edge = frame.rail + frame.left_panel[2] + 4 * scale
    left = min(max(left, edge), frame.picture[0] - width - 4 * scale)
    paper = imgui.get_background_draw_list()
    paper.add_rect_filled(
        (left, top), (left + width, top + height), packed(INK, 0.86 if is_strong else 0.66), 5 * scale
    )
    paper.add_rect_filled(
        (left, top), (left + 4 * scale, top + height), packed(kind_colour(leading_kind(part)), 1.0), 2 * scale
    )
    colour = packed(PAPER, 1.0 if is_strong else 0.88)
    paper.add_text(frame.bold, size, (left + 1.7 * pad, top + 0.3 * pad), colour, text)


def draw_ruler_lengths(piece: Piece, at: Place, frame: Frame, taken: list[Box]) -> None:
    """Write at the middle of each tape how long it is, clear of labels that are ``taken``, to which these are added."""
    made = rulers(bounds_of(piece) + np.array(at))
    middles = np.array([[(a + b) / 2 for a, b in zip(one.start, one.end, strict=True)] for one in made])
    places = project(frame.shot, middles, frame.picture)
    paper, size = imgui.get_background_draw_list(), imgui.get_style().font_size_base * 0.78
    for ruler, (x, y, depth) in zip(made, places.tolist(), strict=True):
        if depth <= 0:
            continue
        text = frame.words.say("{inches:.1f} in · {mm:.0f} mm", inches=ruler.length, mm=ruler.length / MM)
        extent = imgui.calc_text_size(text)
        width, height = extent.x * 0.78 + 10 * frame.scale, extent.y * 0.78 + 4 * frame.scale
        left, top = free_place((x - width / 2, y + 6 * frame.scale, width, height), taken)
        paper.add_rect_filled((left, top), (left + width, top + height), packed(INK, 0.72), 4 * frame.scale)
        place = (left + 5 * frame.scale, top + 2 * frame.scale)
        paper.add_text(imgui.get_font(), size, place, packed(PAPER, 0.95), text)
