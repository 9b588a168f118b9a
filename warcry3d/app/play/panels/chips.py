"""Names over fighters, and what a chip says beside each: seen, in cover, in range, odds, what it would do to you."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from imgui_bundle import imgui

from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import Rectangle
from warcry3d.app.play.panels.unit_labels import PlateNames
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.colours import AMBER, BLUE, GOLD, GREEN, INK, PAPER, RED, Colour
from warcry3d.app.scene.markers import marker_colour
from warcry3d.app.widgets.name_labels import NameLabel, body_box, free_place, labels_over, overlaps
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
FAR, FAR_AT_REST = 1.5, 2.6
"""A name that is moved by more of its heights than this is far from its fighter: beside chips, and without any."""
SOLID, FAINT = 0.82, 0.45
"""How opaque a plate is, and one that lies over another fighter."""
SHIFTS = (-0.5, 0.5, -1.0, 1.0)
"""A plate with chips that has no room over its fighter is moved to a side by so many times its width."""
MARKER = 11.0
"""Half the width (points) of the sign of a marker."""
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


@dataclass(frozen=True, slots=True)
class _Plate:
    """A name and its chips where they are drawn; ``is_prominent``: it has chips, acts or is pointed at."""

    label: NameLabel
    parts: list[_Part]
    box: Rectangle
    is_prominent: bool


def draw_labels(
    panel: PlayFrame,
    chips: Mapping[str, tuple[Chip, ...]],
    names: Mapping[str, PlateNames],
    written: Sequence[Rectangle] = (),
    *,
    between: tuple[float, float] = (0.0, OUTSIDE),
) -> dict[str, Rectangle]:
    """Draw the names of fighters and their chips over the table, none over another, nor over what is ``written`` there
    already, nor behind the header or the panels at the foot, ``between`` which there is room (pixels).

    A name that finds no room near its fighter is abbreviated, then left out, unless it has chips or acts. Who is
    pointed at has its full name; names that it would cover are left out meanwhile.

    Return where they were drawn, by the model they stand for.
    """
    walls = _walls(panel, between[0])
    plates = [one for one in _placed(panel, chips, names, written, walls) if one.box[1] + one.box[3] < between[1]]
    for plate in plates:
        _tie(panel, plate.label, plate.box)
    bodies = {one.id: body_box(one, panel.frame.shot, panel.frame.picture) for one in panel.model.moment.table.models}
    for plate in plates:
        covers = any(
            body is not None and id != plate.label.text and overlaps(plate.box, body) for id, body in bodies.items()
        )
        _draw_plate(panel, plate, is_faint=covers and not plate.is_prominent)
    return {one.label.text: one.box for one in plates}


def _placed(
    panel: PlayFrame,
    chips: Mapping[str, tuple[Chip, ...]],
    names: Mapping[str, PlateNames],
    written: Sequence[Rectangle],
    walls: Sequence[Rectangle],
) -> list[_Plate]:
    """Return the plates that have room, those with chips first, then those in front."""
    model, ids = panel.model, list(names)
    standings = model.moment.standings.models
    called = dict(zip(ids, ids, strict=True))  # several fighters may have one name
    labels = labels_over(model.moment.table, called, panel.frame.shot, panel.frame.picture, chosen=tuple(chips))
    taken, placed = list(written), list[_Plate]()
    reach = FAR if chips else FAR_AT_REST
    for label in sorted(labels, key=lambda label: (label.text not in chips, -label.at[1])):
        id = label.text
        is_kept = id in chips or (id in standings and standings[id].is_acting)
        for said in names[id].kept if is_kept else names[id].tries:
            plate = _plate(panel, label, _parts(panel, said, chips.get(id, ())), is_prominent=is_kept)
            box = nearest_place(plate.box, taken, walls, SHIFTS if is_kept else (), _between(panel))
            is_last = is_kept and (said == names[id].kept[-1] or box == plate.box)
            if is_last or not (is_kept or is_far(plate.box[1], box[1], box[3], reach)):
                placed.append(replace(plate, box=box))
                taken.append(box)
                break
    return _pointed_out(panel, chips, names, labels, placed, walls)


def nearest_place(
    box: Rectangle,
    taken: Sequence[Rectangle],
    walls: Sequence[Rectangle],
    shifts: Sequence[float] = SHIFTS,
    within: tuple[float, float] = (-OUTSIDE, OUTSIDE),
) -> Rectangle:
    """Return where a plate stands clear of what is ``taken``: over its fighter if there is room near it; else moved to
    a side by a share of its width, ``within`` what is between the rosters, wherever it is moved the least.
    """
    left, over, width, height = box
    _, top = free_place(box, list(taken), walls)
    found: list[Rectangle] = [(left, top, width, height)]
    for shift in shifts if is_far(over, top, height) else ():
        at = left + shift * width
        if within[0] <= at and at + width <= within[1]:
            _, top = free_place((at, over, width, height), list(taken), walls)
            found.append((at, top, width, height))
    return min(found, key=lambda one: abs(one[0] - left) / 2 + abs(one[1] - over))


def _pointed_out(
    panel: PlayFrame,
    chips: Mapping[str, tuple[Chip, ...]],
    names: Mapping[str, PlateNames],
    labels: Sequence[NameLabel],
    placed: list[_Plate],
    walls: Sequence[Rectangle],
) -> list[_Plate]:
    """Return the plates with that of who is pointed at in full, where it stood, without those that it covers."""
    label = next((one for one in labels if one.text == panel.model.hovered), None)
    if label is None:
        return placed
    parts = _parts(panel, names[label.text].full, chips.get(label.text, ()), is_whole=True)
    full = _plate(panel, label, parts, is_prominent=True)
    stood = next((one.box[1] for one in placed if one.label is label), full.box[1])
    firm = [one.box for one in placed if one.is_prominent and one.label is not label]
    left, _, width, height = full.box
    top = free_place((left, stood, width, height), firm, walls)[1]
    full = replace(full, box=(left, top, width, height))
    others = [one for one in placed if one.label is not label and (one.is_prominent or not overlaps(one.box, full.box))]
    return [*others, full]


def _plate(panel: PlayFrame, label: NameLabel, parts: list[_Part], *, is_prominent: bool) -> _Plate:
    """Return a plate over its fighter."""
    width, height = sum(part.width for part in parts) + 2.6 * _pad(panel), max(part.height for part in parts)
    height += 0.7 * _pad(panel)
    left = _between_rosters(panel, label.at[0], width)
    return _Plate(label, parts, (left, label.at[1] - height - 0.4 * _pad(panel), width, height), is_prominent)


def is_far(over: float, top: float, height: float, reach: float = FAR) -> bool:
    """Return whether a name stands so far from its place over its fighter that it rather covers the table: further than
    ``reach`` times its height.
    """
    return abs(top - over) > reach * height


def _pad(panel: PlayFrame) -> float:
    return 5 * panel.scale


def _draw_plate(panel: PlayFrame, plate: _Plate, *, is_faint: bool) -> None:
    paper, scale, standings = imgui.get_background_draw_list(), panel.scale, panel.model.moment.standings.models
    label, (left, top, width, height) = plate.label, plate.box
    shade = packed(INK, FAINT if is_faint else SOLID)
    paper.add_rect_filled((left, top), (left + width, top + height), shade, 5 * scale)
    paper.add_rect_filled((left, top), (left + 3 * scale, top + height), packed(panel.colour(label.side), 1.0), 2.0)
    if label.text in standings and standings[label.text].is_acting:
        paper.add_rect((left, top), (left + width, top + height), packed(GOLD, 1.0), 5 * scale, 1.6 * scale)
    x = left + 1.5 * _pad(panel)
    for part in plate.parts:
        with panel.text(part.size, is_bold=True):
            paper.add_text((x, top + (height - part.height) / 2), packed(part.colour, 1.0), part.text)
        x += part.width


def _tie(panel: PlayFrame, label: NameLabel, box: Rectangle) -> None:
    """Draw a line from a label that was moved away to a dot at the fighter's head: a bare line looks like a spear."""
    left, top, width, height = box
    x, y = label.at
    near = min(max(x, left), left + width), min(max(y, top), top + height)
    if math.dist(near, label.at) > height:
        paper = imgui.get_background_draw_list()
        paper.add_line(near, (x, y + 4 * panel.scale), packed(INK, 0.8), 4 * panel.scale)
        paper.add_line(near, (x, y + 4 * panel.scale), packed(panel.colour(label.side), 1.0), 1.5 * panel.scale)
        paper.add_circle_filled((x, y + 4 * panel.scale), 4 * panel.scale, packed(INK, 0.8))
        paper.add_circle_filled((x, y + 4 * panel.scale), 3 * panel.scale, packed(panel.colour(label.side), 1.0))


def _walls(panel: PlayFrame, below: float) -> tuple[Rectangle, ...]:
    """Return what no label may stand behind: the header, which ends ``below`` (pixels), and all that is above it."""
    x, y, width, height = panel.layout.header
    gap = 2 * panel.scale
    high = max(height, below - y) + gap
    return (x - gap, y, width + 2 * gap, high), (-OUTSIDE, -OUTSIDE, 4 * OUTSIDE, OUTSIDE + y)


def _between(panel: PlayFrame) -> tuple[float, float]:
    """Return where the rosters leave room (pixels)."""
    (left, _, wide, _), (right, _, _, _) = panel.layout.rosters
    return left + wide + 2 * panel.scale, right - 2 * panel.scale


def _between_rosters(panel: PlayFrame, middle: float, width: float) -> float:
    """Return the left edge of a label over a pixel: beside the rosters, if the pixel is, and there is room."""
    low, high = _between(panel)
    right, high = high + 2 * panel.scale, high - width
    return min(max(middle - width / 2, low), high) if low < middle < right and low < high else middle - width / 2


def draw_markers(panel: PlayFrame) -> tuple[Rectangle, ...]:
    """Write into the sign of each marker what it is called, such as its number; return where the signs are."""
    markers = panel.model.moment.standings.markers
    if not markers:
        return ()
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
    half = MARKER * panel.scale
    return tuple((x - half, y - half, 2 * half, 2 * half) for x, y, away in pixels.tolist() if away > 0)


def _caption(panel: PlayFrame, text: str, at: tuple[float, float], colour: Colour, taken: list[Rectangle]) -> None:
    """Write what a marker is called beside its sign, clear of those that are ``taken``."""
    paper, extent, pad = imgui.get_background_draw_list(), imgui.calc_text_size(text), 4 * panel.scale
    width, height = extent.x + 2 * pad, extent.y + pad
    left, top = free_place((at[0] + 12 * panel.scale - pad, at[1] - height / 2, width, height), taken)
    paper.add_rect_filled((left, top), (left + width, top + height), packed(INK, 0.82), 4 * panel.scale)
    paper.add_text((left + pad, top + pad / 2), packed(colour, 1.0), text)


def brief_chips(chips: tuple[Chip, ...]) -> tuple[Chip, ...]:
    """Return chips without those that the others imply: what can be attacked is seen and near enough, and nobody
    measures to who is hidden.
    """
    kinds = {chip.kind for chip in chips}
    implied = {ChipKind.DISTANCE, ChipKind.SEEN} if ChipKind.IN_RANGE in kinds else set[ChipKind]()
    implied |= {ChipKind.DISTANCE} if ChipKind.HIDDEN in kinds else set()
    return tuple(chip for chip in chips if chip.kind not in implied)


def _parts(panel: PlayFrame, name: str, chips: tuple[Chip, ...], *, is_whole: bool = False) -> list[_Part]:
    """Return what a label says, part by part; ``is_whole``: all chips, those that others imply too."""
    parts = [_part(panel, name, PAPER, SMALL)]
    for chip in chips if is_whole else brief_chips(chips):
        parts.append(_part(panel, " · ", (0.62, 0.61, 0.59), SMALL))
        parts.append(_part(panel, f"{SIGNS.get(chip.kind, '')}{panel.said(chip.label)}", COLOURS[chip.kind], SMALL))
    return parts


def _part(panel: PlayFrame, text: str, colour: Colour, size: float) -> _Part:
    with panel.text(size, is_bold=True):
        extent = imgui.calc_text_size(text)
    return _Part(text, colour, size, float(extent.x), float(extent.y))
