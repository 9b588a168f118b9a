"""What shows a fighter in hand: its ghost, the way in parts with their inches, faults at their places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.scene.camera import Shot, model_points, project
from warcry3d.app.scene.colours import AMBER, BLUE, GREEN, PAPER, RED, Colour
from warcry3d.app.scene.overlays import FlatLine, Ghost, Overlay, Sign, SignKind, lifted
from warcry3d.message import Message
from warcry3d.messages import Words
from warcry3d.messages.moves import KINDS
from warcry3d.motion.path import LegKind, Point
from warcry3d.motion.record import MeasuredLeg
from warcry3d.rules.move_result import MoveResult, PricedLeg
from warcry3d.units import LengthUnit

__all__ = [
    "WayLabel",
    "box_of_ghost",
    "colour_of_move",
    "inches_of",
    "is_beyond",
    "marks_of",
    "overlays_of_held",
    "reasons_of",
]

WIDTH = 7.0
FAR: Colour = (0.62, 0.61, 0.59)
"""Colour of what is beyond reach."""
HURTS = 2.0
SHORT = 1e-3


@dataclass(frozen=True, slots=True)
class WayLabel:
    """What a part of the way costs, written at a pixel."""

    text: str
    at: tuple[float, float]
    colour: Colour


def colour_of_move(held: HeldFighter) -> Colour:
    """Return the colour that stands for what the judge says: green allowed, amber only too far, red forbidden."""
    moved = held.moved
    if moved is None or not held.is_current:
        return PAPER
    if moved.is_legal:
        return GREEN
    return AMBER if len(moved.faults) == 1 and moved.cost > moved.allowed else RED


def is_beyond(held: HeldFighter) -> bool:
    """Return whether a fighter is only pointed to where it cannot get, by too long a way or for several reasons: who
    points all over the table is told so in a line. Its reasons count once such a way is laid by a click.
    """
    if held.spot is None or held.answer is None or held.moved is None or not held.moved.faults:
        return False
    laid = len(held.answer.question.laid)
    is_laid = any(fault.leg < laid for fault in held.moved.faults)
    return not is_laid and (held.moved.cost > held.moved.allowed + SHORT or len(reasons_of(held.moved)) > 1)


def reasons_of(moved: MoveResult) -> tuple[tuple[str, Message], ...]:
    """Return the faults of a way, as its rule and the sentence, each once."""
    return tuple({(fault.rule, str(fault.message)): (fault.rule, fault.message) for fault in moved.faults}.values())


def overlays_of_held(held: HeldFighter, *, is_brief: bool = False) -> tuple[Overlay, ...]:
    """Return what is drawn on the table for a fighter in hand. ``is_brief``: what is beyond its reach is shown by a
    thin line alone.
    """
    field: tuple[Overlay, ...] = held.reachable.fields if held.reachable is not None and held.has_field else ()
    if is_brief and is_beyond(held):
        return (*field, Ghost(held.model, held.at, held.turn, FAR), *_straight(held))
    colour = colour_of_move(held)
    ghost = (*field, Ghost(held.model, held.at, held.turn, colour)) if held.is_moved else field
    if held.moved is None or not held.moved.legs:
        return ghost
    moved = held.moved
    bad = {fault.leg for fault in moved.faults}
    ways = [
        one
        for leg in moved.legs
        for one in _way(leg.measured, (RED if colour is RED else AMBER) if leg.measured.number in bad else _paint(leg))
    ]
    faults = [Sign(lifted(fault.at), SignKind.CROSS, colour, 30) for fault in moved.faults]
    return (*ghost, *ways, *faults, *_end(moved))


def _straight(held: HeldFighter) -> Iterator[Overlay]:
    """Yield a thin line from where a fighter stands, or its last corner, to where it is held."""
    start = held.laid[-1][-1].to[-1] if held.laid else held.table.model(held.model).placement.at
    yield FlatLine(lifted(start), lifted(held.at), FAR, 0.5, 0.5 * WIDTH)


def _paint(leg: PricedLeg) -> Colour:
    """Return the colour of a part of the way: climbs blue, all else green."""
    return BLUE if leg.measured.kind is LegKind.CLIMB else GREEN


def _way(leg: MeasuredLeg, colour: Colour) -> Iterator[Overlay]:
    for number, (start, end) in enumerate(zip(leg.points, leg.points[1:], strict=False)):
        if leg.kind in (LegKind.JUMP, LegKind.DROP):
            over = (end[0], end[1], start[2])
            yield from _line(start, over, colour, 0.0)
            yield from _line(over, end, AMBER if start[2] - end[2] > HURTS else colour, 0.35)
        else:
            yield from _line(start, end, colour, 0.5 if leg.kind is LegKind.FLY else 0.0)
        if number < len(leg.points) - 2:
            yield Sign(lifted(end), SignKind.DOT, colour, 12)
    yield Sign(lifted(leg.points[-1]), SignKind.DOT, PAPER, 15)


def _line(start: Point, end: Point, colour: Colour, dash: float) -> Iterator[Overlay]:
    if np.abs(np.subtract(start, end)).max() > SHORT:
        yield FlatLine(lifted(start), lifted(end), colour, dash, WIDTH)


def _end(moved: MoveResult) -> Iterator[Overlay]:
    """Yield where it falls, and the open edge it stands beside."""
    ends = moved.ends
    if ends.falls and ends.landings is not None and ends.landings.places:
        there = ends.landings.places[0].nearest
        yield from _line(ends.at, there, AMBER, 0.35)
        yield Sign(lifted(there), SignKind.RING, AMBER, 30)
    for edge in ends.edges[:1]:
        yield Sign(lifted(edge.at), SignKind.DIAMOND, AMBER, 20)


def inches_of(held: HeldFighter, words: Words, shot: Shot, size: tuple[int, int]) -> tuple[WayLabel, ...]:
    """Return what each part of the way costs, to be written in its middle on a picture of ``size``."""
    if held.moved is None:
        return ()
    parts = [part for part in _parts(held.moved) if sum(leg.cost for leg in part) > SHORT]
    if not parts:
        return ()
    middles = project(shot, np.array([lifted(_middle(_points(part))) for part in parts]), size)
    bad = {fault.leg for fault in held.moved.faults}
    return tuple(
        WayLabel(
            _cost_label(part, held.moved.unit, words),
            (float(x), float(y)),
            colour_of_move(held) if any(leg.measured.number in bad for leg in part) else _paint(part[0]),
        )
        for part, (x, y, depth) in zip(parts, middles.tolist(), strict=True)
        if depth > 0
    )


def _cost_label(part: Sequence[PricedLeg], unit: LengthUnit, words: Words) -> str:
    cost = sum(leg.cost for leg in part)
    if unit is LengthUnit.SQUARES:
        return words.count("{n} square", "{n} squares", round(cost))
    return words.say("{inches:.2f} {kind}", inches=cost, kind=words.say(KINDS[part[0].measured.kind.value]))


def _parts(moved: MoveResult) -> list[list[PricedLeg]]:
    """Return the legs of a way, those that follow each other and go alike together."""
    return [list(part) for _, part in groupby(moved.legs, key=lambda leg: leg.measured.kind)]


def _points(part: Sequence[PricedLeg]) -> list[Point]:
    """Return the corners of what counts of a part of the way: of a jump it is what it goes level."""
    return [corner for leg in part for corner in _counted(leg.measured)]


def _counted(leg: MeasuredLeg) -> Iterator[Point]:
    yield leg.points[0]
    for start, end in zip(leg.points, leg.points[1:], strict=False):
        yield (*end[:2], start[2]) if leg.kind in (LegKind.JUMP, LegKind.DROP) else end


def marks_of(held: HeldFighter, shot: Shot, size: tuple[int, int]) -> tuple[tuple[float, float], ...]:
    """Return the pixels at which something is at fault, which nothing should be written over."""
    if held.moved is None or not held.moved.faults:
        return ()
    places = project(shot, np.array([lifted(fault.at) for fault in held.moved.faults]), size)
    return tuple((float(x), float(y)) for x, y, depth in places.tolist() if depth > 0)


def box_of_ghost(held: HeldFighter, shot: Shot, size: tuple[int, int]) -> tuple[tuple[float, float, float, float], ...]:
    """Return the box (left, top, width, height; pixels) around a fighter's ghost, however turned; none without one."""
    if not held.is_moved:
        return ()
    model = held.table.model(held.model)
    corners = model_points(model) + np.subtract(held.at, model.placement.at)
    places = project(shot, corners, size)
    if places[:, 2].min() <= 0:
        return ()
    low, high = places[:, :2].min(axis=0), places[:, :2].max(axis=0)
    return ((float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])),)


def _middle(points: Sequence[Point]) -> Point:
    """Return the point half along a polyline."""
    corners = np.array(points)
    lengths = np.linalg.norm(np.diff(corners, axis=0), axis=1)
    left = float(lengths.sum()) / 2
    for start, end, length in zip(corners, corners[1:], lengths.tolist(), strict=False):
        if left <= length and length > 0:
            x, y, z = (start + (end - start) * (left / length)).tolist()
            return x, y, z
        left -= length
    x, y, z = corners[-1].tolist()
    return x, y, z
