"""Doors, ways through and windows in the walls of simple pieces."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import shapely

from warcry3d.message import message
from warcry3d.table.kinds import PartKind
from warcry3d.table.piece_notes import PassageNote
from warcry3d.table.terrain import Part
from warcry3d.terrain.making.broken_edges import wall_outline
from warcry3d.terrain.making.fields import FieldChoice
from warcry3d.terrain.making.solids import block, made_part, upright_plate

__all__ = ["LINTEL", "OPENINGS", "Doorway", "WallPlan", "WayKind", "wall_parts", "window_row"]

LINTEL = 0.3
"""Height of the wall above a door or window, and width of the stonework beside a way through (in): as an import cuts
it."""

_JAMB = LINTEL
_CORNER = 0.25
"""Least width (in) of wall between a window and whatever is next to it."""


class WayKind(StrEnum):
    """What a wall has to go through it."""

    NONE = "none"
    OPEN = "open"
    DOOR = "door"


OPENINGS = (
    FieldChoice(WayKind.NONE, message("none")),
    FieldChoice(WayKind.OPEN, message("open way through")),
    FieldChoice(WayKind.DOOR, message("door")),
)


@dataclass(frozen=True, slots=True)
class Doorway:
    """A way through a wall: its middle along the wall, clear width and height (in), and what it is."""

    middle: float
    width: float
    height: float
    kind: WayKind


@dataclass(frozen=True, slots=True)
class WallPlan:
    """A wall along x: its upper ``edge`` (x, z), its faces at two ``y``, its foot at ``z``, and what is cut out."""

    name: str
    edge: tuple[tuple[float, float], ...]
    y: tuple[float, float]
    z: float = 0.0
    windows: tuple[shapely.Polygon, ...] = ()
    doorway: Doorway | None = None


def window_row(
    start: float,
    stop: float,
    number: int,
    size: tuple[float, float],
    sill: float,
    taken: tuple[float, float] | None = None,
) -> tuple[shapely.Polygon, ...]:
    """Return windows spread evenly between two ends of a wall, those left out that would come near ``taken``."""
    width, height = size
    found = []
    for k in range(number):
        middle = start + (stop - start) * (2 * k + 1) / (2 * number)
        low, high = middle - width / 2, middle + width / 2
        is_free = taken is None or high + _CORNER + _JAMB <= taken[0] or low - _CORNER - _JAMB >= taken[1]
        if is_free and low - start >= _CORNER - 1e-9 and stop - high >= _CORNER - 1e-9:
            found.append(shapely.box(low, sill, high, sill + height))
    return tuple(found)


def wall_parts(plan: WallPlan, kind: PartKind = PartKind.OBSTACLE, turned: float = 0.0) -> list[Part]:
    """Return a wall as parts: the wall, the stonework around a way through or the door in it.

    ``turned``: degrees about the origin by which the wall is turned after it was built along x.
    """
    outline = wall_outline(plan.edge, plan.windows, 0.0, plan.z)
    way = plan.doorway
    if way is None or way.kind is WayKind.NONE:
        return [made_part(plan.name, (kind,), _turned(upright_plate(outline, plan.y), turned))]
    low, high = way.middle - way.width / 2, way.middle + way.width / 2
    hole = shapely.box(low, plan.z - 1.0, high, plan.z + way.height)
    passage = _passage(plan, way, turned)
    walled = outline.difference(hole)
    if way.kind is WayKind.DOOR:
        depth = plan.y[1] - plan.y[0]
        leaf = block((low, plan.y[0] + depth / 3, plan.z), (high, plan.y[1] - depth / 3, plan.z + way.height))
        return [
            made_part(plan.name, (kind,), _turned(upright_plate(walled, plan.y), turned)),
            made_part(f"{plan.name}-door", (PartKind.DOOR,), _turned(leaf, turned), passage),
        ]
    frame = walled.intersection(shapely.box(low - _JAMB, plan.z - 1.0, high + _JAMB, plan.z + way.height + LINTEL))
    rest = walled.difference(frame)
    stones = made_part(
        f"{plan.name}-arch", (PartKind.ARCH, PartKind.OBSTACLE), _turned(upright_plate(frame, plan.y), turned), passage
    )
    if rest.area < 1e-6:
        return [stones]
    return [made_part(plan.name, (kind,), _turned(upright_plate(rest, plan.y), turned)), stones]


def _turned(body: Any, degrees: float) -> Any:
    return body.rotate([0.0, 0.0, degrees]) if degrees else body


def _passage(plan: WallPlan, way: Doorway, degrees: float) -> PassageNote:
    """Return the way through: from the floor on one face of the wall to that on the other."""
    angle = np.radians(degrees)
    c, s = round(float(np.cos(angle)), 12), round(float(np.sin(angle)), 12)
    ends = [(c * way.middle - s * y, s * way.middle + c * y, plan.z) for y in plan.y]
    return PassageNote(ends[0], ends[1], way.width, way.height)
