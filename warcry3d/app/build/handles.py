"""Handles: which is under the pointer, how far it was pulled along its axis, and how handles are drawn."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.scene.camera import project
from warcry3d.app.scene.colours import BLUE, GOLD, INK, PAPER
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.name_labels import Box, free_place
from warcry3d.app.widgets.theme import packed
from warcry3d.geom.solid import FloatArray
from warcry3d.messages import Words
from warcry3d.terrain.making.fields import FieldHandle, FieldValue, PieceField, snapped

__all__ = ["HandleLabel", "Pull", "along_axis", "draw_handles", "nearest_handle", "value_in_words"]

REACH = 17.0
"""A handle is taken hold of so near to it (points)."""
RADIUS, ARROW = 7.0, 21.0
"""Of the disc of a handle, and from its middle to the tip of an arrow (points)."""
STEEPEST = 0.985
"""A handle whose axis has this cosine or more with the line of sight points at the eye and cannot be pulled."""

Pixel = tuple[float, float]
Place = tuple[float, float, float]
Ray = tuple[FloatArray, FloatArray]


def along_axis(ray: Ray, at: Place, axis: Place) -> float | None:
    """Return how far along an axis (unit vector) through ``at`` a line of sight comes nearest to it (in).

    None where the axis points at the eye.
    """
    start, direction = ray
    line, away = np.array(axis), np.array(at) - start
    share = float(line @ direction)
    if abs(share) > STEEPEST:
        return None
    return float((share * (direction @ away) - line @ away) / (1 - share * share))


@dataclass(frozen=True, slots=True)
class Pull:
    """A handle in hand: the value with which it was taken, and where along its axis the pointer was then (in)."""

    handle: FieldHandle
    field: PieceField
    value: float
    origin: Place
    taken_at: float

    @classmethod
    def taken(cls, handle: FieldHandle, field: PieceField, value: FieldValue, origin: Place, ray: Ray) -> "Pull | None":
        """Return a handle taken hold of; None where it cannot be pulled from there."""
        at = along_axis(ray, _placed(handle, origin), handle.axis)
        return cls(handle, field, float(value), origin, at) if at is not None else None

    def value_at(self, ray: Ray) -> FieldValue | None:
        """Return the field's value with the pointer elsewhere: on its steps, within its range; None as `along_axis`."""
        at = along_axis(ray, _placed(self.handle, self.origin), self.handle.axis)
        if at is None:
            return None
        made = snapped(self.field, self.value + self.handle.gain * (at - self.taken_at))
        return int(made) if self.field.is_whole else made


def _placed(handle: FieldHandle, origin: Place) -> Place:
    return handle.at[0] + origin[0], handle.at[1] + origin[1], handle.at[2] + origin[2]


def nearest_handle(handles: Sequence[FieldHandle], origin: Place, frame: Frame, at: Pixel | None) -> FieldHandle | None:
    """Return the handle under a pixel, or near it; of several the nearest in the picture."""
    if at is None or not handles:
        return None
    places = project(frame.shot, np.array([_placed(one, origin) for one in handles]), frame.picture)
    aways = [math.dist(place[:2], at) if place[2] > 0 else math.inf for place in places.tolist()]
    best = min(range(len(handles)), key=lambda k: aways[k])
    return handles[best] if aways[best] <= REACH * frame.scale else None


def value_in_words(field: PieceField, value: FieldValue, words: Words) -> str:
    """Return what a field is called, and its value."""
    name = words.text(field.label)
    if field.unit == "in":
        return words.say("{name} {inches:.2f} in", name=name, inches=float(value))
    if field.unit == "share":
        return words.say("{name} {share:.0%}", name=name, share=float(value))
    return words.say("{name} {value}", name=name, value=value)


@dataclass(frozen=True, slots=True)
class HandleLabel:
    """A handle as it is drawn: what it says, whether the pointer is on it, whether it is in hand."""

    handle: FieldHandle
    text: str
    is_lit: bool
    is_held: bool


def draw_handles(labels: Sequence[HandleLabel], origin: Place, frame: Frame) -> None:
    """Draw handles as discs with arrows along their axes, and what each is called; what is in hand over the others."""
    if not labels:
        return
    starts = np.array([_placed(one.handle, origin) for one in labels])
    ends = starts + 0.2 * np.array([one.handle.axis for one in labels])
    places, tips = project(frame.shot, starts, frame.picture), project(frame.shot, ends, frame.picture)
    taken: list[Box] = []
    for k in sorted(range(len(labels)), key=lambda k: (labels[k].is_held, labels[k].is_lit)):
        if places[k, 2] > 0 and tips[k, 2] > 0:
            middle = (float(places[k, 0]), float(places[k, 1]))
            _draw_grip(labels[k], middle, tips[k, :2] - places[k, :2], frame)
    for k in sorted(range(len(labels)), key=lambda k: (not labels[k].is_held, not labels[k].is_lit, -places[k, 1])):
        if places[k, 2] > 0:
            _draw_text(labels[k], (float(places[k, 0]), float(places[k, 1])), frame, taken)


def _draw_grip(label: HandleLabel, middle: Pixel, across: FloatArray, frame: Frame) -> None:
    paper, scale = imgui.get_background_draw_list(), frame.scale
    colour = packed(GOLD if label.is_held else PAPER if label.is_lit else BLUE, 1.0)
    length = float(np.hypot(*across))
    grown = 1.25 if label.is_lit or label.is_held else 1.0
    if length > 0.5:  # else the axis points at the eye
        way, side = across / length, np.array([-across[1], across[0]]) / length
        for sign in (-1.0, 1.0):
            tip = np.array(middle) + sign * ARROW * grown * scale * way
            foot = np.array(middle) + sign * (ARROW - 8.0) * grown * scale * way
            wing = 6.0 * sign * grown * scale * side  # panels fill what runs clockwise
            corners = [tip, foot + wing, foot - wing]
            first, second, third = [(float(x), float(y)) for x, y in corners]
            paper.add_line(middle, (float(foot[0]), float(foot[1])), packed(INK, 0.9), 5.0 * scale)
            paper.add_line(middle, (float(foot[0]), float(foot[1])), colour, 2.5 * scale)
            paper.add_triangle(first, second, third, packed(INK, 0.9), 3.0 * scale)
            paper.add_triangle_filled(first, second, third, colour)
    paper.add_circle_filled(middle, (RADIUS * grown + 2.0) * scale, packed(INK, 0.9))
    paper.add_circle_filled(middle, RADIUS * grown * scale, colour)


def _draw_text(label: HandleLabel, at: Pixel, frame: Frame, taken: list[Box]) -> None:
    is_strong = label.is_held or label.is_lit
    scale, size = frame.scale, imgui.get_style().font_size_base * (0.95 if is_strong else 0.78)
    font: Any = frame.bold if is_strong else imgui.get_font()
    with imgui_ctx.push_font(font, size):
        extent = imgui.calc_text_size(label.text)
    pad = 5 * scale
    box = (at[0] + 16 * scale, at[1] - extent.y - 12 * scale, extent.x + 2 * pad, extent.y + 0.6 * pad)
    left, top = free_place(box, taken)
    left = min(max(left, frame.rail + frame.left_panel[2] + 4 * scale), frame.picture[0] - box[2] - 4 * scale)
    paper = imgui.get_background_draw_list()
    paper.add_rect_filled(
        (left, top), (left + box[2], top + box[3]), packed(INK, 0.88 if is_strong else 0.66), 4 * scale
    )
    paper.add_text(font, size, (left + pad, top + 0.3 * pad), packed(GOLD if label.is_held else PAPER, 1.0), label.text)
