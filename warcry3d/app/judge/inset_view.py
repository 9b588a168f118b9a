"""Draws the Judge room's inset: picture, names and gap over it, its tabs and its caption."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.judge.insets import InsetLook, InsetState, SwitchLook
from warcry3d.app.judge.intents import JudgeAction
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Wanted
from warcry3d.app.scene.camera import Shot, project
from warcry3d.app.scene.colours import INK, PAPER, Colour, side_colour
from warcry3d.app.scene.inset import Inset
from warcry3d.app.scene.line_view import LineView
from warcry3d.app.scene.verdict import colour_of
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.name_labels import labels_over
from warcry3d.app.widgets.panel_card import chip
from warcry3d.app.widgets.side_panel import FIXED
from warcry3d.app.widgets.theme import packed, readable
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.messages import template
from warcry3d.messages.names import fighter_name
from warcry3d.messages.verdicts import room_label
from warcry3d.sight.verdict import Verdict
from warcry3d.units import MM

__all__ = ["InsetView", "draw_gap", "inset_corner"]

MARGIN, PAD, EDGE, ROUND = 12.0, 6.0, 2.5, 9.0
"""Around the inset, within its labels, of its frame, and of its corners (points)."""
SMALL = 0.82
"""Size of text in the inset against that of other text."""
TICK, SMALLEST = 9.0, 3.0
"""Length of the marks beside a gap, and the least radius that is drawn of one (points)."""
PALE = 0.45
"""How bright a picture is drawn that shows things as they were."""
TABS = {
    InsetLook.EYE: template("Eye"),
    InsetLook.ALONG: template("Along the line"),
    InsetLook.FULL: template("All of it?"),
}

Pixel = tuple[float, float]


def inset_corner(frame: Frame) -> Pixel:
    """Return the pixel of the inset's upper left corner."""
    return frame.rail + MARGIN * frame.scale, frame.panel[1] + MARGIN * frame.scale


@dataclass(frozen=True)
class InsetView:
    """Draws the inset into a frame. ``key_label``: the key of an action, by the name of its binding."""

    frame: Frame
    key_label: Callable[[str], str]

    def draw(self, model: JudgeModel, wanted: Inset | None) -> Sequence[Wanted]:
        """Draw it at the upper left of the table's picture; ``wanted``: what it shows once that is known."""
        frame, state = self.frame, model.state(InsetState)
        asked: list[Wanted] = []
        left, top = inset_corner(frame)
        imgui.set_next_window_pos((left, top))
        imgui.set_next_window_size(state.size)
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.window_padding.value, (0.0, 0.0)),
            imgui_ctx.push_style_var(imgui.StyleVar_.window_border_size.value, 0.0),
            imgui_ctx.begin("judge-inset", None, FIXED),
        ):
            imgui.set_next_item_allow_overlap()
            if imgui.invisible_button("large", state.size):
                asked.append(JudgeAction.TOGGLE_EYE)
            is_hovered = imgui.is_item_hovered()
            tool_tip(frame.words.say("click: large"))
            self._picture(model, wanted, (left, top))
            self._frame((left, top), model, is_hovered=is_hovered)
            self._caption(model, (left, top))
            imgui.set_cursor_screen_pos((left + PAD * frame.scale, top + PAD * frame.scale))
            self._tabs(state, asked)
        return asked

    def _picture(self, model: JudgeModel, wanted: Inset | None, at: Pixel) -> None:
        """Draw the picture of what is wanted; until it is there, the one before of the same pair, pale."""
        drawn, state, paper = self.frame.inset, model.state(InsetState), imgui.get_window_draw_list()
        end = at[0] + state.size[0], at[1] + state.size[1]
        subject = (model.viewer, model.target, state.look.name)
        if drawn is None or drawn.inset.subject != subject:
            return
        is_current = drawn.inset == wanted
        tint = packed((1.0, 1.0, 1.0) if is_current else (PALE, PALE, PALE), 1.0)
        texture = imgui.ImTextureRef(drawn.picture)
        paper.add_image_rounded(texture, at, end, (0, 1), (1, 0), tint, ROUND * self.frame.scale)
        if not is_current or state.found is None or model.judgement is None:
            return
        if state.look is InsetLook.ALONG:
            ring = GapRing(paper, at, state.size, self.frame)
            ring.draw(drawn.inset.shot, state.found.looks.along, model.judgement.sight)
        elif model.target is not None:
            self._name(model, model.target, drawn.inset, at)

    def _name(self, model: JudgeModel, id: str, inset: Inset, at: Pixel) -> None:
        """Write the target's name over it."""
        name = fighter_name(id, self.frame.words)
        for label in labels_over(model.table, {id: name}, inset.shot, inset.size):
            x = min(max(label.at[0], 0.0), inset.size[0])
            y = max(label.at[1], 0.25 * inset.size[1])
            draw_label(self.frame, name, (at[0] + x, at[1] + y), side_colour(label.side), inset.size[0], at[0])

    def _frame(self, at: Pixel, model: JudgeModel, *, is_hovered: bool) -> None:
        size, scale = model.state(InsetState).size, self.frame.scale
        end = at[0] + size[0], at[1] + size[1]
        side = readable(side_colour(model.table.model(model.viewer or "").side))
        width = (EDGE + (1.0 if is_hovered else 0.0)) * scale
        paper = imgui.get_window_draw_list()
        paper.add_rect(at, end, packed(side, 0.95), ROUND * scale, width)

    def _caption(self, model: JudgeModel, at: Pixel) -> None:
        """Write what the inset shows, and the key that makes it large, at its foot."""
        words, state = self.frame.words, model.state(InsetState)
        name = words.say("through the eye of {viewer}", viewer=fighter_name(model.viewer or "", words))
        if state.found is not None:
            name = state.found.looks.of(state.look)[0].title(words)
        elif state.look is InsetLook.ALONG:
            name = words.say("Along the line")
        key = self.key_label("judge.eye")
        said = f"{name} · {key}" if key else name
        pad = PAD * self.frame.scale
        foot = at[0] + state.size[0] / 2, at[1] + state.size[1] - pad
        side = side_colour(model.table.model(model.viewer or "").side)
        draw_label(self.frame, said, foot, side, state.size[0], at[0], is_left=True)

    def _tabs(self, state: InsetState, asked: list[Wanted]) -> None:
        """Draw the tabs: what the inset may show."""
        words, scale = self.frame.words, self.frame.scale
        key = self.key_label("judge.look")
        with (
            imgui_ctx.push_font(None, SMALL * imgui.get_style().font_size_base),
            imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding.value, (7 * scale, 1.5 * scale)),
        ):
            for number, one in enumerate(state.tabs):
                if number:
                    imgui.same_line(0, 4 * scale)
                if chip(f"{words.say(TABS[one])}##{one.name}", key, scale, is_on=one is state.look):
                    asked.append(SwitchLook(one))


def draw_label(
    frame: Frame, text: str, foot: Pixel, side: Colour, room: float, left: float, *, is_left: bool = False
) -> None:
    """Write a dark label whose foot is at a pixel, within ``room`` pixels from ``left``, as small as it must be
    to fit. ``is_left``: at the left of that room.
    """
    paper, pad = imgui.get_window_draw_list(), PAD * frame.scale
    size = SMALL * imgui.get_style().font_size_base
    with imgui_ctx.push_font(None, size):
        extent = imgui.calc_text_size(text)
    most = room - 5 * pad
    share = min(1.0, most / max(extent.x, 1.0))
    width, height = share * extent.x + 2.4 * pad, share * extent.y + 0.8 * pad
    x = left + pad if is_left else min(max(foot[0] - width / 2, left + pad), left + room - width - pad)
    y = foot[1] - height
    paper.add_rect_filled((x, y), (x + width, y + height), packed(INK, 0.80), 4 * frame.scale)
    paper.add_rect_filled((x, y), (x + 3 * frame.scale, y + height), packed(readable(side), 1.0), 2 * frame.scale)
    at = x + 1.4 * pad, y + 0.4 * pad
    paper.add_text(imgui.get_font(), share * size, at, packed(PAPER, 1.0), text)


@dataclass(frozen=True)
class GapRing:
    """Draws a gap over a picture whose upper left corner is ``at`` (pixels)."""

    paper: Any
    at: Pixel
    size: tuple[int, int]
    frame: Frame

    def draw(self, shot: Shot, view: LineView, sight: Verdict) -> None:
        """Draw a ring as wide as the gap, marks beside it, and how much room there is."""
        said = room_label(sight, self.frame.words)
        if view.gap is None:
            self._write(said, (self.at[0] + self.size[0] / 2, self.at[1] + self.size[1]))
            return
        scale, colour = self.frame.scale, packed(colour_of(sight), 1.0)
        x, y, depth = project(shot, np.array([view.gap.at]), self.size)[0].tolist()
        if depth <= 0:
            return
        pixels = self.size[1] / 2 / math.tan(shot.field / 2) / depth
        radius = max(view.gap.width_mm * MM / 2 * pixels, SMALLEST * scale)
        middle = self.at[0] + x, self.at[1] + y
        dark, width = packed(INK, 0.75), 2.0 * scale
        for paint, thick in ((dark, 2.2 * width), (colour, width)):
            self.paper.add_circle(middle, radius, paint, 48, thick)
            for dx, dy in ((-1, 0), (1, 0)):
                start, end = radius + 2 * scale, radius + (2 + TICK) * scale
                ends = [(middle[0] + dx * far, middle[1] + dy * far) for far in (start, end)]
                self.paper.add_line(ends[0], ends[1], paint, thick)
        self._write(said, (middle[0], middle[1] + radius + 4 * scale))

    def _write(self, said: str, top: Pixel) -> None:
        """Write a text below a pixel, dark behind it, above the caption."""
        if not said:
            return
        scale = self.frame.scale
        size = SMALL * imgui.get_style().font_size_base
        with imgui_ctx.push_font(self.frame.bold, size):
            extent = imgui.calc_text_size(said)
        pad = 0.5 * PAD * scale
        left = min(max(top[0] - extent.x / 2, self.at[0] + 3 * pad), self.at[0] + self.size[0] - extent.x - 3 * pad)
        lowest = self.at[1] + 0.82 * self.size[1] - extent.y
        y = min(top[1], lowest)
        box = (left - 2 * pad, y), (left + extent.x + 2 * pad, y + extent.y + 2 * pad)
        self.paper.add_rect_filled(*box, packed(INK, 0.78), 4 * scale)
        self.paper.add_text(self.frame.bold, size, (left, y + pad), packed(PAPER, 1.0), said)


def draw_gap(frame: Frame, view: LineView, sight: Verdict) -> None:
    """Draw a gap over the table's picture, which is seen along the line."""
    GapRing(imgui.get_background_draw_list(), (0.0, 0.0), frame.picture, frame).draw(frame.shot, view, sight)
