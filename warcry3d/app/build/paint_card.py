"""The card of the paint tool: how faces are chosen, what is painted, and the part that is made of it."""

from enum import Enum, auto

import numpy as np
from imgui_bundle import imgui

from warcry3d.app.build.paint_state import (
    MOST_DEPTH,
    RADII,
    ChoosePaintKind,
    Painting,
    PaintState,
    PaintWay,
    SetBrush,
)
from warcry3d.app.build.part_rows import draw_kind_chips
from warcry3d.app.build.station import Wanted
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.choices import headline, segments
from warcry3d.app.widgets.theme import paragraph
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.messages import Words, template

__all__ = ["PaintAction", "draw_paint_card"]

WAYS = (
    (PaintWay.BRUSH, template("Brush"), template("drag over the piece: faces around the pointer")),
    (PaintWay.FLOOD, template("Flood"), template("click: everything up to an edge that bends more than the angle")),
    (PaintWay.BOX, template("Box"), template("drag a box over the picture: what is seen in it")),
    (PaintWay.LASSO, template("Lasso"), template("drag around what is meant")),
)
LOGARITHMIC = imgui.SliderFlags_.logarithmic.value


class PaintAction(Enum):
    """What the card's buttons do."""

    MAKE = auto()
    CLEAR = auto()
    GROW = auto()
    SHRINK = auto()


def draw_paint_card(frame: Frame, state: PaintState, wanted: list[Wanted]) -> PaintAction | None:
    """Draw it; return the button that was pressed."""
    words = frame.words
    headline(words.say("Paint faces"), frame.bold)
    names = [words.say(title) for _, title, _ in WAYS]
    at = next(k for k, (way, _, _) in enumerate(WAYS) if way is state.way)
    picked = segments("paint-way", names, at)
    if picked is not None:
        wanted.append(SetBrush(way=WAYS[picked][0]))
    erasing = segments("paint-sign", [words.say("Add"), words.say("Take away")], int(state.is_erasing))
    if erasing is not None:
        wanted.append(SetBrush(is_erasing=bool(erasing)))
    _draw_measure(words, state, wanted)
    if state.painting is None:
        paragraph(words.say("getting the surface ready..."))
        return None
    if not state.painting.faces.any():
        paragraph(words.say(WAYS[at][2]))
        hint = words.say("With Ctrl held a drag takes paint away; a drag that begins beside the piece turns the view.")
        drawn = words.say("With Ctrl held a drag takes paint away.")
        paragraph(drawn if state.way.is_drawn else hint)
        return None
    return _draw_making(frame, state, state.painting, wanted)


def _draw_measure(words: Words, state: PaintState, wanted: list[Wanted]) -> None:
    """Draw what the way of choosing depends on."""
    imgui.set_next_item_width(-1)
    if state.way is PaintWay.BRUSH:
        is_set, radius = imgui.slider_float(
            "##radius", state.radius, RADII[0], RADII[1], words.say("brush %.2f in"), LOGARITHMIC
        )
        tool_tip(words.say("radius of the brush; keys [ and ]"))
        if is_set:
            wanted.append(SetBrush(radius=radius))
    elif state.way is PaintWay.FLOOD:
        is_set, angle = imgui.slider_float("##angle", state.angle, 1.0, 90.0, words.say("edges up to %.0f degrees"))
        if is_set:
            wanted.append(SetBrush(angle=angle))
    else:
        is_set, through = imgui.checkbox(words.say("also what is hidden"), state.goes_through)
        if is_set:
            wanted.append(SetBrush(goes_through=through))


def _draw_making(frame: Frame, state: PaintState, painting: Painting, wanted: list[Wanted]) -> PaintAction | None:
    """Draw what can be done with painted faces."""
    words, pressed = frame.words, None
    for number, (action, label, tip) in enumerate(
        (
            (PaintAction.GROW, words.say("Grow"), words.say("paint the faces beside the painted ones too")),
            (PaintAction.SHRINK, words.say("Shrink"), words.say("take the faces at the border away")),
            (PaintAction.CLEAR, words.say("Clear"), words.say("paint no face; key Delete")),
        )
    ):
        if number:
            imgui.same_line()
        if imgui.button(label):
            pressed = action
        tool_tip(tip)
    area = painting.mesh.area(painting.faces)
    headline(words.say("New part of {area:.1f} square inches", area=area), frame.bold)
    imgui.set_next_item_width(-1)
    is_set, depth = imgui.slider_float("##depth", state.depth, 0.02, MOST_DEPTH, words.say("%.2f in deep"), LOGARITHMIC)
    tool_tip(words.say("so deep the new part reaches under its surface; a shell painted all over is taken whole"))
    if is_set:
        wanted.append(SetBrush(depth=float(np.round(depth, 3))))
    kind = draw_kind_chips((state.kind,), words, frame.scale)
    if kind is not None:
        wanted.append(ChoosePaintKind(kind.kind))
    if imgui.button(words.say("Make the part"), (-1, 0)):
        pressed = PaintAction.MAKE
    tool_tip(words.say("key Enter"))
    return pressed
