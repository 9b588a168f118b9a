"""Hypothesis strategies shared by all tests: bases, models, walls, tables, rigid motions. Lengths in inches."""

import math
from dataclasses import dataclass, replace

import numpy as np
from hypothesis import strategies as st

from tests import zoo
from warcry3d.geom.nearest import Prism
from warcry3d.geom.planar import ConvexShape2D, Ellipse, Rectangle
from warcry3d.geom.solid import Placement, Solid
from warcry3d.table.models import Base, BaseShape, Model
from warcry3d.table.table import Table, Terrain
from warcry3d.table.terrain import Feature
from warcry3d.units import MM

__all__ = [
    "Motion",
    "angles",
    "bases",
    "lengths",
    "models",
    "motions",
    "outlines",
    "placements",
    "tetrahedra",
    "uprights",
    "walls",
]


def lengths(low: float, high: float) -> st.SearchStrategy[float]:
    """Return lengths on a grid of 1/1000 in: exact ties are common on a table, sub-micrometre offsets are not."""
    return st.integers(round(low * 1000), round(high * 1000)).map(lambda n: n / 1000)


def angles() -> st.SearchStrategy[float]:
    """Return turns in whole degrees, as radians: right angles and parallel sides come up often."""
    return st.integers(0, 359).map(math.radians)


@st.composite
def placements(draw: st.DrawFn, reach: float = 6.0, levels: tuple[float, ...] = (0.0, 0.1, 1.2, 3.0)) -> Placement:
    """Return placements within ``reach`` of the origin, on one of ``levels``."""
    at = (draw(lengths(-reach, reach)), draw(lengths(-reach, reach)), draw(st.sampled_from(levels)))
    return Placement(at, draw(angles()))


def bases() -> st.SearchStrategy[Base]:
    """Return bases of all three shapes in sizes that are sold."""
    sizes = st.sampled_from([25.0, 28.5, 32.0, 40.0, 50.0, 60.0, 80.0])
    ovals = st.sampled_from([(60.0, 35.0), (75.0, 42.0), (90.0, 52.0), (120.0, 92.0), (170.0, 105.0)])
    squares = st.sampled_from([20.0, 25.0, 50.0, 25.4])
    return st.one_of(
        sizes.map(lambda d: Base(BaseShape.ROUND, d * MM, d * MM)),
        ovals.map(lambda s: Base(BaseShape.OVAL, s[0] * MM, s[1] * MM)),
        squares.map(lambda s: Base(BaseShape.SQUARE, s * MM, s * MM)),
    )


@st.composite
def models(draw: st.DrawFn, id: str = "one", side: str = "red") -> Model:
    """Return a fighter on any base, anywhere near the origin."""
    placement = draw(placements())
    return replace(zoo.fighter(id, (0, 0), side=side, base=draw(bases())), placement=placement)


@st.composite
def outlines(draw: st.DrawFn, reach: float = 4.0) -> ConvexShape2D:
    """Return ellipses and rectangles, slim ones too."""
    shape = draw(st.sampled_from([Ellipse, Rectangle]))
    centre = (draw(lengths(-reach, reach)), draw(lengths(-reach, reach)))
    return shape(centre, (draw(lengths(0.05, 2.5)), draw(lengths(0.05, 2.5))), draw(angles()))


@st.composite
def uprights(draw: st.DrawFn) -> Prism:
    """Return upright bodies, flat and tall."""
    low = draw(lengths(-2, 2))
    return Prism(draw(outlines()), low, low + draw(lengths(0.05, 3)))


@st.composite
def tetrahedra(draw: st.DrawFn, reach: float = 4.0) -> Solid:
    """Return tetrahedra, slim ones too, that face outward."""
    corner = st.tuples(*[lengths(-reach, reach)] * 3)
    corners = np.array(draw(st.lists(corner, min_size=4, max_size=4).filter(_has_volume)))
    faces = np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)], dtype=np.int32)
    return Solid(corners, faces if _volume(corners) > 0 else faces[:, ::-1])


def _volume(corners: np.ndarray) -> float:
    return float(np.linalg.det(corners[1:] - corners[0])) / 6


def _has_volume(corners: list[tuple[float, ...]]) -> bool:
    return abs(_volume(np.array(corners))) > 1e-3


@st.composite
def walls(draw: st.DrawFn, id: str = "wall", kind: str = "obstacle") -> Feature:
    """Return a straight wall near the origin, 1 in high or more."""
    size = (draw(lengths(0.5, 5)), draw(lengths(0.05, 0.5)), draw(lengths(1.0, 4.0)))
    part = zoo.box_part("stones", (-size[0] / 2, -size[1] / 2, 0.0), (size[0] / 2, size[1] / 2, size[2]), kind)
    placement = draw(placements(levels=(0.0,)))
    return zoo.feature(id, part, at=placement.at, turn=math.degrees(placement.turn))


@dataclass(frozen=True)
class Motion:
    """A turn about the origin's vertical axis (radians), then a shift (in)."""

    turn: float
    shift: tuple[float, float, float]

    def point(self, point: tuple[float, ...]) -> tuple[float, ...]:
        """Return a point (2 or 3 numbers) carried along."""
        c, s = math.cos(self.turn), math.sin(self.turn)
        x, y = point[:2]
        level = (c * x - s * y + self.shift[0], s * x + c * y + self.shift[1])
        return (*level, *(z + self.shift[2] for z in point[2:]))

    def placement(self, placement: Placement) -> Placement:
        """Return a placement carried along."""
        x, y, z = self.point(placement.at)
        return Placement((x, y, z), placement.turn + self.turn)

    def outline(self, outline: ConvexShape2D) -> ConvexShape2D:
        """Return an outline carried along."""
        x, y = self.point(outline.centre)
        return replace(outline, centre=(x, y), turn=outline.turn + self.turn)

    def model(self, model: Model) -> Model:
        """Return a model carried along."""
        return model.moved(self.placement(model.placement))

    def table(self, table: Table) -> Table:
        """Return a table carried along with all that stands on it; its board stays."""
        features = tuple(replace(f, placement=self.placement(f.placement)) for f in table.terrain.features)
        return replace(table, terrain=Terrain(features), models=tuple(self.model(m) for m in table.models))


@st.composite
def motions(draw: st.DrawFn, level: bool = False) -> Motion:
    """Return rigid motions that keep up up; ``level``: that keep heights too."""
    shift = (draw(lengths(-20, 20)), draw(lengths(-20, 20)), 0.0 if level else draw(lengths(-3, 3)))
    return Motion(draw(st.floats(-4, 4)), shift)
