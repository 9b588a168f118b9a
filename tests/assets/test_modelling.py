"""The modelling kit: fields, crisp shapes, union and decimation keep what they are given closed and true."""

import numpy as np
import pytest

from assets.source import sdf
from assets.source.figures import arms, coats, shapes
from assets.source.figures.decimate import decimate
from assets.source.figures.forge import GRID, Sculpt
from assets.source.glb import corner_normals
from warcry3d.geom.solid import Solid
from warcry3d.table.skin import Material


def test_a_meshed_ball_has_the_volume_of_a_ball() -> None:
    solid = Solid(*sdf.mesh(sdf.ball((0.3, -0.2, 1.0), 0.5), 0.03))
    assert solid.volume == pytest.approx(4 / 3 * np.pi * 0.5**3, rel=0.01)


def test_a_field_turned_and_moved_is_meshed_where_it_went() -> None:
    turn = sdf.frame((0, 1, 0))
    solid = Solid(*sdf.mesh(sdf.box((0, 0, 0), (0.5, 0.1, 0.2)).placed(turn, (1, 2, 3)), 0.02))
    assert np.allclose(solid.bounds, [[0.9, 1.5, 2.8], [1.1, 2.5, 3.2]], atol=0.02)


def test_soft_union_bulges_where_hard_union_does_not() -> None:
    a, b = sdf.ball((0, 0, 0), 0.3), sdf.ball((0.5, 0, 0), 0.3)
    seam = np.array([[0.25, 0.2, 0.0]])
    assert sdf.union(a, b).at(seam)[0] > sdf.union(a, b, k=0.2).at(seam)[0]


def test_cutting_takes_away_and_common_keeps_only_what_is_shared() -> None:
    block, plane = sdf.box((0, 0, 0), (1, 1, 1)), sdf.half_space((0, 0, 0), (0, 0, 1))
    high, low = np.array([[0, 0, 0.5]]), np.array([[0, 0, -0.5]])
    assert sdf.cut(block, plane).at(high)[0] < 0 < sdf.cut(block, plane).at(low)[0]
    assert sdf.common(block, plane).at(low)[0] < 0 < sdf.common(block, plane).at(high)[0]


def test_a_bevelled_plate_is_thin_at_its_edge() -> None:
    blade = sdf.plate([(-1, -0.2), (1, -0.2), (1, 0.2), (-1, 0.2)], 0.1, bevel=0.15)
    assert blade.at(np.array([[0, 0, 0.04]]))[0] < 0
    assert blade.at(np.array([[0, 0.19, 0.04]]))[0] > 0


SOLIDS = {
    "lathe": shapes.lathe([(0, 0.2), (0.5, 0.4), (1, 0.05)], (0, 0, 0), (0.3, 0.2, 1)),
    "sweep": shapes.sweep(shapes.smooth_path([(0, 0, 0), (1, 0, 0), (1, 1, 1)], 12), 0.1),
    "sheet": shapes.sheet(
        np.stack([*np.meshgrid(np.arange(4.0), np.arange(5.0), indexing="ij"), np.zeros((4, 5))], -1), 0.1
    ),
    "hull": shapes.hull(np.random.default_rng(1).normal(size=(40, 3))),
    "prism": shapes.prism([(0, 0), (2, 0), (2, 1), (1, 0.6), (0, 1)], 0.2, 0.05),
    "blade": arms.blade((0, 0, 0), (0, 0, 1), (1, 0, 0), 0.1, 0.03),
}


@pytest.mark.parametrize("name", SOLIDS)
def test_crisp_shapes_are_closed_and_face_outward(name: str) -> None:
    assert Solid(*SOLIDS[name]).volume > 0


def test_a_sheet_is_as_thick_as_asked() -> None:
    assert Solid(*SOLIDS["sheet"]).volume == pytest.approx(3 * 4 * 0.1)


@pytest.mark.soak  # where nothing is cached, compiling what decimates takes 18 s
def test_decimation_meets_its_target_and_keeps_shape_seams_and_closedness() -> None:
    vertices, faces = sdf.mesh(sdf.ball((0, 0, 0), 0.5), 0.03)
    labels = (vertices[faces].mean(axis=1)[:, 2] > 0).astype(np.int64)
    v, f, label = decimate(vertices, faces, labels, np.ones(len(faces)), 400)
    solid = Solid(v, f)
    assert len(f) == 400
    assert solid.volume == pytest.approx(4 / 3 * np.pi * 0.5**3, rel=0.02)
    seam = np.intersect1d(f[label == 0], f[label == 1])
    assert np.abs(v[seam, 2]).max() < 0.03


@pytest.mark.soak
def test_a_dearer_half_keeps_more_triangles() -> None:
    vertices, faces = sdf.mesh(sdf.ball((0, 0, 0), 0.5), 0.03)
    labels = (vertices[faces].mean(axis=1)[:, 2] > 0).astype(np.int64)
    _, _, label = decimate(vertices, faces, labels, np.where(labels == 1, 9.0, 1.0), 400)
    assert (label == 1).sum() > 1.4 * (label == 0).sum()


def sculpted() -> Sculpt:
    sculpt = Sculpt("blob", {"round": 25}, budget=900, h=0.03)
    sculpt.soft(sdf.ball((0, 0, 0.2), 0.3), coats.TEAM)
    sculpt.soft(sdf.ball((0, 0, 0.6), 0.2), coats.STEEL)
    sculpt.hard(arms.shaft((0.4, 0, 0), (0.4, 0, 1.2), 0.03), coats.WOOD, tag="weapon")
    return sculpt


@pytest.mark.soak
def test_groups_become_one_closed_part_a_tag_in_their_own_materials() -> None:
    body, weapon = sculpted().build()
    assert [body.extras["tag"], weapon.extras["tag"]] == ["body", "weapon"]
    assert set(body.materials) == {Material.CLOTH, Material.METAL}
    for node in (body, weapon):
        solid = Solid(node.vertices, node.faces)
        assert np.array_equal(np.round(solid.vertices / GRID), solid.vertices / GRID)
        assert len(np.unique(node.vertices.astype(np.float32), axis=0)) == len(node.vertices)


@pytest.mark.soak
def test_what_lies_below_the_base_top_is_cut_off_level() -> None:
    body = sculpted().build()[0]
    low = body.vertices[:, 2].min()
    assert low == pytest.approx(0.138, abs=GRID)
    assert (body.vertices[:, 2] == low).sum() > 8


def test_a_cube_keeps_crisp_corners_and_a_ball_is_smooth() -> None:
    cube = shapes.hull([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    normals = corner_normals(*cube, crease=0.6)
    assert np.allclose(np.abs(normals).max(axis=2), 1)
    vertices, faces = sdf.mesh(sdf.ball((0, 0, 0), 1.0), 0.1)
    smooth = corner_normals(vertices, faces, crease=0.6)
    assert np.einsum("ijk,ijk->ij", smooth, vertices[faces]).min() > 0.97
