"""Faces chosen by brush, flood, box and lasso, on surfaces worked out by hand."""

import numpy as np
import pytest
from hypothesis import given, settings

from tests.strategies import lengths
from warcry3d.geom.shapes import box, cylinder
from warcry3d.geom.solid import Solid
from warcry3d.terrain.editing.finer import finer_mesh
from warcry3d.terrain.editing.selection import FaceMesh

BOX = box((0, 0, 0), (4, 1, 3))
FINE = FaceMesh.of([BOX], finest=0.25)
FROM_FRONT = np.array([[0.25, 0, 0, -0.5], [0, 0, 0.25, -0.375], [0, 0.1, 0, 0.5], [0, 0, 0, 1]])
"""A view along +y without perspective: x from 0 to 4 and z from 0 to 3 in the middle of the picture."""


def looked_at(x: float, z: float) -> tuple[float, float]:
    return 0.25 * x - 0.5, 0.25 * z - 0.375


@given(lengths(0.15, 3.0))
@settings(max_examples=5, deadline=None)
def test_finer_mesh_is_the_same_closed_surface(longest: float) -> None:
    vertices, faces, source = finer_mesh(BOX.vertices, BOX.faces.astype(np.int64), longest)
    solid = Solid(vertices, faces.astype(np.int32))
    assert solid.volume == pytest.approx(12)
    assert (
        np.linalg.norm(solid.triangles - np.roll(solid.triangles, 1, axis=1), axis=2).max() <= longest or longest < 0.1
    )
    assert solid.normals == pytest.approx(BOX.normals[source])


def test_brush_takes_what_lies_in_its_sphere_on_this_side_of_the_wall() -> None:
    thin = FaceMesh.of([box((0, 0, 0), (4, 0.2, 3))], finest=0.1)
    spot = thin.brush((2, 0, 1.5), 0.5)
    assert np.linalg.norm(thin.middles[spot] - (2, 0, 1.5), axis=1).max() <= 0.5
    assert thin.middles[spot][:, 1] == pytest.approx(0), "the back is in the sphere, but not connected within it"
    assert thin.area(spot) == pytest.approx(np.pi * 0.25, rel=0.1)


def test_brush_smaller_than_a_face_takes_the_face() -> None:
    coarse = FaceMesh.of([BOX])
    assert coarse.brush((2, 0, 1.5), 0.01).sum() == 1


def test_flood_stops_at_edges_that_bend_more() -> None:
    side = FINE.flood(FINE.face_at((2, 0, 1.5)), np.radians(30))
    assert FINE.area(side) == pytest.approx(12)
    assert FINE.normals[side][:, 1] == pytest.approx(-1)
    assert FINE.flood(FINE.face_at((2, 0, 1.5)), np.radians(90)).all()


def test_flood_goes_round_a_cylinder_but_not_over_its_rim() -> None:
    pole = FaceMesh.of([cylinder((0, 0), 1.0, (0, 2))])
    around = pole.flood(pole.face_at((1, 0, 1)), np.radians(40))
    assert np.abs(pole.normals[around][:, 2]).max() < 0.01
    assert pole.normals[~around][:, 2] == pytest.approx(np.sign(pole.normals[~around][:, 2]))


def test_lasso_takes_the_faces_that_are_seen_or_those_behind_too() -> None:
    outline = np.array([looked_at(1, 1), looked_at(3, 1), looked_at(3, 2), looked_at(1, 2)])
    front = FINE.within(outline, FROM_FRONT)
    assert FINE.middles[front][:, 1] == pytest.approx(0)
    assert FINE.area(front) == pytest.approx(2, rel=0.15)
    through = FINE.within(outline, FROM_FRONT, through=True)
    assert FINE.area(through) == pytest.approx(2 * FINE.area(front), rel=0.15)
    assert set(np.round(FINE.middles[through][:, 1], 6)) == {0.0, 1.0}


def test_what_another_part_hides_is_not_seen() -> None:
    both = FaceMesh.of([BOX, box((0, -2, 0), (4, -1, 3))], finest=0.5)
    outline = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    seen = both.within(outline, FROM_FRONT)
    assert set(both.part[seen]) == {1}


def test_lasso_in_perspective_leaves_out_what_is_behind_the_viewer() -> None:
    # The eye at (2, -4, 1.5) looks along +y: w is the distance before it.
    view = np.array([[1, 0, 0, -2], [0, 0, 1, -1.5], [0, 1.002, 0, 3.8], [0, 1, 0, 4]], dtype=np.float64)
    whole = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    seen = FINE.within(whole, view)
    assert FINE.middles[seen][:, 1] == pytest.approx(0)
    assert FINE.area(seen) == pytest.approx(12)
    beyond = FaceMesh.of([box((0, -9, 0), (4, -8, 3))])
    assert not beyond.within(whole, view, through=True).any()


def test_grown_and_shrunk_are_steps_of_one_face() -> None:
    start = FINE.none()
    start[FINE.face_at((2, 0, 1.5))] = True
    grown = FINE.grown(start)
    assert grown.sum() == 4
    assert (FINE.shrunk(grown) == start).all()
    assert (FINE.grown(~FINE.none())).all() and not FINE.shrunk(FINE.none()).any()


def test_box_takes_the_faces_in_it_whichever_corners_are_given() -> None:
    low = FINE.in_box((-1, -1, -1), (5, 2, 1))
    assert FINE.middles[low][:, 2].max() <= 1
    assert (low == FINE.in_box((5, 2, 1), (-1, -1, -1))).all()


def test_a_ray_meets_the_face_in_front() -> None:
    under = FINE.under_ray(np.array((2.0, -3.0, 1.5)), np.array((0.0, 1.0, 0.0)))
    assert under is not None
    face, place = under
    assert place == pytest.approx((2, 0, 1.5)) and FINE.normals[face] == pytest.approx((0, -1, 0))
    assert np.linalg.norm(FINE.middles[face] - place) < 0.25
    assert FINE.under_ray(np.array((2.0, -3.0, 1.5)), np.array((0.0, -1.0, 0.0))) is None


def test_a_patch_has_the_faces_of_the_solid_where_all_of_them_are_chosen() -> None:
    side = FINE.flood(FINE.face_at((2, 0, 1.5)), np.radians(30))
    assert len(FINE.patch(side).faces) == 2
    side[np.flatnonzero(side)[0]] = False
    patch = FINE.patch(side)
    assert 2 < len(patch.faces) < side.sum()
    corners = np.array(patch.vertices)[np.array(patch.faces)]
    twice = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    assert twice.sum() / 2 == pytest.approx(FINE.area(side))
