"""Ruins of two storeys: broken walls, windows, a way in, half an upper floor and a way up to it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from warcry3d.message import message
from warcry3d.table.kinds import PartKind
from warcry3d.table.terrain import Part
from warcry3d.terrain.making.broken_edges import broken_edge
from warcry3d.terrain.making.fields import FieldHandle, choice, count, inches, seed, share
from warcry3d.terrain.making.openings import LINTEL, OPENINGS, Doorway, WallPlan, WayKind, wall_parts, window_row
from warcry3d.terrain.making.platforms import WAYS_UP, stairs_up, way_up_part
from warcry3d.terrain.making.solids import block, made_part

__all__ = ["TwoStoreyRuin", "ruin_handles", "ruin_parts"]

Edge = tuple[tuple[float, float], ...]

_SLAB = 0.25
"""Thickness of the upper floor (in)."""

_SILL, _WINDOW = 1.0, 1.0
_FRONT = 1.6
"""Least depth (in) of the part of the ground floor that is open to the sky: a fighter stands before the ladder."""

_LOWEST = 1.15
"""Walls stay this high (in) above the ground and the upper floor: what is lower is low terrain of its own."""

_STAIRS_WIDTH = 1.25


@dataclass(frozen=True, slots=True)
class TwoStoreyRuin:
    """A ruined house around the origin: the way in is at the front (-y), the upper floor at the back."""

    length: float = inches(message("length"), message("along x"), 6.0, 5.0, 12.0)
    width: float = inches(message("width"), message("along y"), 6.0, 5.0, 10.0)
    storey: float = inches(message("storey"), message("height of the upper floor"), 3.0, 2.5, 4.5)
    thickness: float = inches(message("thickness"), message("of the walls"), 0.35, 0.3, 0.7, 0.05)
    floor: float = inches(message("upper floor"), message("how far it reaches from the back wall"), 2.75, 1.5, 8.0)
    broken: float = share(message("break"), message("how far the walls are broken down"), 0.7)
    windows: int = count(message("windows"), message("in each wall and storey, where there is room"), 1, 0, 3)
    window_width: float = inches(message("window width"), message("clear width"), 1.0, 0.4, 2.0)
    way: str = choice(message("way in"), message("through the front wall"), (*OPENINGS[1:], OPENINGS[0]))
    way_width: float = inches(message("way's width"), message("clear width of the way through"), 1.5, 1.3, 2.0, 0.1)
    way_height: float = inches(message("way's height"), message("clear height of the way through"), 2.0, 1.5, 2.75)
    way_up: str = choice(message("way up"), message("at the front of the upper floor"), WAYS_UP)
    seed: int = seed()

    def fitted(self) -> "TwoStoreyRuin":
        """Return the ruin with a floor that leaves room before it, and with a way in and up that fit."""
        inner = self.width - 2 * self.thickness
        one = replace(
            self,
            floor=min(self.floor, inner - _FRONT),
            way_height=min(self.way_height, self.storey - LINTEL),
            way_width=min(self.way_width, self.length / 2 - 1.0),
        )
        if one.way_up == "stairs" and inner - one.floor < stairs_up(one.storey)[1] + 1.25:
            return replace(one, way_up="ladder")
        return one


def ruin_parts(one: TwoStoreyRuin) -> tuple[Part, ...]:
    """Return the parts of a ruin: four walls, the way in, the upper floor, the way up."""
    x, y = one.length / 2, one.width / 2
    t = one.thickness
    front = y - t - one.floor  # the upper floor's edge
    slab = block((t - x, front, one.storey - _SLAB), (x - t, y - t, one.storey))
    rng = np.random.default_rng(one.seed)
    parts = [part for plan, turned in _walls(one, x, y, rng) for part in wall_parts(plan, PartKind.OBSTACLE, turned)]
    parts.append(made_part("floor", (PartKind.PLATFORM,), slab))
    at = (max(0.0, x / 2 - 0.2) if one.way_up == "ladder" else x - t - _STAIRS_WIDTH / 2 - 0.1, front)
    return (*parts, *way_up_part(one.way_up, one.storey, at, _STAIRS_WIDTH))


def _walls(one: TwoStoreyRuin, x: float, y: float, rng: np.random.Generator) -> list[tuple[WallPlan, float]]:
    """Return the walls, each along x, and by how many degrees it is turned into its place."""
    t, roof, storey = one.thickness, 2 * one.storey, one.storey
    way = Doorway(-x / 2, one.way_width, one.way_height, WayKind(one.way))
    least = _LOWEST if way.kind is WayKind.NONE else one.way_height + LINTEL
    taken = None if way.kind is WayKind.NONE else (way.middle - way.width / 2, way.middle + way.width / 2)
    inner, parapet = y - t, storey + _LOWEST
    before = _edge(one, x, (storey, least), least, rng)
    behind = _edge(one, x, (roof, parapet), parapet, rng)
    left = _edge(one, inner, (parapet, roof), parapet, rng)
    right = _right_edge(one, inner, rng)
    return [
        (WallPlan("wall-front", before, (-y, t - y), 0.0, _windows(one, before, (0,), taken), way), 0.0),
        (WallPlan("wall-back", behind, (y - t, y), 0.0, _windows(one, behind, (0, 1))), 0.0),
        (WallPlan("wall-left", left, (x - t, x), 0.0, _windows(one, left, (0, 1))), 90.0),
        (WallPlan("wall-right", right, (x - t, x), 0.0, _windows(one, right, (0,))), -90.0),
    ]


def _edge(one: TwoStoreyRuin, half: float, ends: tuple[float, float], lowest: float, rng: np.random.Generator) -> Edge:
    """Return a wall's upper edge from -half to half: from one end's height to the other's where all is broken."""
    high = max(ends)
    broken = (high - one.broken * (high - ends[0]), high - one.broken * (high - ends[1]))
    corners = broken_edge(2 * half, broken, max(lowest, high - one.broken * (high - lowest)), rng)
    return tuple((a - half, z) for a, z in corners)


def _right_edge(one: TwoStoreyRuin, half: float, rng: np.random.Generator) -> Edge:
    """Return the edge of the wall from the back to the front that carries the upper floor and then breaks down.

    It is flat beside the floor: where it ran down there, lines of sight would pass between both.
    """
    top = one.storey - _SLAB / 2
    beside = one.floor + 0.25
    low = max(_LOWEST, top - one.broken * (top - _LOWEST))
    corners = broken_edge(2 * half - beside, (top, low), low, rng)
    return ((-half, top), *((a + beside - half, z) for a, z in corners))


def _windows(
    one: TwoStoreyRuin, edge: Edge, storeys: Sequence[int], taken: tuple[float, float] | None = None
) -> tuple[shapely.Polygon, ...]:
    """Return the windows of a wall that lie well below its edge."""
    start, stop = edge[0][0], edge[-1][0]
    found = []
    for storey in storeys:
        sill = storey * one.storey + _SILL
        row = window_row(start, stop, one.windows, (one.window_width, _WINDOW), sill, None if storey else taken)
        found += [window for window in row if _is_below(window, edge)]
    return tuple(found)


def _is_below(window: shapely.Polygon, edge: Edge) -> bool:
    low, _, high, top = window.bounds
    places = [low - 0.2, high + 0.2, *(a for a, _ in edge if low - 0.2 < a < high + 0.2)]
    heights = np.interp(places, [a for a, _ in edge], [z for _, z in edge])
    return bool(heights.min() >= top + LINTEL)


def ruin_handles(one: TwoStoreyRuin) -> tuple[FieldHandle, ...]:
    """Return the handles of a ruin."""
    x, y = one.length / 2, one.width / 2
    found = [
        FieldHandle("length", (x, 0.0, 0.5), (1.0, 0.0, 0.0), 2.0),
        FieldHandle("width", (0.0, -y, 0.5), (0.0, -1.0, 0.0), 2.0),
        FieldHandle("storey", (0.0, y - one.thickness - one.floor / 2, one.storey), (0.0, 0.0, 1.0)),
        FieldHandle("floor", (0.0, y - one.thickness - one.floor, one.storey), (0.0, -1.0, 0.0)),
    ]
    if one.way != WayKind.NONE:
        found += [
            FieldHandle("way_width", (-x / 2 + one.way_width / 2, -y, one.way_height / 2), (1.0, 0.0, 0.0), 2.0),
            FieldHandle("way_height", (-x / 2, -y, one.way_height), (0.0, 0.0, 1.0)),
        ]
    return tuple(found)
