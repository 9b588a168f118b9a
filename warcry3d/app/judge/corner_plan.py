"""To what of a thing a tape is held: its nearest edge, its centre, or a corner, clicked on a small plan of it."""

from typing import Any

import numpy as np
from imgui_bundle import imgui

from warcry3d.app.judge.setup_intents import ThingKind
from warcry3d.app.judge.setup_state import SetUpState
from warcry3d.app.measures.piece_corners import feet_of
from warcry3d.app.scene.colours import GOLD
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.choices import option
from warcry3d.errors import WarcryError
from warcry3d.geom.planar import Point2
from warcry3d.geom.solid import FloatArray
from warcry3d.table.tape_measures import Measured, OwnPoint, TapedShape, TapeEnd
from warcry3d.table.terrain import Piece

__all__ = ["corner_at", "end_chooser"]

HIGHEST = 260.0
"""A plan is no higher than this (points), and no wider than the sentence above it."""
AROUND = 14.0
"""Room around the outline (points)."""
REACH = 16.0
"""A click this near to a corner (points) takes it."""


def end_chooser(frame: Frame, state: SetUpState, end: TapeEnd, names: tuple[str, str]) -> TapeEnd | None:
    """Draw a small button that says to what is measured; return what was chosen instead.

    ``names``: how to say "to its edge" and "to its centre"; without the first there is no edge to choose. A model has
    these two alone, and a click changes from one to the other; a piece has corners, too.
    """
    words = frame.words
    title = (
        names[1] if end is Measured.CENTRE else words.say("to its corner") if isinstance(end, OwnPoint) else names[0]
    )
    is_clicked = imgui.small_button(title)
    if state.kind is ThingKind.MODEL:
        return (Measured.EDGE if end is Measured.CENTRE else Measured.CENTRE) if is_clicked else None
    if is_clicked:
        imgui.open_popup("ends")
    if not imgui.begin_popup("ends"):
        return None
    chosen: TapeEnd | None = None
    for name, one in zip(names, (Measured.EDGE, Measured.CENTRE), strict=True):
        if name and option(name, end is one):
            chosen = one
    clicked = _plan(frame, state, end)
    if clicked is not None:
        chosen = OwnPoint(clicked)
    if chosen is not None:
        imgui.close_current_popup()
    imgui.end_popup()
    return chosen


def _plan(frame: Frame, state: SetUpState, end: TapeEnd) -> Point2 | None:
    """Draw the piece from above, as it is turned, with its corners; return the one that was clicked, in its frame."""
    try:
        piece, shape = state.piece_chosen, state.shape
    except WarcryError:
        return None
    feet = feet_of(piece)
    if not feet:
        imgui.text_disabled(frame.words.say("it has no corners"))
        return None
    said, scale = frame.words.say("or to the corner that you click (the near edge is below):"), frame.scale
    imgui.text_disabled(said)
    at, room = imgui.get_cursor_screen_pos(), (imgui.calc_text_size(said).x, HIGHEST * scale)
    outlines, seen, size = _laid(piece, feet, shape, room, AROUND * scale)
    is_pressed = imgui.invisible_button("plan", size)
    start, pointer = np.array([at.x, at.y]), imgui.get_mouse_pos()
    near = corner_at(seen, (pointer.x - at.x, pointer.y - at.y), REACH * scale) if imgui.is_item_hovered() else None
    paper = imgui.get_window_draw_list()
    stone = imgui.get_color_u32(imgui.Col_.text_disabled.value)
    ground = imgui.get_color_u32(imgui.Col_.text_disabled.value, 0.25)
    brass = imgui.color_convert_float4_to_u32((*GOLD, 1.0))
    plain = imgui.get_color_u32(imgui.Col_.text.value)
    for outline in outlines:
        points: list[Any] = (outline + start).tolist()
        paper.add_convex_poly_filled(points, ground)
        paper.add_polyline(points, stone, 1.5 * scale, imgui.ImDrawFlags_.closed.value)
    for number, foot in enumerate(feet):
        middle = tuple((seen[number] + start).tolist())
        is_held = isinstance(end, OwnPoint) and end.at == foot
        paper.add_circle_filled(middle, (4.5 if is_held else 3.5) * scale, brass if is_held else plain)
        if number == near:
            paper.add_circle(middle, 8.0 * scale, brass, 0, 2.0 * scale)
    return feet[near] if is_pressed and near is not None else None


def corner_at(seen: FloatArray, at: Point2, reach: float) -> int | None:
    """Return which of the corners (n, 2) a point is near to; None where it is further than ``reach`` from all."""
    away = np.hypot(seen[:, 0] - at[0], seen[:, 1] - at[1])
    return int(away.argmin()) if away.min() <= reach else None


def _laid(
    piece: Piece, feet: tuple[Point2, ...], shape: TapedShape, room: Point2, around: float
) -> tuple[list[FloatArray], FloatArray, Point2]:
    """Return the outlines of the parts of a piece and its corners (n, 2), as they lie on a plan with y downward, and
    the size of the plan: as wide as there is room, and as high as it must be.
    """
    from shapely import MultiPoint, get_coordinates

    def turned(points: FloatArray) -> FloatArray:
        return np.array([shape.offset(OwnPoint((x, y))) for x, y in points.tolist()])

    outlines = []
    for part in piece.parts:
        hull = MultiPoint(part.solid.vertices[:, :2]).convex_hull.simplify(0.02)
        outlines.append(turned(get_coordinates(hull)))
    every = np.concatenate(outlines)
    low, high = every.min(axis=0), every.max(axis=0)
    span = np.maximum(high - low, 1e-6)
    grain = float(((np.array(room) - 2 * around) / span).min())
    size = (room[0], float(span[1] * grain + 2 * around))
    middle = (low + high) / 2

    def laid(points: FloatArray) -> FloatArray:
        return np.asarray((points - middle) * np.array([grain, -grain]) + np.array(size) / 2)

    return [laid(outline) for outline in outlines], laid(turned(np.array(feet))), size
