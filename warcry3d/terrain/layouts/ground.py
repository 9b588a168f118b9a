"""Where bases stand: the floor and the platforms of a table, each with the area that a base's centre may take."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.slab import body_of
from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.geom.vertical_cast import vertical_cast
from warcry3d.motion.ground import ground_of
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.projection import placed_shape, projection
from warcry3d.motion.volume import Volume
from warcry3d.table.derive import OBSTACLE_RISE, describe, level_tops
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature, Part, PartKind
from warcry3d.units import BASE_HEIGHT, LENGTH_EPSILON

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = [
    "FLOOR",
    "StandingGround",
    "StandingLevel",
    "StandingPlaces",
    "footprint",
    "manifold_of",
    "placed_shape",
    "raised",
    "shadow_of",
    "standing_parts",
]

FLOOR = ""
"""The floor's name among the levels."""

STOREY_STEP = 1.0
"""Platforms whose heights differ by more than this (in), with none between, are on different storeys."""

_Named: TypeAlias = tuple[Feature, Part]


@dataclass(frozen=True, eq=False)
class StandingLevel:
    """A surface to stand on: ``name`` (``feature/part``; empty: the floor), its height (in), its outline (shapely)."""

    name: str
    height: float
    outline: "BaseGeometry"


@dataclass(frozen=True, eq=False)
class StandingPlaces:
    """Places where bases may stand: ``at`` (n, 3) the centre of a base's bottom, ``level`` (n,) its number."""

    at: FloatArray
    level: NDArray[np.int64]


class StandingGround:
    """The levels of a table: the floor first, then platforms in the table's order; areas are derived on demand."""

    def __init__(self, table: Table) -> None:
        import shapely

        self.table = table
        board = shapely.box(0, 0, table.board.width, table.board.depth)
        self.levels = (StandingLevel(FLOOR, 0.0, board), *_platforms(table))
        self._free: dict[tuple[StandingLevel, float, float], BaseGeometry] = {}

    @cached_property
    def storeys(self) -> tuple[NDArray[np.int64], tuple[tuple[float, float], ...]]:
        """Return the storey of each level, the floor's being 0, and the lowest and highest level of each storey (in).

        Platforms belong to one storey when no step between their heights is greater than an inch.
        """
        heights = np.array([level.height for level in self.levels])
        order = np.argsort(heights[1:], kind="stable") + 1
        storey = np.zeros(len(heights), np.int64)
        spans = [(0.0, 0.0)]
        for k in order.tolist():
            height = float(heights[k])
            if len(spans) == 1 or height - spans[-1][1] > STOREY_STEP:
                spans.append((height, height))
            spans[-1] = (spans[-1][0], height)
            storey[k] = len(spans) - 1
        return storey, tuple(spans)

    def projection(self, low: float, high: float) -> "BaseGeometry":
        """Return the plan of everything that stands in the way between two heights (in)."""
        plan: BaseGeometry = ground_of(self.table).projection(low, high)
        return plan

    def free(self, level: StandingLevel, *, radius: float, height: float) -> "BaseGeometry":
        """Return where the centre of a round base may be on a level.

        Over its outline, with the whole base on the board, and clear by ``radius`` of everything that rises an inch or
        more over the level, below the figure's ``height`` (in). What rises less is low terrain, part of the level
        (WC-TERR-1); a base may stick out over a platform's edge.
        """
        asked = (level, radius, height)
        if asked not in self._free:
            self._free[asked] = self._free_on(level, radius, height)
        return self._free[asked]

    def _free_on(self, level: StandingLevel, radius: float, height: float) -> "BaseGeometry":
        import shapely

        volume = Volume(False, (radius, radius), 0.0, height, BASE_HEIGHT)
        board = shapely.box(0, 0, self.table.board.width, self.table.board.depth).buffer(-radius, join_style="mitre")
        bottom = level.height + OBSTACLE_RISE - LENGTH_EPSILON
        x0, y0, x1, y1 = shapely.box(*level.outline.bounds).buffer(2 * radius, join_style="mitre").bounds
        ground = ground_of(self.table)
        near = [  # what is farther off keeps no base from this level
            one
            for one in ground.stoppers
            if (one.solid.bounds[0, :2] <= (x1, y1)).all() and (one.solid.bounds[1, :2] >= (x0, y0)).all()
        ]
        closed = ground.projection(bottom, max(level.height + height, bottom + 10 * LENGTH_EPSILON), near)
        return shapely.make_valid(
            level.outline.intersection(board).difference(minkowski_sum(closed, volume, inset=0.0))
        )

    def spots(self, step: float, *, radius: float, height: float, floor_only: bool = False) -> StandingPlaces:
        """Return the middles of all squares of side ``step`` (in) where a base may stand, level by level."""
        import shapely

        at: list[FloatArray] = [np.zeros((0, 3))]
        numbers = [np.zeros(0, np.int64)]
        for number, level in enumerate(self.levels[:1] if floor_only else self.levels):
            area = self.free(level, radius=radius, height=height)
            if area.is_empty:
                continue
            flat = _grid(area.bounds, step)
            shapely.prepare(area)
            flat = flat[shapely.contains_xy(area, flat[:, 0], flat[:, 1])]
            at.append(raised(self.table, flat, level.height))
            numbers.append(np.full(len(flat), number, np.int64))
        return StandingPlaces(np.concatenate(at), np.concatenate(numbers))


def _grid(bounds: tuple[float, float, float, float], step: float) -> FloatArray:
    """Return the middles of the squares between multiples of ``step`` that meet the bounds, (n, 2)."""
    x0, y0, x1, y1 = bounds
    x = (np.arange(np.floor(x0 / step), np.ceil(x1 / step)) + 0.5) * step
    y = (np.arange(np.floor(y0 / step), np.ceil(y1 / step)) + 0.5) * step
    return np.stack([g.ravel() for g in np.meshgrid(x, y)], axis=1)


def raised(table: Table, flat: FloatArray, level: float) -> FloatArray:
    """Return points (n, 2) of a level at the height (in) of the low terrain on it there, (n, 3)."""
    heights = np.full(len(flat), level)
    for feature, part in standing_parts(table):
        solid = feature.solids[part.id]
        low, high = solid.bounds
        if high[2] < level or low[2] > level + OBSTACLE_RISE:
            continue
        near = np.flatnonzero(((flat >= low[:2]) & (flat <= high[:2])).all(axis=1))
        if not len(near):
            continue
        met = vertical_cast(solid, flat[near])
        fit = met.up & (met.z > level) & (met.z < level + OBSTACLE_RISE - LENGTH_EPSILON)
        np.maximum.at(heights, near[met.line[fit]], met.z[fit])
    return np.column_stack([flat, heights])


def standing_parts(table: Table) -> Iterator[_Named]:
    """Yield what bases collide with: all parts but scenery, open doors and the air of arches."""
    return (
        (feature, part)
        for feature in table.terrain.features
        for part in feature.piece.parts
        if feature.blocks_sight(part)
    )


def _platforms(table: Table) -> Iterator[StandingLevel]:
    described = iter(describe(table))
    for feature in table.terrain.features:
        for part, shown in zip(feature.piece.parts, described, strict=False):
            if PartKind.PLATFORM not in shown.kinds or not feature.blocks_sight(part):
                continue
            for top in level_tops(part):
                height = top.height + feature.placement.at[2]
                if height >= OBSTACLE_RISE - LENGTH_EPSILON:  # what is lower belongs to the floor
                    yield StandingLevel(shown.name, height, placed_shape(top.outline, feature.placement))


_MANIFOLDS: "WeakKeyDictionary[Part, Any]" = WeakKeyDictionary()


def manifold_of(part: Part) -> Any:
    """Return the part in its piece's frame as a body of manifold3d, its shells united; None where that fails."""
    if part not in _MANIFOLDS:
        _MANIFOLDS[part] = _manifold(part.solid)
    return _MANIFOLDS[part]


def _manifold(solid: Solid) -> Any:
    import manifold3d

    made = body_of(solid)
    if made.status() != manifold3d.Error.NoError or made.is_empty():
        return None
    shells = made.decompose()
    outer = [shell for shell in shells if shell.volume() > 0]
    if len(shells) > 1 and len(outer) == len(shells):
        return manifold3d.Manifold.batch_boolean(outer, manifold3d.OpType.Add)
    return made


def shadow_of(part: Part) -> "BaseGeometry":
    """Return the plan of a whole part in its piece's frame."""
    low, high = part.solid.bounds[:, 2]
    plan: BaseGeometry = projection(part, low - 1.0, high + 1.0, Placement())
    return plan


def footprint(feature: Feature, *, below: float | None = None) -> "BaseGeometry":
    """Return the plan of a feature on the table: of all of it, or of what lies below a height over its foot (in)."""
    import shapely

    shapes = []
    for part in feature.piece.parts:
        if part.is_opening:
            continue
        low, high = part.solid.bounds[:, 2]
        top = high + 1.0 if below is None else below
        shapes.append(projection(part, low - 1.0, top, Placement()) if top > low else shapely.Polygon())
    plan: BaseGeometry = placed_shape(shapely.union_all(shapes), feature.placement)
    return plan
