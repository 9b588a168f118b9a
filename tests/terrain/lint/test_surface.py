"""Slivers, surfaces that pass through themselves, bodies in the air, holes."""

import numpy as np
import pytest

from tests import zoo
from tests.terrain.lint.pieces import found
from warcry3d.errors import MeshError
from warcry3d.geom import shapes
from warcry3d.geom.mend import mend
from warcry3d.geom.solid import Solid
from warcry3d.table.terrain import Piece
from warcry3d.terrain.lint.holes import closed, holes, unmended
from warcry3d.terrain.lint.subject import Limits, Subject
from warcry3d.units import MM


def test_body_in_the_air_floats() -> None:
    post, lamp = zoo.box_part("post", (0, 0, 0), (1, 1, 2)), zoo.box_part("lamp", (2, 0, 1.5), (2.5, 0.5, 2))
    (floats,) = found("T-FLOAT", post, lamp)
    assert floats.part == "lamp"
    assert floats.severity == "error"
    assert floats.message.values["height"] == pytest.approx(1.5)
    assert floats.message.values["size"] == pytest.approx(0.5)
    assert floats.places[0][2] == pytest.approx(1.5)


def test_body_held_by_a_body_that_stands_does_not_float() -> None:
    post, lamp = zoo.box_part("post", (0, 0, 0), (1, 1, 2)), zoo.box_part("lamp", (1.01, 0, 1.5), (2.5, 0.5, 2))
    assert found("T-FLOAT", post, lamp) == []


def test_bodies_that_hold_only_each_other_float_both_as_one() -> None:
    post = zoo.box_part("post", (0, 0, 0), (1, 1, 2))
    lamp, shade = zoo.box_part("lamp", (2, 0, 1), (3, 1, 1.5)), zoo.box_part("shade", (2, 0, 1.51), (3, 1, 2))
    (floats,) = found("T-FLOAT", post, lamp, shade)
    assert floats.message.values["size"] == pytest.approx(1.0)


def test_piece_that_hangs_over_the_floor_is_told_as_a_whole() -> None:
    (floats,) = found("T-FLOAT", zoo.box_part("slab", (0, 0, 0.5), (2, 2, 1)))
    assert floats.part == ""
    assert floats.message.values["height"] == pytest.approx(0.5)


def double_prong() -> Solid:
    """Return one closed surface that passes through itself: a box whose top is pushed through its side."""
    box = shapes.box((0, 0, 0), (1, 1, 1))
    vertices = np.array(box.vertices)
    top = np.flatnonzero((vertices[:, 2] == 1) & (vertices[:, 1] == 1) & (vertices[:, 0] == 1))
    vertices[top] = (0.4, 0.4, -0.5)
    return Solid(vertices, box.faces)


def test_surface_that_passes_through_itself_is_counted_and_placed() -> None:
    (crosses,) = found("T-CROSS", zoo.part("prong", double_prong()))
    assert crosses.message.values["count"] >= 2  # the edges that come down from the other corners of the top
    assert all(-0.1 <= z <= 0.1 for _, _, z in crosses.places)


def test_parts_in_each_other_and_clean_parts_do_not_cross_themselves() -> None:
    wall = zoo.box_part("wall", (0, 0, 0), (4, 0.5, 2))
    tower = zoo.part("tower", shapes.cylinder((0, 0), 1, (0, 3)))
    assert found("T-CROSS", wall, tower) == []


def test_shell_that_only_touches_another_does_not_cross_it() -> None:
    both = mend(
        np.concatenate([shapes.box((0, 0, 0), (1, 1, 1)).vertices, shapes.box((1, 0, 0), (2, 1, 1)).vertices]),
        np.concatenate([shapes.box((0, 0, 0), (1, 1, 1)).faces, shapes.box((1, 0, 0), (2, 1, 1)).faces + 8]),
    )
    assert found("T-CROSS", zoo.part("pair", both.solid)) == []


def test_needle_is_told_with_its_length_and_height() -> None:
    """The corner lies 0.01 mm off the edge: triangles of 4 in by 0.01 mm at top and bottom."""
    outline = [(0, 0), (2, -0.01 * MM), (4, 0), (4, 1), (0, 1)]
    prism = shapes.prism(outline, (0, 1))
    forced = np.array([(0, 1, 2)])
    assert len(prism.faces) == 16
    needles = found("T-SLIVER", zoo.part("slab", _with_fan(prism, forced)))
    assert [needle.severity for needle in needles] == ["note"]
    assert needles[0].message.values["long_mm"] == pytest.approx(4 / MM, rel=1e-3)
    assert needles[0].message.values["high_mm"] == pytest.approx(0.01, rel=1e-3)


def _with_fan(prism: Solid, first: np.ndarray) -> Solid:
    """Return the prism of five corners with its top and bottom cut so that ``first`` (corners) is one triangle."""
    a, b, c = first[0].tolist()
    rest = [(a, c, 3), (a, 3, 4)]
    bottom = np.array([(a, b, c), *rest])[:, ::-1]
    top = np.array([(a, b, c), *rest]) + 5
    sides = prism.faces[6:]
    return Solid(prism.vertices, np.concatenate([bottom, top, sides]).astype(np.int32))


def test_plain_pieces_have_no_needles() -> None:
    assert found("T-SLIVER", zoo.box_part("wall", (0, 0, 0), (8, 0.1, 3))) == []
    assert found("T-SLIVER", zoo.part("drum", shapes.cylinder((0, 0), 2, (0, 1)))) == []


def opened(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a box with that many triangles of its top left out."""
    box = shapes.box((0, 0, 0), (3, 2, 1))
    top = np.flatnonzero(box.normals[:, 2] > 0.5)
    return box.vertices, np.delete(box.faces, top[:count], axis=0).astype(np.int64)


def test_holes_of_a_closed_mesh_are_none_whether_corners_are_shared_or_not() -> None:
    vertices, faces = opened(0)
    assert holes(vertices, faces) == ()
    assert holes(vertices[faces].reshape(-1, 3), np.arange(36).reshape(-1, 3)) == ()


def test_hole_is_found_with_its_rim() -> None:
    (hole,) = holes(*opened(2))
    assert len(hole.rim) == 4
    assert hole.rim[:, 2] == pytest.approx(1)
    assert hole.wide == pytest.approx(np.hypot(3, 2))


def test_mesh_that_cannot_be_mended_is_an_error_with_its_holes() -> None:
    vertices, faces = opened(2)
    with pytest.raises(MeshError) as caught:
        mend(vertices, faces)
    finding = unmended("box", vertices, faces, caught.value)
    assert (finding.code, finding.severity) == ("T-OPEN", "error")
    assert finding.places == ((1.5, 1.0, 1.0),)
    assert len(finding.lines) == 4
    assert "4 open edges" in str(finding)


def test_hole_that_mending_closes_is_a_note() -> None:
    vertices, faces = opened(0)
    small = np.array([(0.1, 0.1, 0.0), (0.2, 0.1, 0.0), (0.1, 0.2, 0.0)])
    assert list(closed("box", vertices, faces)) == []
    pyramid = np.concatenate([small, [(0.15, 0.15, 0.4)]])
    open_pyramid = np.array([(0, 1, 3), (1, 2, 3), (2, 0, 3)])
    (finding,) = closed("spike", pyramid, open_pyramid)
    assert (finding.code, finding.severity, finding.message.values["count"]) == ("T-HOLE", "note", 1)
    assert finding.message.values["width"] == pytest.approx(np.hypot(0.1, 0.1))


def test_heap_of_bodies_in_the_air_lists_the_largest_and_counts_the_rest() -> None:
    """A mesh of 5,000 loose triangles had 3,145 findings, found in 34 s."""
    post = zoo.box_part("post", (0, 0, 0), (1, 1, 2))
    crumbs = [shapes.box((2 + k, 0, 1), (2.1 + k + k / 100, 0.1, 1.1)) for k in range(20)]
    starts = np.cumsum([0] + [len(one.vertices) for one in crumbs[:-1]])
    heap = Solid(
        np.concatenate([one.vertices for one in crumbs]),
        np.concatenate([one.faces + start for one, start in zip(crumbs, starts, strict=True)]),
    )
    *each, rest = found("T-FLOAT", post, zoo.part("heap", heap))
    assert [one.message.values["size"] for one in each] == pytest.approx([0.1 + k / 100 for k in range(19, 7, -1)])
    assert (rest.message.values["count"], rest.message.values["size"]) == (8, pytest.approx(0.17))
    assert len(rest.places) == 8


def test_heap_of_shells_that_all_cross_is_looked_at_in_fewer_places_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Lint of 5,000 loose triangles did not end: each line met thousands of them."""
    rods = [shapes.box((k / 99, k / 99, k / 99), (3 + k / 99, 3 + k / 99, 3 + k / 99)) for k in range(60)]
    faces = np.concatenate([one.faces + 8 * k for k, one in enumerate(rods)])
    heap = zoo.part("heap", Solid(np.concatenate([one.vertices for one in rods]), faces))
    assert found("T-HEAP", heap) == []
    monkeypatch.setattr("warcry3d.terrain.lint.subject.MOST_TESTS", 1e4)
    (heaped,) = found("T-HEAP", heap)
    whole = Subject(Piece("heap", (heap,)), Limits()).matter
    assert whole is not None
    step = heaped.message.values["step"]
    assert step == whole.samples_left_out + 1 > 100
    assert len(whole.samples.at) * whole.crowd <= 1e4
    assert whole.samples.area.sum() == pytest.approx(sum(6 * 9 for _ in rods), rel=0.05)
