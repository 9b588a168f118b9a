"""Names over fighters, and what a chip says beside each: seen, in cover, in range, odds, what it would do to you."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from imgui_bundle import imgui

from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import Rectangle
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.colours import AMBER, BLUE, GOLD, GREEN, INK, PAPER, RED, Colour
from warcry3d.app.scene.markers import marker_colour
from warcry3d.app.widgets.name_labels import NameLabel, free_place, labels_over
from warcry3d.app.widgets.theme import packed, readable
from warcry3d.game.preview import Chip, ChipKind
from warcry3d.message import Message

__all__ = ["draw_labels", "draw_markers"]

COLOURS: Mapping[ChipKind, Colour] = MappingProxyType(
    {
        ChipKind.SEEN: GREEN,
        ChipKind.HIDDEN: (0.62, 0.61, 0.59),
        ChipKind.TOO_CLOSE: AMBER,
        ChipKind.COVER: BLUE,
        ChipKind.IN_RANGE: GREEN,
        ChipKind.ODDS: PAPER,
        ChipKind.SEES: AMBER,
        ChipKind.SHOOTS: AMBER,
        ChipKind.CHARGES: RED,
        ChipKind.ENGAGED: RED,
        ChipKind.DISTANCE: (0.82, 0.80, 0.76),
    }
)
SIGNS: Mapping[ChipKind, str] = MappingProxyType(
    {
        ChipKind.SEEN: "● ",
        ChipKind.HIDDEN: "○ ",
        ChipKind.TOO_CLOSE: "? ",
        ChipKind.COVER: "■ ",
        ChipKind.IN_RANGE: "◇ ",
        ChipKind.SEES: "◎ ",
        ChipKind.SHOOTS: "→ ",
        ChipKind.CHARGES: "▲ ",
        ChipKind.ENGAGED: "× ",
    }
)
"""What the fonts that ship have signs for."""
SIZE, SMALL = 0.72, 0.66
FAR = 1.5
"""A name that is moved by more of its heights than this is far from its fighter."""
OUTSIDE = 1e5
"""Beyond any window (pixels)."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a label: its text in a colour and a size, and how large that is (pixels)."""

    text: str
    colour: Colour
    size: float
    width: float
    height: float


def draw_labels(
    panel: PlayFrame,
    chips: Mapping[str, tuple[Chip, ...]],
    names: Mapping[str, str],
    written: Sequence[Rectangle] = (),
) -> None:
    """Draw the names of fighters and their chips over the table, behind all panels, none over another, nor over what
    is ``written`` there already; beside chips a name without any is left out where it has no room near its fighter.
    """
    ids = list(names)
    table, shot = panel.model.moment.table, panel.frame.shot
    labels = labels_over(table, dict(zip(ids, ids, strict=True)), shot, panel.frame.picture, chosen=tuple(chips))
    walls, taken, placed = _walls(panel), list(written), list[tuple[NameLabel, list[_Part], Rectangle]]()
    by_id = {label.text: label for label in labels}  # several fighters may have one name
    for id in sorted(filter(by_id.__contains__, ids), key=lambda id: id not in chips):
        label, parts = by_id[id], _parts(panel, names[id], chips.get(id, ()))
        width, height = sum(part.width for part in parts) + 2.6 * _pad(panel), max(part.height for part in parts)
        height += 0.7 * _pad(panel)
        left = _between_rosters(panel, label.at[0], width)
        over = label.at[1] - height - 0.4 * _pad(panel)
        left, top = free_place((left, over, width, height), taken, walls)
        if chips and id not in chips and is_far(over, top, height):
            taken.pop()
            continue
        placed.append((label, parts, (left, top, width, height)))
    for label, _, box in placed:
        _tie(panel, label, box)
    for label, parts, box in placed:
        _draw_label(panel, label, parts, box)


def is_far(over: float, top: float, height: float) -> bool:
    """Return whether a name stands so far from its place over its fighter that it rather covers the table."""
    return abs(top - over) > FAR * height


def _pad(panel: PlayFrame) -> float:
    return 5 * panel.scale


def _draw_label(panel: PlayFrame, label: NameLabel, parts: list[_Part], box: Rectangle) -> None:
    paper, scale, standings = imgui.get_background_draw_list(), panel.scale, panel.model.moment.standings.models
    left, top, width, height = box
    paper.add_rect_filled((left, top), (left + width, top + height), packed(INK, 0.82), 5 * scale)
    paper.add_rect_filled((left, top), (left + 3 * scale, top + height), packed(panel.colour(label.side), 1.0), 2.0)
    if label.text in standings and standings[label.text].is_acting:
        paper.add_rect((left, top), (left + width, top + height), packed(GOLD, 1.0), 5 * scale, 1.6 * scale)
    x = left + 1.5 * _pad(panel)
    for part in parts:
        with panel.text(part.size, is_bold=True):
            paper.add_text((x, top + (height - part.height) / 2), packed(part.colour, 1.0), part.text)
        x += part.width


def _tie(panel: PlayFrame, label: NameLabel, box: Rectangle) -> None:
    """Draw a line from a label that was moved away to the head of its fighter."""
    left, top, width, height = box
    x, y = label.at
    near = min(max(x, left), left + width), min(max(y, top), top + height)
    if math.dist(near, label.at) > height:
        paper = imgui.get_background_draw_list()
        paper.add_line(near, (x, y + 4 * panel.scale), packed(INK, 0.8), 4 * panel.scale)
        paper.add_line(near, (x, y + 4 * panel.scale), packed(panel.colour(label.side), 1.0), 2 * panel.scale)


def _walls(panel: PlayFrame) -> tuple[Rectangle, ...]:
    """Return what no label may stand behind: the header, and all that is above it."""
    x, y, width, height = panel.layout.header
    gap = 2 * panel.scale
    return (x - gap, y, width + 2 * gap, height + gap), (-OUTSIDE, -OUTSIDE, 4 * OUTSIDE, OUTSIDE + y)


def _between_rosters(panel: PlayFrame, middle: float, width: float) -> float:
    """Return the left edge of a label over a pixel: beside the rosters, if the pixel is, and there is room."""
    (left, _, wide, _), (right, _, _, _) = panel.layout.rosters
    low, high = left + wide + 2 * panel.scale, right - 2 * panel.scale - width
    return min(max(middle - width / 2, low), high) if low < middle < right and low < high else middle - width / 2


def draw_markers(panel: PlayFrame) -> None:
    """Write into the sign of each marker what it is called, such as its number."""
    markers = panel.model.moment.standings.markers
    if not markers:
        return
    paper = imgui.get_background_draw_list()
    pixels = project(panel.frame.shot, np.array([marker.at for marker in markers]), panel.frame.picture)
    taken = list[Rectangle]()
    with panel.text(SIZE, is_bold=True):
        for marker, (x, y, away) in zip(markers, pixels.tolist(), strict=True):
            if away <= 0 or not marker.label:
                continue
            if isinstance(marker.label, Message):
                _caption(panel, panel.said(marker.label), (x, y), readable(marker_colour(marker)), taken)
                continue
            extent = imgui.calc_text_size(marker.label)
            at, radius = (x - extent.x / 2, y - extent.y / 2), 0.5 * extent.y + 1
            paper.add_circle_filled((x, y), radius, packed(INK, 0.9))
            paper.add_text(at, packed(readable(marker_colour(marker)), 1.0), marker.label)


def _caption(panel: PlayFrame, text: str, at: tuple[float, float], colour: Colour, taken: list[Rectangle]) -> None:
    """Write what a marker is called beside its sign, clear of those that are ``taken``."""
    paper, extent, pad = imgui.get_background_draw_list(), imgui.calc_text_size(text), 4 * panel.scale
    width, height = extent.x + 2 * pad, extent.y + pad
    left, top = free_place((at[0] + 12 * panel.scale - pad, at[1] - height / 2, width, height), taken)
    paper.add_rect_filled((left, top), (left + width, top + height), packed(INK, 0.82), 4 * panel.scale)
    paper.add_text((left + pad, top + pad / 2), packed(colour, 1.0), text)


def _parts(panel: PlayFrame, name: str, chips: tuple[Chip, ...]) -> list[_Part]:
    """Return what a label says, part by part."""
    parts = [_part(panel, name, PAPER, SMALL)]
    for chip in chips:
        parts.append(_part(panel, " · ", (0.62, 0.61, 0.59), SMALL))
        parts.append(_part(panel, f"{SIGNS.get(chip.kind, '')}{panel.said(chip.label)}", COLOURS[chip.kind], SMALL))
    return parts


def _part(panel: PlayFrame, text: str, colour: Colour, size: float) -> _Part:
    with panel.text(size, is_bold=True):
        extent = imgui.calc_text_size(text)
    return _Part(text, colour, size, float(extent.x), float(extent.y))
