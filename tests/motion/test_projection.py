"""Projections against the areas that the cutting library measures itself, and worked by hand."""

import manifold3d
import numpy as np
import pytest
import shapely

from warcry3d.geom.slab import plan_of
from warcry3d.motion.ground import ground_of
from warcry3d.motion.projection import THIN, flat_projection
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root

TABLE = shipped_root() / "terrain" / "sample-battle.table.json"


def test_projections_of_what_ships_are_as_large_as_their_sections() -> None:
    """Of parapets and railings the rings touch beside their corners: what lines close in is nothing there."""
    for stopper in ground_of(load_table(TABLE)).stoppers:
        for share in (0.1, 0.5, 0.8):
            low = stopper.low + share * (stopper.high - stopper.low)
            section = stopper.body.trim_by_plane((0, 0, 1), low).trim_by_plane((0, 0, -1), -low - 1.0).project()
            assert stopper.projection(low, low + 1.0).area == pytest.approx(section.area(), abs=1e-5)


def test_what_stands_in_a_courtyard_is_part_of_a_section() -> None:
    """Squares of 10, 8, 6, 4 and 2 in, by turns wall and open: 100 - 64 + 36 - 16 + 4 square inches; and one beside."""
    wall = manifold3d.CrossSection()
    for number, side in enumerate((10.0, 8.0, 6.0, 4.0, 2.0)):
        square = manifold3d.CrossSection.square((side, side), center=True)
        wall = wall - square if number % 2 else wall + square
    wall += manifold3d.CrossSection.square((1.0, 1.0)).translate((7.0, 0.0))
    plan = plan_of(wall)
    assert plan.area == pytest.approx(61)
    held = [bool(shapely.intersects_xy(plan, x, 0.5)) for x in (0.5, 1.5, 2.5, 3.5, 4.5, 6.0, 7.5)]
    assert held == [True, False, True, False, True, False, True]


def test_triangles_seen_from_above_cover_their_union() -> None:
    """A square of two triangles, one of them upside down; and one of 4 x 3 over it, half of a rectangle."""
    triangles = np.array([
        [[0, 0, 0], [2, 0, 1], [2, 2, 0]],
        [[0, 0, 0], [0, 2, 0], [2, 2, 5]],
        [[0, 0, 1], [4, 0, 1], [0, 3, 1]],
    ], dtype=np.float64)  # fmt: skip
    square, half = shapely.box(0, 0, 2, 2), shapely.Polygon([(0, 0), (4, 0), (0, 3)])
    assert shapely.symmetric_difference(flat_projection(triangles), square.union(half)).area < 1e-6


def test_a_triangle_on_edge_is_as_wide_as_a_hair() -> None:
    upright = np.array([[[1.0, 1.0, 0.0], [4.0, 5.0, 0.0], [2.5, 3.0, 2.0]]])
    found = flat_projection(upright)
    assert found.area == pytest.approx(2 * THIN * (5 + 2 * THIN), rel=1e-3)
    assert found.buffer(1e-6).covers(shapely.LineString([(1, 1), (4, 5)]))


def test_a_triangle_that_is_a_point_is_a_speck() -> None:
    assert 0 < flat_projection(np.full((1, 3, 3), 2.0)).area < 1e-8
