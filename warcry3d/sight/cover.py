"""The cover line between two bases, and the terrain that it passes through and over."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias, cast

import numpy as np

from warcry3d.geom.bodies import bodies
from warcry3d.geom.nearest import Point
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.geom.swept_line import SweptLine
from warcry3d.sight.distance import Measure, measure
from warcry3d.table.models import Model
from warcry3d.table.table import Terrain
from warcry3d.table.terrain import Feature, Part, PartKind
from warcry3d.units import COVER_LINE_WIDTH, LENGTH_EPSILON

__all__ = ["Crossing", "cover_line", "crossings"]

Bodies: TypeAlias = dict[tuple[str, str], tuple[Solid, ...]]


@dataclass(frozen=True, slots=True)
class Crossing:
    """A body of terrain that the line passes through, or over.

    ``part`` is ``feature/part``; a part whose solid falls into several bodies that stand free of each other has a
    crossing for each. ``enters`` is the line's first point inside, from its start (on the line's middle, or on its
    edge where only that goes in); None where it passes over.
    """

    part: str
    kinds: frozenset[PartKind]
    enters: Point | None
    over: bool
    solid: Solid = field(repr=False, compare=False)

    @property
    def through(self) -> bool:
        """Return whether the line passes through."""
        return self.enters is not None


def cover_line(attacker: Model, target: Model, apart: Measure | None = None) -> SweptLine | None:
    """Return the line between the nearest points of two bases, 1 mm wide, from the attacker's; None where they touch.

    The line is wide along the level direction square to it. A line that runs straight up or down, to which every level
    direction is square, is wide across the facing of the higher model. ``apart``: their measure, where it is known.
    """
    apart = apart or measure(attacker, target)
    if apart.direct <= LENGTH_EPSILON:
        return None
    start, end = apart.line
    if apart.horizontal > LENGTH_EPSILON:
        along = ((end[0] - start[0]) / apart.horizontal, (end[1] - start[1]) / apart.horizontal)
    else:
        turn = (attacker if start[2] > end[2] else target).placement.turn
        along = (math.cos(turn), math.sin(turn))
    return SweptLine(start, end, (-along[1], along[0]), COVER_LINE_WIDTH)


def crossings(terrain: Terrain, line: SweptLine, counts: Callable[[Feature, Part], bool]) -> tuple[Crossing, ...]:
    """Return the bodies of the parts that count which the line passes through or over.

    First those passed through, in the order in which the line enters them, then those passed over, by name.
    """
    parts, boxes = _boxes(terrain)
    found = [
        Crossing(f"{feature.id}/{part.id}", part.kinds, passing.enters, passing.over, body)
        for feature, part in (parts[number] for number in np.flatnonzero(line.may_pass(boxes)).tolist())
        if counts(feature, part)
        for body in _bodies(terrain, feature, part)
        for passing in (line.passing(body),)
        if passing.through or passing.over
    ]
    return tuple(sorted(found, key=lambda crossing: _order(crossing, line)))


def _order(crossing: Crossing, line: SweptLine) -> tuple[float, str]:
    along = math.inf if crossing.enters is None else math.dist(crossing.enters, line.start)
    return along, crossing.part


def _boxes(terrain: Terrain) -> tuple[tuple[tuple[Feature, Part], ...], FloatArray]:
    """Return all parts and the bounds of their solids (n, 2, 3), found once for a terrain."""
    known = cast(dict[str, tuple[tuple[tuple[Feature, Part], ...], FloatArray]], terrain.derived)
    if "cover.boxes" not in known:
        parts = tuple((feature, part) for feature in terrain.features for part in feature.piece.parts)
        boxes = [feature.solids[part.id].bounds for feature, part in parts]
        known["cover.boxes"] = parts, np.array(boxes).reshape(-1, 2, 3)
    return known["cover.boxes"]


def _bodies(terrain: Terrain, feature: Feature, part: Part) -> tuple[Solid, ...]:
    """Return the part's bodies in the table's frame, found once for a terrain."""
    known = cast(Bodies, terrain.derived.setdefault("cover.bodies", {}))
    key = (feature.id, part.id)
    if key not in known:
        solid = feature.solids[part.id]
        own = bodies(part.solid)
        known[key] = (solid,) if len(own) == 1 else tuple(body.placed(feature.placement) for body in own)
    return known[key]
