"""Needles of flat faces are taken out without moving a corner; faces of a curve and colours stay apart."""

import manifold3d
import numpy as np
import pytest

from warcry3d.geom import shapes
from warcry3d.geom.needles import coplanar_groups, needles_of, without_needles
from warcry3d.geom.solid import Solid


def slab_with_a_corner_on_its_side(off: float) -> Solid:
    """Return a slab whose corner 1 lies ``off`` (in) outside its long side, with a triangle of the side's ends and it.

    The long side then is the diagonal of top and bottom.
    """
    prism = shapes.prism([(0, 0), (2, -off), (4, 0), (4, 1), (0, 1)], (0, 1))
    bottom = np.array([(0, 1, 2), (0, 2, 3), (0, 3, 4)])
    faces = np.concatenate([bottom[:, ::-1], bottom + 5, prism.faces[6:]])
    return Solid(prism.vertices, faces.astype(np.int32))


@pytest.mark.parametrize("off", [0.0, 1e-8, 1e-5, 5e-4])
def test_another_diagonal_takes_the_place_of_a_needle(off: float) -> None:
    solid = slab_with_a_corner_on_its_side(off)
    assert len(needles_of(solid.triangles)[0]) == 2
    mended, source = without_needles(solid)
    assert not len(needles_of(mended.triangles)[0])
    assert np.array_equal(mended.vertices, solid.vertices)
    assert Solid(mended.vertices, mended.faces).volume == pytest.approx(solid.volume, abs=1e-12)
    assert mended.normals == pytest.approx(solid.normals[source], abs=1e-6)


def test_needle_at_a_bend_stays_as_it_is() -> None:
    """A wedge that thin has no other diagonal: it would change what is solid."""
    wedge = shapes.prism([(0, 0), (4, 0), (4, 0.0005)], (0, 1))
    mended, source = without_needles(wedge)
    assert mended is wedge
    assert np.array_equal(source, np.arange(len(wedge.faces)))


def test_corners_in_one_place_are_joined() -> None:
    box = shapes.box((0, 0, 0), (4, 1, 1))
    split = manifold3d.Manifold(manifold3d.Mesh64(box.vertices.copy(), box.faces.astype(np.uint64))).refine(2)
    mesh = split.to_mesh64()
    points, faces = np.array(mesh.vert_properties)[:, :3], np.array(mesh.tri_verts, dtype=np.int64)
    near = int(np.flatnonzero((points == (2, 0, 0)).all(axis=1))[0])
    end = int(np.flatnonzero((points == (4, 0, 0)).all(axis=1))[0])
    points[near] = points[end] - (1e-8, 0, 0)
    solid = Solid(points, faces.astype(np.int32))
    assert len(needles_of(solid.triangles)[0])
    mended, source = without_needles(solid)
    assert not len(needles_of(mended.triangles)[0])
    assert len(source) == len(mended.faces) == len(faces) - 2
    assert Solid(mended.vertices, mended.faces).volume == pytest.approx(4.0, abs=1e-6)


def test_flat_faces_are_told_apart_by_bends_and_labels() -> None:
    box = shapes.box((0, 0, 0), (4, 1, 1))
    assert len(np.unique(coplanar_groups(box))) == 6
    assert len(np.unique(coplanar_groups(box, np.arange(12)))) == 12


def test_finely_divided_curve_is_no_flat_face() -> None:
    """Its triangles bend by less than what is flat from one to the next, and by inches from end to end."""
    angle = np.linspace(0, 2 * np.pi, 4000, endpoint=False)
    drum = shapes.prism([(np.cos(a), np.sin(a)) for a in angle], (0, 1))
    groups = coplanar_groups(drum)
    sides = np.flatnonzero(np.abs(drum.normals[:, 2]) < 0.5)
    assert len(np.unique(groups[sides])) >= 2000
