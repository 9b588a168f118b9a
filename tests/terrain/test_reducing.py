"""Reduction: what is said of the deviation is true, both ways; the mesh stays a solid; sharp edges stay."""

from functools import cache

import numpy as np
import pytest

from tests.soak import mostly_soak
from tests.terrain.meshes import MM, rough
from warcry3d.app.scene.surface import split_long_edges
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Solid
from warcry3d.table.skin import Skin
from warcry3d.terrain.reducing.boxes import boxed
from warcry3d.terrain.reducing.deviation import deviation, distances
from warcry3d.terrain.reducing.reduce import Reduced, carried_skin, reduced


def in_inches(solid: Solid) -> Solid:
    return Solid(solid.vertices / MM, solid.faces)


def fine_box(longest: float) -> Solid:
    plain = box((0, 0, 0), (3, 1, 2))
    vertices, faces, _ = split_long_edges(plain.vertices, plain.faces, longest, rounds=9)
    return Solid(vertices, faces)


@cache
def reduced_box(longest: float) -> Reduced:
    """Return a box of many triangles reduced, once for all tests."""
    return reduced(fine_box(longest), 0.1 / MM, heavy=100)


def test_distance_to_a_box_is_that_of_hand() -> None:
    points = np.array([(1.5, 0.5, 2.5), (3.3, 1.4, 1.0), (1.5, 0.5, 1.9), (-1.0, -1.0, -1.0)])
    gap, _ = distances(boxed(box((0, 0, 0), (3, 1, 2))), points)
    assert gap == pytest.approx([0.5, 0.5, 0.1, 3**0.5], abs=1e-12)


def test_nearest_triangle_is_named_as_the_solid_counts_it() -> None:
    solid = box((0, 0, 0), (3, 1, 2))
    tree = boxed(solid)
    _, face = distances(tree, np.array([(1.0, 0.4, 5.0)]))
    assert solid.normals[tree.source[face[0]]] == pytest.approx([0, 0, 1])


def test_deviation_of_a_moved_box_is_how_far_it_was_moved() -> None:
    found = deviation(box((0, 0, 0), (1, 1, 1)), box((0, 0, 0.1), (1, 1, 1.1)))
    assert (found.there, found.back) == pytest.approx((0.1, 0.1), abs=1e-9)


def test_deviation_sees_a_spike_that_only_one_of_both_has() -> None:
    plain, spiked = box((0, 0, 0), (2, 2, 1)), box((0, 0, 0), (2, 2, 1))
    vertices = np.concatenate([spiked.vertices, [[1.0, 1.0, 3.0]]])
    top = [i for i, n in enumerate(spiked.normals) if n[2] > 0.9]
    a, b, c = spiked.faces[top[0]]
    faces = [f for i, f in enumerate(spiked.faces.tolist()) if i != top[0]] + [[a, b, 8], [b, c, 8], [c, a, 8]]
    found = deviation(plain, Solid(vertices, np.array(faces, np.int32)))
    assert found.there < 1.0 < found.back == pytest.approx(2.0, abs=1e-9)


@pytest.mark.parametrize("case", mostly_soak([(0.2, 0.02), (0.05, 0.01)], quick=1))
def test_flat_sides_lose_nearly_all_their_triangles_and_nothing_of_their_shape(case: tuple[float, float]) -> None:
    """The finer box, of 61,440 triangles, is one that an import would reduce."""
    longest, most_mm = case
    fine, light = fine_box(longest), reduced_box(longest)
    assert len(fine.faces) > 3_000
    assert len(light.solid.faces) < len(fine.faces) / 30
    assert light.solid.volume == pytest.approx(6.0, rel=1e-9)
    assert light.deviation * MM < most_mm  # bounds are not looked at closer below a tenth of the limit
    assert deviation(fine, light.solid).largest < 1e-9


def test_sharp_edges_and_corners_stay_where_they_are() -> None:
    light = reduced_box(0.2)
    corners = {tuple(np.round(corner, 9)) for corner in light.solid.vertices.tolist()}
    assert {(x, y, z) for x in (0.0, 3.0) for y in (0.0, 1.0) for z in (0.0, 2.0)} <= corners


@pytest.mark.parametrize("case", mostly_soak([(0.1, 80), (0.03, 150), (0.3, 150)], quick=1))
def test_rough_mesh_is_reduced_within_the_limit_both_ways(case: tuple[float, int]) -> None:
    """A coarser mesh of the same relief has fewer triangles to spare within the finest limit."""
    limit_mm, fineness = case
    before = in_inches(rough(fineness))
    light = reduced(before, limit_mm / MM, heavy=1_000)
    assert len(light.solid.faces) < len(before.faces) / 2
    assert light.deviation * MM <= limit_mm
    measured = deviation(before, light.solid)
    assert measured.there <= light.deviation + 1e-12  # which is a bound
    assert measured.back * MM <= 1.05 * limit_mm  # other samples than those it was measured with


def test_reduced_mesh_is_a_closed_oriented_solid() -> None:
    light = reduced(in_inches(rough(60)), 0.1 / MM, heavy=1_000).solid
    Solid(light.vertices, light.faces)


def test_small_mesh_is_left_alone() -> None:
    small = fine_box(0.1)
    assert reduced(small, 0.1 / MM).solid is small


def test_nothing_may_move_means_nothing_is_done() -> None:
    fine = fine_box(0.05)
    assert reduced(fine, 0.0).solid is fine


def test_reducing_twice_the_same_gives_the_same() -> None:
    one, other = (reduced(in_inches(rough(60)), 0.1 / MM, heavy=1_000).solid for _ in range(2))
    assert np.array_equal(one.vertices, other.vertices)
    assert np.array_equal(one.faces, other.faces)


def test_colours_go_to_the_triangles_that_lie_where_they_were() -> None:
    fine, light = fine_box(0.2), reduced_box(0.2)
    colours = np.where(fine.normals[:, 2:] > 0.9, 200, 10).astype(np.uint8).repeat(3, axis=1)
    skin = carried_skin(Skin(colours, np.zeros(len(colours), np.uint8)), light.source)
    assert skin is not None
    assert ((skin.colours[:, 0] == 200) == (light.solid.normals[:, 2] > 0.9)).all()


@pytest.mark.parametrize("after", [0, 1, 3])
def test_search_that_gets_late_before_it_began_leaves_the_mesh_as_it_is(after: int) -> None:
    """Also while it looks how thick the solid is behind each sample: 20,000 of these at a time."""
    asked: list[int] = []

    def is_late() -> bool:
        asked.append(0)
        return len(asked) > after

    fine = fine_box(0.05)
    light = reduced(fine, 0.1 / MM, is_late=is_late)
    assert light.solid is fine
    assert light.deviation == 0.0
    assert len(asked) == after + 1
